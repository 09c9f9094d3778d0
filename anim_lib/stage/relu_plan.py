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
from anim_lib.stage.hinge_labels import CrowdedError, PlotLabels, plan_labels
from anim_lib.stage.hinge_plan import SMALLEST, PlotPlan, plan_plot, plot_width
from anim_lib.stage.rows_layout import RowsLayout
from anim_lib.stage.sum_plan import SumTablePlan, plan_sum_table

_EDGE = 0.1
_GAP = 0.75  # between the plot and the table
_LOWEST, _HIGHEST = -2.55, 3.4  # of the plot's texts


@dataclass(frozen=True)
class ReluPlan:
    """Where everything stands, from the layer's table to the plot."""

    layer: RowsLayout
    table: SumTablePlan
    plot: PlotPlan
    labels: PlotLabels


def plan_relu(lesson: Lesson, layer: DenseTrace, trace: ReluTrace, frame: Frame) -> ReluPlan:
    """Lay out the clip. Raises LessonError when the plot finds no legible room."""
    opening = plan_dense(lesson, layer, frame)
    table = plan_sum_table(trace, opening.plan.h)
    room = 2 * (frame.safe_x - _EDGE)
    width = plot_width(trace.activation, room - _GAP - table.right)
    if width < SMALLEST:
        raise _too_narrow(lesson, trace)
    left = -(width + _GAP + table.right) / 2
    placed = table.moved(left + width + _GAP)
    plot = plan_plot(trace, left, width)
    bounds = (_EDGE - frame.safe_x, _LOWEST, placed.left - 0.1, _HIGHEST)
    try:
        labels = plan_labels(plot, trace.activation.label, bounds)
    except CrowdedError as error:
        raise _crowded(lesson, str(error)) from error
    return ReluPlan(opening, placed, plot, labels)


def _too_narrow(lesson: Lesson, trace: ReluTrace) -> LessonError:
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


def _crowded(lesson: Lesson, reason: str) -> LessonError:
    return layout_error(
        lesson,
        key="dense.W",
        cell=None,
        found=reason,
        expected="sums whose row numbers can stand beside their points",
        mend="Show fewer rows.",
    )
