"""The softmax is laid out legibly, or refused by naming the row."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anim_lib.lesson.faults import LessonError
from anim_lib.lesson.load import default_lesson
from anim_lib.stage.attention_plan import AttentionPlan, plan_attention
from anim_lib.stage.blend_layout import plan_blend_clip
from anim_lib.stage.checks import check_scene
from anim_lib.stage.frame import Frame
from anim_lib.stage.slots import MIN_DIGIT, extent
from tests.scenes.attention_told import done_anew, prints, step_of
from tests.stage.stagehand import PIXEL

WIDE = Frame.of_aspect(16 / 9)
NUMBER = st.one_of(
    st.integers(-99, 99).map(lambda n: f"{n / 10}"),
    st.integers(-10_000, 10_000).map(lambda n: f"{n / 100:.2f}"),
    st.sampled_from(["0", "1", "-1", "100", "-100", "1e-9"]),
)


@st.composite
def steps(draw: st.DrawFn) -> tuple[list[list[str]], list[str]]:
    """Keys (1–8, 1–8), equal ones among them, and a query."""
    width = draw(st.integers(1, 8))
    row = st.lists(NUMBER, min_size=width, max_size=width)
    rows = draw(st.lists(row, min_size=1, max_size=8))
    keys = [rows[0]] * len(rows) if draw(st.booleans()) else rows
    return keys, draw(row)


def plan_of(lesson_keys: list[list[str]], query: list[str]) -> AttentionPlan:
    lesson = step_of(lesson_keys, query)
    assert lesson.attention_trace is not None
    return plan_attention(lesson, lesson.attention_trace, WIDE)


@given(steps())
def test_any_step_is_right_and_laid_out_in_the_frame_or_refused_by_row(
    drawn: tuple[list[list[str]], list[str]],
) -> None:
    keys, query = drawn
    lesson = step_of(keys, query)
    trace, anew = lesson.attention_trace, done_anew(lesson)
    assert trace is not None
    assert all(prints(e, q.text) for e, q in zip(anew.dot, trace.dot, strict=True))
    assert all(prints(e, q.text) for e, q in zip(anew.scores, trace.scores, strict=True))
    assert all(prints(e, q.text) for e, q in zip(anew.weights, trace.weights, strict=True))
    assert sum(w.value for w in trace.weights) == pytest.approx(1)
    try:
        plan = plan_of(keys, query)
        plan_blend_clip(lesson, lesson.blend_trace, WIDE)  # type: ignore[arg-type]
    except LessonError as error:
        (fault,) = error.faults
        assert fault.key == "attention.keys"
        assert fault.mend
        return
    softmax = plan.softmax
    assert softmax.h >= MIN_DIGIT
    assert -WIDE.safe_x < softmax.name_right < softmax.scores < softmax.exp < softmax.weights
    assert softmax.weights < softmax.track_left
    assert softmax.track_right < WIDE.safe_x
    assert softmax.track >= 2.0
    ends = [extent(w.text, softmax.h).right for w in trace.weights]
    assert softmax.weights + max(ends) + 3 * PIXEL < softmax.track_left
    assert all(above - below >= softmax.h + 3 * PIXEL for above, below in pairwise(softmax.rows))
    assert softmax.total_y - softmax.h > -2.5
    assert softmax.header_y < WIDE.safe_top


def test_the_page_is_whole() -> None:
    said = check_scene("attention", default_lesson(), 16 / 9)
    assert said == "whole table for 3 words × 4 numbers, every word and number is shown"
    assert "(the keys themselves)" in check_scene("blend", default_lesson(), 16 / 9)


def test_check_says_where_the_values_come_from() -> None:
    own = step_of([["1", "2"]], values=[["1", "2", "3"]])
    assert "1 word × 3 values (values of their own)" in check_scene("blend", own, 16 / 9)


def test_check_names_the_words_that_are_shortened() -> None:
    said = check_scene("attention", step_of([["1"]], tokens=["incomprehensibilities"]), 16 / 9)
    assert "shortened: incompreh…" in said.replace("incompre…", "incompreh…")


@pytest.mark.parametrize("scene", ["attention", "blend"])
def test_a_word_without_glyphs_is_refused_naming_word_and_character(scene: str) -> None:
    with pytest.raises(LessonError, match=r"attention\.tokens, word 2: .*日.*U\+65E5.*Write"):
        check_scene(scene, step_of([["1"], ["2"]], tokens=["ok", "日本"]), 16 / 9)


def test_a_table_too_wide_is_refused_naming_its_widest_cell() -> None:
    keys = [["0.5"] * 8, ["0.5"] * 7 + ["-12.123456789"]]
    with pytest.raises(LessonError, match=r"attention\.keys, row 2, column 8: .−12\.123456789"):
        check_scene("attention", step_of(keys), 16 / 9)


def test_a_softmax_too_wide_is_refused_naming_its_row() -> None:
    keys = [["0.999", "1"], ["0.998", "1"], ["0.5", "1"]]
    with pytest.raises(LessonError, match=r"row 3: its score 353\.906944 and exp .*decimals"):
        check_scene("attention", step_of(keys, ["1000", "0.5"], decimals=6), 16 / 9)


def test_nine_words_and_nine_columns_are_refused() -> None:
    for keys in ([["1"]] * 9, [["1"] * 9]):
        with pytest.raises(LessonError, match="at most 8 words of 8 numbers"):
            check_scene("attention", step_of(keys), 16 / 9)


def test_nine_values_are_refused_naming_their_key() -> None:
    with pytest.raises(LessonError, match=r"attention\.values: values has 9 columns"):
        check_scene("blend", step_of([["1"]], values=[["1"] * 9]), 16 / 9)
