"""The weights at work: the words' values blended into the query word's new vector."""

from __future__ import annotations

from anim_lib.stage.blend_step import BlendStep
from anim_lib.stage.lesson_scene import LessonScene
from anim_lib.stage.tempo import tempo_of


class Blend(LessonScene):
    """Each value times its weight, added up: the query word's new vector."""

    needs = ("attention",)
    order = 50

    def setup(self) -> None:
        self.step = BlendStep(self)

    def construct(self) -> None:
        step, table = self.step, self.step.table
        with self.beat("weights", step.says_opening()):
            self.add(*step.opening())
            self.hold(1.0)
        with self.beat("values", step.says_values()):
            self.play(step.leave())
            self.play(step.arrive())
            self.play(table.show_values())
        for i in step.rows:
            with self.beat(step.row_beat(i), step.says_row(i)):
                if i == step.rows[0]:
                    for j in step.columns:
                        self.play(step.working.multiply(j))
                        self.hold(tempo_of(i).pair if j else tempo_of(i).number)
                    self.play(step.working.settle())
                else:
                    self.play(table.scale(i))
                self.hold(tempo_of(i).number)
        with self.beat("output", step.says_output()):
            self.play(table.add_up())
            self.hold(tempo_of(0).number)
        with self.beat("bar", step.says_bar()):
            self.play(step.bar.split())
        with self.beat("shares", step.says_share()):
            self.close()
