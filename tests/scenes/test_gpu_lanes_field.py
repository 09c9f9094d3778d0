"""The wide machine's field: its squares, its cost, and where everything stands."""

from __future__ import annotations

import itertools
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from manim import tempconfig
from numpy.typing import NDArray

from anim_lib.lesson.lesson import Lanes, Lesson
from anim_lib.render.registry import find_scenes
from anim_lib.render.renderer import BeatRenderer
from anim_lib.render.scene_loading import load_scene
from anim_lib.render.worker import manim_settings
from anim_lib.stage.field_plan import outline, plan_field, span, square
from anim_lib.stage.frame import Frame
from anim_lib.stage.lanes_plan import plan_lanes
from anim_lib.stage.lesson_scene import Director, LessonScene
from tests.scenes.lanes_told import MADE_OF_FRAMES, PAGE, tell

FRAME = Frame.of_aspect(16 / 9)


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
    assert plan.left + plan.across * plan.pitch < plan.panel.rows[0] - 0.5


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


def test_4096_lanes_cost_at_most_half_as_much_again_as_four_and_can_be_counted() -> None:
    story = [beat.name for beat in tell(PAGE).timeline.beats]
    drawn = draw(PAGE, {"side-by-side", "zoom", "field"}, story)
    assert drawn.cost["zoom"] <= 1.5 * drawn.cost["side-by-side"]
    assert drawn.cost["field"] <= 1.5 * drawn.cost["side-by-side"]
    assert min(drawn.cost.values()) > 0
    blue = drawn.picture[:, :320, 2] > 150
    for line in (blue[100], blue[:, 150]):
        assert int((np.diff(line.astype(int)) == 1).sum()) == 64


@given(count=st.integers(1, 300), down=st.integers(1, 40))
def test_the_outline_goes_around_its_squares_and_no_others(count: int, down: int) -> None:
    grid = (0.0, 0.0, 1.0, 0.2)
    corners = outline(count, down, grid)
    xs, ys = zip(*corners, strict=True)
    twice = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in itertools.pairwise(corners))
    columns, rest = divmod(count, down)
    assert abs(abs(twice) / 2 - count) < 1e-6  # a square and its gap is one
    last = square(count - 1, down, grid)
    assert min(xs) < last[0] < last[2] < max(xs)
    assert min(ys) < last[1] < last[3] < max(ys)
    assert len(corners) == (7 if columns and rest else 5)
