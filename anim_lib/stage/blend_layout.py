"""The blend clip laid out before its first frame; needs no Manim."""

from __future__ import annotations

from anim_lib.lesson.lesson import Lesson
from anim_lib.nn.blend import BlendTrace
from anim_lib.stage.attention_plan import AttentionPlan, plan_attention
from anim_lib.stage.blend_plan import MAX_VALUES, BlendPlan, plan_blend
from anim_lib.stage.faults import layout_error
from anim_lib.stage.frame import Frame
from anim_lib.stage.plan import NoFitError
from anim_lib.stage.table_plan import LABEL_EM
from anim_lib.stage.tokens import shorten


def plan_blend_clip(
    lesson: Lesson, trace: BlendTrace, frame: Frame
) -> tuple[AttentionPlan, BlendPlan, str]:
    """The attention clip's layout, the blend's own, and the output's label.

    Raises LessonError naming the key.
    """
    assert lesson.attention_trace is not None
    attention = plan_attention(lesson, lesson.attention_trace, frame)
    label = output_label(trace, attention.labels)
    try:
        return attention, plan_blend(trace, attention.labels, label, frame), label
    except NoFitError as error:
        key = "attention.keys" if trace.values_are_keys else "attention.values"
        raise layout_error(
            lesson,
            key,
            None,
            error.reason,
            f"at most {MAX_VALUES} numbers a word, fewer where they are long or the words many",
            "Round the long numbers, show fewer decimals, or show fewer columns.",
        ) from error


def output_label(trace: BlendTrace, labels: tuple[str, ...]) -> str:
    """What the blended vector is called beside its row."""
    name = "new vector"
    if trace.query_token is not None:
        name = f"new {shorten(labels[trace.query_token], LABEL_EM, 2.2)}"
    exact = all(trace.output_relation(j) == "=" for j in range(len(trace.output)))
    return name if exact else f"{name} ≈"
