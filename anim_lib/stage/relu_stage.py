"""The relu clip on stage: the layer's table it opens on, the sums' table, the plot, the words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from anim_lib.stage.hinge import Hinge
from anim_lib.stage.ink import Ink
from anim_lib.stage.layer_formula import layer_formula
from anim_lib.stage.motion import Motion
from anim_lib.stage.relu_plan import plan_relu
from anim_lib.stage.relu_story import tell_relu
from anim_lib.stage.row_table import RowTable
from anim_lib.stage.rows import Rows
from anim_lib.stage.sum_table import SumTable
from anim_lib.stage.verbs import wipe

if TYPE_CHECKING:
    from anim_lib.nn.quantity import Vector
    from anim_lib.stage.lesson_scene import LessonScene


class ReluStage:
    """Everything the clip shows, laid out before the first frame.

    Raises LessonError when it cannot be laid out legibly.
    """

    def __init__(self, scene: LessonScene) -> None:
        layer, trace = scene.lesson.dense_trace, scene.lesson.relu_trace
        if layer is None or trace is None:
            raise ValueError(f"lesson {scene.lesson.name!r} has no [dense] table")
        plan = plan_relu(scene.lesson, layer, trace, scene.frame)
        self.layer = RowTable(_with_sums(plan.layer.rows, trace.z), plan.layer.plan, scene.theme)
        self.formula = layer_formula(layer, self.layer, scene.theme)
        self.box = [motion.moved for motion in self.layer.box_last_column()]
        self.table = SumTable(
            trace, plan.table, scene.theme, self.layer.results[0], self.layer.result_labels
        )
        self.plot = Hinge(plan.plot, plan.labels, trace.activation.label, scene.theme)
        self.story = tell_relu(trace, plan.plot.clusters)

    def opening(self) -> list[Ink]:
        """The picture that the layer's clip ends on."""
        kept = [*self.layer.results[0], *self.layer.result_labels]
        return [*self._leaving(), *kept]

    def _leaving(self) -> list[Ink]:
        layer = self.layer
        return [
            *layer.header,
            *layer.header_brackets,
            *layer.header_name.inks,
            *layer.matrix,
            *layer.aside,
            *layer.aside_brackets,
            *layer.aside_name,
            *self.formula.inks,
            *layer.results[1],
            *(ink for ink in self.box if isinstance(ink, Ink)),
        ]

    def leave(self) -> list[Motion]:
        """Weights, inputs, biases and outputs leave; the sums stay."""
        return wipe(*self._leaving())

    def land(self, row: int) -> list[Motion]:
        """A row lights up and its dot flies to its sum."""
        return [*self.table.point_at(row), *self.plot.land(row, self.table.dot_start(row))]

    def move(self, row: int) -> list[Motion]:
        """A row lights up and its dot goes to its output."""
        return [*self.table.point_at(row), *self.plot.move(row)]


def _with_sums(rows: Rows, sums: Vector) -> Rows:
    """The layer's table whose sums carry the names that they have in this clip."""
    first, *others = rows.results
    numbers = tuple(sums[i] for i in rows.view.rows)
    return replace(rows, results=(replace(first, numbers=numbers), *others))
