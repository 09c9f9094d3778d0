"""A clip that fails as soon as it is run."""

from __future__ import annotations

from anim_lib.stage.lesson_scene import LessonScene


class WrongStory(LessonScene):
    """Names what is not there."""

    needs = ("dense",)

    def construct(self) -> None:
        with self.beat("good", "All is well."):
            self.hold(0.3)
        raise KeyError("nowhere")
