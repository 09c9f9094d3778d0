"""What the blend clip shows: weights × values, their sum, and one bar split by the shares."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

from anim_lib.lesson.load import default_lesson
from anim_lib.stage.bars import Bar, Cut
from anim_lib.stage.ink import Words
from anim_lib.stage.marks import Ring
from anim_lib.stage.theme import Role
from tests.scenes.attention_told import (
    PAGE_KEYS,
    Told,
    crowding,
    done_anew,
    prints,
    shown_in_blend,
    step_of,
    tell,
    told_truly,
)
from tests.scenes.dense_told import FRAME
from tests.stage import stagehand as hand
from tests.stage.stagehand import PIXEL, Shown

OWN_VALUES = [["1", "2", "3"], ["0.5", "-0.5", "0"], ["-1", "2.25", "4"]]
LESSONS = {
    "page": default_lesson(),
    "own-values": step_of(PAGE_KEYS, 2, values=OWN_VALUES),
    "own-query": step_of(PAGE_KEYS, ["1", "-0.5", "0.25", "2"]),
    "one": step_of([["-0.7"]], ["0.5"]),
    "equal": step_of([["1", "1"]] * 4),
    "one-takes-all": step_of([["3", "3"], ["0.1", "-1"], ["-1", "0"]], values=OWN_VALUES),
    "shifted": step_of([["1"], ["1"]], ["-10000"], tokens=["a", "b"]),
    "eight": step_of([[f"{(3 * i + 5 * j) % 7 / 10}" for j in range(5)] for i in range(8)]),
}


@pytest.fixture(scope="module")
def page() -> Told:
    return tell("blend", default_lesson())


@pytest.fixture(scope="module", params=LESSONS)
def each(request: pytest.FixtureRequest) -> Told:
    return tell("blend", LESSONS[request.param])


# Numbers -----------------------------------------------------------------------------------


def test_the_page_is_told_in_eight_beats(page: Told) -> None:
    told = [(b.name, b.caption, [q.text for q in b.numbers]) for b in page.timeline.beats[1:]]
    assert told == [
        (
            "values",
            "Here each word’s value is its own vector.",
            [text.replace("-", "−") for row in PAGE_KEYS for text in row],
        ),
        ("word-1", "Each number times its word’s weight.", ["0.37", "0.04", "−0.08", "0.16"]),
        ("word-2", "The same for every word.", ["0.32", "0.00", "−0.12", "0.20"]),
        ("word-3", "The same for every word.", ["−0.09", "0.11", "0.13", "−0.02"]),
        ("output", "Add up each column.", ["0.60", "0.15", "−0.07", "0.35"]),
        ("bar", "The weights as one bar.", ["41%", "40%", "19%"]),
        ("shares", "The new “export” is 41% itself, 40% “fail”, 19% “why”.", []),
    ]


def test_the_page_takes_twenty_to_twenty_five_seconds(page: Told) -> None:
    assert 20 <= page.timeline.duration <= 25


def test_the_timeline_names_the_blend_s_own_numbers(page: Told) -> None:
    names = {q.name for beat in page.timeline.beats[1:] for q in beat.numbers}
    assert {"blend.scaled[2,3]", "blend.output[0]", "blend.values[0,0]"} <= names
    assert {name.partition(".")[0] for name in names} == {"blend"}


def test_every_text_is_the_trace_s(each: Told) -> None:
    assert told_truly(each, shown_in_blend(each)) == []


def test_the_new_vector_is_an_independent_computation_s(each: Told) -> None:
    anew, blend = done_anew(each.lesson), each.blend
    pairs = list(zip(anew.output, blend.output, strict=True))
    for weight, values, scaled in zip(anew.weights, blend.values, blend.scaled, strict=True):
        pairs += [
            (weight * value.exact, product) for value, product in zip(values, scaled, strict=True)
        ]
    assert [q.name for exact, q in pairs if not prints(exact, q.text)] == []


def test_a_sum_that_does_not_add_up_as_printed_is_marked(each: Told) -> None:
    """0.37 + 0.32 − 0.09 is 0.60, but 0.16 + 0.20 − 0.02 is not the page's 0.35."""
    from decimal import Decimal

    blend, picture = each.blend, each.of("output")
    (name,) = (word for word in picture.words if word.startswith("new "))
    adds_up = all(
        prints(
            sum((Decimal(row[j].text.replace("−", "-")) for row in blend.scaled), Decimal(0)),
            blend.output[j].text,
        )
        for j in range(len(blend.output))
    )
    assert name.endswith(" ≈") != adds_up


def test_values_of_their_own_are_not_called_the_words_vectors() -> None:
    told = tell("blend", LESSONS["own-values"])
    assert told.of("values").beat.caption == "Each word also has a value of its own."
    assert len(told.blend.output) == 3
    assert len(told.trace.query) == 4


# How a row is scaled -----------------------------------------------------------------------


def test_the_first_row_rings_its_weight_and_one_value_at_a_time() -> None:
    most = 0
    ringed: set[str] = set()

    def look(_: object, inks: list[Shown]) -> None:
        nonlocal most
        rings = [s for s in inks if isinstance(s.ink, Ring) and s.alpha > 0.95]
        most = max(most, len(rings))
        for ring in rings:
            inside = [n for n in hand.numbers(inks) if hand.gap(n.box(), ring.box) < 0]
            ringed.update(n.quantity.name for n in inside)

    hand.walk("blend", default_lesson(), each_frame=look)
    assert most == 2
    assert "attention.weights[0]" in ringed
    assert {f"blend.values[0,{j}]" for j in range(4)} <= ringed
    assert {f"blend.scaled[0,{j}]" for j in range(4)} <= ringed
    assert not [name for name in ringed if re.search(r"\[1,|\[2", name)]


def test_a_weight_stands_before_its_row_until_the_row_is_scaled(page: Told) -> None:
    for beat, weights in [("values", 3), ("word-1", 2), ("word-2", 1), ("word-3", 0)]:
        inks = page.of(beat).inks
        shown = [s.words for s in inks if s.ink.role == Role.OUTPUT and s.words != "×"]
        assert (len(shown), [s.words for s in inks].count("×")) == (weights, weights)


# The split bar -----------------------------------------------------------------------------


def test_the_bar_is_split_at_the_cumulative_weights(each: Told) -> None:
    inks = each.of("shares").inks
    weights = np.array([w.value for w in each.trace.weights])
    bars = sorted((s.box for s in inks if isinstance(s.ink, Bar)), key=lambda box: box[0])
    left, right = bars[0][0], max(box[2] for box in bars)
    length = right - left
    seen = [w for w in weights if w > 0]
    assert len(bars) == len(seen)
    for box, weight in zip(bars, weights, strict=False):
        assert box[2] - box[0] == pytest.approx(weight * length, abs=PIXEL / 10)
    ends = left + length * np.cumsum(weights)
    for cut in (s.box for s in inks if isinstance(s.ink, Cut)):
        assert min(abs(ends - (cut[0] + cut[2]) / 2)) < PIXEL / 10


def test_a_share_stands_inside_its_own_part_with_its_word_below(each: Told) -> None:
    inks = each.of("shares").inks
    bars = sorted((s.box for s in inks if isinstance(s.ink, Bar)), key=lambda box: box[0])
    for share, bar in zip(each.blend.shares, bars, strict=False):
        for label in (s for s in inks if share in s.ink.quantities):
            assert bar[0] < label.box[0] < label.box[2] < bar[2]
            assert label.words == share.text
    wide = [s for s, w in zip(each.blend.shares, each.trace.weights, strict=True) if w.value > 0.05]
    written = [q for s in inks for q in s.ink.quantities]
    assert [share.text for share in wide if share not in written] == []


def test_shares_have_the_digits_of_the_weights(each: Told) -> None:
    for weight, share in zip(each.trace.weights, each.blend.shares, strict=True):
        if "e" not in weight.text:
            assert float(share.text.rstrip("%")) == pytest.approx(float(weight.text) * 100)


def test_a_share_too_small_to_matter_is_not_spelled_out() -> None:
    told = tell("blend", LESSONS["one-takes-all"])
    assert told.captions[-1] == "The new “w0” is almost all itself."


# Layout ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*LESSONS])
def test_no_text_leaves_the_frame_or_comes_too_near_another(name: str) -> None:
    assert crowding("blend", LESSONS[name]) == set()


@pytest.mark.parametrize("seed", range(3))
def test_random_blends_keep_their_distance(seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 (layouts, not secrets)
    rows, width, columns = dice.randint(2, 8), dice.randint(1, 4), dice.randint(1, 5)
    keys = [[f"{dice.randint(-9, 9) / 10}" for _ in range(width)] for _ in range(rows)]
    values = [[f"{dice.randint(-99, 99) / 10}" for _ in range(columns)] for _ in range(rows)]
    tokens = [dice.choice(["export", "naïve", "", "a", "transformer"]) for _ in range(rows)]
    assert crowding("blend", step_of(keys, 0, tokens, values)) == set()


def test_words_are_large_enough(each: Told) -> None:
    ems = [s.ink.em for p in each.pictures for s in p.inks if isinstance(s.ink, Words)]
    assert min(ems) >= 0.34


# Before and after --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["page", "one", "shifted", "one-takes-all", "eight"])
def test_nothing_jumps_at_the_cut_from_the_attention_clip(name: str) -> None:
    ends: list[list[Shown]] = []
    starts: list[list[Shown]] = []
    hand.walk("attention", LESSONS[name], beat_ends=lambda _, inks: ends.append(inks))
    hand.walk("blend", LESSONS[name], each_frame=lambda _, inks: starts.append(inks))
    before, after = in_order(ends[-1]), in_order(starts[0])
    assert [s.words for s in before] == [s.words for s in after]
    for one, other in zip(before, after, strict=True):
        assert np.abs(np.subtract(one.box, other.box)).max() < PIXEL
        assert one.ink.rgb == pytest.approx(other.ink.rgb)


def in_order(inks: list[Shown]) -> list[Shown]:
    """All but the caption, which changes."""
    stage = [s for s in inks if s.box[1] > FRAME.caption_baseline + 0.5]
    return sorted(stage, key=lambda s: (s.words, *(round(edge, 3) for edge in s.box)))
