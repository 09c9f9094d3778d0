"""The lanes clip on stage: the layer as strips, one lane, many lanes, and the wide machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from manim import config

from anim_lib.lesson.faults import LessonError
from anim_lib.stage.cells import Cells
from anim_lib.stage.dense_plan import plan_dense
from anim_lib.stage.field import Field
from anim_lib.stage.field_plan import plan_field
from anim_lib.stage.frame import SHORT_SIDE
from anim_lib.stage.ink import Ink, Number, Words
from anim_lib.stage.lanes_check import refuse_lanes
from anim_lib.stage.lanes_panel import Panel
from anim_lib.stage.lanes_plan import COUNT_H, LANE_Y, MIDDLE_Y, plan_lanes
from anim_lib.stage.lanes_words import LanesWords
from anim_lib.stage.motion import Motion, together
from anim_lib.stage.row_table import RowTable
from anim_lib.stage.slots import dot_offset
from anim_lib.stage.strips import Strips
from anim_lib.stage.table_plan import LABEL_EM
from anim_lib.stage.theme import Role
from anim_lib.stage.time_axis import TimeAxis
from anim_lib.stage.verbs import FADE, Appear, Vanish, drop, wipe, write

if TYPE_CHECKING:
    from anim_lib.nn.quantity import Quantity
    from anim_lib.stage.lesson_scene import LessonScene

_CLOSE, _FOLD = 0.9, 0.6
_LINE = 0.46  # from a lane's name to its count


class Lanes:
    """Everything the gpu-lanes clip shows, laid out before the first frame.

    Raises LessonError when the layer cannot be laid out legibly.
    """

    def __init__(self, scene: LessonScene) -> None:
        trace, frame, theme = scene.lesson.lanes_trace, scene.frame, scene.theme
        if trace is None:
            raise ValueError(f"lesson {scene.lesson.name!r} has no [dense] and [lanes] tables")
        refuse_lanes(scene.lesson, frame)
        self.trace, self.theme = trace, theme
        self.plan = plan = plan_lanes(trace, frame)
        pixel = SHORT_SIDE / min(config.pixel_height, config.pixel_width)
        wide = plan_field(trace, plan, frame, pixel)
        self.words = LanesWords(trace, frame, is_solid=wide.is_solid)
        self.name_x = -frame.safe_x
        self.table = self._table(scene)
        lanes = [(plan.left, y) for y in plan.lane_ys]
        one = [(plan.strip_left(i), LANE_Y) for i in range(plan.rows)]
        self.lanes, self.one = lanes, one
        self.serial = Strips(plan, lanes, theme)
        self.parallel = Strips(plan, one, theme, on_one_lane=True)
        self.axis = TimeAxis(plan, self.name_x, frame.safe_x, theme)
        self.legend = self._legend()
        self.one_name = self._name("one lane", LANE_Y - 0.22)
        self.one_count = self._count(trace.serial_steps, "steps", LANE_Y - 0.22)
        self.many_name = self._name(self.words.lanes, MIDDLE_Y)
        self.many_count = self._count(trace.parallel_steps, "steps each", MIDDLE_Y)
        top = (LANE_Y if plan.rows == 1 else plan.lane_ys[0]) + plan.height / 2
        self.field = Field(wide, plan, theme, top)
        self.panel = Panel(trace, wide, plan, theme)

    def _table(self, scene: LessonScene) -> RowTable | None:
        """The layer's table as the dense-layer clip leaves it; None if it cannot be drawn."""
        trace = scene.lesson.dense_trace
        assert trace is not None  # [lanes] never comes without [dense]
        try:
            layout = plan_dense(scene.lesson, trace, scene.frame)
        except LessonError:
            return None
        return RowTable(layout.rows, layout.plan, scene.theme)

    def _name(self, words: str, y: float) -> Words:
        return Words(words, LABEL_EM, Role.TEXT, self.theme).place(self.name_x, y + 0.1)

    def _count(self, quantity: Quantity, words: str, y: float) -> list[Ink]:
        h = COUNT_H
        number = Number(quantity, h, Role.TEXT, self.theme)
        width = dot_offset(quantity.text) * h
        number.place(self.name_x + width, y + 0.1 - _LINE + h / 2)
        steps = Words(words, LABEL_EM, Role.TEXT, self.theme)
        return [number, steps.place(self.name_x + width + 0.06, y + 0.1 - _LINE)]

    def _legend(self) -> list[Ink]:
        """A block of each colour and what it is, beside the strips."""
        plan = self.plan
        x = plan.end_of(plan.steps) + 0.7
        side = min(plan.pitch - plan.gap, plan.height)
        inks: list[Ink] = []
        kinds = ((Role.WEIGHT, "multiply-add", 0.3), (Role.BIAS, "bias add", -0.3))
        for role, words, y in kinds:
            middle = MIDDLE_Y + y
            box = np.array([[x, middle - plan.height / 2, x + side, middle + plan.height / 2]])
            said = Words(words, LABEL_EM, Role.TEXT, self.theme)
            inks += [Cells(box, role, self.theme), said.place(x + side + 0.2, middle - 0.12)]
        return inks

    @property
    def is_single(self) -> bool:
        """Whether the layer has one row, for which one lane is all there is to show."""
        return self.plan.rows == 1

    # From the table to the strips ------------------------------------------------------------

    def opening(self) -> list[Ink]:
        """The first picture: the layer's table, or its strips where the table is too wide."""
        table = self.table
        if table is None:
            return self.serial.inks
        return [*self._numbers(), *self._aside(), *table.row_labels]

    def _numbers(self) -> list[Ink]:
        assert self.table is not None
        return [*(n for row in self.table.cells for n in row), *self.table.aside]

    def _aside(self) -> list[Ink]:
        """What no step is made of: the inputs, brackets, names and results."""
        table = self.table
        assert table is not None
        results = [n for column in table.results for n in column]
        header = [*table.header, *table.header_brackets, *table.header_name.inks]
        aside = [*table.aside_brackets, *table.aside_name]
        return [*header, *table.brackets, *aside, *table.result_labels, *results]

    def clear_table(self) -> list[Motion]:
        """Only the weights and the biases stay."""
        if self.table is None:
            return []
        return wipe(*self._aside(), *self.table.row_labels)

    def box_numbers(self) -> list[Motion]:
        """A hollow block around every weight and every bias."""
        if self.table is None:
            return []
        for ink, boxes in zip(self.serial.hollow, self._number_boxes(), strict=True):
            ink.stand(boxes)
        return [Appear(ink, FADE) for ink in self.serial.hollow]

    def close_up(self) -> list[Motion]:
        """The numbers leave their blocks, the blocks close up to numbered strips."""
        if self.table is None:
            return []
        strips = self.serial.close_up(*self._number_boxes(), _CLOSE)
        return together(
            [Vanish(ink, FADE) for ink in self._numbers()],
            [motion.after(0.2) for motion in strips],
            write(*self.serial.numbers, delay=0.2 + _CLOSE),
        )

    def _number_boxes(self) -> tuple[np.ndarray, np.ndarray]:
        table, plan = self.table, self.plan
        assert table is not None
        half = min(plan.height, table.plan.pitch - 0.04) / 2

        def around(columns: list[list[Number]]) -> np.ndarray:
            """Boxes as wide as their column, row after row."""
            ends = np.array([[ink.box()[0::2] for ink in column] for column in columns])
            left, right = ends[:, :, 0].min(axis=1) - 0.1, ends[:, :, 1].max(axis=1) + 0.1
            y = np.array([ink.home[1] for ink in columns[0]])
            across, down = np.meshgrid(np.arange(len(columns)), y)
            sides = (left[across], down - half, right[across], down + half)
            return np.stack(sides, axis=2).reshape(-1, 4)

        columns = [list(column) for column in zip(*table.cells, strict=True)]
        return around(columns), around([table.aside])

    def explain(self) -> list[Motion]:
        """What the two colours stand for."""
        return write(*self.legend)

    def stop_explaining(self) -> list[Motion]:
        """The way is free for the strips."""
        return wipe(*self.legend)

    # One lane, then as many as rows ----------------------------------------------------------

    def line_up(self) -> list[Motion]:
        """All strips onto one lane, row 1 first."""
        moves = self.serial.to(self.one, copies=False)
        return together(moves, write(self.one_name, self.axis.name, delay=0.3))

    def run_one_lane(self) -> list[Motion]:
        """One step a tick, row after row."""
        seconds = self.plan.rows * self.plan.steps * self.plan.tick
        return together(self.serial.run(seconds, one_by_one=True), self.axis.count())

    def land_one_count(self) -> list[Motion]:
        """How many steps the one lane did."""
        return [drop(ink) for ink in self.one_count]

    def lanes_apart(self) -> list[Motion]:
        """A copy of each strip goes to a lane of its own, the last row first."""
        for ink in self.parallel.hollow:
            ink.set_z_index(3)  # the copies pass over what is done
        moves = self.parallel.to(self.lanes, copies=True)
        return together(moves, self.axis.pale(), write(self.many_name))

    def run_all_lanes(self) -> list[Motion]:
        """The same steps at the same ticks, in all lanes at once."""
        for ink in self.parallel.hollow:
            ink.set_z_index(1)
        seconds = self.plan.steps * self.plan.tick
        return together(self.parallel.run(seconds, one_by_one=False), self.axis.count_again())

    def land_many_count(self) -> list[Motion]:
        """How many ticks the lanes took side by side."""
        return [drop(ink) for ink in self.many_count]

    # The wide machine ------------------------------------------------------------------------

    def clear_lanes(self) -> list[Motion]:
        """Only the lanes side by side stay."""
        inks: list[Ink] = [self.one_name, *self.one_count, *self.axis.over]
        if not self.is_single:
            inks += [*self.serial.inks, *self.serial.solid, *self.axis.under]
            inks += [self.many_name, *self.many_count]
        return wipe(*inks)

    def fold(self) -> list[Motion]:
        """Every lane's strip folds to one square."""
        strips = self.serial if self.is_single else self.parallel
        return strips.fold(self.field.square, self.field.dim, _FOLD)

    def unfold(self) -> list[Motion]:
        """The squares are now the field's own."""
        strips = self.serial if self.is_single else self.parallel
        return [Vanish(ink, 0.1) for ink in strips.solid]

    def run_wave(self, k: int) -> list[Motion]:
        """Every lane of the wide machine takes a row, all on the same ticks as before."""
        seconds = self.plan.steps * self.plan.tick
        return together(self.field.wave(k + 1, seconds), self.panel.run(seconds, again=k > 0))
