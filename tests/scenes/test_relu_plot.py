"""The relu clip's plot, measured against what its own ticks say."""

from __future__ import annotations

import pytest

from anim_lib.lesson.load import default_lesson
from anim_lib.nn.activations import ACTIVATIONS
from anim_lib.stage.ink import Number, Slots
from anim_lib.stage.lesson_scene import LessonScene
from anim_lib.stage.plot_shapes import PlotShape
from anim_lib.stage.row_dots import Dot
from tests.scenes.relu_told import (
    REFERENCES,
    SQUASHING,
    Told,
    layer,
    middle,
    planned,
    read,
    scales,
    stage_of,
    tell,
)
from tests.stage import stagehand as hand
from tests.stage.stagehand import PIXEL, Shown


@pytest.fixture(scope="module")
def page() -> Told:
    return tell(default_lesson())


@pytest.fixture(scope="module", params=ACTIVATIONS)
def each(request: pytest.FixtureRequest) -> Told:
    return tell(layer(["-1.3", "0.4", "2.25", "-0.55", "0"], request.param))


def test_every_dot_ends_over_its_sum_at_its_output(each: Told) -> None:
    across, up = scales(each)
    reference = REFERENCES[each.trace.activation.name]
    for z, dot in zip((-1.3, 0.4, 2.25, -0.55, 0.0), each.stage.dots.dots, strict=True):
        left, bottom, right, top = dot.box()
        assert (left + right) / 2 == pytest.approx(across.at(z), abs=PIXEL)
        assert (bottom + top) / 2 == pytest.approx(up.at(reference(z)), abs=PIXEL)


def test_every_dot_starts_unchanged_or_on_the_axis_of_sums(each: Told) -> None:
    across, up = scales(each)
    squashes = each.trace.activation.name in SQUASHING
    points = next(p for p in each.pictures if p.beat.name == "points")
    level = {round(s.box[0] + s.box[2], 6): s for s in points.inks if type(s.ink) is Dot}
    for z in (-1.3, 0.4, 2.25, -0.55, 0.0):
        dot = min(level.values(), key=lambda s: abs((s.box[0] + s.box[2]) / 2 - across.at(z)))
        assert (dot.box[0] + dot.box[2]) / 2 == pytest.approx(across.at(z), abs=PIXEL)
        assert (dot.box[1] + dot.box[3]) / 2 == pytest.approx(
            up.at(0 if squashes else z), abs=PIXEL
        )


def test_the_curve_is_the_activation_from_end_to_end(each: Told) -> None:
    across, up = scales(each)
    reference = REFERENCES[each.trace.activation.name]
    anchors = each.stage.plot.curve.points[::4]
    assert len(anchors) > 100
    for x, y, _ in anchors:
        assert y == pytest.approx(up.at(reference((x - across.origin) / across.unit)), abs=PIXEL)


def test_tick_numbers_stand_at_their_marks_and_at_their_values(each: Told) -> None:
    across, _ = scales(each)
    ticks = [ink for ink in each.stage.plot.marks if isinstance(ink, Slots)]
    marks = {round(float(x), 6) for x in each.stage.plot.marks[0].points[:, 0]}
    assert ticks
    for tick in ticks:
        assert middle(tick) == pytest.approx(across.at(read(tick.drawn)), abs=PIXEL)
        assert min(abs(middle(tick) - mark) for mark in marks) < PIXEL


def test_units_are_equal_on_both_axes_unless_outputs_are_bounded(each: Told) -> None:
    across, up = scales(each)
    if each.trace.activation.name not in SQUASHING:
        assert across.unit == pytest.approx(up.unit, rel=1e-6)


@pytest.mark.parametrize("sums", [["1", "5"], ["-5", "-1"], ["-0.1", "7"], ["0"], ["1e6", "-1"]])
@pytest.mark.parametrize("name", ACTIVATIONS)
def test_each_side_of_zero_takes_at_least_three_tenths(sums: list[str], name: str) -> None:
    plot = planned(layer(sums, name)).plot
    low, high = plot.across.origin - plot.across.low, plot.across.high - plot.across.origin
    assert min(low, high) / (low + high) > 0.27  # the margins for dots come on top


def test_a_dot_below_zero_leaves_a_hollow_one_and_a_trail_down_to_it(page: Told) -> None:
    across, up = scales(page)
    shapes = [s for s in page.pictures[-1].inks if isinstance(s.ink, PlotShape)]
    hollow = [s for s in shapes if not s.ink.filled and s.box[2] - s.box[0] < 0.2 < 1]
    for z in (-0.8, -0.2, -1.7):
        rings = [
            s
            for s in hollow
            if abs((s.box[0] + s.box[2]) / 2 - across.at(z)) < PIXEL
            and abs((s.box[1] + s.box[3]) / 2 - up.at(z)) < PIXEL
        ]
        trails = [
            s
            for s in hollow
            if s.box[2] - s.box[0] < 1e-6
            and abs(s.box[0] - across.at(z)) < PIXEL
            and abs(s.box[3] - up.at(0)) < PIXEL
        ]
        assert len(rings) == 1
        assert len(trails) == 1


def test_an_output_appears_only_when_its_dot_has_landed() -> None:
    early: list[str] = []

    def look(scene: LessonScene, inks: list[Shown]) -> None:
        stage = stage_of(scene)
        seen = {s.ink.quantity.name for s in inks if isinstance(s.ink, Number)}
        for point, dot in zip(stage.plot.plan.points, stage.dots.dots, strict=True):
            box = dot.box()
            landed = abs((box[1] + box[3]) / 2 - point.end) < 1e-6
            if f"relu.y[{point.row}]" in seen and not landed:
                early.append(f"row {point.row + 1}")

    hand.walk("relu", default_lesson(), each_frame=look)
    assert early == []


def test_dots_only_go_straight_up_or_down_once_they_have_landed() -> None:
    strayed: list[int] = []

    def look(scene: LessonScene, _: list[Shown]) -> None:
        if len(scene.beats) < 2:
            return
        stage = stage_of(scene)
        for point, dot in zip(stage.plot.plan.points, stage.dots.dots, strict=True):
            box = dot.box()
            if abs((box[0] + box[2]) / 2 - point.x) > 1e-6:
                strayed.append(point.row)

    hand.walk("relu", default_lesson(), each_frame=look)
    assert strayed == []
