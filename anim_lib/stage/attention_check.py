"""What `check` says of the attention clip and of the blend; needs no Manim."""

from __future__ import annotations

from anim_lib.lesson.lesson import Lesson
from anim_lib.stage.attention_plan import plan_attention
from anim_lib.stage.blend_layout import plan_blend_clip
from anim_lib.stage.checks import check
from anim_lib.stage.form_words import hidden_parts, listed
from anim_lib.stage.frame import Frame
from anim_lib.stage.softmax_plan import SoftmaxPlan

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
    parts += _softmax_parts(plan.softmax, len(trace.tokens), frame)
    drawn = dict.fromkeys((*plan.shown, *plan.softmax.words))
    shortened = [plan.labels[i] for i in sorted(drawn) if "…" in plan.labels[i]]
    if shortened:
        parts.append(f"shortened: {', '.join(shortened)}")
    if not parts:
        return f"whole table for {shape}, every word and number is shown"
    return f"{form} table for {shape}; {'; '.join(parts)}"


def _softmax_parts(plan: SoftmaxPlan, count: int, frame: Frame) -> list[str]:
    """What of the softmax is not as it is for a few words in a wide frame."""
    parts = []
    if plan.hidden:
        parts.append(f"the softmax {_named(plan.words, count)}")
    if plan.form == "under":
        why = "wide numbers" if frame.is_wide else "a narrow frame"
        parts.append(f"bars under their numbers for {why}")
    if plan.columns.in_place:
        parts.append("shifted scores in the scores’ place")
    return parts


def _named(words: tuple[int, ...], count: int) -> str:
    """How many words have a line of their own."""
    others = count - len(words)
    return f"names {_count(len(words), 'word')}, {_count(others, 'other')} share a line"


@check("blend")
def check_blend(lesson: Lesson, frame: Frame) -> str:
    """Say how the values will stand."""
    trace = lesson.blend_trace
    if trace is None:
        return _NOT_OFFERED
    layout = plan_blend_clip(lesson, trace, frame)
    lines, count = layout.lines, len(trace.tokens)
    source = "the keys themselves" if trace.values_are_keys else "values of their own"
    shape = f"{_count(count, 'word')} × {_count(len(trace.output), 'value')}"
    parts = []
    if lines.others is not None:
        parts.append(_named(lines.words, count))
    if lines.hidden is not None:
        columns, more = listed(lines.columns), lines.hidden.text
        noun = "value" if len(lines.columns) == 1 else "values"
        parts.append(f"{noun} {columns} shown, {more} more as dots")
    form = "elided" if parts else "whole"
    if layout.plan.form == "stacked":
        parts.append("values under their words")
    return "; ".join([f"{form} table for {shape} ({source})", *parts])


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
