"""Which form the gpu-lanes clip takes for a lesson, and why; needs no Manim."""

from __future__ import annotations

from anim_lib.lesson.lesson import Lesson
from anim_lib.stage.checks import check
from anim_lib.stage.field_plan import plan_field
from anim_lib.stage.frame import Frame
from anim_lib.stage.lanes_plan import PIXEL, LanesPlan, plan_lanes


@check("gpu-lanes")
def check_gpu_lanes(lesson: Lesson, frame: Frame) -> str:
    """Say how the lanes are drawn."""
    trace = lesson.lanes_trace
    if trace is None:
        return "not offered: the lesson has no [lanes] table"
    lanes = plan_lanes(trace, frame)
    field = plan_field(trace, lanes, frame, PIXEL)
    shape = f"{trace.serial_steps.text} {_drawn(lanes)}"
    if lanes.hidden:
        last = f"{lanes.rows:,}"
        shape += f"; lanes 1, 2, 3 and {last} are shown, {lanes.hidden:,} are counted in a line"
    if not lanes.to_scale:
        shape += "; the end of the short run is not to scale"
    if field.is_solid:
        return f"{shape}; {trace.wide_lanes.text} lanes are too many to tell apart: one solid field"
    noun = "lane" if field.lanes == 1 else "lanes"
    return f"{shape}; then {trace.wide_lanes.text} {noun}, a square each"


def _drawn(plan: LanesPlan) -> str:
    """The pieces of the one lane, and how fast they run."""
    if not plan.is_sweep:
        return f"blocks, {plan.tick:g} s a tick"
    seconds = plan.rows * plan.steps * plan.tick
    if plan.axis.grain == "block":
        return f"blocks in one sweep of {seconds:g} s"
    how = f"steps in one sweep of {seconds:g} s, too many for a block each"
    if plan.rows == 1:
        return how
    return f"{how}: {'a bar for each row' if plan.axis.grain == 'row' else 'one bar for all rows'}"
