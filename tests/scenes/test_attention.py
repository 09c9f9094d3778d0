"""What the attention clip shows, against decimals done anew, and measured on its bars."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anim_lib.lesson.faults import LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import default_lesson
from anim_lib.stage.attention_step import AttentionStep
from anim_lib.stage.bars import Bar, Cut, Track
from anim_lib.stage.checks import check_scene
from anim_lib.stage.ink import Number, Slots, Words
from anim_lib.stage.layer import Layer
from anim_lib.stage.lesson_scene import LessonScene
from anim_lib.stage.theme import DARK
from anim_lib.timeline import Beat
from tests.cli.conftest import Desk
from tests.scenes.attention_told import (
    PAGE_KEYS,
    Told,
    crowding,
    done_anew,
    prints,
    shown_in_attention,
    step_of,
    step_on,
    tell,
    told_truly,
)
from tests.scenes.dense_told import FRAME
from tests.stage import stagehand as hand
from tests.stage.stagehand import PIXEL, Shown

SHIFTED = step_of([["1"], ["1"]], ["-10000"], tokens=["a", "b"])
HOSTILE = ["<s>", "AT&T", "#x", "$5", "_open", "*b", "~", "C:\\x"]
LESSONS = {
    "page": default_lesson(),
    "own-query": step_of(PAGE_KEYS, ["1", "-0.5", "0.25", "2"]),
    "one": step_of([["-0.7"]], ["0.5"]),
    "equal": step_of([["1", "1"]] * 4),
    "one-takes-all": step_of([["3", "3"], ["0.1", "-1"], ["-1", "0"]]),
    "shifted": SHIFTED,
    "far-apart": step_of([["1"], ["-1"]], ["10000"]),
    "eight": step_of([[f"{(3 * i + 5 * j) % 19 / 10}" for j in range(8)] for i in range(8)]),
    "hostile": step_of([["0.5", str(i)] for i in range(8)], ["0.1", "0.2"], tokens=HOSTILE),
    "no-decimals": step_of(PAGE_KEYS, decimals=0),
    "four-decimals": step_of(PAGE_KEYS[:2], decimals=4),
}


@pytest.fixture(scope="module")
def page() -> Told:
    return tell("attention", default_lesson())


@pytest.fixture(scope="module", params=LESSONS)
def each(request: pytest.FixtureRequest) -> Told:
    return tell("attention", LESSONS[request.param])


# Numbers -----------------------------------------------------------------------------------


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
        "The same table: keys are rows, “export” is the query on top.",
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


def says(weights: Sequence[float], own: int | None) -> str:
    """The last caption for words "w0", "w1"… with these weights."""
    scores = [repr(float(np.log(w))) for w in weights]
    lesson = step_of([[s] for s in scores], ["1"])
    assert lesson.attention is not None
    object.__setattr__(lesson.attention, "query_token", own)
    scene = SimpleNamespace(lesson=lesson, theme=DARK, frame=FRAME)
    return AttentionStep(cast("Any", scene)).says_attends()


@settings(max_examples=60)
@given(st.lists(st.floats(0.01, 1.0), min_size=1, max_size=8), st.booleans(), st.data())
def test_the_last_caption_is_true_of_the_weights(
    raw: list[float], near: bool, data: st.DataObject
) -> None:
    raw = [1 + share / 10 for share in raw] if near else raw
    weights = [share / sum(raw) for share in raw]
    own = data.draw(st.sampled_from([None, *range(len(weights))]))
    try:
        caption = says(weights, own)
    except LessonError:
        return  # too long a print of a score
    ranked = sorted(weights, reverse=True)
    close = [w for w in ranked if ranked[0] - w <= 0.03 + 1e-9]
    spoken = caption.removeprefix(f"“w{own}” ").removeprefix("The query ")
    named = [own if name == "itself" else int(name[2:-1])
             for name in re.findall("itself|“w[0-9]”", spoken)]  # fmt: skip
    assert caption.startswith(
        ("One word", "Every word", "The query" if own is None else f"“w{own}”")
    )
    if caption.startswith("One word"):
        assert len(weights) == 1
    elif caption.startswith("Every word"):
        assert len(close) == len(weights) > 1
    elif "about equally" in caption and not named:
        counted = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}
        assert f"most at {counted[len(close)]} words" in caption
        assert len(close) < len(weights)
    elif "about equally" in caption:
        assert sorted(weights[i] for i in named if i is not None) == sorted(close)
    else:
        assert [weights[i] for i in named if i is not None] == close
        assert ("almost only" in caption) == (close[0] >= 0.95)
        assert caption.endswith(f": {close[0]:.2f}.") or abs(close[0] * 100 % 1 - 0.5) < 1e-6


def test_three_words_that_tie_are_not_called_two() -> None:
    assert says([0.27, 0.26, 0.26, 0.21], 0) == "“w0” looks most at three words, about equally."


def test_a_query_of_its_own_is_nobody_s_word() -> None:
    told = tell("attention", LESSONS["own-query"])
    assert told.captions[0] == "The same table: keys are the rows, the query lies on top."
    assert told.captions[-1].startswith("The query looks ")


# Tokens ------------------------------------------------------------------------------------


def test_tokens_that_look_like_markup_name_their_rows() -> None:
    words = tell("attention", LESSONS["hostile"]).of("attends").words
    assert [token for token in HOSTILE if token not in words] == []


def test_a_token_that_names_a_file_is_not_read() -> None:
    token = '#read("/etc/hostname")'  # noqa: S105 (a word, no password)
    told = tell("attention", step_of([["1"], ["2"]], tokens=[token, "naïve"]))
    assert token in told.of("keys").words or any(
        word.startswith("#read(") and "…" in word for word in told.of("keys").words
    )
    assert "naïve" in told.of("attends").words


def test_tokens_without_ink_get_names() -> None:
    told = tell("attention", step_of([["1"], ["2"]], tokens=["", " "]))
    assert {"(empty)", "(space)"} <= set(told.of("keys").words)
    assert told.captions[-1] == "“(empty)” looks most at “(space)”: 0.73."


@pytest.mark.parametrize(("token", "point"), [("ᜀx", "U+1700"), ("𐌰", "U+10330")])
def test_a_token_without_glyphs_is_refused_before_anything_is_drawn(token: str, point: str) -> None:
    with pytest.raises(LessonError) as refused:
        tell("attention", step_of([["1"], ["2"]], tokens=["ok", token]))
    (fault,) = refused.value.faults
    assert (fault.key, fault.cell) == ("attention.tokens", "word 2")
    assert f"“{token[0]}”" in fault.found or f'"{token[0]}" ({point})' in fault.found


def test_the_command_refuses_such_a_token_with_three_and_draws_nothing(tmp_path: Path) -> None:
    desk = Desk(tmp_path, tmp_path / "cache")
    desk.write("my.toml", '[attention]\ntokens = ["ᜀ"]\nquery = [1]\nkeys = [[1]]\n')
    code, _, said = desk.run("render", "attention", "--lesson", "my.toml")
    assert code == 3
    assert 'my.toml, attention.tokens, word 1: "ᜀ" (U+1700)' in said
    assert list(tmp_path.rglob("*.mp4")) == []


# Bars --------------------------------------------------------------------------------------


def test_each_bar_is_as_long_as_its_weight_on_one_scale_from_zero(each: Told) -> None:
    weights = each.trace.weights
    for i in range(len(weights)):
        inks = each.of(f"weight-{i + 1}").inks
        tracks = sorted((s.box for s in inks if isinstance(s.ink, Track)), key=lambda b: -b[1])
        bars = sorted((s.box for s in inks if isinstance(s.ink, Bar)), key=lambda b: -b[1])
        assert len(tracks) == len(weights)
        assert len(bars) == sum(w.value > 0 for w in weights[: i + 1]) or len(bars) == i + 1
        assert len({(round(t[0], 6), round(t[2], 6)) for t in tracks}) == 1
        for bar, track, weight in zip(bars, tracks, weights, strict=False):
            assert bar[0] == pytest.approx(track[0])
            length = weight.value * (track[2] - track[0])
            assert abs(bar[2] - bar[0] - length) <= PIXEL + 1e-9
            assert bar[1] == pytest.approx(-bar[3] + track[1] + track[3])  # both on one middle


def test_a_number_and_its_bar_end_on_the_same_frame() -> None:
    apart: list[str] = []
    both = 0

    def look(scene: LessonScene, inks: list[Shown]) -> None:
        nonlocal both
        softmax = step_on(scene).softmax
        seen = {id(s.ink) for s in inks}
        for bar, number in zip(softmax.bars, softmax.weights, strict=True):
            full = id(bar) in seen and bar.box()[2] - bar.box()[0] >= bar.length - 1e-6
            home = id(number) in seen and np.allclose(
                number.points, number_at_home(number), atol=1e-6
            )
            both += full and home
            if full != home:
                apart.append(f"{number.quantity.name} in frame {hand.frame_now(scene)}")

    hand.walk("attention", default_lesson(), each_frame=look)
    assert apart == []
    assert both > 100


def number_at_home(number: Number) -> Any:
    fresh = Number(number.quantity, number.h, number.role, number.theme)
    return fresh.place(number.home[0], number.home[1]).points


def test_the_stairs_fill_exactly_one_track_and_never_overlap() -> None:
    overlaps: list[str] = []

    def look(scene: LessonScene, inks: list[Shown]) -> None:
        copies = {id(copy) for copy in step_on(scene).softmax.stairs.copies}
        falling = [s for s in inks if id(s.ink) in copies]
        overlaps.extend(
            f"frame {hand.frame_now(scene)}"
            for a, b in combinations(falling, 2)
            if hand.gap(a.box, b.box) < -1e-6
        )

    hand.walk("attention", default_lesson(), each_frame=look)
    assert overlaps == []


def test_together_the_shares_fill_the_total_s_track_with_cuts_between(each: Told) -> None:
    inks = each.of("together").inks
    low = min(s.box[1] for s in inks if isinstance(s.ink, Track))
    (track,) = (s.box for s in inks if isinstance(s.ink, Track) and s.box[1] == low)
    parts = sorted(s.box for s in inks if isinstance(s.ink, Bar) and s.box[1] < track[3])
    assert parts[0][0] == pytest.approx(track[0])
    assert max(box[2] for box in parts) == pytest.approx(track[2], abs=PIXEL / 10)
    assert sum(box[2] - box[0] for box in parts) == pytest.approx(
        track[2] - track[0], abs=PIXEL / 10
    )
    starts = np.cumsum([w.value for w in each.trace.weights]) * (track[2] - track[0]) + track[0]
    for cut in (s.box for s in inks if isinstance(s.ink, Cut)):
        assert min(abs(starts - (cut[0] + cut[2]) / 2)) < PIXEL / 10


def test_the_bars_pale_for_the_total_and_stand_out_again_in_the_last_picture() -> None:
    bright: dict[str, bool] = {}

    def look(beat: Beat, inks: list[Shown]) -> None:
        bars = [s.ink for s in inks if isinstance(s.ink, Bar)]
        bright[beat.name] = all(bar.rgb == pytest.approx(bar.bright) for bar in bars)

    hand.walk("attention", default_lesson(), beat_ends=look)
    assert (bright["weight-3"], bright["together"], bright["attends"]) == (True, False, True)


# One table with two sets of names ----------------------------------------------------------


def test_the_layer_s_table_and_the_scores_table_are_one_piece_of_stage() -> None:
    kinds: list[tuple[type, ...]] = []

    def look(scene: LessonScene, _: list[Shown]) -> None:
        told = cast("Any", scene)
        step = told.layer if isinstance(getattr(told, "layer", None), Layer) else told.step
        kinds.append((type(step.table), type(step.table.content), type(step.bench)))

    for scene in ("dense-layer", "attention"):
        hand.walk(scene, default_lesson(), each_frame=look)
    assert len(set(kinds)) == 1


def test_the_same_numbers_stand_in_the_same_columns_in_both_tables() -> None:
    keys = [["0.5", "-0.3", "0.8", "0.1"], ["-0.6", "0.4", "0.2", "0.7"]]
    lesson = step_of(keys, ["1.0", "2.0", "-1.0", "0.5"])
    (first, *_) = tell("attention", lesson).pictures
    rows = sorted({round(hand.baseline(n), 3) for n in hand.numbers(first.inks)}, reverse=True)
    by_row = [
        [n for n in hand.numbers(first.inks) if round(hand.baseline(n), 3) == y] for y in rows
    ]
    assert [[n.drawn for n in sorted(row, key=lambda n: n.home[0])] for row in by_row] == [
        ["1.0", "2.0", "−1.0", "0.5"],
        ["0.5", "−0.3", "0.8", "0.1"],
        ["−0.6", "0.4", "0.2", "0.7"],
    ]
    for column in zip(*(sorted(n.home[0] for n in row) for row in by_row), strict=True):
        assert max(column) - min(column) < PIXEL


# Layout ------------------------------------------------------------------------------------


def test_decimal_points_share_one_x_and_digits_are_large_enough(each: Told) -> None:
    columns: dict[str, set[float]] = {}
    for number in (n for p in each.pictures for n in hand.numbers(p.inks)):
        low, high = Slots("0", number.h, number.role, number.theme).box()[1::2]
        assert (high - low) / PIXEL >= 11
        kind = number.quantity.name.partition("[")[0]
        if kind.endswith(("weights", "total")):
            columns.setdefault(kind.removesuffix("_total"), set()).add(round(number.home[0], 4))
    assert len(columns["attention.weights"]) == 1
    assert len(columns["attention.total"]) == 1


def test_words_are_large_enough(each: Told) -> None:
    ems = [s.ink.em for p in each.pictures for s in p.inks if isinstance(s.ink, Words)]
    assert min(ems) >= 0.34


KINDS: dict[str, Callable[[random.Random], str]] = {
    "tenths": lambda dice: f"{dice.randint(-9, 9) / 10}",
    "hundredths": lambda dice: f"{dice.randint(-99, 99) / 100:.2f}",
    "whole": lambda dice: str(dice.randint(-9, 9)),
    "large": lambda dice: dice.choice(["-100", "100", "50", "0"]),
}
WORDS = [*HOSTILE, "export", "a", "naïve", "supercalifragilisticexpialidocious", "", " "]


@pytest.mark.parametrize(("kind", "rows"), list(zip(KINDS, (8, 5, 3, 2), strict=True)))
def test_no_text_leaves_the_frame_or_comes_too_near_another(kind: str, rows: int) -> None:
    dice = random.Random(kind)  # noqa: S311 (layouts, not secrets)
    while True:
        columns = dice.randint(1, 6)
        keys = [[KINDS[kind](dice) for _ in range(columns)] for _ in range(rows)]
        query = [KINDS[kind](dice) for _ in range(columns)]
        lesson = step_of(keys, query, [dice.choice(WORDS) for _ in range(rows)])
        if fits("attention", lesson):
            break
    assert crowding("attention", lesson) == set(), f"keys {keys}, query {query}"


@pytest.mark.parametrize("name", ["far-apart", "one-takes-all", "four-decimals"])
def test_unlike_numbers_keep_their_distance(name: str) -> None:
    assert crowding("attention", LESSONS[name]) == set()


def fits(scene: str, lesson: Lesson) -> bool:
    try:
        check_scene(scene, lesson, 16 / 9)
    except LessonError:
        return False
    return True
