"""What the attention clip says and shows, against decimals done anew."""

from __future__ import annotations

from itertools import pairwise

import pytest

from anim_lib.lesson.load import default_lesson
from anim_lib.stage.ink import Number
from tests.scenes.attention_lessons import LESSONS, SHIFTED
from tests.scenes.attention_told import (
    Told,
    done_anew,
    prints,
    shown_in_attention,
    tell,
    told_truly,
)


@pytest.fixture(scope="module")
def page() -> Told:
    return tell("attention", default_lesson())


@pytest.fixture(scope="module", params=LESSONS)
def each(request: pytest.FixtureRequest) -> Told:
    return tell("attention", LESSONS[request.param])


def test_the_page_is_told_beat_by_beat(page: Told) -> None:
    told = [
        (beat.name, {q.name: q.text for q in beat.numbers if "products" not in q.name})
        for beat in page.timeline.beats[1:]
    ]
    assert told == [
        ("word-1", {"attention.dot[0]": "1.02"}),
        (
            "word-1-score",
            {"attention.d": "4", "attention.scale": "2", "attention.scores[0]": "0.51"},
        ),
        ("word-2", {"attention.dot[1]": "0.98", "attention.scores[1]": "0.49"}),
        ("word-3", {"attention.dot[2]": "−0.57", "attention.scores[2]": "−0.29"}),
        ("scores", {}),
        (
            "exp",
            {"attention.exp[0]": "1.67", "attention.exp[1]": "1.63", "attention.exp[2]": "0.75"},
        ),
        ("total", {"attention.total": "4.05"}),
        ("weight-1", {"attention.weights[0]": "0.41"}),
        ("weight-2", {"attention.weights[1]": "0.40"}),
        ("weight-3", {"attention.weights[2]": "0.19"}),
        ("together", {"attention.weights_total": "1"}),
        ("attends", {}),
    ]


def test_the_page_s_working_is_written_out(page: Told) -> None:
    assert page.of("word-1").equations == ["+0.81+0.01+0.04+0.16=1.02"]
    assert page.of("word-1-score").equations == ["+0.81+0.01+0.04+0.16=1.02", "1.02/2=0.51"]
    assert page.of("word-3").equations == ["−0.45+0.06−0.14−0.04=−0.57", "−0.57/2=−0.29"]
    weights = ["1.67/4.05=0.41", "1.63/4.05=0.40", "0.75/4.05=0.19"]
    assert [page.of(f"weight-{i}").equations for i in (1, 2, 3)] == [[line] for line in weights]


def test_the_page_is_captioned_as_the_storyboard_says(page: Told) -> None:
    assert [one for one, after in pairwise([*page.captions, ""]) if one != after] == [
        "The same table: keys are rows; the query is “export”’s own key.",
        "Row “export”: multiply and add, as before.",
        "Divide by √d. Here d is 4.",
        "The same for every word.",
        "Three scores.",
        "exp makes each one positive.",
        "Add them.",
        "Divide by the total.",
        "Together they make 1.",
        "“export” looks at itself and “fail” about equally.",
    ]


def test_the_page_takes_forty_to_forty_eight_seconds(page: Told) -> None:
    assert 40 <= page.timeline.duration <= 48


def test_eight_words_of_eight_numbers_stay_under_ninety_seconds() -> None:
    assert tell("attention", LESSONS["eight"]).timeline.duration < 90


def test_every_text_is_the_trace_s_and_every_equals_sign_true(each: Told) -> None:
    assert told_truly(each, shown_in_attention(each.trace)) == []


def test_every_number_is_an_independent_computation_s(each: Told) -> None:
    anew, trace = done_anew(each.lesson), each.trace
    pairs = [
        *zip(anew.dot, trace.dot, strict=True),
        *zip(anew.scores, trace.scores, strict=True),
        *zip(anew.exp, trace.exp, strict=True),
        (anew.total, trace.total),
        *zip(anew.weights, trace.weights, strict=True),
        *(
            (exact, quantity)
            for row, shown in zip(anew.products, trace.products, strict=True)
            for exact, quantity in zip(row, shown, strict=True)
        ),
    ]
    assert [q.name for exact, q in pairs if not prints(exact, q.text)] == []


def test_words_written_out_in_a_formula_carry_their_quantities(page: Told) -> None:
    inks = [s.ink for s in page.of("word-1-score").inks]
    named = {q.name for ink in inks if not isinstance(ink, Number) for q in ink.quantities}
    assert named == {"attention.d", "attention.scale"}


def test_the_root_of_d_is_shown_until_the_scores_leave(page: Told) -> None:
    def has_root(beat: str) -> bool:
        return any(
            q.name == "attention.scale" for s in page.of(beat).inks for q in s.ink.quantities
        )

    assert has_root("word-1-score")
    assert has_root("word-3")
    assert not has_root("scores")


# The shift, ties and what is too small to print --------------------------------------------


def test_scores_far_below_zero_are_shifted_and_share_evenly() -> None:
    told = tell("attention", SHIFTED)
    shift = told.of("shift")
    assert "largest" in shift.words
    assert {q.name: q.text for q in shift.beat.numbers} == {
        "attention.shift": "−10000.00",
        "attention.shifted[0]": "0.00",
        "attention.shifted[1]": "0.00",
    }
    assert "shares stay the same" in shift.beat.caption
    assert [w.text for w in told.trace.weights] == ["0.50", "0.50"]
    assert "largest" not in told.of("exp").words


def test_scores_that_need_no_shift_are_left_alone(page: Told) -> None:
    assert "shift" not in [beat.name for beat in page.timeline.beats]
    assert all("shifted" not in picture.words for picture in page.pictures)


def test_exp_is_not_said_to_make_positive_what_prints_as_zero() -> None:
    told = tell("attention", LESSONS["far-apart"])
    assert told.of("exp").beat.caption == "exp makes each one positive, some too small to show."
    assert [q.text for q in told.of("exp").beat.numbers] == ["1.00", "0.00"]
