"""What `check` says of the dense-layer clip; needs no Manim."""

from __future__ import annotations

from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.words import counted
from anim_lib.stage.checks import check
from anim_lib.stage.dense_plan import plan_dense
from anim_lib.stage.form_words import says_form
from anim_lib.stage.frame import Frame


@check("dense-layer")
def check_dense_layer(lesson: Lesson, frame: Frame) -> str:
    """Say which form the dense layer takes."""
    trace = lesson.dense_trace
    if trace is None:
        return "not offered: the lesson has no [dense] table"
    layout = plan_dense(lesson, trace, frame)
    shape = f"{counted(trace.n_rows, 'row')} × {counted(trace.n_inputs, 'input')}"
    return says_form(layout, shape, "input", "W, x and b")
