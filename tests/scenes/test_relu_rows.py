"""Row numbers of the relu clip's plot are never read as numbers of its axis of sums."""

from __future__ import annotations

import random

import pytest

from anim_lib.lesson.load import default_lesson
from anim_lib.nn.activations import ACTIVATIONS
from anim_lib.stage.ink import Ink, Slots, Words
from tests.scenes.relu_told import SIZES, SQUASHING, layer, planned, scales, tell

BY_THE_AXIS = 0.45  # units from the axis: there its tick numbers stand


def far_from(level: float, ink: Ink) -> float:
    _, low, _, high = ink.box()
    return max(0.0, low - level, level - high)


@pytest.mark.parametrize("name", ACTIVATIONS)
@pytest.mark.parametrize("size", SIZES)
def test_a_number_by_the_axis_of_sums_is_a_tick_or_says_that_it_is_a_row(
    name: str, size: tuple[int, int]
) -> None:
    rng = random.Random(f"{name} {size}")  # noqa: S311 (layouts, not secrets)
    for count in (2, 3, 5, 8):
        sums = [f"{rng.randint(-30, 30) / 10}" for _ in range(count)]
        plan = planned(layer(sums, name), size[0] / size[1])
        level = plan.plot.up.origin
        for label in plan.labels.points:
            near = max(label.box[1] - level, level - label.box[3]) < BY_THE_AXIS - 0.02
            assert label.worded or not near or label.leader is not None, (sums, label.text)


@pytest.mark.parametrize("name", SQUASHING)
def test_ticks_stand_next_to_the_axis_and_rows_say_what_they_are(name: str) -> None:
    told = tell(layer(["1.82", "11.9", "-4.89"], name))
    level = told.stage.plot.plan.up.origin
    ticks = [ink for ink in told.stage.plot.marks if isinstance(ink, Slots)]
    assert ticks
    assert all(far_from(level, tick) < BY_THE_AXIS / 2 for tick in ticks)
    labels = [n.words for n in told.stage.dots.numbers if isinstance(n, Words)]
    assert sorted(labels) == ["row 1", "row 2", "row 3"]
    for number, label in zip(told.stage.dots.numbers, told.stage.plot.labels.points, strict=True):
        left, low, right, high = number.box()
        box = label.box
        assert left > box[0] - 0.03
        assert low > box[1] - 0.03
        assert right < box[2] + 0.03
        assert high < box[3] + 0.03


def test_ranges_of_rows_beside_a_tick_say_that_they_are_rows() -> None:
    told = tell(layer(["-1", "-9", "-3", "102"]))
    assert [n.words for n in told.stage.dots.numbers if isinstance(n, Words)] == [
        "rows 1–3",
        "row 4",
    ]


def test_the_page_s_points_keep_their_plain_numbers() -> None:
    numbers = tell(default_lesson()).stage.dots.numbers
    assert [n.drawn for n in numbers if isinstance(n, Slots)] == ["4", "1", "2", "3"]


@pytest.mark.parametrize("name", SQUASHING)
@pytest.mark.parametrize("size", SIZES)
def test_the_sums_of_a_squashing_function_have_the_same_room_on_both_sides(
    name: str, size: tuple[int, int]
) -> None:
    told = tell(layer(["0.1", "1.3", "-0.6"], name), size)
    across, _ = scales(told)
    axis = told.stage.plot.plan.across
    assert axis.high - axis.origin == pytest.approx(axis.origin - axis.low)
    assert 3 * across.unit > 0.8 * (axis.high - axis.origin)  # no room is lost to a name
