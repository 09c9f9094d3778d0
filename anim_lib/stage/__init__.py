"""Our Manim vocabulary: what a beat looks like. `plan`, `slots`, `theme` and `frame` need no Manim."""
