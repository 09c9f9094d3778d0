"""A clip of two still beats, for tests of drawing clips together."""

from __future__ import annotations

from manim import Circle

from anim_lib.stage.lesson_scene import LessonScene


class ShortStory(LessonScene):
    """A circle stands."""

    needs = ("dense",)
    order = 1

    def construct(self) -> None:
        with self.beat("stand", "A circle stands."):
            self.add(Circle(fill_opacity=1.0, color="#00C8FF"))
            self.hold(0.3)
        with self.beat("still", "It stands still."):
            self.hold(0.3)
