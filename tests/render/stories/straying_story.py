"""A clip that plays something between its beats, which is a mistake."""

from __future__ import annotations

from anim_lib.stage.lesson_scene import LessonScene


class StrayingStory(LessonScene):
    """Two beats and half a second that belongs to neither."""

    needs = ("dense",)

    def construct(self) -> None:
        with self.beat("one", "One."):
            self.hold(0.3)
        self.hold(0.5)
        with self.beat("two", "Two."):
            self.hold(0.3)
