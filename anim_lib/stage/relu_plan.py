"""The relu clip's layout: the layer's table that it opens on, the sums' table, the plot."""

from __future__ import annotations

from dataclasses import dataclass

from anim_lib.lesson.faults import LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.nn.dense import DenseTrace
from anim_lib.nn.relu import ReluTrace
from anim_lib.stage.dense_plan import plan_dense
from anim_lib.stage.faults import layout_error
from anim_lib.stage.frame import Frame
from anim_lib.stage.hinge_labels import PlotLabels, plan_labels
from anim_lib.stage.hinge_plan import DOT, Corner, PlotPlan, Room, is_legible, plan_plot, plot_size
from anim_lib.stage.hinge_rows import CrowdedError
from anim_lib.stage.relu_forms import NUMBERED_ROWS, Form, forms, some_rows
from anim_lib.stage.rows_layout import RowsLayout
from anim_lib.stage.slots import MAX_DIGIT
from anim_lib.stage.sum_plan import LEAST_AIR, SumTablePlan, plan_sum_table
from anim_lib.stage.table_plan import LABEL_EM

_EDGE = 0.1
_LIFT = 0.15  # of a plot beside a table over the stage's middle
_GAP = {"wide": 0.75, "square": 0.45, "tall": 0.45}  # between the plot and the table
_OVER = 0.5  # the plot's upper end keeps this far under the safe area's: names stand there
_HEADER_TOP = 0.35  # header words under the safe area's upper end
_LAST_ROW = 0.18  # the lowest line's middle over the stage's end
_CAPTION_AIR = 0.2  # a table under its plot keeps further from the caption
_ASIDE = 0.2  # dots that pass the plot keep this far from it
_HAIR, _AIR_OVER = 0.01, 0.15
_TICK_PAST = 0.05  # a tick's number may reach so far past the axis
_UNDER = 0.24  # and this far from rows that they pass


@dataclass(frozen=True)
class ReluPlan:
    """Where everything stands, from the layer's table to the plot."""

    layer: RowsLayout | None  # None where the layer's own clip finds no legible form
    form: Form
    table: SumTablePlan
    plot: PlotPlan
    labels: PlotLabels
    numbered: bool  # whether dots have their rows' numbers beside them
    aside: float  # the x along which dots come from the table to the axis of sums

    @property
    def together(self) -> bool:
        """Whether rows are told in groups, not one by one."""
        return not self.form.whole or len(self.plot.points) > NUMBERED_ROWS

    def way(self, row: int) -> tuple[Corner, ...]:
        """From a row's place in the table to the end of the plot's axis of sums."""
        table, level = self.table, self.plot.up.origin
        line = next((ln for ln in table.lines if ln.row == row), None)
        first = table.blocks[0]
        block, y = (first, table.gap_y or 0.0) if line is None else (line.block, line.y)
        corners = [(block.dots, y)]
        if block != first:  # around the first block
            between = block.left - self.form.table.style.between / 2
            past = table.bottom - _UNDER
            if self.form.above:
                past = table.top + _GAP["tall"] / 2
            corners += [(between, y), (between, past)]
        return (*corners, (self.aside, corners[-1][1]), (self.aside, level))


def plan_relu(lesson: Lesson, layer: DenseTrace, trace: ReluTrace, frame: Frame) -> ReluPlan:
    """Lay out the clip. Raises LessonError when the plot finds no legible room."""
    opening = _opening(lesson, layer, frame)
    count = len(trace.z)
    shown = lesson.shown_rows(count) or some_rows(count)
    h = MAX_DIGIT
    if opening is not None:
        shown, h = opening.view.rows, min(opening.plan.h, MAX_DIGIT)
    for form in forms(frame, count, shown, h):
        placed = _place(trace, form, frame)
        if placed is not None:
            table, plot = placed
            aside = _aside(form, frame, table, plot)
            labels, numbered = _labels(trace, form, frame, table, plot)
            return ReluPlan(opening, form, table, plot, labels, numbered, aside)
    raise _too_large(lesson, trace)


def _opening(lesson: Lesson, layer: DenseTrace, frame: Frame) -> RowsLayout | None:
    """The layer's table as its own clip leaves it, where that clip can be drawn."""
    try:
        return plan_dense(lesson, layer, frame)
    except LessonError:
        return None


def _place(trace: ReluTrace, form: Form, frame: Frame) -> tuple[SumTablePlan, PlotPlan] | None:
    """The table and the plot in this form; None where they do not fit."""
    pitch = form.pitch
    least = max(form.pitch_least, form.table.h + LEAST_AIR)
    while pitch > least - 1e-9:
        table = plan_sum_table(trace, form.table, pitch)
        put = _above if form.above else _beside
        placed = put(trace, form, frame, table)
        if placed is not None:
            return placed
        pitch = round(pitch - 0.02, 3) if pitch > least + 1e-9 else 0.0
    return None


def _beside(
    trace: ReluTrace, form: Form, frame: Frame, table: SumTablePlan
) -> tuple[SumTablePlan, PlotPlan] | None:
    """The plot left of the table."""
    gap = _GAP[frame.shape]
    room = 2 * (frame.safe_x - _EDGE) - gap - table.right
    top, bottom, middle = _stage(frame)
    width, height = plot_size(trace.activation, room, top - bottom)
    if not is_legible(trace.activation, width, height, form.plot):
        return None
    words = len(trace.activation.label.split(" "))
    highest = frame.safe_top - _HEADER_TOP - form.table.style.header - LABEL_EM * words
    lowest = frame.stage_bottom + _LAST_ROW
    up = min(middle - (form.table.style.header + table.last) / 2, highest)
    if up + table.last < lowest - 1e-9:
        return None
    left = -(width + gap + table.right) / 2
    room_of_plot = Room(left, middle, width, height)
    return table.moved(left + width + gap, up), plan_plot(trace, room_of_plot)


def _above(
    trace: ReluTrace, form: Form, frame: Frame, table: SumTablePlan
) -> tuple[SumTablePlan, PlotPlan] | None:
    """The plot above the table."""
    gap = _GAP["tall"]
    room = 2 * (frame.safe_x - _EDGE - _ASIDE) + 0.1
    top, bottom, _ = _stage(frame)
    bottom += _CAPTION_AIR
    tall = table.top - table.bottom
    width, height = plot_size(trace.activation, room, top - bottom - tall - gap)
    if table.right - table.left > room or not is_legible(
        trace.activation, width, height, form.plot
    ):
        return None
    air = (top - bottom - tall - height - gap) / 3  # over the plot, under it, under the table
    plot = plan_plot(trace, Room(-width / 2, top - air - height / 2, width, height))
    return table.moved(-(table.left + table.right) / 2, bottom + air - table.bottom), plot


def _aside(form: Form, frame: Frame, table: SumTablePlan, plot: PlotPlan) -> float:
    """Where dots pass from the table to the plot's axis."""
    if form.above:
        farthest = min(plot.across.low, table.blocks[0].left) - _ASIDE
        return max(farthest, DOT + _HAIR - frame.safe_x)
    return (plot.across.high + table.blocks[0].dots) / 2


def _stage(frame: Frame) -> tuple[float, float, float]:
    """Top, bottom and middle of the room for a plot."""
    top, bottom = frame.safe_top - _OVER, frame.stage_bottom
    return top, bottom, (top + bottom) / 2 + _LIFT


def _labels(
    trace: ReluTrace, form: Form, frame: Frame, table: SumTablePlan, plot: PlotPlan
) -> tuple[PlotLabels, bool]:
    """The plot's texts, and whether its dots are numbered: not where they stand too close."""
    edge, label = frame.safe_x - _EDGE, trace.activation.label
    low, high = frame.stage_bottom - 0.05, frame.safe_top - 0.2
    bounds = (-edge, low, table.left - 0.1, high)
    if form.above:
        bounds = (plot.across.low - _TICK_PAST, table.top + _AIR_OVER, edge, high)
    elif not frame.is_wide:
        bounds = (-edge, low, plot.across.high + _TICK_PAST, high)
    if form.whole and len(trace.z) <= NUMBERED_ROWS:
        try:
            return plan_labels(plot, label, bounds), True
        except CrowdedError:
            pass
    return plan_labels(plot, label, bounds, numbered=False), False


def _too_large(lesson: Lesson, trace: ReluTrace) -> LessonError:
    numbers = (*trace.z, *trace.y)
    longest = max(range(len(numbers)), key=lambda k: len(numbers[k].text))
    row = longest % len(trace.z) + 1
    return layout_error(
        lesson,
        key="dense.W",
        cell=f"row {row}",
        found=f'"{numbers[longest].text}" makes the table so wide that no plot fits beside it',
        expected="sums and outputs that leave room for a plot",
        mend="Show fewer decimals, or draw a wider frame.",
    )
