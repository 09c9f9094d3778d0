"""One block for every step and one tick for every block, seen frame by frame."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from anim_lib.stage.lanes_plan import tick_labels, tick_seconds
from anim_lib.stage.theme import contrast, hex_to_rgb
from tests.scenes.lanes_told import FPS, PAGE, boxes, finished, jumps, lanes_lesson, watch
from tests.stage.stagehand import PIXEL


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


@given(ticks=st.one_of(st.integers(2, 60), st.integers(61, 200_000)))
def test_no_run_is_longer_than_seven_seconds(ticks: int) -> None:
    seconds = tick_seconds(ticks)
    assert ticks * seconds <= 6.5
    assert seconds == 0.4 or ticks * 0.4 > 6.5
    assert ticks > 65 or round(seconds * FPS, 6).is_integer()
    assert ticks <= 65 or ticks * seconds == pytest.approx(4.5)


@given(rows=st.integers(1, 3000), steps=st.integers(2, 800), length=st.floats(5.0, 23.0))
def test_tick_numbers_keep_apart_and_name_both_ends(rows: int, steps: int, length: float) -> None:
    """The end of the first row is where all lanes end, the last tick is where one lane does."""
    ticks = rows * steps
    pitch = length / ticks
    labels = tick_labels(ticks, steps, pitch)
    assert {steps, ticks} <= set(labels) <= set(range(1, ticks + 1))
    widest = 0.19 * len(str(ticks))
    apart = np.diff(labels) * pitch
    assert all(distance >= widest + 0.1 for distance in apart)


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


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_row_numbers_are_legible_on_hollow_and_on_solid_blocks(theme: Any) -> None:
    lesson = PAGE.with_display(theme=theme)

    def look(scene: Any) -> tuple[float, float]:
        strips, numbers = scene.lanes.serial, list(scene.lanes.axis_numbers.values())
        ground = hex_to_rgb(scene.theme.background)
        number = numbers[-1].rgb
        return contrast(number, ground), contrast(number, strips.solid[0].rgb)

    _, seen = watch(lesson, look)
    assert seen["strips"][-1][0] >= 4.5
    assert seen["one-lane"][-1][1] >= 4.5
