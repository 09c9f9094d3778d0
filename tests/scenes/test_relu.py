"""What the relu clip shows, against sums and activations done anew, and measured on its plot."""

from __future__ import annotations

import math
import random
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anim_lib.lesson.faults import LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import default_lesson
from anim_lib.nn.activations import ACTIVATIONS
from anim_lib.nn.relu import ReluTrace
from anim_lib.stage.caption import MAX_WORDS
from anim_lib.stage.checks import check_scene
from anim_lib.stage.frame import Frame
from anim_lib.stage.hinge import Dot, PlotShape
from anim_lib.stage.ink import Ink, Number, Slots, Words
from anim_lib.stage.lesson_scene import LessonScene
from anim_lib.stage.marks import Band
from anim_lib.stage.relu_plan import plan_relu
from anim_lib.stage.relu_stage import ReluStage
from anim_lib.stage.verbs import Ghost
from anim_lib.timeline import Beat, Timeline
from tests.stage import stagehand as hand
from tests.stage.stagehand import PIXEL, Shown, lesson_of

WIDE = 16 / 9
FRAME = Frame.of_aspect(WIDE)
REFERENCES: dict[str, Callable[[float], float]] = {
    "relu": lambda z: z if z > 0 else 0.0,
    "leaky_relu": lambda z: z if z > 0 else z / 100,
    "sigmoid": lambda z: 1 / (1 + math.exp(-z)),
    "tanh": lambda z: (math.exp(z) - math.exp(-z)) / (math.exp(z) + math.exp(-z)),
    "gelu": lambda z: z * (1 + math.erf(z / 2**0.5)) / 2,
    "identity": lambda z: z,
}
SQUASHING = ("sigmoid", "tanh")


@dataclass(frozen=True)
class Picture:
    beat: Beat
    inks: list[Shown]

    @property
    def numbers(self) -> dict[str, str]:
        return {s.ink.quantity.name: s.ink.drawn for s in self.inks if isinstance(s.ink, Number)}


@dataclass(frozen=True)
class Told:
    lesson: Lesson
    timeline: Timeline
    pictures: list[Picture]
    stage: ReluStage

    @property
    def trace(self) -> ReluTrace:
        assert self.lesson.relu_trace is not None
        return self.lesson.relu_trace

    @property
    def captions(self) -> list[str]:
        return [beat.caption for beat in self.timeline.beats]


def layer(sums: list[str], activation: str = "relu", decimals: int = 2) -> Lesson:
    """A lesson whose sums are these very numbers."""
    return lesson_of([[z] for z in sums], ["1"], activation=activation, decimals=decimals)


def tell(lesson: Lesson) -> Told:
    pictures: list[Picture] = []
    stages: list[ReluStage] = []
    timeline = hand.walk(
        "relu",
        lesson,
        each_frame=lambda scene, _: stages.append(stage_of(scene)),
        beat_ends=lambda beat, inks: pictures.append(Picture(beat, inks)),
    )
    return Told(lesson, timeline, pictures, stages[-1])


def stage_of(scene: LessonScene) -> ReluStage:
    stage = scene.stage  # type: ignore[attr-defined]
    assert isinstance(stage, ReluStage)
    return stage


@pytest.fixture(scope="module")
def page() -> Told:
    return tell(default_lesson())


@pytest.fixture(scope="module", params=ACTIVATIONS)
def each(request: pytest.FixtureRequest) -> Told:
    return tell(layer(["-1.3", "0.4", "2.25", "-0.55", "0"], request.param))


# What is told ------------------------------------------------------------------------------


def test_the_page_is_told_in_six_beats(page: Told) -> None:
    assert [(beat.name, beat.caption) for beat in page.timeline.beats] == [
        ("sums", "Before ReLU, each sum is just itself."),
        ("points", "Four rows, four points."),
        ("curve", "ReLU(z) = max(0, z)"),
        ("below-zero", "Below zero rises to 0.00."),
        ("above-zero", "Above zero passes through."),
        ("bend", "That bend is the whole trick."),
    ]


def test_the_page_takes_about_seventeen_seconds(page: Told) -> None:
    assert 15 <= page.timeline.duration <= 19


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_eight_rows_stay_under_a_minute(name: str) -> None:
    sums = ["-3.1", "-2.2", "-1.4", "-0.9", "-5.05", "-2.6", "-1.1", "-4.3"]
    assert tell(layer(sums, name)).timeline.duration < 60


def test_max_of_zero_and_z_is_said_of_relu_only(each: Told) -> None:
    said = any("max(0, z)" in caption for caption in each.captions)
    assert said == (each.trace.activation.name == "relu")


@pytest.mark.parametrize(
    ("sums", "said"),
    [
        (["1", "2"], {"Above zero passes through."}),
        (["-1", "-2"], {"Below zero rises to 0.00."}),
        (["0", "0"], {"Zero stays 0.00."}),
        (["-1", "0"], {"Below zero rises to 0.00.", "Zero stays 0.00."}),
    ],
)
def test_only_what_happens_is_told(sums: list[str], said: set[str]) -> None:
    fates = {
        "Above zero passes through.",
        "Below zero rises to 0.00.",
        "Zero stays 0.00.",
    }
    assert fates & set(tell(layer(sums)).captions) == said


def test_where_no_sum_is_below_zero_no_bend_is_claimed_to_have_done_it() -> None:
    assert tell(layer(["1", "2"])).captions[-1].startswith("Had one been below zero")
    assert tell(layer(["1", "-2"], "identity")).captions[-1] == "No bend, so no sum has changed."


def test_leaky_relu_says_what_each_row_below_zero_becomes() -> None:
    captions = tell(layer(["-3", "2", "-50"], "leaky_relu")).captions
    assert "leaky ReLU(z) = max(0.01 z, z)" in captions
    assert "Row 1 is below zero, so leaky ReLU outputs −0.03." in captions
    assert "Row 3 is below zero, so leaky ReLU outputs −0.50." in captions
    assert "Above zero passes through." in captions


def test_a_crowd_of_points_is_mentioned() -> None:
    captions = tell(layer(["0.1", "0.2", "0.3", "1000"])).captions
    assert "On this scale three rows stand side by side." in captions


def test_captions_are_short_and_their_numbers_are_the_trace_s(each: Told) -> None:
    texts = {q.text for q in each.trace.quantities()}
    formula = f"{each.trace.activation.label}(z) = {each.trace.activation.formula}"
    for caption in each.captions:
        assert len(caption.split()) <= MAX_WORDS
        if caption == formula:
            continue
        without_rows = re.sub(r"Row \d+", "", caption)
        assert set(re.findall(r"−?\d+(?:\.\d+)?(?:e−?\d+)?", without_rows)) <= texts


# Numbers -----------------------------------------------------------------------------------


def rounded(exact: Fraction | float) -> str:
    value = (
        Decimal(exact.numerator) / Decimal(exact.denominator)
        if isinstance(exact, Fraction)
        else Decimal(f"{exact:.12g}")
    )
    text = f"{value.quantize(Decimal('0.01'), rounding=ROUND_HALF_UP)}"
    return ("0.00" if text == "-0.00" else text).replace("-", "−")


def test_the_page_s_sums_and_outputs_are_those_of_exact_fractions(page: Told) -> None:
    W = [["0.5", "-0.3", "0.8"], ["-0.6", "0.4", "0.2"], ["0.1", "0.9", "-0.5"]]
    W += [["-0.7", "-0.2", "0.6"]]
    x, b = ["1.0", "2.0", "-1.0"], ["0.1", "-0.2", "0.3", "0.0"]
    sums = [
        sum((Fraction(w) * Fraction(v) for w, v in zip(row, x, strict=True)), Fraction(bias))
        for row, bias in zip(W, b, strict=True)
    ]
    shown = page.pictures[-1].numbers
    assert [shown[f"relu.z[{i}]"] for i in range(4)] == [rounded(z) for z in sums]
    assert [shown[f"relu.y[{i}]"] for i in range(4)] == [rounded(max(z, Fraction(0))) for z in sums]


def test_outputs_are_those_of_the_activation_s_textbook_formula(each: Told) -> None:
    reference = REFERENCES[each.trace.activation.name]
    shown = each.pictures[-1].numbers
    for i, z in enumerate((-1.3, 0.4, 2.25, -0.55, 0.0)):
        exact = reference(z)
        text = shown[f"relu.y[{i}]"]
        if abs(exact) >= 0.005 or exact == 0:  # smaller ones take more decimals
            assert text == rounded(exact)
        else:
            assert float(text.replace("−", "-")) == pytest.approx(exact, rel=0.1)


def test_every_number_on_stage_is_the_trace_s(each: Told) -> None:
    known = {q.name: q.text for trace in each.lesson.traces() for q in trace.quantities()}
    for picture in each.pictures:
        assert picture.numbers
        for name, drawn in picture.numbers.items():
            assert drawn == known[name]


def test_sums_are_there_from_the_start_and_outputs_come_when_their_rows_are_told(
    each: Told,
) -> None:
    seen = [(beat.name, q.name) for beat in each.timeline.beats for q in beat.numbers]
    rows = range(len(each.trace.z))
    assert {f"relu.z[{i}]" for i in rows} <= {name for beat, name in seen if beat == "sums"}
    late = [(beat, name) for beat, name in seen if name.startswith("relu.y")]
    assert {name for _, name in late} == {f"relu.y[{i}]" for i in rows}
    assert not {beat for beat, _ in late} & {"sums", "points", "curve", "bend"}


# The plot, measured ------------------------------------------------------------------------


@dataclass(frozen=True)
class Scale:
    """A value's place, from what the ticks on stage say."""

    origin: float
    unit: float

    def at(self, value: float) -> float:
        return self.origin + value * self.unit


def scales(told: Told) -> tuple[Scale, Scale]:
    """Both axes as a viewer reads them: zero where they cross, one tick for the unit."""
    level, upright = told.stage.plot.axes
    y0, x0 = float(level.points[0, 1]), float(upright.points[0, 0])
    sums = [ink for ink in told.stage.plot.marks if isinstance(ink, Slots)]
    outputs = told.stage.plot.output_numbers
    across, up = read(sums[-1].drawn), read(outputs[0].drawn)
    box = outputs[0].box()
    return (
        Scale(x0, (middle(sums[-1]) - x0) / across),
        Scale(y0, ((box[1] + box[3]) / 2 - y0) / up),
    )


def read(text: str) -> float:
    return float(text.replace("−", "-"))


def middle(ink: Ink) -> float:
    return float(ink.home[0])


def test_every_dot_ends_over_its_sum_at_its_output(each: Told) -> None:
    across, up = scales(each)
    reference = REFERENCES[each.trace.activation.name]
    for z, dot in zip((-1.3, 0.4, 2.25, -0.55, 0.0), each.stage.plot.dots, strict=True):
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
    plot = tell(layer(sums, name)).stage.plot.plan
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
        for point, dot in zip(stage.plot.plan.points, stage.plot.dots, strict=True):
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
        plot = stage_of(scene).plot
        for point, dot in zip(plot.plan.points, plot.dots, strict=True):
            box = dot.box()
            if abs((box[0] + box[2]) / 2 - point.x) > 1e-6:
                strayed.append(point.row)

    hand.walk("relu", default_lesson(), each_frame=look)
    assert strayed == []


# Layout ------------------------------------------------------------------------------------

MAGNITUDES: dict[str, Callable[[random.Random], str]] = {
    "tenths": lambda r: f"{r.randint(-30, 30) / 10}",
    "whole": lambda r: str(r.randint(-30, 30)),
    "near-equal": lambda r: r.choice(["0.5", "0.5", "0.51", "0.52", "-0.1", "2"]),
    "tiny": lambda r: f"{r.randint(-9, 9)}e-{r.randint(1, 9)}",
    "all": lambda r: f"{r.randint(-999, 999)}e{r.randint(-3, 3)}",
    "wide": lambda r: f"{r.randint(-(10**8), 10**8) / 100}",
}


@pytest.mark.parametrize("name", ACTIVATIONS)
@pytest.mark.parametrize("kind", MAGNITUDES)
def test_no_text_leaves_the_frame_or_comes_too_near_another(kind: str, name: str) -> None:
    rng = random.Random(f"{kind} {name}")  # noqa: S311 (layouts, not secrets)
    for rows in rng.sample(range(1, 9), 3):
        sums = [MAGNITUDES[kind](rng) for _ in range(rows)]
        assert faults(layer(sums, name, rng.choice([0, 2, 2, 4]))) == [], sums


def test_a_long_name_between_a_narrow_left_and_a_low_dot_stands_over_its_axis() -> None:
    sums = ["-385e-3", "822e4", "466e-3", "-231e3", "527e4", "-835e4", "-640e0"]
    assert faults(layer(sums, "leaky_relu")) == []


def faults(lesson: Lesson) -> list[str]:
    found: list[str] = []

    def at_rest(beat: Beat, inks: list[Shown]) -> None:
        words = texts(inks)
        dots = [s for s in inks if isinstance(s.ink, Dot)]
        near = hand.outside(FRAME, inks) + hand.too_close(words, 3 * PIXEL)
        near += hand.touching_brackets(words)
        near += [f"{w.words} on a dot" for w in words for d in dots if covers(w, d)]
        near += [f"{w.words} is too small" for w in words if too_small(w.ink)]
        found.extend(f"{beat.name}: {fault}" for fault in near)

    def moving(scene: LessonScene, inks: list[Shown]) -> None:
        # A copy lies on its original as it sets out; the original has paled by then.
        copied = {id(a.moved) for a in scene.animations or () if isinstance(a, Ghost)}
        words = [s for s in texts(inks) if id(s.ink) not in copied]
        near = hand.outside(FRAME, inks) + hand.too_close(words, 0.0)
        found.extend(f"in beat {len(scene.beats) + 1}: {fault}" for fault in near)

    hand.walk("relu", lesson, each_frame=moving, beat_ends=at_rest)
    return found


def texts(inks: list[Shown]) -> list[Shown]:
    return [s for s in inks if s.is_text and not isinstance(s.ink, PlotShape)]


def covers(words: Shown, dot: Shown) -> bool:
    return not isinstance(words.ink, Band) and hand.gap(words.box, dot.box) < PIXEL


def too_small(ink: Ink) -> bool:
    if isinstance(ink, Slots):
        return ink.h < 0.25
    return isinstance(ink, Words) and ink.em < 0.34


@given(
    sums=st.lists(st.floats(-1e300, 1e300).map(repr), min_size=1, max_size=8),
    name=st.sampled_from(sorted(ACTIVATIONS)),
)
def test_any_sums_are_laid_out_or_refused_with_the_reason(sums: list[str], name: str) -> None:
    lesson = layer(sums, name)
    assert lesson.dense_trace is not None
    assert lesson.relu_trace is not None
    try:
        plan = plan_relu(lesson, lesson.dense_trace, lesson.relu_trace, FRAME)
    except LessonError as error:
        assert error.faults[0].mend
        return
    places = [(p.x, p.start, p.end) for p in plan.plot.points] + list(plan.plot.curve)
    assert all(np.isfinite(place).all() and np.abs(place).max() < 8 for place in places)
    assert sorted(row for c in plan.plot.clusters for row in c.rows) == list(range(len(sums)))


# Before and after --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lesson",
    [default_lesson(), layer(["1", "-2.5", "3e5"], "leaky_relu"), layer(["1"] * 8, "tanh")],
    ids=["page", "leaky", "eight"],
)
def test_nothing_jumps_at_the_cut_from_the_layer_s_clip(lesson: Lesson) -> None:
    ends: list[list[Shown]] = []
    starts: list[list[Shown]] = []
    hand.walk("dense-layer", lesson, beat_ends=lambda _, inks: ends.append(inks))
    hand.walk("relu", lesson, each_frame=lambda _, inks: starts.append(inks))
    before, after = in_order(ends[-1]), in_order(starts[0])
    assert [s.words for s in before] == [s.words for s in after]
    for one, other in zip(before, after, strict=True):
        assert np.abs(np.subtract(one.box, other.box)).max() < PIXEL
        assert one.ink.rgb == pytest.approx(other.ink.rgb)


def in_order(inks: list[Shown]) -> list[Shown]:
    """All but the caption, which changes."""
    stage = [s for s in inks if s.box[1] > FRAME.caption_baseline + 0.5]
    return sorted(stage, key=lambda s: (s.words, *(round(edge, 3) for edge in s.box)))


# Refusals ----------------------------------------------------------------------------------


def test_eight_equal_sums_share_one_label_that_is_a_range() -> None:
    assert "1 label stands for several rows" in check_scene("relu", layer(["1.5"] * 8), 16 / 9)


def test_check_says_where_the_points_start() -> None:
    assert "4 points on the diagonal" in check_scene("relu", default_lesson(), WIDE)
    assert "one point on the axis of sums" in check_scene("relu", layer(["2"], "tanh"), WIDE)
    assert "1 label stands for several rows" in check_scene("relu", layer(["1", "1"]), WIDE)


def test_a_table_that_leaves_no_room_for_a_plot_is_refused_by_row() -> None:
    with pytest.raises(LessonError, match=r"row 2.*−12\.123456.*Show fewer decimals"):
        check_scene("relu", layer(["1", "-12.123456"], "identity", 6), 4 / 3)


def test_check_of_the_clip_needs_no_manim() -> None:
    code = (
        "import sys; from anim_lib.stage.checks import check_scene;"
        "from anim_lib.lesson.load import default_lesson;"
        "print(check_scene('relu', default_lesson(), 16 / 9), 'manim' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("4 points on the diagonal")
    assert ran.stdout.strip().endswith("False")
