"""Our Manim vocabulary: what a beat looks like. Plans, slots, theme, frame need no Manim."""
