"""What `check` says of the attention clip and of the blend; needs no Manim."""

from __future__ import annotations

from anim_lib.lesson.lesson import Lesson
from anim_lib.stage.attention_plan import plan_attention
from anim_lib.stage.blend_layout import plan_blend_clip
from anim_lib.stage.checks import check
from anim_lib.stage.form_words import hidden_parts
from anim_lib.stage.frame import Frame

_NOT_OFFERED = "not offered: the lesson has no [attention] table"


@check("attention")
def check_attention(lesson: Lesson, frame: Frame) -> str:
    """Say how the words and their scores will stand."""
    trace = lesson.attention_trace
    if trace is None:
        return _NOT_OFFERED
    plan = plan_attention(lesson, trace, frame)
    shape = f"{_count(len(trace.tokens), 'word')} × {_count(len(trace.query), 'number')}"
    parts = hidden_parts(plan.table, "number", "keys and query")
    form = "elided" if parts else "whole"
    shortened = [plan.labels[i] for i in plan.shown if "…" in plan.labels[i]]
    if shortened:
        parts.append(f"shortened: {', '.join(shortened)}")
    if not parts:
        return f"whole table for {shape}, every word and number is shown"
    return f"{form} table for {shape}; {'; '.join(parts)}"


@check("blend")
def check_blend(lesson: Lesson, frame: Frame) -> str:
    """Say how the values will stand."""
    trace = lesson.blend_trace
    if trace is None:
        return _NOT_OFFERED
    plan_blend_clip(lesson, trace, frame)
    source = "the keys themselves" if trace.values_are_keys else "values of their own"
    shape = f"{_count(len(trace.tokens), 'word')} × {_count(len(trace.output), 'value')}"
    return f"whole table for {shape} ({source})"


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
