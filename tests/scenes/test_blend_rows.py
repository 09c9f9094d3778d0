"""A row of the blend stays a weighted one to the end, and its signs stand by what they act on."""

from __future__ import annotations

import itertools

import pytest

from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import default_lesson
from anim_lib.render.settings import RenderSettings
from anim_lib.stage.bars import Bar
from anim_lib.stage.ink import Number, Slots, Words
from anim_lib.stage.marks import Bracket
from anim_lib.stage.theme import Role
from tests.scenes.attention_told import step_of, tell
from tests.stage import stagehand as hand
from tests.stage.stagehand import PIXEL, Shown

PEAK = step_of(
    [["9", "8", "0"], ["1", "-2", "5"], ["-3", "-4", "1"], ["-9", "0", "2"]],
    0,
    ["key", "lock", "door", "house"],
    [["100.5", "0"], ["0.001", "2"], ["3", "-10000.0"], ["1", "1"]],
)
TALL = RenderSettings(360, 640, hand.WIDE.fps)
LONG = ["the", "Donaudampfschifffahrtsgesellschaft", "internationalization", "cat"]
KEYS = [["0.2", "1"], ["0.4", "-0.3"], ["0.1", "0.6"], ["-0.5", "0.2"]]


def middle(shown: Shown) -> float:
    return (shown.box[1] + shown.box[3]) / 2


def kept(inks: list[Shown]) -> dict[str, Shown]:
    """The weights that stay in the picture, by their names."""
    quiet = [s for s in hand.numbers(inks) if s.role == Role.QUIET]
    shown = {id(s.ink): s for s in inks}
    return {n.quantity.name: shown[id(n)] for n in quiet}


@pytest.mark.parametrize("lesson", [default_lesson(), step_of(KEYS, 0, LONG)])
def test_scaled_rows_keep_their_weight_before_their_name(lesson: Lesson) -> None:
    told = tell("blend", lesson)
    inks = told.pictures[-1].inks
    stay = kept(inks)
    assert sorted(stay) == [q.name for q in told.trace.weights]
    names = [s for s in inks if isinstance(s.ink, Words) and s.ink.role == Role.KEY]
    for weight in stay.values():
        row = [s for s in names if abs(middle(s) - middle(weight)) < 6 * PIXEL]
        assert len(row) == 1
        assert row[0].box[0] > weight.box[2]
        signs = [s for s in inks if isinstance(s.ink, Slots) and s.ink.drawn == "+"]
        assert all(s.box[0] > row[0].box[2] for s in signs)  # never "0.40 +"


def test_a_weight_is_not_kept_before_its_row_is_scaled() -> None:
    told = tell("blend", default_lesson())
    counts = [len(kept(told.of(f"word-{i}").inks)) for i in (1, 2, 3)]
    assert (counts, len(kept(told.of("values").inks))) == ([1, 2, 3], 0)


def test_signs_stand_by_what_they_act_on_where_values_stand_under_their_words() -> None:
    told = tell("blend", PEAK, TALL)
    times = [s for s in told.of("values").inks if isinstance(s.ink, Slots) and s.ink.drawn == "×"]
    weights = [n for n in told.of("values").inks if isinstance(n.ink, Number)]
    for sign in times:
        near = min(
            abs(sign.box[0] - w.box[2]) for w in weights if abs(middle(w) - middle(sign)) < 0.1
        )
        assert near < 0.3
    inks = told.pictures[-1].inks
    pluses = [s for s in inks if isinstance(s.ink, Slots) and s.ink.drawn == "+"]
    brackets = [s for s in inks if isinstance(s.ink, Bracket)]
    assert len(times) == 4
    assert len(pluses) == 3
    for sign in pluses:
        row = [b for b in brackets if b.box[1] < middle(sign) < b.box[3]]
        assert 0 < min(b.box[0] for b in row) - sign.box[2] < 0.3
    assert len(kept(inks)) == 4


@pytest.mark.parametrize("settings", [hand.WIDE, RenderSettings(360, 360, 10), TALL])
def test_a_word_is_cut_in_one_way_only(settings: RenderSettings) -> None:
    told = tell("blend", step_of(KEYS, 1, LONG), settings)
    cut = {
        word.strip("“”,.:").removeprefix("new ").removesuffix(" ≈")
        for picture in told.pictures
        for s in picture.inks
        if isinstance(s.ink, Words) and "…" in s.words
        for word in ([s.words] if s.ink.role != Role.TEXT else s.words.split())
        if "…" in word
    }
    assert len(cut) <= 2  # two long words


def test_a_bar_s_part_is_named_where_its_neighbours_leave_room() -> None:
    """The line of the others too; names do not touch, and none is cut."""
    told = tell("blend", step_of([[f"{i % 3 / 10}"] for i in range(24)], ["1"]))
    inks = told.pictures[-1].inks
    assert [s.words for s in inks if s.words.endswith(" others")] == ["17 others"] * 2
    low = min(s.box[1] for s in inks if s.words == "17 others")
    below = sorted(
        (s.box for s in inks if s.is_text and abs(s.box[1] - low) < 0.15), key=lambda b: b[0]
    )
    assert all(other[0] - one[2] > 3 * PIXEL for one, other in itertools.pairwise(below))


def test_a_name_stands_under_its_own_part_of_the_bar() -> None:
    """A long name of a small part would stand under its neighbours."""
    long = ["Rindfleischetikettierungsueberwachung", "a", "Donaudampfschifffahrtsgesellschaft"]
    told = tell("blend", step_of([["2.3"], ["1.2"], ["4.4"]], ["1"], long))
    inks = told.pictures[-1].inks
    bars = sorted((s.box for s in inks if isinstance(s.ink, Bar)), key=lambda box: box[0])
    below = [s for s in inks if isinstance(s.ink, Words) and s.ink.role == Role.KEY]
    below = [s for s in below if s.box[3] < bars[0][1]]
    assert below
    for name in below:
        part = next(i for i, w in enumerate(told.trace.tokens) if w[:3] == name.words[:3])
        left, right = bars[part][0], bars[part][2]
        half = (right - left) / 2 + PIXEL
        assert left - half < name.box[0] < name.box[2] < right + half


@pytest.mark.parametrize("settings", [hand.WIDE, RenderSettings(480, 360, 10), TALL])
def test_the_others_are_the_same_ones_from_the_weights_to_the_bar(
    settings: RenderSettings,
) -> None:
    lesson = step_of([[f"{i % 5 / 10}"] for i in range(28)], 3)
    told = tell("blend", lesson, settings)
    labels = {s.words for p in told.pictures for s in p.inks if s.words.endswith(" others")}
    assert len(labels) == 1
