"""The softmax is laid out legibly in every frame, or refused by naming the row."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from anim_lib.lesson.lesson import Lesson
from anim_lib.stage.frame import Frame
from anim_lib.stage.plan import NoFitError
from anim_lib.stage.slots import MIN_DIGIT, extent
from anim_lib.stage.softmax_lines import SoftmaxLines, softmax_lines
from anim_lib.stage.softmax_plan import SoftmaxPlan, plan_softmax
from anim_lib.stage.table_plan import SMALL_EM, WORD_ASCENT, words_width
from tests.scenes.attention_told import done_anew, prints, step_of
from tests.stage.stagehand import PIXEL

ASPECTS = {"16:9": 16 / 9, "4:3": 4 / 3, "1:1": 1.0, "4:5": 4 / 5, "9:16": 9 / 16}
NUMBER = st.one_of(
    st.integers(-99, 99).map(lambda n: f"{n / 10}"),
    st.integers(-10_000, 10_000).map(lambda n: f"{n / 100:.2f}"),
    st.sampled_from(["0", "1", "-1", "100", "-100", "1e-9"]),
)


@st.composite
def steps(draw: st.DrawFn) -> Lesson:
    """Keys (1–60, 1–8), equal ones among them, and a query."""
    width = draw(st.integers(1, 8))
    row = st.lists(NUMBER, min_size=width, max_size=width)
    count = draw(st.integers(1, 14) | st.integers(15, 60))
    rows = draw(st.lists(row, min_size=1, max_size=8))
    keys = [rows[i % len(rows)] for i in range(count)]
    return step_of(keys, draw(row) if draw(st.booleans()) else draw(st.integers(0, count - 1)))


def laid_out(lesson: Lesson, aspect: float) -> tuple[SoftmaxPlan, SoftmaxLines]:
    trace = lesson.attention_trace
    assert trace is not None
    plan = plan_softmax(trace, trace.tokens, Frame.of_aspect(aspect))
    return plan, softmax_lines(trace, trace.tokens, plan.words)


@settings(max_examples=60)
@example(  # twelve words, and a header that reaches almost to the frame's edge
    step_of([*[["0", "0", "0"]] * 10, ["0", "0", "0.1"], ["0", "0", "-100"]], ["0", "0", "-0.1"]),
    4 / 3,
)
@given(steps(), st.sampled_from(sorted(ASPECTS.values())))
def test_any_step_is_right_and_laid_out_in_the_frame_or_refused(
    lesson: Lesson, aspect: float
) -> None:
    trace, anew, frame = lesson.attention_trace, done_anew(lesson), Frame.of_aspect(aspect)
    assert trace is not None
    assert all(prints(e, q.text) for e, q in zip(anew.scores, trace.scores, strict=True))
    assert all(prints(e, q.text) for e, q in zip(anew.weights, trace.weights, strict=True))
    try:
        plan, lines = laid_out(lesson, aspect)
    except NoFitError as error:
        assert not frame.is_wide
        assert "do not fit" in error.reason
        return
    columns, heights, h = plan.columns, plan.heights, plan.h
    assert h >= MIN_DIGIT
    assert min(plan.name_em, plan.label_em) >= SMALL_EM
    assert -frame.safe_x <= columns.track_left < columns.track_right <= frame.safe_x
    assert plan.track >= 2.0
    names = max(words_width(label, plan.name_em) for label in lines.labels)
    names_right = columns.name + names if columns.names_lead else columns.name
    assert names_right - names >= -frame.safe_x
    before = names_right
    for x, numbers in (
        (columns.scores, lines.scores),
        (columns.exp, (*lines.exp, lines.total)),
        (columns.weights, lines.weights),
    ):
        reach = [extent(q.text, h) for q in numbers]
        assert before + 3 * PIXEL < x - max(e.left for e in reach)
        before = x + max(e.right for e in reach)
    assert before < (frame.safe_x if plan.form == "under" else columns.track_left - 3 * PIXEL)
    ys = (*heights.rows, heights.total)
    assert all(above - below >= h + 3 * PIXEL for above, below in pairwise(ys))
    half = heights.thickness / 2
    assert heights.total_bar - half > frame.stage_bottom - 1e-6
    assert heights.header - h / 2 + WORD_ASCENT * plan.label_em < frame.safe_top
    if plan.form == "under":
        for row, bar, below in zip(heights.rows, heights.bars, ys[1:], strict=True):
            assert row - h / 2 - 3 * PIXEL > bar + half
            assert bar - half - 3 * PIXEL > below + h / 2


@pytest.mark.parametrize(
    ("count", "aspect", "form", "named", "lines"),
    [
        (3, "16:9", "beside", 3, 3),
        (12, "16:9", "beside", 12, 12),
        (13, "16:9", "beside", 7, 8),
        (400, "16:9", "beside", 7, 8),
        (12, "4:3", "beside", 12, 12),
        (3, "9:16", "under", 3, 3),
        (6, "9:16", "under", 6, 6),
        (32, "9:16", "under", 5, 6),
        (5, "1:1", "under", 5, 5),
        (12, "1:1", "beside", 12, 12),
    ],
)
def test_so_many_words_are_named(
    count: int, aspect: str, form: str, named: int, lines: int
) -> None:
    lesson = step_of([[f"{(7 * i) % 11 / 10}"] for i in range(count)], ["1"])
    plan, shown = laid_out(lesson, ASPECTS[aspect])
    assert (plan.form, len(plan.words), shown.count) == (form, named, lines)


def test_words_that_are_asked_for_are_named() -> None:
    lesson = step_of([[f"{i / 10}"] for i in range(40)], ["1"])
    trace = lesson.attention_trace
    assert trace is not None
    plan = plan_softmax(trace, trace.tokens, Frame.of_aspect(16 / 9), chosen=(2, 5))
    assert plan.words == (2, 5, 35, 36, 37, 38, 39)


def test_shifted_scores_take_the_scores_place_where_the_frame_is_narrow() -> None:
    lesson = step_of([["1"], ["2"], ["3"]], ["-10000.5"])
    wide, narrow = (laid_out(lesson, ASPECTS[a])[0].columns for a in ("16:9", "1:1"))
    assert wide.shifted is not None
    assert wide.shifted > wide.scores
    assert not wide.in_place
    assert narrow.in_place


def test_numbers_too_wide_for_a_narrow_frame_are_refused_naming_their_row() -> None:
    keys = [["0.5"], ["123456.789"], ["-123456.789"]]
    lesson = step_of(keys, ["1"], tokens=["reformulation", "of", "it"], decimals=6)
    with pytest.raises(NoFitError, match=r"its score −.* and exp .* do not fit") as refused:
        laid_out(lesson, ASPECTS["1:1"])
    assert refused.value.widest == (2, 0)
