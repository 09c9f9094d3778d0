"""The lanes clip on stage: the layer as strips, one lane, many lanes, and the wide machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from manim import config

from anim_lib.lesson.faults import LessonError
from anim_lib.stage import row_numbers
from anim_lib.stage.dense_plan import plan_dense
from anim_lib.stage.field import Field
from anim_lib.stage.field_plan import plan_field
from anim_lib.stage.frame import SHORT_SIDE
from anim_lib.stage.ink import Ink
from anim_lib.stage.lanes_panel import Panel
from anim_lib.stage.lanes_plan import LanesPlan, plan_lanes
from anim_lib.stage.lanes_signs import LanesSigns
from anim_lib.stage.lanes_table import LanesTable
from anim_lib.stage.lanes_units import bars, in_lanes, on_one_lane, pieces
from anim_lib.stage.lanes_words import LanesWords
from anim_lib.stage.motion import Motion, together
from anim_lib.stage.row_numbers import Numbers
from anim_lib.stage.row_table import RowTable
from anim_lib.stage.strips import Strips
from anim_lib.stage.theme import Theme
from anim_lib.stage.time_axis import TimeAxis
from anim_lib.stage.verbs import FADE, Appear, Vanish, drop, wipe, write

if TYPE_CHECKING:
    from anim_lib.stage.lesson_scene import LessonScene

_CLOSE, _FOLD = 0.9, 0.6


class Lanes:
    """Everything the gpu-lanes clip shows, laid out before the first frame."""

    def __init__(self, scene: LessonScene) -> None:
        trace, frame, theme = scene.lesson.lanes_trace, scene.frame, scene.theme
        if trace is None:
            raise ValueError(f"lesson {scene.lesson.name!r} has no [dense] and [lanes] tables")
        self.trace, self.theme = trace, theme
        pixel = SHORT_SIDE / min(config.pixel_height, config.pixel_width)
        self.plan = plan = plan_lanes(trace, frame, pixel)
        wide = plan_field(trace, plan, frame, pixel)
        self.words = LanesWords(trace, frame, plan, is_solid=wide.is_solid)
        self.table = self._table(scene)
        self.signs = LanesSigns(trace, plan, theme)
        self.axis = TimeAxis(plan, -frame.safe_x, frame.safe_x, theme)
        self.serial, self.parallel = _on_axis(plan, theme), _on_axis(plan, theme)
        self.early = self._early()
        self.slot_numbers = row_numbers.in_lanes(plan, plan.strip, theme)
        self.axis_numbers = row_numbers.on_one_lane(plan, theme)
        self.lane_numbers = row_numbers.in_lanes(plan, plan.axis, theme)
        top = (plan.stand.lane_y if plan.rows == 1 else plan.lane_ys[0]) + plan.height / 2
        self.field = Field(wide, plan, theme, top)
        self.panel = Panel(trace, wide, plan, theme)

    def _table(self, scene: LessonScene) -> LanesTable | None:
        """The layer's table as the dense-layer clip leaves it; None if it cannot be drawn."""
        trace = scene.lesson.dense_trace
        assert trace is not None  # [lanes] never comes without [dense]
        try:
            layout = plan_dense(scene.lesson, trace, scene.frame)
        except LessonError:
            return None
        table = RowTable(layout.rows, layout.plan, scene.theme)
        return LanesTable(table, trace, self.plan.height)

    def _early(self) -> Strips:
        """The strips as they come out of the table: of the rows shown there and in lanes."""
        plan, strips = self.plan, self.serial
        if plan.axis.grain == "block":  # the same blocks go on to the one lane
            strips.lie = in_lanes(plan, strips.rows, plan.strip)
            strips.place()
            return strips
        cuts = self.table.cuts if self.table is not None else []
        order = sorted({*plan.shown, *(self.table.rows if self.table is not None else ())})
        held = pieces(len(order), plan.steps, plan.strip, cuts, bias=True)
        lie = in_lanes(plan, order, plan.strip)
        return Strips(plan, order, lie, held, self.theme, outlined=True)

    @property
    def is_single(self) -> bool:
        """Whether the layer has one row, for which one lane is all there is to show."""
        return self.plan.rows == 1

    @property
    def explained(self) -> float:
        """Seconds that the legend of the colours stands."""
        return 0.9 if self.plan.is_sweep else 1.5

    @property
    def breath(self) -> float:
        """Seconds before the lanes start together, longer where they are done in a blink."""
        return 0.8 if self.plan.is_sweep else 0.3

    # From the table to the strips ------------------------------------------------------------

    def opening(self) -> list[Ink]:
        """The first picture: the layer's table, or its strips where the table is too wide."""
        if self.table is None:
            return [*self.early.hollow, *self.slot_numbers.values(), *self.signs.more_rows]
        return self.table.inks

    def clear_table(self) -> list[Motion]:
        """Only the weights and the biases stay, and what stands for the hidden ones."""
        return wipe(*self.table.others) if self.table is not None else []

    def box_numbers(self) -> list[Motion]:
        """A hollow block around every weight and every bias."""
        if self.table is None:
            return []
        for ink, boxes in zip(self.early.hollow, self._number_boxes(), strict=True):
            ink.stand(boxes[boxes[:, 3] > boxes[:, 1]])
        return [Appear(ink, FADE) for ink in self.early.hollow]

    def close_up(self) -> list[Motion]:
        """The numbers leave their blocks, the blocks close up to numbered strips."""
        if self.table is None:
            return []
        strips = self.early.close_up(*self._number_boxes(), _CLOSE)
        labels = [*self.slot_numbers.values(), *self.signs.more_rows]
        return together(
            [Vanish(ink, FADE) for ink in self.table.numbers],
            [motion.after(0.2) for motion in strips],
            write(*labels, delay=0.2 + _CLOSE),
        )

    def _number_boxes(self) -> tuple[np.ndarray, np.ndarray]:
        assert self.table is not None
        weights, biases = self.early.pieces
        rows = self.early.rows
        return self.table.weights(weights, rows), self.table.biases(biases, rows)

    def explain(self) -> list[Motion]:
        """What the two colours stand for."""
        return write(*self.signs.legend)

    def stop_explaining(self) -> list[Motion]:
        """The way is free for the strips."""
        return wipe(*self.signs.legend)

    # One lane, then as many as rows ----------------------------------------------------------

    def line_up(self) -> list[Motion]:
        """All strips onto one lane, row 1 first."""
        plan, strips = self.plan, self.serial
        strips.lie = in_lanes(plan, strips.rows, plan.strip)
        goal = on_one_lane(plan, strips.rows)
        ways = strips.ways(goal, copies=False)
        if plan.numbers_inside:
            hidden = {r: n for r, n in self.axis_numbers.items() if r not in plan.shown}
            self.axis_numbers = {**self.slot_numbers, **hidden}
            goals = {row: row_numbers.axis_place(plan, row) for row in plan.shown}
            numbers = row_numbers.ride(self.slot_numbers, strips, goals, ways, copies=False)
            numbers += row_numbers.swap((), hidden.values(), ways[2])
        else:
            old, new = self.slot_numbers.values(), self.axis_numbers.values()
            numbers = row_numbers.swap(old, new, ways[2])
        return together(
            self._hand_over(),
            strips.travel(goal, copies=False),
            numbers,
            wipe(*self.signs.more_rows),
            write(self.signs.one_name, self.axis.name, delay=0.3),
        )

    def _hand_over(self) -> list[Motion]:
        """Blocks out of the table give way to the bars that go to the one lane."""
        return wipe(*self.early.hollow) if self.early is not self.serial else []

    def run_one_lane(self) -> list[Motion]:
        """One step a tick, row after row."""
        plan = self.plan
        seconds = plan.rows * plan.steps * plan.tick
        return together(
            self.serial.run(seconds, one_by_one=True),
            self._covered(self.axis_numbers, one_by_one=True),
            self.axis.count(),
        )

    def _covered(self, numbers: Numbers, *, one_by_one: bool) -> list[Motion]:
        if not self.plan.numbers_inside:
            return []
        return row_numbers.cover(numbers, self.plan, self.theme, one_by_one=one_by_one)

    def land_one_count(self) -> list[Motion]:
        """How many steps the one lane did."""
        return [drop(ink) for ink in self.signs.one_count]

    def lanes_apart(self) -> list[Motion]:
        """A copy of each strip goes to a lane of its own, the last row first."""
        plan, strips = self.plan, self.parallel
        strips.lie = on_one_lane(plan, strips.rows)
        for ink in strips.hollow:
            ink.set_z_index(3)  # the copies pass over what is done
        goal = in_lanes(plan, strips.rows, plan.axis)
        ways = strips.ways(goal, copies=True)
        numbers = self.lane_numbers
        if plan.numbers_inside:
            goals = {row: row_numbers.lane_place(plan, plan.axis, row) for row in plan.shown}
            for row, number in numbers.items():
                number.place(*row_numbers.axis_place(plan, row))
            moves = row_numbers.ride(numbers, strips, goals, ways, copies=True)
        else:
            moves = row_numbers.swap((), numbers.values(), ways[2])
        return together(
            strips.travel(goal, copies=True),
            moves,
            self.axis.pale(),
            write(self.signs.many_name, delay=0.0 if plan.stand.beside else ways[2] - 0.2),
            write(*self.signs.more_lanes, delay=ways[2] - 0.2),
        )

    def run_all_lanes(self) -> list[Motion]:
        """The same steps at the same ticks, in all lanes at once."""
        for ink in self.parallel.hollow:
            ink.set_z_index(1)
        seconds = self.plan.steps * self.plan.tick
        return together(
            self.parallel.run(seconds, one_by_one=False),
            self._covered(self.lane_numbers, one_by_one=False),
            self.axis.count_again(),
        )

    def land_many_count(self) -> list[Motion]:
        """How many ticks the lanes took side by side."""
        return together([drop(ink) for ink in self.signs.many_count], write(*self.signs.note))

    # The wide machine ------------------------------------------------------------------------

    def clear_lanes(self) -> list[Motion]:
        """Only the lanes side by side stay."""
        signs = self.signs
        inks: list[Ink] = [signs.one_name, *signs.one_count, *self.axis.over]
        if not self.is_single:
            inks += [*self.serial.hollow, *self.axis_numbers.values(), *self.serial.solid]
            inks += [*self.axis.under, signs.many_name, *signs.many_count]
            inks += [*signs.more_lanes, *signs.note]
        return wipe(*inks)

    def fold(self) -> list[Motion]:
        """Every lane's strip folds to one square."""
        strips = self.serial if self.is_single else self.parallel
        numbers = self.axis_numbers if self.is_single else self.lane_numbers
        squares = self.field.own_squares(strips.rows)
        return together(
            strips.fold(squares, self.field.dim, _FOLD),
            [Vanish(number, 0.2) for number in numbers.values()],
            self.field.hatch(_FOLD) if self.plan.hidden else [],
        )

    def unfold(self) -> list[Motion]:
        """The squares are now the field's own."""
        strips = self.serial if self.is_single else self.parallel
        return [Vanish(ink, 0.1) for ink in strips.solid]

    def run_wave(self, k: int) -> list[Motion]:
        """Every lane of the wide machine takes a row, all on the same ticks as before."""
        seconds = self.plan.steps * self.plan.tick
        return together(self.field.wave(k + 1, seconds), self.panel.run(seconds, again=k > 0))


def _on_axis(plan: LanesPlan, theme: Theme) -> Strips:
    """Strips drawn as the one time axis can show them; rows between may be one bar."""
    outlined = plan.axis.grain == "block"
    if plan.axis.grain == "all":
        rows = [*plan.shown[:-1], *([3] if plan.hidden else []), plan.shown[-1]]
        lengths = [plan.steps * (plan.hidden if row not in plan.shown else 1) for row in rows]
        held = bars(lengths)
    else:
        rows = list(range(plan.rows))
        held = pieces(plan.rows, plan.steps, plan.axis)
    return Strips(plan, rows, on_one_lane(plan, rows), held, theme, outlined=outlined)
