"""Which form the gpu-lanes clip takes for a lesson, or why it is refused; needs no Manim."""

from __future__ import annotations

from anim_lib.lesson.lesson import Lesson
from anim_lib.nn.lanes import LanesTrace
from anim_lib.stage.checks import check
from anim_lib.stage.faults import layout_error, require_wide
from anim_lib.stage.field_plan import plan_field
from anim_lib.stage.frame import Frame
from anim_lib.stage.lanes_plan import COUNT_H, plan_lanes
from anim_lib.stage.slots import MAX_DIGIT, extent
from anim_lib.stage.table_plan import LABEL_EM, words_width

MAX_ROWS, MAX_COLUMNS = 8, 6
_REFERENCE_PIXEL = 1 / 45
_WAVES = 1.7  # units of the first waves' numbers, before the last one


@check("gpu-lanes")
def check_gpu_lanes(lesson: Lesson, frame: Frame) -> str:
    """Say how the lanes are drawn. Raises LessonError when they cannot be."""
    trace = lesson.lanes_trace
    if trace is None:
        return "not offered: the lesson has no [lanes] table"
    refuse_lanes(lesson, frame)
    lanes = plan_lanes(trace, frame)
    field = plan_field(trace, lanes, frame, _REFERENCE_PIXEL)
    shape = f"{trace.serial_steps.text} blocks, {lanes.tick:g} s a tick"
    if field.is_solid:
        return f"{shape}; {trace.wide_lanes.text} lanes are too many to tell apart: one solid field"
    noun = "lane" if field.lanes == 1 else "lanes"
    return f"{shape}; then {trace.wide_lanes.text} {noun}, a square each"


def refuse_lanes(lesson: Lesson, frame: Frame) -> None:
    """Raise LessonError for a layer or a frame whose lanes would not be legible."""
    trace = lesson.lanes_trace
    assert trace is not None
    require_wide(lesson, frame)
    rows, inputs = int(trace.rows.exact), int(trace.inputs.exact)
    if rows > MAX_ROWS or inputs > MAX_COLUMNS:
        raise layout_error(
            lesson,
            "dense.W",
            None,
            f"W has {rows} rows and {inputs} columns",
            f"at most {MAX_ROWS} rows and {MAX_COLUMNS} columns, so that every step can be seen",
            "Cut W, x and b to the rows and columns that you want to show.",
        )
    panel = plan_field(trace, plan_lanes(trace, frame), frame, _REFERENCE_PIXEL).panel
    if panel + _widest_line(trace) > frame.safe_x:
        raise layout_error(
            lesson,
            "lanes.rows",
            None,
            f"rows = {trace.wide_rows.text}, lanes = {trace.wide_lanes.text}",
            "counts that fit beside the lanes in a frame this narrow",
            "Render gpu-lanes at 1920x1080, or take fewer rows.",
        )


def _widest_line(trace: LanesTrace) -> float:
    """The widest line beside the field, in units."""
    lines = [
        (trace.wide_rows, words_width("rows", LABEL_EM), COUNT_H),
        (trace.wide_lanes, words_width("lanes", LABEL_EM), COUNT_H),
        (trace.wide_serial_steps, 0.0, MAX_DIGIT),
    ]
    if trace.waves.exact > 1:
        lines.append((trace.waves, words_width("wave", LABEL_EM) + _WAVES, COUNT_H))
    return max(extent(q.text, h).width + words for q, words, h in lines)
