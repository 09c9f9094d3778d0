"""Where the softmax stands: names, scores, exponentials, weights and their bars; no Manim.

The division is built in the total's own row: "1.67 / 4.05 = 0.41", the result under the weights.
A bar stands beside its numbers, or under them where the frame is narrow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from anim_lib.nn.attention import AttentionTrace
from anim_lib.stage.frame import Frame
from anim_lib.stage.plan import NoFitError
from anim_lib.stage.slots import MAX_DIGIT, MIN_DIGIT
from anim_lib.stage.softmax_across import (
    VARIANTS,
    Columns,
    Variant,
    columns_beside,
    columns_under,
)
from anim_lib.stage.softmax_heights import (
    BarForm,
    Heights,
    heights_beside,
    heights_under,
    most_under,
)
from anim_lib.stage.softmax_lines import SoftmaxLines, softmax_lines
from anim_lib.stage.word_choice import MOST_LINES, softmax_words

_MOST_BESIDE = 12  # lines of a word each; where some share one, no more are named than the blend
_NAMED_BESIDE = MOST_LINES - 1  # has room for, so that the others are the same ones there


@dataclass(frozen=True)
class SoftmaxPlan:
    """Decimal points' x of each column, the lines' y, and the track that stands for 1."""

    form: BarForm
    words: tuple[int, ...]  # those with a line of their own, from 0
    h: float
    name_em: float
    label_em: float  # of the header
    columns: Columns
    heights: Heights

    @property
    def track(self) -> float:
        """The length that stands for 1."""
        return self.columns.track_right - self.columns.track_left

    @property
    def hidden(self) -> bool:
        """Whether some words stand together in one more line."""
        return len(self.heights.rows) > len(self.words)


def plan_softmax(
    trace: AttentionTrace,
    labels: tuple[str, ...],
    frame: Frame,
    chosen: tuple[int, ...] = (),
) -> SoftmaxPlan:
    """The first form that fits, its digits as large as they may be. `labels` (tokens,) as drawn.

    `chosen` are words that the lesson asks for by name. Raises NoFitError when no form fits.
    """
    for form, words in _forms(trace, frame, chosen):
        plan = _largest(softmax_lines(trace, labels, words), form, frame)
        if plan is not None:
            return plan
    columns = (trace.scores, trace.shifted or trace.scores, trace.exp, trace.weights)
    widest = max(range(len(labels)), key=lambda i: sum(len(column[i].text) for column in columns))
    score, exp = trace.scores[widest].text, trace.exp[widest].text
    raise NoFitError(
        (widest, 0),
        f"its score {score} and exp {exp} do not fit beside the weights and their bars",
    )


def _forms(
    trace: AttentionTrace, frame: Frame, chosen: tuple[int, ...]
) -> Iterator[tuple[BarForm, tuple[int, ...]]]:
    """The forms that may serve this frame, the best first, with the words that each names."""
    count, most = len(trace.tokens), most_under(frame)
    beside = softmax_words(trace, count if count <= _MOST_BESIDE else _NAMED_BESIDE, chosen)
    under = softmax_words(trace, count if count <= most else most - 1, chosen)
    if frame.is_wide or (frame.shape == "square" and count > most):
        yield "beside", beside
        yield "under", under
    else:
        yield "under", under
        yield "beside", beside


def _largest(lines: SoftmaxLines, form: BarForm, frame: Frame) -> SoftmaxPlan | None:
    """This form at the largest digits that fit; None when none do."""
    for variant in VARIANTS:
        for h in _digit_heights():
            plan = _lay_out(lines, form, variant, frame, h)
            if plan is not None:
                return plan
    return None


def _digit_heights() -> Iterator[float]:
    steps = round((MAX_DIGIT - MIN_DIGIT) / 0.01)
    yield from (round(MAX_DIGIT - 0.01 * k, 2) for k in range(steps + 1))


def _lay_out(
    lines: SoftmaxLines, form: BarForm, variant: Variant, frame: Frame, h: float
) -> SoftmaxPlan | None:
    heights = (heights_beside if form == "beside" else heights_under)(lines.count, frame, h)
    if heights is None:
        return None
    across = columns_beside if form == "beside" else columns_under
    columns = across(lines, variant, frame, h, min(heights.name_em, variant.label_em))
    if columns is None:
        return None
    name_em = min(heights.name_em, variant.label_em)
    return SoftmaxPlan(form, lines.words, h, name_em, variant.label_em, columns, heights)
