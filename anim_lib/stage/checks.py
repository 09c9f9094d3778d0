"""Which form each clip will take for a lesson, or why it is refused; needs no Manim.

A clip's planner is one decorated function in a module named `…_check`; it is found by its name.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

from anim_lib.lesson.lesson import Lesson
from anim_lib.stage.fonts import drawing
from anim_lib.stage.frame import Frame

Check = Callable[[Lesson, Frame], str]
CHECKS: dict[str, Check] = {}


def check(scene: str) -> Callable[[Check], Check]:
    """Register a planner under its scene's name."""

    def register(function: Check) -> Check:
        CHECKS[scene] = function
        return function

    return register


def check_scene(scene: str, lesson: Lesson, aspect: float) -> str:
    """One sentence: which form the clip takes and why. Raises LessonError when it is refused."""
    _load()
    planner = CHECKS.get(scene)
    if planner is None:
        return "laid out by the scene itself when it is drawn"
    with drawing(lesson):
        return planner(lesson, Frame.of_aspect(aspect))


@cache
def _load() -> None:
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if module.name.endswith("_check"):
            importlib.import_module(f"{__package__}.{module.name}")
