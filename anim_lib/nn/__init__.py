"""The layer's arithmetic in numpy, with every step kept and printed by one rule."""
