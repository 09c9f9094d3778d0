"""What a finished clip becomes: one file for each format.

An exporter sees records only (a master, a timeline); it never imports Manim or scenes. A new format
is a new module here with one decorated function; see :mod:`anim_lib.export.registry`.
"""
