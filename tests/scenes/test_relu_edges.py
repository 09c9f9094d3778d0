"""Where the relu clip begins, and what `check` says of it."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import default_lesson
from anim_lib.render.settings import RenderSettings
from anim_lib.stage.checks import check_scene
from anim_lib.stage.frame import Frame
from anim_lib.stage.ink import Number
from tests.scenes.relu_told import FRAME, SIZES, WIDE, layer, mixed, planned, tell
from tests.stage import stagehand as hand
from tests.stage.stagehand import PIXEL, Shown

TALL, SQUARE = 9 / 16, 1.0


@pytest.mark.parametrize(
    "lesson",
    [
        default_lesson(),
        layer(["1", "-2.5", "3e5"], "leaky_relu"),
        layer(["1"] * 8, "tanh"),
        layer(mixed(12)),
        layer(mixed(64), "gelu"),
    ],
    ids=["page", "leaky", "eight", "blocks", "counted"],
)
@pytest.mark.parametrize("size", [SIZES[0], SIZES[2], SIZES[4]], ids=["wide", "square", "tall"])
def test_nothing_jumps_at_the_cut_from_the_layer_s_clip(
    lesson: Lesson, size: tuple[int, int]
) -> None:
    settings, frame = RenderSettings(*size, 10), Frame.of_aspect(size[0] / size[1])
    ends: list[list[Shown]] = []
    starts: list[list[Shown]] = []

    def first(_: object, inks: list[Shown]) -> None:
        if not starts:
            starts.append(inks)

    hand.walk("dense-layer", lesson, beat_ends=lambda _, inks: ends.append(inks), settings=settings)
    hand.walk("relu", lesson, each_frame=first, settings=settings)
    before, after = in_order(ends[-1], frame), in_order(starts[0], frame)
    assert [s.words for s in before] == [s.words for s in after]
    for one, other in zip(before, after, strict=True):
        assert np.abs(np.subtract(one.box, other.box)).max() < PIXEL
        assert one.ink.rgb == pytest.approx(other.ink.rgb)


def in_order(inks: list[Shown], frame: Frame = FRAME) -> list[Shown]:
    """All but the caption, which changes."""
    stage = [s for s in inks if s.box[1] > frame.caption_baseline + 0.5]
    return sorted(stage, key=lambda s: (s.words, *(round(edge, 3) for edge in s.box)))


@pytest.mark.parametrize("size", [SIZES[0], SIZES[4]], ids=["wide", "tall"])
@pytest.mark.parametrize("count", [4, 12, 64])
def test_the_sums_of_the_layer_s_table_are_carried_over(count: int, size: tuple[int, int]) -> None:
    told = tell(layer(mixed(count)), size)
    stage = told.stage
    assert stage.layer is not None
    carried = stage.layer.carried.sums
    shown = {line.row for line in stage.table.plan.lines}
    assert set(carried) <= shown
    assert all(stage.table.sums[row] is ink for row, ink in carried.items())
    last = {id(s.ink): s for s in told.pictures[-1].inks if isinstance(s.ink, Number)}
    for row in shown:
        ink = stage.table.sums[row]
        line = stage.table.lines[row]
        assert ink.home[:2] == pytest.approx([line.block.sums, line.y])
        low, high = last[id(ink)].box[1], last[id(ink)].box[3]
        assert high - low == pytest.approx(stage.table.plan.h, rel=0.2)


def test_without_a_table_of_the_layer_the_clip_opens_on_the_sums() -> None:
    lesson = layer(["-0.180000001", "123456.25", "-3"], "gelu", 6)
    assert planned(lesson, SQUARE).layer is None
    assert "it opens on the sums" in check_scene("relu", lesson, SQUARE)
    first = tell(lesson, (360, 360)).pictures[0]
    assert {name for name in first.numbers if name.startswith("relu.z")} == set(first.numbers)


# What check says ---------------------------------------------------------------------------


def test_eight_equal_sums_share_one_label_that_is_a_range() -> None:
    assert "1 label stands for several rows" in check_scene("relu", layer(["1.5"] * 8), WIDE)


def test_check_says_where_the_points_start() -> None:
    assert "4 points on the diagonal beside" in check_scene("relu", default_lesson(), WIDE)
    assert "one point on the axis of sums" in check_scene("relu", layer(["2"], "tanh"), WIDE)
    assert "1 label stands for several rows" in check_scene("relu", layer(["1", "1"]), WIDE)
    assert "4 points on the diagonal above" in check_scene("relu", default_lesson(), TALL)


def test_check_says_which_rows_are_shown_and_why() -> None:
    assert check_scene("relu", layer(mixed(64)), WIDE) == (
        "64 points on the diagonal beside the table of sums; "
        "64 rows: counted, rows 1, 2, 3 and 64 shown, since more than 16"
    )
    assert check_scene("relu", layer(mixed(12)), WIDE) == (
        "12 points on the diagonal beside the table of sums; 12 rows in two blocks; "
        "no row numbers beside the points: more than 8 rows"
    )
    said = check_scene("relu", layer(mixed(16)), SQUARE)
    assert "16 rows: counted, rows 1, 2, 3 and 16 shown, since no room for a line each" in said


def test_check_of_the_clip_needs_no_manim() -> None:
    code = (
        "import sys; from anim_lib.stage.checks import check_scene;"
        "from anim_lib.lesson.load import default_lesson;"
        "print(check_scene('relu', default_lesson(), 16 / 9), 'manim' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("4 points on the diagonal")
    assert ran.stdout.strip().endswith("False")
