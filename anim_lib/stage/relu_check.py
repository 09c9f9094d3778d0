"""What `check` says of the relu clip; needs no Manim."""

from __future__ import annotations

from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.words import counted
from anim_lib.stage.checks import check
from anim_lib.stage.frame import Frame
from anim_lib.stage.relu_forms import MOST_WHOLE, NUMBERED_ROWS
from anim_lib.stage.relu_plan import ReluPlan, plan_relu


@check("relu")
def check_relu(lesson: Lesson, frame: Frame) -> str:
    """Say how the sums meet their activation."""
    if lesson.dense_trace is None or lesson.relu_trace is None:
        return "not offered: the lesson has no [dense] table"
    plan = plan_relu(lesson, lesson.dense_trace, lesson.relu_trace, frame)
    count = len(plan.plot.points)
    points = f"{count:,} points" if count > 1 else "one point"
    start = "the diagonal" if plan.plot.unchanged is not None else "the axis of sums"
    where = "above" if plan.form.above else "beside"
    return "; ".join([f"{points} on {start} {where} the table of sums", *_remarks(plan, count)])


def _remarks(plan: ReluPlan, count: int) -> list[str]:
    """What is not as a viewer of a small layer knows it, and why."""
    remarks = []
    view = plan.form.table.view
    if view.hidden_rows:
        numbers = [f"{row + 1:,}" for row in view.rows]
        listed = " and ".join([", ".join(numbers[:-1]), numbers[-1]]) if numbers[1:] else numbers[0]
        why = f"more than {MOST_WHOLE}" if count > MOST_WHOLE else "no room for a line each"
        rows = "rows" if numbers[1:] else "row"
        remarks.append(f"{counted(count, 'row')}: counted, {rows} {listed} shown, since {why}")
    elif plan.form.table.blocks > 1:
        remarks.append(f"{counted(count, 'row')} in two blocks")
    if not plan.numbered and not view.hidden_rows:
        why = f"more than {NUMBERED_ROWS} rows" if count > NUMBERED_ROWS else "too close together"
        remarks.append(f"no row numbers beside the points: {why}")
    shared = sum(len(cluster.rows) > 1 for cluster in plan.plot.clusters) if plan.numbered else 0
    if shared:
        labels = "1 label stands" if shared == 1 else f"{shared} labels stand"
        remarks.append(f"{labels} for several rows")
    if plan.layer is None:
        remarks.append("it opens on the sums, since the layer's own table finds no room")
    return remarks
