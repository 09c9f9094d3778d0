"""Dotreel's library: numbers, lessons, stage, rendering and export.

    from anim_lib import Lesson, render

    render("dense-layer", Lesson.dense(W, x, b))

What is named here is loaded when it is first asked for: importing the package costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from anim_lib.api import Clip, render
    from anim_lib.lesson.faults import LessonError
    from anim_lib.lesson.lesson import Lesson

__all__ = ["Clip", "Lesson", "LessonError", "render"]

_HOMES = {
    "Clip": "anim_lib.api",
    "Lesson": "anim_lib.lesson.lesson",
    "LessonError": "anim_lib.lesson.faults",
}


def __getattr__(name: str) -> Any:
    if name == "render":  # the package of that name, which can be called
        return importlib.import_module("anim_lib.render")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
