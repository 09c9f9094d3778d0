"""The relu clip on stage: the layer's table it opens on, the sums' table, the plot, the words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from anim_lib.stage.dot_cloud import Clouds
from anim_lib.stage.hinge import Hinge
from anim_lib.stage.ink import Ink
from anim_lib.stage.layer_formula import layer_formula
from anim_lib.stage.motion import Motion
from anim_lib.stage.relu_plan import ReluPlan, plan_relu
from anim_lib.stage.relu_story import Group, tell_relu
from anim_lib.stage.row_dots import RowDots
from anim_lib.stage.row_table import RowTable
from anim_lib.stage.rows import Rows
from anim_lib.stage.rows_layout import RowsLayout
from anim_lib.stage.sum_table import Carried, SumTable
from anim_lib.stage.theme import Theme
from anim_lib.stage.verbs import wipe

if TYPE_CHECKING:
    from anim_lib.nn.dense import DenseTrace
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
        theme = scene.theme
        self.plan = plan_relu(scene.lesson, layer, trace, scene.frame)
        together = self.plan.together
        self.story = tell_relu(trace, self.plan.plot, scene.frame, together=together)
        self.layer = None
        if self.plan.layer is not None:
            self.layer = Opening(layer, self.plan.layer, trace.z, self.plan, theme)
        carried = self.layer.carried if self.layer is not None else Carried()
        self.table = SumTable(trace, self.plan.table, theme, carried)
        self.plot = Hinge(self.plan.plot, self.plan.labels, trace.activation.label, theme)
        ways = [self.plan.way(row) for row in range(len(trace.z))]
        self.dots = RowDots(self.plan.plot, self.plan.labels, ways, theme)
        rows = (group.rows for group in self.story.groups)
        self.clouds = Clouds(self.plan.plot, rows, theme) if together else None

    def opening(self) -> list[Ink]:
        """The picture that the layer's clip ends on; without one, the table of sums."""
        if self.layer is None:
            return self.table.inks
        return [*self.layer.leaving, *self.layer.carried.inks]

    def leave(self) -> list[Motion]:
        """Weights, inputs, biases and outputs leave; the sums stay."""
        return [] if self.layer is None else wipe(*self.layer.leaving)

    def gather(self) -> list[Motion]:
        """The sums that stay make a table of their own."""
        return [] if self.layer is None else self.table.gather()

    def landing(self) -> Iterator[list[Motion]]:
        """One by one rows light up and their dots fly to their sums; or all dots stream there."""
        if self.clouds is not None:
            yield self.clouds.land(self.plan.way)
            yield self.table.count()
            return
        for row in self.table.rows:
            yield [*self.table.point_at(row), *self.dots.land(row)]

    def telling(self, group: Group) -> Iterator[list[Motion]]:
        """The group's dots go to their outputs, and the table's outputs come with them."""
        if self.clouds is not None:
            yield [*self.table.light(group.rows), *self.clouds.move(group.rows)]
            yield self.table.fill_all(group.rows)
            return
        for row in group.rows:
            yield [*self.table.point_at(row), *self.dots.move(row)]
            yield self.table.fill(row)


class Opening:
    """The layer's closing picture: what leaves, and what is carried over."""

    def __init__(
        self, layer: DenseTrace, shown: RowsLayout, z: Vector, plan: ReluPlan, theme: Theme
    ) -> None:
        self.table = RowTable(_with_sums(shown.rows, z), shown.plan, theme)
        formula = layer_formula(layer, self.table, theme)
        box = [motion.moved for motion in self.table.box_last_column()]
        wanted = {line.row for line in plan.table.lines}
        sums = self.table.results[0] if shown.rows.shows_sums else ()
        kept = {row: ink for row, ink in zip(shown.view.rows, sums, strict=False) if row in wanted}
        self.carried = Carried(kept, self.table.result_labels)
        stays = {id(ink) for ink in (*self.carried.inks, self.table.rule)}
        inks = [
            *self.table.laid(),
            *self.table.gap_results,
            *(ink for column in self.table.results for ink in column),
            *formula.inks,
            *(ink for ink in box if isinstance(ink, Ink)),
        ]
        each = {id(ink): ink for ink in inks}
        self.leaving = [ink for name, ink in each.items() if name not in stays]


def _with_sums(rows: Rows, sums: Vector) -> Rows:
    """The layer's table whose sums carry the names that they have in this clip."""
    if not rows.shows_sums:
        return rows
    first, *others = rows.results
    numbers = tuple(sums[i] for i in rows.view.rows)
    return replace(rows, results=(replace(first, numbers=numbers), *others))
