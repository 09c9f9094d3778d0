"""What the relu clip shows and tells of more than eight rows: all points, true counts."""

from __future__ import annotations

import re

import pytest

from anim_lib.nn.activations import ACTIVATIONS
from anim_lib.stage.caption import caption_fits
from anim_lib.stage.frame import Frame
from anim_lib.stage.ink import Slots
from anim_lib.stage.relu_story import tell_relu
from anim_lib.stage.wording import count_word
from tests.scenes.relu_told import (
    REFERENCES,
    SIZES,
    SQUASHING,
    Told,
    layer,
    mixed,
    planned,
    scales,
    tell,
)
from tests.stage.stagehand import PIXEL

COUNT = 64
SUMS = mixed(COUNT)


@pytest.fixture(scope="module", params=ACTIVATIONS)
def many(request: pytest.FixtureRequest) -> Told:
    return tell(layer(SUMS, request.param))


def values() -> list[float]:
    return [float(text) for text in SUMS]


# What is told ------------------------------------------------------------------------------


def test_a_large_layer_takes_at_most_half_a_minute(many: Told) -> None:
    assert 12 <= many.timeline.duration <= 30
    assert len(many.timeline.beats) <= 7


def test_thousands_of_rows_take_no_longer_and_each_has_its_dot() -> None:
    sums = [(k * 37 % 401 - 200) / 10 for k in range(1500)]
    told = tell(layer([str(z) for z in sums]))
    assert told.timeline.duration <= 30
    assert "1,500 rows, 1,500 points, some on each other." in told.captions
    assert "1,496 more rows" in told.pictures[-1].words
    across, up = scales(told)
    for z in set(sums):
        assert nearest(told.pictures[-1].dots, across.at(z), up.at(max(z, 0.0))) < PIXEL


def test_captions_count_what_their_groups_hold(many: Told) -> None:
    below, above = (sum(z < 0 for z in values()), sum(z > 0 for z in values()))
    curve = [
        f"At or below zero, {COUNT - above} points move onto the curve.",
        f"Above zero, {above} points move onto the curve.",
    ]
    rest = ["Two rows at zero stay 0.00.", f"Above zero, {above} rows pass through."]
    told = {
        "relu": [f"Below zero, {below} rows rise to 0.00.", *rest],
        "leaky_relu": [f"Below zero, {below} rows move onto the curve.", *rest],
        "identity": ["64 rows pass through."],
    }
    assert many.captions[1] == "64 rows, 64 points, some on each other."
    assert many.captions[3:-1] == told.get(many.trace.activation.name, curve)


@pytest.mark.parametrize("size", SIZES)
def test_captions_fit_every_frame(size: tuple[int, int]) -> None:
    frame = Frame.of_aspect(size[0] / size[1])
    for name in ACTIVATIONS:
        for sums in (SUMS, ["-12345.678", "-0.25", "0"], ["123456.5"], ["0.1"] * 7):
            lesson = layer(sums, name)
            plan, trace = planned(lesson, frame.aspect), lesson.relu_trace
            assert trace is not None
            story = tell_relu(trace, plan.plot, frame, together=plan.together)
            said = [story.before, story.points, story.curve, story.end]
            said += [group.says for group in story.groups]
            assert [caption for caption in said if not caption_fits(caption, frame)] == []


@pytest.mark.parametrize(
    ("sums", "says"),
    [
        ([0.5] * 20, ["20 sums above zero"]),
        ([-0.5] * 20, ["20 sums below zero"]),
        ([0.0] * 20, ["20 sums at or below zero"]),
        ([0.5] * 12 + [-0.5] * 8, ["12 sums above zero", "8 below"]),
        ([0.5] * 12 + [-0.5] * 7 + [0.0], ["12 sums above zero", "8 at or below"]),
        ([0.5] * 19 + [0.0], ["19 sums above zero", "1 at or below"]),
        ([0.5] + [-0.5] * 19, ["1 sum above zero", "19 below"]),
    ],
)
def test_the_table_counts_the_sums_on_either_side_of_zero(
    sums: list[float], says: list[str]
) -> None:
    words = tell(layer([str(z) for z in sums])).after("points").words
    assert [word for word in words if re.fullmatch(r"\d+ .*(zero|below)", word)] == says


def test_counts_are_numbers_of_the_timeline(many: Told) -> None:
    noted = {q.name: q.text for beat in many.timeline.beats for q in beat.numbers}
    above = sum(z > 0 for z in values())
    assert (noted["relu.above"], noted["relu.not_above"]) == (str(above), str(COUNT - above))


def test_a_scale_that_hides_most_points_is_mentioned() -> None:
    captions = tell(layer([*(["0.01"] * 15), *(["-0.02"] * 14), "1e6", "-3e5"])).captions
    assert "On this scale 29 rows sit near zero." in captions


def test_groups_of_one_row_are_told_in_the_singular() -> None:
    captions = tell(layer(["-1", "0", *(["2"] * 8)])).captions
    assert "Below zero, one row rises to 0.00." in captions
    assert "One row at zero stays 0.00." in captions
    captions = tell(layer(["1", *(["-2"] * 9)])).captions
    assert "Above zero, one row passes through." in captions


# What is shown -----------------------------------------------------------------------------


@pytest.mark.parametrize("count", [9, 12, 16])
def test_up_to_sixteen_rows_stand_in_two_blocks(count: int) -> None:
    told = tell(layer(mixed(count)))
    numbers = told.pictures[-1].numbers
    assert {f"relu.z[{i}]" for i in range(count)} <= set(numbers)
    assert {f"relu.y[{i}]" for i in range(count)} <= set(numbers)
    assert len(told.stage.table.plan.blocks) == 2
    assert not any("more row" in word for word in told.pictures[-1].words)
    tops = {
        block: max(ln.y for ln in told.stage.table.plan.lines if ln.block == block)
        for block in told.stage.table.plan.blocks
    }
    assert len(set(tops.values())) == 1


def test_of_more_rows_the_first_three_and_the_last_are_shown(many: Told) -> None:
    shown = (0, 1, 2, COUNT - 1)
    last = many.pictures[-1]
    assert set(last.numbers) == {f"relu.{name}[{i}]" for name in "zy" for i in shown}
    assert "60 more rows" in last.words
    row_numbers = [ink.drawn for ink in many.stage.table.row_numbers.values()]
    assert row_numbers == ["1", "2", "3", "64"]


def test_the_rows_asked_for_are_shown() -> None:
    lesson = layer(SUMS).with_display(rows=(4, 9, 40))
    told = tell(lesson)
    assert [ink.drawn for ink in told.stage.table.row_numbers.values()] == ["5", "10", "41"]
    assert "61 more rows" in told.pictures[-1].words


def test_no_row_number_stands_beside_a_point(many: Told) -> None:
    high = many.stage.plot.plan.across.high
    for picture in many.pictures[1:]:
        drawn = {s.words for s in picture.inks if isinstance(s.ink, Slots) and s.box[0] < high}
        ticks = {
            s.drawn
            for s in [*many.stage.plot.marks, *many.stage.plot.output_numbers]
            if isinstance(s, Slots)
        }
        assert drawn <= ticks


# Every point, measured ---------------------------------------------------------------------


def nearest(boxes: list[tuple[float, float, float, float]], x: float, y: float) -> float:
    return min(
        max(abs((left + right) / 2 - x), abs((low + high) / 2 - y))
        for left, low, right, high in boxes
    )


def test_every_sum_has_its_dot_before_and_after(many: Told) -> None:
    across, up = scales(many)
    reference = REFERENCES[many.trace.activation.name]
    squashes = many.trace.activation.name in SQUASHING
    before, after = many.after("points").dots, many.pictures[-1].dots
    for z in values():
        assert nearest(before, across.at(z), up.at(0.0 if squashes else z)) < PIXEL
        assert nearest(after, across.at(z), up.at(reference(z))) < PIXEL


def test_no_dot_stands_where_no_row_is(many: Told) -> None:
    across, up = scales(many)
    reference = REFERENCES[many.trace.activation.name]
    boxes = [box for box in many.pictures[-1].dots if box[0] < across.at(3.2)]
    assert len(boxes) == COUNT  # besides those of the table
    for left, low, right, high in boxes:
        x, y = (left + right) / 2, (low + high) / 2
        assert min(abs(across.at(z) - x) + abs(up.at(reference(z)) - y) for z in values()) < PIXEL


def test_dots_land_and_rise_in_groups_without_a_beat_for_each() -> None:
    told = tell(layer(SUMS))
    names = [beat.name for beat in told.timeline.beats]
    assert names == ["sums", "points", "curve", "below-zero", "zero", "above-zero", "bend"]
    assert not any(re.search(r"\brow \d", caption) for caption in told.captions)


def test_ten_and_fewer_are_counted_in_words() -> None:
    captions = tell(layer(["-1"] * 7 + ["1"] * 5)).captions
    assert f"Below zero, {count_word(7)} rows rise to 0.00." in captions
