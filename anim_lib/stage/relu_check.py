"""What `check` says of the relu clip; needs no Manim."""

from __future__ import annotations

from anim_lib.lesson.lesson import Lesson
from anim_lib.stage.checks import check
from anim_lib.stage.frame import Frame
from anim_lib.stage.relu_plan import plan_relu


@check("relu")
def check_relu(lesson: Lesson, frame: Frame) -> str:
    """Say how the sums meet their activation."""
    if lesson.dense_trace is None or lesson.relu_trace is None:
        return "not offered: the lesson has no [dense] table"
    plan = plan_relu(lesson, lesson.dense_trace, lesson.relu_trace, frame)
    shared = sum(len(cluster.rows) > 1 for cluster in plan.plot.clusters)
    points = f"{len(plan.plot.points)} points" if len(plan.plot.points) > 1 else "one point"
    start = "the diagonal" if plan.plot.unchanged is not None else "the axis of sums"
    labels = "1 label stands" if shared == 1 else f"{shared} labels stand"
    together = f"; {labels} for several rows" if shared else ""
    return f"{points} on {start} beside the table of sums{together}"
