"""A clip that fails in the middle of a movement, for tests of what is left then."""

from __future__ import annotations

from manim import Square, UpdateFromAlphaFunc
from manim.mobject.mobject import Mobject

from anim_lib.stage.lesson_scene import LessonScene


class CrashingStory(LessonScene):
    """One good beat, then a mistake that shows only when it is drawn."""

    needs = ("dense",)

    def construct(self) -> None:
        square = Square()
        with self.beat("good", "All is well."):
            self.hold(0.3)
        with self.beat("bad", "All is not well."):
            self.add(square)
            self.play(UpdateFromAlphaFunc(square, fail_early), run_time=1.0)


def fail_early(_square: Mobject, alpha: float) -> None:
    if 0 < alpha < 0.5:
        raise ZeroDivisionError("the scene divides by nothing")
