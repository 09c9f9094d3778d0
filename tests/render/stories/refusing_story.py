"""A clip that finds its lesson wanting, and prints before it says so."""

from __future__ import annotations

from anim_lib.lesson.faults import Fault, LessonError
from anim_lib.stage.lesson_scene import LessonScene


class RefusingStory(LessonScene):
    """Never drawn."""

    needs = ("dense",)

    def construct(self) -> None:
        print("a scene may print; nobody's pipe breaks")  # noqa: T201
        raise LessonError(Fault("my.toml", "dense.W", None, "9 rows", "8", "Leave one out."))
