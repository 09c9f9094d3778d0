"""What the gpu-lanes clip shows: blocks, ticks and squares counted anew, seen frame by frame."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from manim import tempconfig
from numpy.typing import NDArray

from anim_lib.lesson.faults import LessonError
from anim_lib.lesson.lesson import Lanes, Lesson
from anim_lib.lesson.load import default_lesson, load_lesson
from anim_lib.render.registry import find_scenes, load_scene
from anim_lib.render.renderer import BeatRenderer
from anim_lib.render.settings import RenderSettings
from anim_lib.render.worker import manim_settings
from anim_lib.stage.caption import MAX_WORDS
from anim_lib.stage.cells import Cells
from anim_lib.stage.checks import check_scene
from anim_lib.stage.field_plan import plan_field, span
from anim_lib.stage.frame import Frame
from anim_lib.stage.ink import Number, Slots, Words
from anim_lib.stage.lanes_plan import plan_lanes, tick_labels, tick_seconds
from anim_lib.stage.lanes_words import LanesWords
from anim_lib.stage.lesson_scene import Director, LessonScene
from anim_lib.stage.strips import Strips
from anim_lib.stage.theme import contrast, hex_to_rgb
from anim_lib.timeline import Beat, Timeline
from tests.stage import stagehand as hand
from tests.stage.stagehand import PIXEL, Shown

FRAME = Frame.of_aspect(16 / 9)
PAGE = default_lesson()
FPS = 20  # every tick length is a whole number of these frames
MADE_OF_FRAMES = RenderSettings(640, 360, FPS)


def lanes_lesson(
    folder: Path, rows: int, inputs: int, wide: tuple[int, int] = (4096, 4096), seed: int = 1
) -> Lesson:
    dice = random.Random(seed)  # noqa: S311 (shapes, no secrets)

    def vector(n: int) -> str:
        return "[" + ", ".join(f"{dice.randint(-99, 99) / 10}" for _ in range(n)) + "]"

    W = ", ".join(vector(inputs) for _ in range(rows))
    path = folder / "shape.toml"
    path.write_text(
        f"[dense]\nW = [{W}]\nx = {vector(inputs)}\nb = {vector(rows)}\n"
        f"[lanes]\nrows = {wide[0]}\nlanes = {wide[1]}\n"
    )
    return load_lesson(path)


def watch(lesson: Lesson, look: Any) -> tuple[Timeline, dict[str, list[Any]]]:
    """What `look(scene)` returns in each moving frame, by beat index."""
    seen: dict[str, list[Any]] = {}

    def each(scene: LessonScene, _: list[Shown]) -> None:
        seen.setdefault(str(len(scene.beats)), []).append(look(scene))

    timeline = hand.walk("gpu-lanes", lesson, each_frame=each, settings=MADE_OF_FRAMES)
    return timeline, {timeline.beats[int(k)].name: v for k, v in seen.items()}


def boxes(scene: LessonScene, ink: Cells) -> NDArray[np.float64]:
    """Left and right ends of an ink's shapes on stage, (n, 2), in the order they are drawn."""
    if ink not in scene.mobjects or not len(ink.points) or ink.alpha < 0.5:
        return np.zeros((0, 2))
    return np.array([[p[:, 0].min(), p[:, 0].max()] for p in ink.get_subpaths()])


def finished(scene: LessonScene, strips: Strips) -> int:
    """How many blocks of the strips are filled from end to end."""
    full = strips.plan.pitch - strips.plan.gap
    ends = np.concatenate([boxes(scene, ink) for ink in strips.solid])
    return int((ends[:, 1] - ends[:, 0] > full - 1e-6).sum())


def jumps(counts: list[int]) -> list[int]:
    """The frames at which a count grew."""
    return [k for k in range(1, len(counts)) if counts[k] > counts[k - 1]]


# Blocks and ticks ------------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "inputs"), [(4, 3), (1, 1), (2, 6), (8, 6), (8, 1)])
def test_one_block_for_every_weight_and_bias_one_tick_for_every_block(
    tmp_path: Path, rows: int, inputs: int
) -> None:
    lesson = lanes_lesson(tmp_path, rows, inputs)
    blocks = sum(1 for _ in range(rows) for _ in range(inputs + 1))

    def done(scene: Any) -> tuple[int, int]:
        return finished(scene, scene.lanes.serial), finished(scene, scene.lanes.parallel)

    _, seen = watch(lesson, done)
    serial = jumps([one for one, _ in seen["one-lane"]])
    assert seen["one-lane"][-1][0] == blocks
    assert len(serial) == blocks
    tick = set(np.diff(serial))
    assert len(tick) == 1
    if rows > 1:
        counts = [many for _, many in seen["side-by-side"]]
        assert counts[-1] == blocks
        parallel = jumps(counts)
        assert len(parallel) == inputs + 1
        assert set(np.diff(parallel)) == tick
        assert {counts[k] - counts[k - 1] for k in parallel} == {rows}


def test_the_field_brightens_with_the_same_ticks_all_squares_together() -> None:
    def look(scene: Any) -> tuple[float, int]:
        squares = scene.lanes.field.squares
        assert not len(squares["early"].points)
        assert not len(squares["idle"].points)
        ink = squares["late"]
        return contrast(ink.rgb, scene.lanes.field.ground), finished(scene, scene.lanes.panel.strip)

    _, seen = watch(PAGE, look)
    levels = [round(level, 6) for level, _ in seen["field"]]
    assert levels == sorted(levels)
    rests = [k for k in range(1, len(levels)) if levels[k] == levels[k - 1] != levels[0]]
    starts = [k for k in rests if levels[k - 1] != levels[k - 2]]
    assert len(starts) >= 4
    assert set(np.diff(starts[:4])) == {round(0.4 * FPS)}
    ticks = jumps([done for _, done in seen["field"]])
    assert set(np.diff(ticks)) == {round(0.4 * FPS)}
    assert len(ticks) == 4


def test_heads_of_all_lanes_move_as_one() -> None:
    def look(scene: Any) -> list[NDArray[np.float64]]:
        strips = scene.lanes.parallel
        return [boxes(scene, ink) for ink in strips.solid]

    _, seen = watch(PAGE, look)
    for weights, biases in seen["side-by-side"]:
        for ends in (weights, biases):
            assert len(ends) % 4 == 0
            by_row = ends.reshape(4, -1, 2) if len(ends) else ends
            assert np.allclose(by_row, by_row[:1])


@given(ticks=st.integers(2, 56))
def test_no_run_is_longer_than_ten_seconds(ticks: int) -> None:
    seconds = tick_seconds(ticks)
    assert ticks * seconds <= 10
    assert seconds == 0.4 or ticks * 0.4 > 10
    assert round(seconds * FPS, 6).is_integer()


@given(rows=st.integers(1, 8), steps=st.integers(2, 7), pitch=st.floats(0.15, 0.8))
def test_the_last_tick_and_each_rows_last_tick_are_always_numbered(
    rows: int, steps: int, pitch: float
) -> None:
    labels = tick_labels(rows * steps, steps, pitch)
    assert {steps * (k + 1) for k in range(rows)} <= set(labels)


def test_tick_numbers_stand_over_their_blocks() -> None:
    def look(scene: Any) -> list[tuple[str, float, float]]:
        ends = np.concatenate([boxes(scene, ink) for ink in scene.lanes.serial.solid])
        middles = np.sort(ends.mean(axis=1)) if len(ends) == 16 else np.zeros(0)
        labels = scene.lanes.axis.labels.values()
        return [(s.drawn, float(s.home[0]), m) for s, m in zip(labels, middles, strict=False)]

    _, seen = watch(PAGE, look)
    last = seen["one-lane"][-1]
    assert [text for text, _, _ in last] == [str(k) for k in range(1, 17)]
    assert all(abs(x - middle) < PIXEL / 2 for _, x, middle in last)


# Numbers and words -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    lesson: Lesson
    timeline: Timeline
    ends: dict[str, list[Shown]]


def tell(lesson: Lesson) -> Told:
    ends: dict[str, list[Shown]] = {}

    def keep(beat: Beat, inks: list[Shown]) -> None:
        ends[beat.name] = inks

    return Told(lesson, hand.walk("gpu-lanes", lesson, beat_ends=keep), ends)


@pytest.fixture(scope="module")
def page() -> Told:
    return tell(PAGE)


def test_the_page_is_told_in_these_beats(page: Told) -> None:
    assert [(b.name, b.caption) for b in page.timeline.beats] == [
        ("table", "Each weight and each bias is one small step."),
        ("strips", "Each row is a strip of small steps."),
        ("one-lane", "One lane does one step per tick."),
        ("side-by-side", "Four lanes: same steps, same tick."),
        ("compare", "Same 16 steps. A quarter of the time."),
        ("zoom", "Now 4,096 rows on 4,096 lanes."),
        ("field", "All rows at once: the same 4 ticks."),
        ("totals", "Same steps, same tick, fewer ticks."),
        ("last", "Rows never wait for each other."),
    ]


def test_a_table_too_wide_to_draw_leaves_the_strips_to_open(tmp_path: Path) -> None:
    path = tmp_path / "wide.toml"
    row = "[" + ", ".join(["-1234.56789"] * 6) + "]"
    path.write_text(f"[dense]\nW = [{row}, {row}]\nx = {row}\n[lanes]\n")
    told = tell(load_lesson(path))
    assert [beat.name for beat in told.timeline.beats][:2] == ["strips", "one-lane"]


def test_the_page_lands_its_counts_in_this_order(page: Told) -> None:
    landed = [q.text for b in page.timeline.beats for q in b.numbers if q.name.startswith("lanes")]
    assert landed == ["16", "4", "4,096", "4,096", "16,384", "4"]


def numbers(told: Told) -> list[Number]:
    return [s.ink for inks in told.ends.values() for s in inks if isinstance(s.ink, Number)]


def test_every_number_on_stage_is_the_traces_own(page: Told) -> None:
    known = {id(q) for trace in page.lesson.traces() for q in trace.quantities()}
    for number in numbers(page):
        assert id(number.quantity) in known
        assert number.drawn == number.quantity.text


@pytest.mark.parametrize(
    ("wide", "waves", "ticks"),
    [((5000, 2048), "3", "12"), ((4 * 10**9, 16384), "244,141", "976,564"), ((100, 9), "12", "48")],
)
def test_rows_that_outnumber_lanes_come_in_waves(
    tmp_path: Path, wide: tuple[int, int], waves: str, ticks: str
) -> None:
    told = tell(lanes_lesson(tmp_path, 4, 3, wide))
    shown = {n.quantity.name: n.drawn for n in numbers(told)}
    assert shown["lanes.waves"] == waves
    assert shown["lanes.wide_parallel_steps"] == ticks
    assert shown["lanes.wide_serial_steps"] == f"{wide[0] * 4:,}"
    assert "in waves, 4 ticks each." in next(
        b.caption for b in told.timeline.beats if b.name == "field"
    )


PARTS = {
    2: "Half the time.",
    3: "A third of the time.",
    4: "A quarter of the time.",
    5: "A fifth of the time.",
    6: "A sixth of the time.",
    7: "A seventh of the time.",
    8: "An eighth of the time.",
}


@pytest.mark.parametrize("rows", PARTS)
def test_the_part_of_the_time_is_in_words_and_true(tmp_path: Path, rows: int) -> None:
    trace = lanes_lesson(tmp_path, rows, 2).lanes_trace
    assert trace is not None
    said = LanesWords(trace, Frame.of_aspect(16 / 9), is_solid=False).compared()
    assert said == f"Same {rows * 3} steps. {PARTS[rows]}"
    assert trace.parallel_steps.exact * rows == trace.serial_steps.exact


# Where things stand ----------------------------------------------------------------------------


def texts(inks: list[Shown]) -> list[Shown]:
    return [s for s in inks if isinstance(s.ink, (Slots, Words))]


def copies(fault: str) -> bool:
    """A row's number and the copy that leaves it."""
    one, _, other = fault.split(":", maxsplit=1)[0].partition(" and ")
    return one == other and one.isdigit()


WIDE = [1, 2, 5, 9, 13, 100, 1000, 4096, 5000, 16384, 16385, 4 * 10**9, 10**12]


@pytest.mark.parametrize(
    ("seed", "size"), [*((k, (640, 360)) for k in range(12)), *((k, (640, 480)) for k in range(4))]
)
def test_nothing_touches_and_nothing_leaves_the_safe_area(
    tmp_path: Path, seed: int, size: tuple[int, int]
) -> None:
    frame, settings = Frame.of_aspect(size[0] / size[1]), RenderSettings(*size, 10)
    dice = random.Random(seed)  # noqa: S311
    shape = dice.randint(1, 8), dice.randint(1, 6)
    wide = [n for n in WIDE if n < 10**5 or size[0] / size[1] > 1.7]
    lesson = lanes_lesson(tmp_path, *shape, (dice.choice(wide), dice.choice(wide)), seed)
    faults: list[str] = []

    def at_rest(_: Beat, inks: list[Shown]) -> None:
        faults.extend(hand.outside(frame, inks))
        faults.extend(hand.too_close(texts(inks), 3 * PIXEL))

    def moving(_: LessonScene, inks: list[Shown]) -> None:
        faults.extend(hand.outside(frame, inks))
        faults.extend(f for f in hand.too_close(texts(inks), 0.0) if not copies(f))

    timeline = hand.walk(
        "gpu-lanes", lesson, each_frame=moving, beat_ends=at_rest, settings=settings
    )
    assert not faults
    for beat in timeline.beats:
        assert len(beat.caption.split()) <= MAX_WORDS
        assert len(beat.caption) <= 65


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_row_numbers_are_legible_on_hollow_and_on_solid_blocks(theme: Any) -> None:
    lesson = PAGE.with_display(theme=theme)

    def look(scene: Any) -> tuple[float, float]:
        strips = scene.lanes.serial
        ground = hex_to_rgb(scene.theme.background)
        number = strips.numbers[-1].rgb
        return contrast(number, ground), contrast(number, strips.solid[0].rgb)

    _, seen = watch(lesson, look)
    assert seen["strips"][-1][0] >= 4.5
    assert seen["one-lane"][-1][1] >= 4.5


# The field -------------------------------------------------------------------------------------


@given(data=st.data(), down=st.integers(1, 40))
def test_a_span_covers_its_squares_once_each(data: st.DataObject, down: int) -> None:
    last = data.draw(st.integers(0, 400))
    first = data.draw(st.integers(0, last))
    blocks = span(first, last, down)
    squares = [
        (column + c) * down + row + r
        for column, row, columns, rows in blocks
        for c in range(columns)
        for r in range(rows)
    ]
    assert sorted(squares) == list(range(first, last))
    assert len(blocks) <= 3


@given(
    lines=st.sampled_from([360, 480, 720, 1080, 2160]),
    lanes=st.integers(1, 20_000),
    rows=st.integers(1, 50_000),
)
def test_squares_are_whole_pixels_and_fill_columns(lines: int, lanes: int, rows: int) -> None:
    trace = replace(PAGE, lanes=Lanes(rows, lanes)).lanes_trace
    assert trace is not None
    pixel = 8 / lines
    plan = plan_field(trace, plan_lanes(trace, FRAME), FRAME, pixel)
    assert plan.down * plan.across >= lanes > plan.down * (plan.across - 1)
    assert 1 <= plan.last_busy <= plan.busy <= lanes
    assert (plan.waves - 1) * lanes + plan.last_busy == rows
    if plan.pitch >= 2 * pixel:
        assert abs(plan.pitch / pixel - round(plan.pitch / pixel)) < 1e-6
        assert abs(plan.left / pixel - round(plan.left / pixel)) < 1e-6
    assert plan.down * plan.pitch <= 5.7
    assert plan.left + plan.across * plan.pitch < plan.panel - 0.5


class Drawn(BeatRenderer):
    """Draws every frame into memory and keeps how long a play's frames took."""

    def __init__(self, beats: set[str]) -> None:
        super().__init__(lambda _: None)
        self.wanted = beats
        self.cost: dict[str, float] = {}

    def play(self, scene: Any, *args: Any, **kwargs: Any) -> None:
        beat = self.story[len(scene.beats)]
        self.segment = self if beat in self.wanted else None  # type: ignore[assignment]
        super().play(scene, *args, **kwargs)

    def _animate(self, scene: LessonScene, frames: int) -> None:
        start = time.process_time()
        super()._animate(scene, frames)
        if self.segment is not None and frames > 10:
            beat, spent = self.story[len(scene.beats)], (time.process_time() - start) / frames
            self.cost[beat] = max(spent, self.cost.get(beat, 0.0))

    def write(self, picture: NDArray[np.uint8], repeat: int = 1) -> None:
        self.picture = picture.copy()

    story: list[str] = []  # noqa: RUF012 (set by the test)


def draw(lesson: Lesson, beats: set[str], story: list[str]) -> Drawn:
    with tempconfig(manim_settings(MADE_OF_FRAMES, Path("unused"))):
        renderer = Drawn(beats)
        renderer.story = story
        load_scene(find_scenes()["gpu-lanes"])(lesson, Director(), renderer=renderer).render()
    return renderer


def test_4096_lanes_cost_at_most_half_as_much_again_as_four_and_can_be_counted(page: Told) -> None:
    story = [beat.name for beat in page.timeline.beats]
    drawn = draw(PAGE, {"side-by-side", "zoom", "field"}, story)
    assert drawn.cost["zoom"] <= 1.5 * drawn.cost["side-by-side"]
    assert drawn.cost["field"] <= 1.5 * drawn.cost["side-by-side"]
    assert min(drawn.cost.values()) > 0
    blue = drawn.picture[:, :320, 2] > 150
    for line in (blue[100], blue[:, 150]):
        assert int((np.diff(line.astype(int)) == 1).sum()) == 64


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        (1, "The weight is one small step, and so is the bias."),
        (3, "Each weight is one small step, and so is the bias."),
    ],
)
def test_a_layer_of_one_row_is_spoken_of_in_the_singular(
    tmp_path: Path, inputs: int, said: str
) -> None:
    timeline = hand.walk("gpu-lanes", lanes_lesson(tmp_path, 1, inputs))
    assert timeline.beats[0].caption == said


# What is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "inputs"), [(9, 3), (3, 7)])
def test_a_layer_too_large_to_see_every_step_is_refused(
    tmp_path: Path, rows: int, inputs: int
) -> None:
    with pytest.raises(LessonError, match=f"W has {rows} rows and {inputs} columns"):
        check_scene("gpu-lanes", lanes_lesson(tmp_path, rows, inputs), 16 / 9)


def test_a_square_frame_is_refused_since_time_runs_to_the_right() -> None:
    with pytest.raises(LessonError, match=r"resolution: a frame 1\.00 times as wide as high"):
        check_scene("gpu-lanes", PAGE, 1.0)


def test_counts_too_long_for_a_narrow_frame_are_refused_and_fit_a_wide_one(tmp_path: Path) -> None:
    lesson = lanes_lesson(tmp_path, 4, 3, (10**12, 1))
    with pytest.raises(LessonError, match="rows = 1,000,000,000,000, lanes = 1;"):
        check_scene("gpu-lanes", lesson, 4 / 3)
    assert "1 lane, a square each" in check_scene("gpu-lanes", lesson, 16 / 9)


def test_check_says_how_the_lanes_are_drawn(tmp_path: Path) -> None:
    assert check_scene("gpu-lanes", PAGE, 16 / 9) == (
        "16 blocks, 0.4 s a tick; then 4,096 lanes, a square each"
    )
    billions = lanes_lesson(tmp_path, 4, 3, (4 * 10**9, 4 * 10**9))
    assert check_scene("gpu-lanes", billions, 16 / 9).endswith("one solid field")
