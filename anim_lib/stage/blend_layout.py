"""The blend clip laid out before its first frame; needs no Manim."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from anim_lib.lesson.lesson import Lesson
from anim_lib.nn.blend import BlendTrace
from anim_lib.stage.attention_plan import AttentionPlan, plan_attention
from anim_lib.stage.blend_heights import BlendForm
from anim_lib.stage.blend_lines import BlendLines, blend_lines
from anim_lib.stage.blend_plan import BlendPlan, plan_blend
from anim_lib.stage.faults import layout_error
from anim_lib.stage.frame import Frame
from anim_lib.stage.plan import NoFitError
from anim_lib.stage.table_plan import LABEL_EM, words_width
from anim_lib.stage.word_choice import MOST_LINES, softmax_words

_NAME = 2.2  # the widest word in "new export"
_MOST_VALUES, _ELIDED = 8, 7  # values of a word, whole and where some stand together
_FEWEST_HIDDEN = 2  # a single hidden column would take the room that it takes itself


@dataclass(frozen=True)
class BlendLayout:
    """Everything that is decided before the first frame."""

    attention: AttentionPlan  # how the clip opens
    lines: BlendLines
    output_label: str
    plan: BlendPlan


def plan_blend_clip(lesson: Lesson, trace: BlendTrace, frame: Frame) -> BlendLayout:
    """The attention clip's layout, and the blend's own: as many values as fit.

    Raises LessonError naming the key.
    """
    assert lesson.attention_trace is not None
    attention = plan_attention(lesson, lesson.attention_trace, frame)
    words = _words(lesson, attention)
    refusal: NoFitError | None = None
    for columns in _column_sets(lesson, len(trace.output)):
        lines = blend_lines(trace, lesson.attention_trace, attention.labels, words, columns)
        label = output_label(trace, attention.labels, lines)
        for form in _forms(frame):
            try:
                plan = plan_blend(lines, label, frame, form)
            except NoFitError as error:
                refusal = error
                continue
            return BlendLayout(attention, lines, label, plan)
    assert refusal is not None
    raise layout_error(
        lesson,
        "attention.keys" if trace.values_are_keys else "attention.values",
        None,
        refusal.reason,
        "numbers that fit beside their words with digits of at least 11 pixels at 640 × 360",
        "Round the long numbers, show fewer decimals, or shorten the words.",
    )


def _words(lesson: Lesson, attention: AttentionPlan) -> tuple[int, ...]:
    """Those with a bar of their own, or fewer of them where the rows would be too many."""
    trace, shown = lesson.attention_trace, attention.softmax.words
    assert trace is not None
    count = len(trace.tokens)
    if len(shown) + (len(shown) < count) <= MOST_LINES:
        return shown
    return softmax_words(trace, MOST_LINES - 1, lesson.shown_rows(count))


def _column_sets(lesson: Lesson, width: int) -> Iterator[tuple[int, ...]]:
    """The values that may be shown: those asked for, or all, or the first ones and the last."""
    chosen = lesson.shown_cols(width)
    if chosen:
        yield chosen
    if width <= _MOST_VALUES:
        yield tuple(range(width))
    for shown in range(min(_ELIDED, width - _FEWEST_HIDDEN), 0, -1):
        yield (*range(shown - 1), width - 1)


def _forms(frame: Frame) -> tuple[BlendForm, ...]:
    """Values beside their words; in a tall frame they may stand under them."""
    return ("stacked", "beside") if frame.shape == "tall" else ("beside",)


def output_label(trace: BlendTrace, labels: tuple[str, ...], lines: BlendLines) -> str:
    """What the blended vector is called beside its row."""
    name = "new vector"
    if trace.query_token is not None and words_width(labels[trace.query_token], LABEL_EM) <= _NAME:
        name = f"new {labels[trace.query_token]}"  # as drawn elsewhere, or not named
    return name if lines.exact else f"{name} ≈"
