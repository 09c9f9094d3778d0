"""One scene, one lesson, one choice of size and speed: drawn, and kept as a master."""
