"""How the attention clip is laid out, and what it shares with the layer's."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest

from anim_lib.lesson.faults import LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import default_lesson
from anim_lib.render.settings import RenderSettings
from anim_lib.stage.attention_plan import root_source
from anim_lib.stage.checks import check_scene
from anim_lib.stage.ink import DIGIT_EM, Slots, Words
from anim_lib.stage.layer import Layer
from anim_lib.stage.lesson_scene import LessonScene
from anim_lib.stage.table_plan import NAME_EM
from anim_lib.stage.typeset import formula
from tests.scenes.attention_lessons import HOSTILE, LESSONS
from tests.scenes.attention_told import Told, crowding, step_of, tell
from tests.stage import stagehand as hand
from tests.stage.stagehand import PIXEL, Shown


@pytest.fixture(scope="module", params=LESSONS)
def each(request: pytest.FixtureRequest) -> Told:
    return tell("attention", LESSONS[request.param])


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


@pytest.mark.parametrize("size", [(640, 360), (480, 360), (360, 360), (360, 640)])
@pytest.mark.parametrize("count", [3, 8])
def test_the_root_s_digits_are_as_tall_as_those_of_its_line(
    count: int, size: tuple[int, int]
) -> None:
    lesson = step_of([[f"{(3 * i + 5 * j) % 19 / 10}" for j in range(count)] for i in range(4)])
    told = tell("attention", lesson, RenderSettings(*size, hand.WIDE.fps))
    score = next(p for p in told.pictures if p.beat.name.endswith("-score"))
    (digit, *_) = (s.ink.h for s in score.inks if isinstance(s.ink, Slots) and s.ink.drawn == "/")
    (root,) = (s for s in score.inks if told.trace.d in s.ink.quantities)
    whole = np.concatenate([part.points for part in formula(root_source(told.trace)).parts])
    em = (root.box[2] - root.box[0]) / np.ptp(whole[:, 0])
    assert em * DIGIT_EM == pytest.approx(min(digit, NAME_EM * DIGIT_EM), rel=0.02)
