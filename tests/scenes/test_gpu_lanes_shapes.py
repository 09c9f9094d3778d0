"""Layers of any shape in frames of any shape: what is drawn, counted in a line or swept through."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anim_lib.lesson.lesson import Lesson
from anim_lib.nn.lanes import trace_lanes
from anim_lib.render.settings import RenderSettings
from anim_lib.stage.caption import MAX_WORDS, caption_fits
from anim_lib.stage.cells import rounded
from anim_lib.stage.checks import check_scene
from anim_lib.stage.frame import Frame
from anim_lib.stage.lanes_plan import PIXEL, plan_lanes
from anim_lib.stage.lesson_scene import LessonScene
from anim_lib.timeline import Beat
from tests.scenes.lanes_told import FPS, boxes, copies, jumps, lanes_lesson, tell, texts, watch
from tests.stage import stagehand as hand
from tests.stage.stagehand import Shown

FRAMES = [(640, 360), (480, 360), (450, 360), (360, 360), (360, 450), (360, 640)]
POINTS = len(rounded(np.array([[0.0, 0.0, 1.0, 1.0]])))  # of one box
WIDE = [1, 2, 5, 9, 13, 100, 1000, 4096, 5000, 16384, 16385, 4 * 10**9, 10**12]


# Where things stand --------------------------------------------------------------------------


def faults_of(lesson: Lesson, size: tuple[int, int]) -> list[str]:
    """What leaves the safe area or comes too close, at rest and in movement."""
    frame, faults = Frame.of_aspect(size[0] / size[1]), []

    def at_rest(_: Beat, inks: list[Shown]) -> None:
        faults.extend(hand.outside(frame, inks))
        faults.extend(hand.too_close(texts(inks), 3 * hand.PIXEL))

    def moving(_: LessonScene, inks: list[Shown]) -> None:
        faults.extend(hand.outside(frame, inks))
        faults.extend(f for f in hand.too_close(texts(inks), 0.0) if not copies(f))

    timeline = hand.walk(
        "gpu-lanes",
        lesson,
        each_frame=moving,
        beat_ends=at_rest,
        settings=RenderSettings(*size, 10),
    )
    faults += [beat.caption for beat in timeline.beats if not caption_fits(beat.caption, frame)]
    assert timeline.duration <= 40
    assert all(len(beat.caption.split()) <= MAX_WORDS for beat in timeline.beats)
    return faults


@pytest.mark.parametrize("size", FRAMES)
@pytest.mark.parametrize("seed", range(2))
def test_nothing_touches_and_nothing_leaves_the_safe_area(
    tmp_path: Path, seed: int, size: tuple[int, int]
) -> None:
    dice = random.Random(seed * 10 + FRAMES.index(size))  # noqa: S311
    shape = dice.choice([1, 2, 4, 6, 8, dice.randint(9, 64)]), dice.choice([1, 3, 6, 16, 64])
    wide = dice.choice(WIDE), dice.choice(WIDE)
    assert not faults_of(lanes_lesson(tmp_path, *shape, wide, seed), size)


@pytest.mark.parametrize(("shape", "size"), [((1000, 2), (640, 360)), ((3, 784), (360, 640))])
def test_thousands_of_rows_or_inputs_are_shown(
    tmp_path: Path, shape: tuple[int, int], size: tuple[int, int]
) -> None:
    assert not faults_of(lanes_lesson(tmp_path, *shape, (10**12, 10**12)), size)


# What is drawn -------------------------------------------------------------------------------


@settings(deadline=None)
@given(
    rows=st.one_of(st.integers(1, 64), st.integers(65, 60_000)),
    inputs=st.one_of(st.integers(1, 64), st.integers(65, 60_000)),
    size=st.sampled_from(FRAMES),
    pixel=st.sampled_from([8 / 64, 8 / 360, 8 / 1080]),
)
def test_a_piece_is_never_drawn_smaller_than_can_be_seen(
    rows: int, inputs: int, size: tuple[int, int], pixel: float
) -> None:
    frame = Frame.of_aspect(size[0] / size[1])
    plan = plan_lanes(trace_lanes(rows, inputs, 1, 1), frame, pixel)
    row, total = plan.steps * plan.pitch, plan.rows * plan.steps
    assert plan.left + total * plan.pitch <= frame.safe_x + 1e-9
    least = {"block": plan.pitch / (4 * PIXEL), "row": row / (3 * PIXEL), "all": 1.0}
    assert least[plan.axis.grain] >= 1 - 1e-9 or rows == 1
    if plan.axis.grain == "all":
        assert row < 3 * PIXEL
    assert plan.end_of(plan.steps) - plan.left >= 2 * PIXEL - 1e-9 - plan.gap / 2
    assert plan.shown == (tuple(range(rows)) if rows <= 6 else plan.shown)
    assert len(plan.shown) + plan.hidden == rows
    assert plan.shown[-1] == rows - 1
    assert rows <= 8 or plan.shown == (0, 1, 2, rows - 1)


@pytest.mark.parametrize(("rows", "inputs"), [(64, 64), (12, 3), (16, 6), (5, 300)])
def test_one_lane_is_filled_by_all_rows_and_the_lanes_together_end_at_the_same_scale(
    tmp_path: Path, rows: int, inputs: int
) -> None:
    lesson = lanes_lesson(tmp_path, rows, inputs)

    def ends(scene: Any) -> tuple[float, float, int]:
        lanes = scene.lanes
        one = np.concatenate([boxes(scene, ink) for ink in lanes.serial.solid])
        many = np.concatenate([boxes(scene, ink) for ink in lanes.parallel.solid])
        left = scene.lanes.plan.left
        reach = [float(b[:, 1].max()) if len(b) else float(left) for b in (one, many)]
        return reach[0], reach[1], len(one)

    scenes: list[Any] = []

    def look(scene: Any) -> tuple[float, float, int]:
        scenes.append(scene)
        return ends(scene)

    _, seen = watch(lesson, look)
    plan = scenes[0].lanes.plan
    gap = plan.gap
    one, _, pieces = seen["one-lane"][-1]
    many = seen["side-by-side"][-1][1]
    assert one == pytest.approx(plan.left + rows * plan.steps * plan.pitch - gap)
    assert many == pytest.approx(plan.left + plan.steps * plan.pitch - gap)
    parts = rows * (inputs + 1) if plan.axis.grain == "block" else rows
    assert pieces in (parts, 2 * rows)
    # The front runs evenly: as far as it is, so many ticks are over, in both runs alike.
    fronts = [reach for reach, _, _ in seen["one-lane"]]
    moving = list(jumps([round(1000 * x) for x in fronts]))
    seconds = (moving[-1] - moving[0]) / FPS
    assert seconds == pytest.approx(rows * plan.steps * plan.tick, abs=0.5)


def test_hidden_rows_are_named_and_counted(tmp_path: Path) -> None:
    told = tell(lanes_lesson(tmp_path, 64, 64))
    at_end = {name: [s.words for s in texts(inks)] for name, inks in told.ends.items()}
    lanes = at_end["compare"]
    assert {"1", "2", "3", "64", "64 lanes", "⋮ 60 more lanes"} <= set(lanes)
    assert "4,160" in lanes
    assert "65" in lanes
    says = {beat.name: beat.caption for beat in told.timeline.beats}
    assert says["one-lane"] == "One step per tick; each bar is one row of 65 steps."
    assert says["compare"] == "Same 4,160 steps in 65 ticks."
    assert "⋮ 60 more rows" in at_end["table"]


def test_an_end_that_cannot_be_drawn_where_it_is_is_said_to_be(tmp_path: Path) -> None:
    told = tell(lanes_lesson(tmp_path, 1000, 3))
    says = {beat.name: beat.caption for beat in told.timeline.beats}
    assert says["one-lane"] == "One step per tick: 4,000 ticks in one sweep."
    assert "not to scale" in [s.words for s in texts(told.ends["compare"])]
    assert "not to scale" not in [
        s.words for s in texts(tell(lanes_lesson(tmp_path, 64, 3)).ends["compare"])
    ]


def test_blocks_come_from_the_places_of_their_numbers(tmp_path: Path) -> None:
    """A hidden column's blocks all start around its dots, a shown one's around its number."""
    lesson = lanes_lesson(tmp_path, 4, 20)

    def starts(scene: Any) -> list[tuple[float, float]]:
        points = scene.lanes.early.hollow[0].points
        each = points.reshape(-1, POINTS, 3)[:, :, 0]  # boxes that lie on one another count apart
        return list(zip(each.min(axis=1), each.max(axis=1), strict=True))

    kept: list[Any] = []

    def look(scene: Any) -> list[tuple[float, float]]:
        kept.append(scene)
        return starts(scene)

    _, seen = watch(lesson, look)
    table = kept[0].lanes.table.table
    spans = {(round(a, 3), round(b, 3)) for a, b in seen["table"][-1]}
    assert len(seen["table"][-1]) == 4 * 20
    middles = sorted((a + b) / 2 for a, b in spans)
    drawn = sorted(
        (min(row[k].box()[0] for row in table.cells) + max(row[k].box()[2] for row in table.cells))
        / 2
        for k in range(len(table.content.header))
    )
    assert middles == pytest.approx(drawn, abs=0.01)
    assert len(table.content.header) < 20


# What is said of it --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ((8, 8), "72 blocks in one sweep of 4.5 s"),
        ((64, 64), "4,160 steps in one sweep of 4.5 s, too many for a block each: a bar for each"),
        ((1000, 1), "lanes 1, 2, 3 and 1,000 are shown, 996 are counted in a line; the end of the"),
    ],
)
def test_check_says_the_form_and_why(tmp_path: Path, shape: tuple[int, int], said: str) -> None:
    assert said in check_scene("gpu-lanes", lanes_lesson(tmp_path, *shape), 16 / 9)


@pytest.mark.parametrize("size", FRAMES)
def test_every_frame_is_served(tmp_path: Path, size: tuple[int, int]) -> None:
    said = check_scene("gpu-lanes", lanes_lesson(tmp_path, 4, 3), size[0] / size[1])
    assert said == "16 blocks, 0.4 s a tick; then 4,096 lanes, a square each"
