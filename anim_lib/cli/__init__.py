"""The command line. One command a file: a module here whose name has no leading underscore."""

from __future__ import annotations

from anim_lib.cli._group import main

__all__ = ["main"]
