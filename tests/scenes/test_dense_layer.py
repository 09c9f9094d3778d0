"""What the dense-layer clip shows, against the trace and against sums done anew from its texts."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import default_lesson, load_lesson
from anim_lib.nn.activations import ACTIVATIONS
from anim_lib.nn.dense import DenseTrace
from anim_lib.render.settings import RenderSettings
from anim_lib.stage.caption import MAX_WORDS, reading_seconds
from anim_lib.stage.frame import Frame
from anim_lib.stage.ink import Number, Slots, Words
from anim_lib.stage.lesson_scene import LessonScene
from anim_lib.stage.marks import Arrow, Band
from anim_lib.stage.theme import Role, contrast, hex_to_rgb
from anim_lib.timeline import Beat, Timeline
from tests.stage import stagehand as hand
from tests.stage.stagehand import PIXEL, Shown, lesson_of

Place = NDArray[np.float64]  # (3,)
PROJECT = Path(__file__).parents[2]
FRAME = Frame.of_aspect(16 / 9)


@dataclass(frozen=True)
class Picture:
    """What stands on stage at the end of a beat."""

    beat: Beat
    inks: list[Shown]
    lines: dict[float, str]

    @property
    def words(self) -> list[str]:
        return [s.words for s in self.inks if isinstance(s.ink, Words)]

    @property
    def equations(self) -> list[str]:
        return [line for line in self.lines.values() if re.search("[=≈]", line)]


@dataclass(frozen=True)
class Told:
    """The whole clip of one lesson."""

    lesson: Lesson
    timeline: Timeline
    pictures: list[Picture]

    @property
    def trace(self) -> DenseTrace:
        assert self.lesson.dense_trace is not None
        return self.lesson.dense_trace

    def of(self, beat: str) -> Picture:
        return next(p for p in self.pictures if p.beat.name == beat)


def tell(lesson: Lesson) -> Told:
    pictures: list[Picture] = []

    def look(beat: Beat, inks: list[Shown]) -> None:
        pictures.append(Picture(beat, inks, hand.lines(inks)))

    return Told(lesson, hand.walk("dense-layer", lesson, beat_ends=look), pictures)


@pytest.fixture(scope="module")
def page() -> Told:
    return tell(default_lesson())


# Texts done anew ---------------------------------------------------------------------------

NUMBER = r"[0-9]+(?:\.[0-9]+)?(?:e−?[0-9]+)?"
PAIR = re.compile(rf"\((−?{NUMBER})\)\((−?{NUMBER})\)")
TERM = re.compile(rf"[+−]{NUMBER}")


def value(text: str) -> Decimal:
    return Decimal(text.replace("−", "-"))


def left_side(text: str, activation: str) -> Decimal:
    """The operation that a line of working shows, done on the numbers as printed."""
    if PAIR.match(text):
        pairs = sum(value(w) * value(x) for w, x in PAIR.findall(text))
        rest = PAIR.sub("", text).replace("+", "", len(PAIR.findall(text)) - 1)
        return pairs + value(rest)
    if text.startswith("("):
        z = value(text.strip("()"))
        return Decimal(repr(ACTIVATIONS[activation].at(float(z))))
    terms = TERM.findall(text)
    assert "".join(terms) == text, f"{text!r} is no sum of signed terms"
    return sum((value(term) for term in terms), Decimal(0))


def rounds_to(exact: Decimal, printed: str) -> bool:
    said = value(printed)
    place = Decimal((0, (1,), int(said.as_tuple().exponent)))
    return exact.quantize(place, rounding=ROUND_HALF_UP) == said


def untrue(line: str, activation: str) -> bool:
    """Whether a line's = or ≈ says what is not so of the numbers as printed."""
    left, sign, right = re.split("([=≈])", line)
    exact = left_side(left, activation)
    # Twelve digits, as everywhere: binary floats leave 2.3849999999999998 for 2.385.
    exact = Decimal(f"{exact:.12g}") if exact else exact
    return rounds_to(exact, right) != (sign == "=")


def strangers(told: Told, inks: list[Shown]) -> list[str]:
    """Texts on stage that are not the trace's, nor words of the clip's own."""
    known = {q.name: q.text for q in told.trace.quantities()}
    found = []
    for ink in (s.ink for s in inks if s.is_text):
        if isinstance(ink, Number):
            text = known.get(ink.quantity.name, "nothing of that name")
            as_term = text if text.startswith("−") else f"+{text}"
            # In the line of pairs a bias's sign is the operator before it.
            as_operand = text.removeprefix("−") if ink.role == Role.BIAS else text
            if ink.drawn not in (text, as_term, as_operand):
                found.append(f"{ink.quantity.name} drawn as {ink.drawn}, in the trace {text}")
        elif isinstance(ink, Slots):
            if ink.drawn not in {"+", "−", "=", "≈", "(", ")"}:
                found.append(f"{ink.drawn!r} is no operator")
        elif isinstance(ink, Words):
            label = told.trace.activation.label
            own = {"sum", "so far", "so far ≈", label, *label.split(" ")}
            captions = {beat.caption for beat in told.timeline.beats}
            if ink.words not in own | captions:
                found.append(f"words {ink.words!r}")
    return found


def told_truly(told: Told) -> list[str]:
    """Everything that is wrong with a clip's texts."""
    faults = []
    for picture in told.pictures:
        faults += strangers(told, picture.inks)
        faults += [
            f"{picture.beat.name}: {line}"
            for line in picture.equations
            if untrue(line, told.trace.activation.name)
        ]
    shown = Counter(q.name for beat in told.timeline.beats for q in beat.numbers)
    wanted = Counter(q.name for q in told.trace.quantities())
    faults += [f"first seen {shown[n]} times: {n}" for n in shown | wanted if shown[n] != 1]
    return faults


# The page's story --------------------------------------------------------------------------


def test_the_page_is_told_in_these_beats(page: Told) -> None:
    assert [(beat.name, beat.caption) for beat in page.timeline.beats] == [
        ("layer", "A layer: weights W, inputs x, biases b."),
        ("lay-inputs", "Lay the inputs over the columns."),
        ("row-1", "Row 1 makes output 1."),
        ("row-1-term-1", "Multiply the pair."),
        ("row-1-term-2", "Multiply, then add to the total so far."),
        ("row-1-term-3", "Multiply, then add to the total so far."),
        ("row-1-bias", "Add the bias."),
        ("row-1-sum", "Four terms, one sum."),
        ("row-1-output", "Below zero, so ReLU outputs 0.00."),
        ("row-2", "Row 2: same steps, its own weights."),
        ("row-3", "Every other row works the same way."),
        ("row-3-output", "Row 3 is above zero, so ReLU keeps 2.70."),
        ("row-4", "No row needed another row’s answer."),
        ("output", "y = 0.00, 0.00, 2.70, 0.00"),
    ]


def test_each_number_is_listed_with_the_beat_that_first_shows_it(page: Told) -> None:
    seen = {beat.name: {q.name for q in beat.numbers} for beat in page.timeline.beats}

    def row(i: int, *kinds: str) -> set[str]:
        return {f"dense.{kind}[{i},{j}]" for kind in kinds for j in range(3)}

    weights = set().union(*(row(i, "W") for i in range(4)))
    inputs = {f"dense.x[{j}]" for j in range(3)} | {f"dense.b[{i}]" for i in range(4)}
    assert seen == {
        "layer": weights | inputs,
        "lay-inputs": set(),
        "row-1": set(),
        "row-1-term-1": {"dense.products[0,0]", "dense.partial[0,0]"},
        "row-1-term-2": {"dense.products[0,1]", "dense.partial[0,1]"},
        "row-1-term-3": {"dense.products[0,2]", "dense.partial[0,2]"},
        "row-1-bias": {"dense.pre_activation[0]"},
        "row-1-sum": set(),
        "row-1-output": {"dense.output[0]"},
        "row-2": row(1, "products", "partial") | {"dense.pre_activation[1]", "dense.output[1]"},
        "row-3": row(2, "products", "partial") | {"dense.pre_activation[2]"},
        "row-3-output": {"dense.output[2]"},
        "row-4": row(3, "products", "partial") | {"dense.pre_activation[3]", "dense.output[3]"},
        "output": set(),
    }


def test_the_page_s_own_line_stands_under_the_table(page: Told) -> None:
    lines = page.of("row-1-sum").lines.values()
    assert "(0.5)(1.0)+(−0.3)(2.0)+(0.8)(−1.0)+0.1=−0.80" in lines
    assert "+0.50−0.60−0.80+0.1" in lines
    assert "0.50−0.10−0.90−0.80" in lines


def test_a_negative_bias_has_its_sign_as_the_operator(page: Told) -> None:
    assert "(−0.6)(1.0)+(0.4)(2.0)+(0.2)(−1.0)−0.2=−0.20" in page.of("row-2").lines.values()


def test_relu_is_written_with_its_sum_and_result(page: Told) -> None:
    assert "(−0.80)=0.00" in page.of("row-1-output").lines.values()
    assert "(2.70)=2.70" in page.of("row-3-output").lines.values()


def test_the_last_picture_is_the_table_alone_with_every_result(page: Told) -> None:
    last = page.pictures[-1]
    assert [last.lines[y] for y in sorted(last.lines, reverse=True)] == [
        "1.02.0−1.0",
        "0.5−0.30.80.1−0.800.00",
        "−0.60.40.2−0.2−0.200.00",
        "0.10.9−0.50.32.702.70",
        "−0.7−0.20.60.0−1.700.00",
    ]
    assert sorted(last.words) == ["ReLU", "sum", "y = 0.00, 0.00, 2.70, 0.00"]


def test_every_text_is_the_trace_s_and_every_equals_sign_is_true(page: Told) -> None:
    assert len(page.pictures) == 14
    assert told_truly(page) == []


# Numbers of every kind ---------------------------------------------------------------------


@pytest.mark.parametrize("activation", sorted(ACTIVATIONS))
def test_each_activation_is_written_said_and_true(activation: str) -> None:
    page = default_lesson().dense
    assert page is not None
    lesson = lesson_of(
        [list(row) for row in page.W.texts], list(page.x.texts), list(page.b.texts), activation
    )
    told = tell(lesson)
    assert told_truly(told) == []
    first = told.of("row-1-output")
    label = ACTIVATIONS[activation].label
    assert label in first.words
    caption = first.beat.caption
    y = told.trace.output[0]
    assert y.text in caption
    assert label in caption


def test_where_rounding_breaks_a_sum_the_sign_says_about() -> None:
    told = tell(lesson_of([["0.333", "0.333"], ["0.5", "0.5"]], ["0.5", "0.5"]))
    lines = [line for picture in told.pictures for line in picture.equations]
    assert "(0.333)(0.5)+(0.333)(0.5)+0=0.33" in lines  # 0.333 as printed
    # 0.17 + 0.17 is 0.34, not 0.33.
    assert "so far ≈" in told.of("row-1-sum").words
    assert told_truly(told) == []


def test_a_compact_line_of_products_that_do_not_add_up_says_about() -> None:
    told = tell(lesson_of([["0.333"] * 4], ["0.5"] * 4, ["0.1"], "identity"))
    assert "+0.17+0.17+0.17+0.17+0.1≈0.77" in told.of("row-1-sum").lines.values()
    assert told_truly(told) == []


def test_so_far_is_exact_exactly_where_every_printed_step_is(page: Told) -> None:
    for told in (page, tell(lesson_of([["0.335"], ["0.1"]], ["1"], ["0.335", "0"]))):
        trace = told.trace
        steps = [
            (value(before.text if before else "0") + value(term.text), after.text)
            for i in range(trace.n_rows)
            for before, term, after in zip(
                [None, *trace.partial[i]],
                [*trace.products[i], trace.b[i]],
                [*trace.partial[i], trace.pre_activation[i]],
                strict=True,
            )
        ]
        exact = all(rounds_to(total, printed) for total, printed in steps)
        label = "so far" if exact else "so far ≈"
        said = {w for p in told.pictures for w in p.words if w.startswith("so far")}
        assert said == {label}


def texts_of(told: Told) -> set[str]:
    return {s.ink.drawn for p in told.pictures for s in p.inks if isinstance(s.ink, Number)} | {
        beat.caption for beat in told.timeline.beats
    }


def test_minus_a_half_percent_prints_minus_a_hundredth_everywhere() -> None:
    told = tell(lesson_of([["-0.005"]], ["1"], activation="identity"))
    texts = texts_of(told)
    assert {"−0.005", "−0.01", "identity(−0.01) = −0.01", "y = −0.01"} <= texts
    assert not any(re.search(r"(?<![−0-9.])0\.01", text) for text in texts)
    assert told_truly(told) == []


def test_halves_round_away_from_zero_in_table_working_and_caption() -> None:
    rows = [["1.115"], ["-0.015"], ["2.385"], ["-0.285"]]
    told = tell(lesson_of(rows, ["1"], activation="identity"))
    assert [q.text for q in told.trace.output] == ["1.12", "−0.02", "2.39", "−0.29"]
    assert told.timeline.beats[-1].caption == "y = 1.12, −0.02, 2.39, −0.29"
    assert told_truly(told) == []


def test_a_tiny_sum_is_not_shown_as_zero_and_a_clipped_one_is() -> None:
    told = tell(lesson_of([["-0.0004"], ["-3"]], ["1"]))
    assert "(−0.0004)=0.00" in told.of("row-1-output").lines.values()
    assert not {"−0.00", "−0.0"} & texts_of(told)
    assert told.timeline.beats[-1].caption == "y = 0.00, 0.00"
    assert told_truly(told) == []


def test_numbers_of_very_different_size_stay_legible_in_their_cells() -> None:
    told = tell(lesson_of([["1e-9", "1e6"], ["2", "-1e-9"]], ["1", "1"]))
    assert told_truly(told) == []
    for picture in told.pictures:
        assert hand.outside(FRAME, picture.inks) == []
        assert hand.too_close(picture.inks, 3 * PIXEL) == []


def test_a_bias_written_flat_or_as_a_row_or_a_column_gives_the_same_clip(tmp_path: Path) -> None:
    clips = []
    for bias in ("[0.1, -0.2]", "[[0.1, -0.2]]", "[[0.1], [-0.2]]"):
        file = tmp_path / "bias.toml"
        file.write_text(f"[dense]\nW = [[1, 2], [3, 4]]\nx = [0.5, -1]\nb = {bias}\n")
        told = tell(load_lesson(file))
        clips.append([(p.beat, p.lines, [s.box for s in p.inks]) for p in told.pictures])
    assert clips[0] == clips[1] == clips[2]


PUBLIC = (
    [
        ["0.2", "0.8", "-0.5", "1.0"],
        ["0.5", "-0.91", "0.26", "-0.5"],
        ["-0.26", "-0.27", "0.17", "0.87"],
    ],
    ["1.0", "2.0", "3.0", "2.5"],
    ["2.0", "3.0", "0.5"],
)
CONVOLUTION = ([[*"0134"], [*"1245"], [*"3467"], [*"4578"]], [*"0123"])


def test_a_public_layer_gives_its_published_sums_without_float_noise() -> None:
    told = tell(lesson_of(*PUBLIC))
    assert told.timeline.beats[-1].caption == "y = 4.80, 1.21, 2.39"
    assert not any("99999" in text or "00000" in text for text in texts_of(told))
    assert told_truly(told) == []


def test_a_convolution_as_a_matmul_gives_its_four_numbers() -> None:
    told = tell(lesson_of(*CONVOLUTION, decimals=0))
    assert told.timeline.beats[-1].caption == "y = 19, 25, 37, 43"
    assert told_truly(told) == []


# Look --------------------------------------------------------------------------------------


def drawn_points(number: Slots) -> list[tuple[str, float, float, float]]:
    """Each glyph of a number as drawn: character, left, right and bottom in units."""
    glyphs, at = [], 0
    for character in number.drawn:
        alone = Slots(character, number.h, number.role, number.theme, centred=True)
        points = number.points[at : at + len(alone.points), :2]
        at += len(alone.points)
        glyphs.append((character, points[:, 0].min(), points[:, 0].max(), points[:, 1].min()))
    assert at == len(number.points)
    return glyphs


def test_decimal_points_of_a_column_share_one_x() -> None:
    told = tell(
        lesson_of(
            [["0.5", "-12.25", "3.125"], ["-0.25", "1.5", "-0.5"]], ["1.0"] * 3, ["0.1", "-0.25"]
        )
    )
    seen = 0
    for picture in told.pictures[2:]:
        columns: dict[str, list[float]] = {}
        for number in hand.numbers(picture.inks):
            if number.h != max(n.h for n in hand.numbers(picture.inks)):
                continue  # the pairs' line has smaller digits: pairs meet at the point instead
            kind, index = re.fullmatch(r"dense\.(\w+)\[(.*)\]", number.quantity.name).groups()  # type: ignore[union-attr]
            column = index.split(",")[-1] if kind in ("W", "x", "products", "partial") else kind
            dots = [(left + right) / 2 for c, left, right, _ in drawn_points(number) if c == "."]
            columns.setdefault(column, []).extend(dots)
        for column in ("0", "1", "2", "b"):
            xs = columns[column]
            seen += len(xs)
            assert max(xs) - min(xs) < PIXEL / 10
    assert seen > 100


def test_numbers_of_a_row_stand_on_one_baseline(page: Told) -> None:
    for picture in page.pictures[2:]:
        rows: dict[tuple[float, str], list[float]] = {}
        for number in hand.numbers(picture.inks):
            for character, _, _, bottom in drawn_points(number):
                line = round(hand.baseline(number), 3)
                if character not in "−+()":  # those stand at half height
                    rows.setdefault((line, character), []).append(bottom)
        assert max(max(feet) - min(feet) for feet in rows.values()) < PIXEL / 10


WIDEST = lesson_of([[f"-0.{i}{j}" for j in range(1, 7)] for i in range(1, 9)],
                   [f"-0.{j}9" for j in range(1, 7)], ["-0.63"] * 8)  # fmt: skip


@pytest.mark.parametrize("lesson", [default_lesson(), WIDEST], ids=["page", "eight-by-six"])
def test_digits_are_never_smaller_than_eleven_pixels(lesson: Lesson) -> None:
    for picture in tell(lesson).pictures:
        for ink in hand.numbers(picture.inks):
            low, high = ink.points[:, 1].min(), ink.points[:, 1].max()
            assert (high - low) / PIXEL >= 11


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_what_is_read_stands_out_from_what_is_behind_it(theme: str) -> None:
    lesson = default_lesson().with_display(theme=theme)  # type: ignore[arg-type]
    faint: list[str] = []
    least = {"active": 21.0, "waiting": 21.0}

    def look(beat: Beat, inks: list[Shown]) -> None:
        bands = [s for s in inks if isinstance(s.ink, Band)]
        for one in inks:
            if not one.is_text:
                continue
            on_band = any(hand.gap(one.box, band.box) < 0 for band in bands)
            theme_ = one.ink.theme
            behind = theme_.rgb(Role.BAND) if on_band else hex_to_rgb(theme_.background)
            ratio = contrast(one.ink.rgb, behind)
            waits = np.allclose(one.ink.rgb, one.ink.waiting) and not on_band
            kind = "waiting" if waits else "active"
            least[kind] = min(least[kind], ratio)
            if ratio < (3.0 if waits else 4.5):
                faint.append(f"{beat.name}: {one.words} {ratio:.2f}")
            if not waits and not np.allclose(one.ink.rgb, one.ink.bright):
                quiet = theme_.rgb(Role.QUIET)
                assert np.allclose(one.ink.rgb, quiet), f"{one.words} has a colour of no role"

    hand.walk("dense-layer", lesson, beat_ends=look)
    assert faint == []
    assert least["waiting"] < 21.0


# Motion ------------------------------------------------------------------------------------


def span(timeline: Timeline, row: int) -> float:
    """How long a row is worked, in seconds."""
    names = [f"row-{row}", f"row-{row}-"]
    of_row = [b for b in timeline.beats if b.name == names[0] or b.name.startswith(names[1])]
    return (of_row[-1].end_frame - of_row[0].start_frame) / timeline.fps


def test_the_page_s_rows_keep_to_their_time(page: Told) -> None:
    assert span(page.timeline, 1) <= 22
    assert span(page.timeline, 2) <= 9
    # The first row that turns out above zero is told to its end; the last is a quick one.
    assert span(page.timeline, 3) <= 10
    assert span(page.timeline, 4) <= 7
    assert page.timeline.duration <= 57


def test_the_largest_layer_takes_no_more_than_ninety_seconds() -> None:
    told = tell(WIDEST)
    assert len(told.timeline.beats) >= 18
    assert told.timeline.duration <= 90


def test_pace_scales_what_stands_still_only() -> None:
    quick, usual, slow = (
        tell(default_lesson().with_display(pace=p)).timeline for p in (0.5, 1.0, 2.0)
    )
    assert quick.duration + 5 < usual.duration < slow.duration - 10
    assert [b.name for b in quick.beats] == [b.name for b in slow.beats]


def test_captions_are_short_and_stay_long_enough_to_be_read(page: Told) -> None:
    for told in (page, tell(WIDEST)):
        beats = told.timeline.beats
        for beat in beats:
            assert 0 < len(beat.caption.split()) <= MAX_WORDS
            assert len(beat.caption) <= 65
            assert beat.frames / told.timeline.fps >= max(2.0, len(beat.caption.split()) / 2.5)
        assert reading_seconds("one two three") == 2.0


def test_a_caption_s_numbers_are_on_stage_when_its_beat_ends(page: Told) -> None:
    checked = 0
    for told in (page, tell(WIDEST), tell(lesson_of(*PUBLIC))):
        for picture in told.pictures:
            texts = {n.drawn for n in hand.numbers(picture.inks)}
            for number in re.findall(r"−?[0-9]+\.[0-9]+", picture.beat.caption):
                assert number in texts
                checked += 1
    assert checked >= 15


class Moves:
    """What moves from frame to frame. A group is what lands on one line, or has one role."""

    def __init__(self) -> None:
        self.before: dict[int, tuple[float, Place]] = {}
        self.play = -1
        self.groups: list[tuple[str, set[str]]] = []  # (beat's number, what moves) of each frame
        self.jumps: list[str] = []

    def look(self, scene: LessonScene, inks: list[Shown]) -> None:
        now = {id(s.ink): (s.alpha, s.ink.points.mean(axis=0)) for s in inks}
        same_play = self.play == scene.renderer.num_plays
        moving: set[str] = set()
        for one in inks:
            if id(one.ink) not in self.before or isinstance(one.ink, Arrow):
                continue  # an arrow grows in its place
            alpha, old = self.before[id(one.ink)]
            step = float(np.linalg.norm(now[id(one.ink)][1] - old))
            if step > 1e-6 and same_play:
                line = isinstance(one.ink, Slots) and len(scene.beats) > 1
                moving.add(f"y = {one.ink.home[1]:.2f}" if line else str(one.ink.role))
            if step > 1.0 and min(alpha, one.alpha) > 0.5:
                self.jumps.append(f"beat {len(scene.beats)}: {one.words} {step / PIXEL:.0f} px")
        self.groups.append((str(len(scene.beats)), moving))
        self.before, self.play = now, scene.renderer.num_plays


@pytest.mark.parametrize("lesson", [default_lesson(), lesson_of(*PUBLIC)], ids=["full", "compact"])
def test_one_group_moves_at_a_time_and_nothing_jumps(lesson: Lesson) -> None:
    moves = Moves()
    smooth = RenderSettings(640, 360, 30)
    timeline = hand.walk("dense-layer", lesson, each_frame=moves.look, settings=smooth)
    names = [beat.name for beat in timeline.beats]
    for beat, moving in moves.groups:
        # Only in a quick row's wave do two lines fill together: each total follows its product.
        quick = int(names[int(beat)].split("-")[1]) > 2 if "row" in names[int(beat)] else False
        assert len(moving) <= (2 if quick else 1), names[int(beat)]
    assert max(len(moving) for _, moving in moves.groups) == 2
    assert moves.jumps == []


@pytest.mark.parametrize("lesson", [default_lesson(), lesson_of(*PUBLIC)], ids=["full", "compact"])
def test_no_number_is_seen_before_what_it_is_made_of(lesson: Lesson) -> None:
    first: dict[str, int] = {}

    def look(scene: LessonScene, inks: list[Shown]) -> None:
        for number in hand.numbers(inks):
            first.setdefault(number.quantity.name, hand.frame_now(scene))

    hand.walk("dense-layer", lesson, each_frame=look, settings=RenderSettings(640, 360, 30))
    trace = lesson.dense_trace
    assert trace is not None
    for i in range(trace.n_rows):
        chains = [trace.products[i], (*trace.partial[i], trace.pre_activation[i], trace.output[i])]
        chains += zip(trace.products[i], trace.partial[i], strict=True)
        for chain in chains:
            frames = [first[quantity.name] for quantity in chain]
            assert all(one < next_ for one, next_ in pairwise(frames)), [q.name for q in chain]


def test_the_last_picture_stands_still_for_two_seconds() -> None:
    last = [0]

    def look(scene: LessonScene, _: list[Shown]) -> None:
        last[0] = hand.frame_now(scene)

    timeline = hand.walk("dense-layer", default_lesson(), each_frame=look)
    assert (timeline.frames - 1 - last[0]) / timeline.fps >= 2.0


def test_the_first_picture_is_complete_from_the_first_frame() -> None:
    seen: list[set[str]] = []

    def look(_: LessonScene, inks: list[Shown]) -> None:
        if not seen:
            seen.append({s.words for s in inks if s.alpha == 1.0})

    told: list[set[str]] = []
    hand.walk(
        "dense-layer",
        default_lesson(),
        each_frame=look,
        beat_ends=lambda _, inks: told.append({s.words for s in inks}),
    )
    assert told[0] == seen[0] | {"A layer: weights W, inputs x, biases b."}


def test_numbers_of_the_first_row_can_be_read_before_anything_else_moves() -> None:
    """Row 1: each new number stands still at least 0.8 s, its result 1.5 s."""
    frames: list[int] = []  # those that are animated

    def look(scene: LessonScene, _: list[Shown]) -> None:
        frames.append(hand.frame_now(scene))

    timeline = hand.walk("dense-layer", default_lesson(), each_frame=look)
    for beat in timeline.beats:
        if not beat.name.startswith("row-1-"):
            continue
        still = beat.end_frame - 1 - max(f for f in frames if f < beat.end_frame)
        wanted = 1.5 if beat.name == "row-1-output" else 0.8
        assert still / timeline.fps >= wanted - 1e-9, beat.name


# Shapes ------------------------------------------------------------------------------------


def random_text(kind: str, dice: np.random.Generator) -> str:
    match kind:
        case "tenths":
            return f"{dice.integers(-9, 10) / 10}"
        case "hundredths":
            return f"{dice.integers(-99, 100) / 100:.2f}"
        case "whole":
            return str(dice.integers(-30, 31))
        case "mixed":
            return str(dice.choice(["0.5", "-12.25", "100", "3", "-0.125"]))
        case _:
            return f"{dice.integers(-9, 10)}e-{dice.integers(1, 10)}"


@pytest.mark.parametrize("kind", ["tenths", "hundredths", "whole", "mixed", "tiny"])
def test_no_layer_ever_draws_over_itself_or_out_of_the_frame(kind: str) -> None:
    dice = np.random.default_rng([ord(c) for c in kind])
    told_of, tried = 0, 0
    while told_of < 5 and tried < 30:
        tried += 1
        rows, columns = (int(n) for n in dice.integers(1, [9, 7]))
        W = [[random_text(kind, dice) for _ in range(columns)] for _ in range(rows)]
        x, b = ([random_text(kind, dice) for _ in range(n)] for n in (columns, rows))
        lesson = lesson_of(W, x, b, str(dice.choice(sorted(ACTIVATIONS))))
        if not fits(lesson):
            continue
        told_of += 1
        faults: set[str] = set()

        def look(_: LessonScene, inks: list[Shown], faults: set[str] = faults) -> None:
            faults.update(hand.outside(FRAME, inks))
            faults.update(hand.too_close(inks, 0.0))

        pictures: list[Picture] = []

        def rest(beat: Beat, inks: list[Shown], kept: list[Picture] = pictures) -> None:
            kept.append(Picture(beat, inks, hand.lines(inks)))

        timeline = hand.walk("dense-layer", lesson, each_frame=look, beat_ends=rest)
        for picture in pictures:
            faults.update(hand.outside(FRAME, picture.inks))
            faults.update(hand.too_close(picture.inks, 3 * PIXEL))
            faults.update(hand.touching_brackets(picture.inks))
        assert faults == set(), f"W = {W}, x = {x}, b = {b}"
        assert told_truly(Told(lesson, timeline, pictures)) == [], f"W = {W}, x = {x}, b = {b}"
    assert told_of == 5


def fits(lesson: Lesson) -> bool:
    from anim_lib.lesson.faults import LessonError
    from anim_lib.stage.checks import check_scene

    try:
        check_scene("dense-layer", lesson, 16 / 9)
    except LessonError:
        return False
    return True


# Elsewhere ---------------------------------------------------------------------------------


SCENE = ("scenes/dense_layer.py", "DenseLayer")


def test_manim_s_own_command_line_draws_the_same_number_of_frames(tmp_path: Path) -> None:
    options = ["-r", "160,90", "--fps", "5", "--progress_bar", "none", "--media_dir"]
    run = subprocess.run(
        [sys.executable, "-m", "manim", *options, str(tmp_path), *SCENE],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    (video,) = tmp_path.glob("videos/**/DenseLayer.mp4")
    with av.open(str(video)) as container:
        frames = sum(1 for _ in container.decode(video=0))
    timeline = hand.walk("dense-layer", default_lesson(), settings=RenderSettings(160, 90, 5))
    assert frames == timeline.frames


def test_a_lecturer_s_own_scene_may_tell_the_rows_differently() -> None:
    from manim import tempconfig

    from anim_lib.render.renderer import BeatRenderer
    from anim_lib.render.worker import manim_settings
    from scenes.dense_layer import DenseLayer

    class OneRowOnly(DenseLayer):
        """Only the first row."""

        needs = ("dense", "lanes")  # type: ignore[assignment]

        def next_row(self, row: object) -> None:
            """Leave the other rows as an exercise."""

    with tempconfig(manim_settings(hand.WIDE, Path("unused"))):
        scene = OneRowOnly(default_lesson(), hand._BeatEnds(None), renderer=BeatRenderer(print))
        scene.render()
    names = [beat.name for beat in scene.timeline().beats]
    assert names[-2:] == ["row-1-output", "output"]
    assert DenseLayer.needs == ("dense",)
