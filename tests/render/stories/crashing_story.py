"""A clip whose second beat fails, for tests of what is left then."""

from __future__ import annotations

from anim_lib.stage.lesson_scene import LessonScene


class CrashingStory(LessonScene):
    """One good beat, then a mistake."""

    needs = ("dense",)

    def construct(self) -> None:
        with self.beat("good", "All is well."):
            self.hold(0.3)
        with self.beat("bad", "All is not well."):
            self.hold(0.3)
            raise ZeroDivisionError("the scene divides by nothing")
