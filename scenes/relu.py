"""A layer's own sums meet its activation: points on a line, a bend, outputs."""

from __future__ import annotations

from anim_lib.stage.lesson_scene import LessonScene
from anim_lib.stage.relu_stage import ReluStage
from anim_lib.stage.relu_story import Group


class Relu(LessonScene):
    """The layer's sums meet its activation: below zero rises to zero, above passes through."""

    needs = ("dense",)
    order = 20

    def setup(self) -> None:
        self.stage = ReluStage(self)

    def construct(self) -> None:
        stage, story = self.stage, self.stage.story
        with self.beat("sums", story.before):
            self.add(*stage.opening())
            self.hold(1.0)
            self.play(stage.leave())
            self.play(stage.gather())
            self.play(stage.plot.draw_axes())
            self.play(stage.plot.draw_unchanged())
        with self.beat("points", story.points):
            for step in stage.landing():
                self.play(step)
            self.hold(0.4)
        with self.beat("curve", story.curve):
            self.play(stage.table.release())
            self.play(stage.plot.draw_curve())
            self.hold(0.4)
        for group in story.groups:
            self.tell(group)
        with self.beat("bend", story.end):
            self.play(stage.table.release())
            self.close()

    def tell(self, group: Group) -> None:
        """Rows of one fate: their dots move, and their outputs land with them."""
        with self.beat(group.name, group.says):
            for step in self.stage.telling(group):
                self.play(step)
            self.hold(0.3)
