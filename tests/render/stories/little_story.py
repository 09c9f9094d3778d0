"""A clip of three short beats, for tests of rendering."""

from __future__ import annotations

from manim import RIGHT, Square

from anim_lib.stage.lesson_scene import LessonScene


class LittleStory(LessonScene):
    """A square comes, goes right, and stays."""

    needs = ("dense",)

    def construct(self) -> None:
        square = Square(side_length=2.0, fill_opacity=1.0, color="#FFC800")
        with self.beat("come", "A square comes."):
            self.add(square)
            self.hold(0.5)
        with self.beat("go", "It goes <right> & stops."):
            self.play(square.animate.shift(3 * RIGHT), run_time=0.7)
        with self.beat("stay", "It stays --> there."):
            self.hold(0.5)
            self.close()
