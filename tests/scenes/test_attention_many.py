"""The softmax of a long sentence, in every frame: what is hidden is counted truly."""

from __future__ import annotations

import random
from decimal import Decimal

import numpy as np
import pytest

from anim_lib.lesson.lesson import Lesson
from anim_lib.render.settings import RenderSettings
from anim_lib.stage.bars import Bar, Track
from anim_lib.stage.ink import Number, Words
from anim_lib.stage.lesson_scene import LessonScene
from tests.scenes.attention_told import (
    Told,
    crowding,
    done_anew,
    is_row_name,
    prints,
    step_of,
    step_on,
    tell,
    untrue,
)
from tests.scenes.dense_told import Picture
from tests.stage import stagehand as hand
from tests.stage.stagehand import PIXEL, Shown

FRAMES = {
    "16:9": RenderSettings(640, 360, 10),
    "4:3": RenderSettings(480, 360, 10),
    "1:1": RenderSettings(360, 360, 10),
    "4:5": RenderSettings(360, 450, 10),
    "9:16": RenderSettings(360, 640, 10),
}


def coarse(settings: RenderSettings) -> RenderSettings:
    """The same frame, looked at less often."""
    return RenderSettings(settings.width, settings.height, 5)


def sentence(count: int, seed: int = 0, width: int = 2, decimals: int = 2) -> Lesson:
    """So many words, "the" at every third place, with keys of one decimal."""
    dice = random.Random(seed)  # noqa: S311 (layouts, not secrets)
    words = ["the" if i % 3 == 2 else f"w{i}" for i in range(count)]
    keys = [[f"{dice.randint(-15, 15) / 10}" for _ in range(width)] for _ in range(count)]
    query = [f"{dice.randint(-15, 15) / 10}" for _ in range(width)]
    return step_of(keys, query if seed % 2 else 1, words, decimals=decimals)


@pytest.fixture(scope="module", params=[(13, "16:9"), (32, "16:9"), (32, "9:16"), (9, "1:1")])
def many(request: pytest.FixtureRequest) -> Told:
    count, frame = request.param
    return tell("attention", sentence(count), FRAMES[frame])


def named(told: Told, picture: Picture) -> list[int]:
    """Which words have a line of their own, from top to bottom."""
    labels = {f"{t} ({i + 1})" if t == "the" else t: i for i, t in enumerate(told.trace.tokens)}
    rows = [s for s in picture.inks if is_row_name(s.ink)]
    return [labels[s.words] for s in sorted(rows, key=lambda s: -s.box[1])]


def test_the_others_are_the_words_that_are_not_named(many: Told) -> None:
    last, anew = many.of("attends"), done_anew(many.lesson)
    shown = named(many, last)
    hidden = [i for i in range(len(many.trace.tokens)) if i not in shown]
    quantities = {n.quantity.name: n.quantity.text for n in hand.numbers(last.inks)}
    if not hidden:
        assert "attention.others_exp" not in quantities
        return
    assert f"{len(hidden)} others" in last.words
    exp = sum((anew.exp[i] for i in hidden), Decimal(0))
    weight = sum((anew.weights[i] for i in hidden), Decimal(0))
    assert prints(exp, quantities["attention.others_exp"])
    assert prints(weight, quantities["attention.others_weight"])
    assert prints(anew.total, quantities["attention.total"])


def test_the_own_word_and_the_heaviest_are_named_in_the_sentence_s_order(many: Told) -> None:
    shown, trace = named(many, many.of("attends")), many.trace
    assert shown == sorted(shown)
    assert trace.query_token is None or trace.query_token in shown
    weights = {i: trace.weights[i].value for i in range(len(trace.tokens))}
    hidden = [w for i, w in weights.items() if i not in shown]
    lightest = min(w for i, w in weights.items() if i in shown and i != trace.query_token)
    assert max(hidden, default=0.0) <= lightest


def test_every_equals_sign_is_true_and_the_total_marked(many: Told) -> None:
    for picture in many.pictures:
        if picture.beat.name.startswith("weight"):
            assert [line for line in picture.equations if untrue(line, bounded=True)] == []
    last = many.of("attends")
    exps = [n.quantity for n in hand.numbers(last.inks) if "exp" in n.quantity.name]
    added = sum((Decimal(q.text.replace("−", "-")) for q in exps), Decimal(0))
    assert ("total" in last.words) == prints(added, many.trace.total.text)


def test_every_bar_is_as_long_as_its_weight_and_together_they_fill_the_track(many: Told) -> None:
    inks = many.of("attends").inks
    bars = sorted((s for s in inks if isinstance(s.ink, Bar)), key=lambda s: -s.box[1])
    track = min((s.box for s in inks if isinstance(s.ink, Track)), key=lambda box: box[1])
    weights = sorted(
        (n for n in hand.numbers(inks) if n.quantity.name.startswith("attention.")
         and "weight" in n.quantity.name and "total" not in n.quantity.name),
        key=lambda n: -n.home[1],
    )  # fmt: skip
    length = track[2] - track[0]
    lines = [s for s in bars if s.box[1] > track[3]]
    assert len(lines) == len(weights)
    for shown, number in zip(lines, weights, strict=True):
        assert shown.box[0] == pytest.approx(track[0])
        assert abs(shown.box[2] - shown.box[0] - number.quantity.value * length) <= PIXEL + 1e-9
        assert isinstance(shown.ink, Bar)
        assert shown.ink.outlined == ("others" in number.quantity.name)
    fallen = [s.box for s in bars if s.box[1] < track[3]]
    assert sum(box[2] - box[0] for box in fallen) == pytest.approx(length, abs=PIXEL / 10)


@pytest.mark.parametrize(("count", "width"), [(8, 8), (12, 8), (64, 64)])
def test_no_sentence_takes_longer_than_ninety_seconds(count: int, width: int) -> None:
    assert tell("attention", sentence(count, width=width)).timeline.duration <= 90


@pytest.mark.parametrize(("count", "frame"), [(3, "16:9"), (32, "16:9"), (32, "9:16"), (7, "1:1")])
def test_what_stood_in_the_table_sets_out_from_there(count: int, frame: str) -> None:
    """Names and scores fly from their places in the table; the others' line comes later."""
    stood: dict[str, tuple[float, ...]] = {}
    flown: dict[str, float] = {}

    def look(scene: LessonScene, inks: list[Shown]) -> None:
        step = step_on(scene)
        own = {id(ink) for ink in (*step.softmax.names, *step.softmax.scores)}
        for shown in inks:
            if not isinstance(shown.ink, Number | Words):
                continue
            name = shown.words if isinstance(shown.ink, Words) else shown.ink.quantity.name
            if id(shown.ink) not in own:
                stood[name] = shown.box
            elif name not in flown and shown.alpha > 0.9:
                before = stood.get(name)
                flown[name] = np.inf if before is None else max(
                    abs(a - b) for a, b in zip(before, shown.box, strict=True)
                )  # fmt: skip

    lesson = sentence(count)
    hand.walk("attention", lesson, each_frame=look, settings=FRAMES[frame])
    near = [name for name, moved in flown.items() if moved < 12 * PIXEL]
    assert len(near) >= 2 * min(count, 3)


@pytest.mark.parametrize(
    ("count", "frame"),
    [(40, "16:9"), (11, "4:3"), (4, "1:1"), (12, "1:1"), (5, "4:5"), (40, "9:16")],
)
def test_no_text_of_the_softmax_leaves_the_frame_or_comes_too_near_another(
    count: int, frame: str
) -> None:
    lesson = sentence(count, seed=count, decimals=3 if count == 4 else 2)
    assert crowding("attention", lesson, coarse(FRAMES[frame]), since="scores") == set()
