"""The relu clip's layout: the layer's table that it opens on, the sums' table, the plot."""

from __future__ import annotations

from dataclasses import dataclass

from anim_lib.lesson.faults import Fault, LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.nn.dense import DenseTrace
from anim_lib.nn.relu import ReluTrace
from anim_lib.stage.checks import check, plan_dense
from anim_lib.stage.frame import Frame
from anim_lib.stage.hinge_labels import CrowdedError, PlotLabels, plan_labels
from anim_lib.stage.hinge_plan import SMALLEST, PlotPlan, plan_plot, plot_width
from anim_lib.stage.sum_plan import SumTablePlan, plan_sum_table
from anim_lib.stage.table_plan import RowTablePlan

_EDGE = 0.1
_GAP = 0.75  # between the plot and the table
_LOWEST, _HIGHEST = -2.55, 3.4  # of the plot's texts


@dataclass(frozen=True)
class ReluPlan:
    """Where everything stands, from the layer's table to the plot."""

    layer: RowTablePlan
    table: SumTablePlan
    plot: PlotPlan
    labels: PlotLabels


def plan_relu(lesson: Lesson, layer: DenseTrace, trace: ReluTrace, frame: Frame) -> ReluPlan:
    """Lay out the clip. Raises LessonError when the plot finds no legible room."""
    opening = plan_dense(lesson, layer, frame)
    table = plan_sum_table(trace, opening.h)
    room = 2 * (frame.safe_x - _EDGE)
    width = plot_width(trace.activation, room - _GAP - table.right)
    if width < SMALLEST:
        raise LessonError(_too_narrow(lesson, trace))
    left = -(width + _GAP + table.right) / 2
    placed = table.moved(left + width + _GAP)
    plot = plan_plot(trace, left, width)
    bounds = (_EDGE - frame.safe_x, _LOWEST, placed.left - 0.1, _HIGHEST)
    try:
        labels = plan_labels(plot, trace.activation.label, bounds)
    except CrowdedError as error:
        raise LessonError(_crowded(lesson, str(error))) from error
    return ReluPlan(opening, placed, plot, labels)


@check("relu")
def check_relu(lesson: Lesson, frame: Frame) -> str:
    """Say how the sums meet their activation."""
    if lesson.dense_trace is None or lesson.relu_trace is None:
        return "not offered: the lesson has no [dense] table"
    plan = plan_relu(lesson, lesson.dense_trace, lesson.relu_trace, frame)
    shared = sum(len(cluster.rows) > 1 for cluster in plan.plot.clusters)
    points = f"{len(plan.plot.points)} points" if len(plan.plot.points) > 1 else "one point"
    start = "the diagonal" if plan.plot.unchanged is not None else "the axis of sums"
    together = f"; {shared} labels stand for several rows" if shared else ""
    return f"{points} on {start} beside the table of sums{together}"


def _too_narrow(lesson: Lesson, trace: ReluTrace) -> Fault:
    numbers = (*trace.z, *trace.y)
    longest = max(range(len(numbers)), key=lambda k: len(numbers[k].text))
    row = longest % len(trace.z) + 1
    return Fault(
        file=lesson.path.name if lesson.path is not None else lesson.name,
        key="dense.W",
        cell=f"row {row}",
        found=f'"{numbers[longest].text}" makes the table so wide that no plot fits beside it',
        expected="sums and outputs that leave room for a plot",
        mend="Show fewer decimals, or draw a wider frame.",
    )


def _crowded(lesson: Lesson, reason: str) -> Fault:
    return Fault(
        file=lesson.path.name if lesson.path is not None else lesson.name,
        key="dense.W",
        cell=None,
        found=reason,
        expected="sums whose row numbers can stand beside their points",
        mend="Show fewer rows.",
    )
