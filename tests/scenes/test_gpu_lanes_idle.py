"""Lanes without a row look idle, and nothing is said of them that only busy lanes do."""

from __future__ import annotations

from pathlib import Path

import pytest

from anim_lib.render.settings import RenderSettings
from anim_lib.stage.cells import Cells
from anim_lib.stage.field import Field
from anim_lib.stage.ink import Words
from anim_lib.stage.lesson_scene import LessonScene
from anim_lib.stage.theme import Role
from tests.scenes.lanes_told import lanes_lesson, tell
from tests.stage import stagehand as hand


def ended(folder: Path, wide: tuple[int, int], rows: int = 4) -> Field:
    fields: list[Field] = []

    def keep(scene: LessonScene, _: object) -> None:
        fields.append(scene.lanes.field)  # type: ignore[attr-defined]

    hand.walk("gpu-lanes", lanes_lesson(folder, rows, 3, wide), each_frame=keep)
    return fields[-1]


@pytest.mark.parametrize("wide", [(12, 5), (30, 4), (1_000_000, 1024), (3, 8)])
def test_the_clip_ends_with_as_many_lit_lanes_as_the_last_wave_has_rows(
    tmp_path: Path, wide: tuple[int, int]
) -> None:
    field = ended(tmp_path, wide)
    rows, lanes = wide
    lit = sum(
        last - first
        for name, (first, last) in field.spans.items()
        if last > first and field.squares[name].rgb == pytest.approx(field.bright)
    )
    assert lit == rows - (-(-rows // lanes) - 1) * lanes
    quiet = {field.squares[n].rgb for n, (a, b) in field.spans.items() if b > a} - {field.bright}
    assert len(quiet) <= 1  # who is done early is as idle as who never had a row


@pytest.mark.parametrize("wide", [(4, 4), (2, 1), (9, 3)])
def test_a_box_around_the_whole_field_is_not_drawn(tmp_path: Path, wide: tuple[int, int]) -> None:
    assert ended(tmp_path, wide).box.alpha == 0
    assert ended(tmp_path, (64, 64)).box.alpha == 1


def words(folder: Path, wide: tuple[int, int], rows: int = 4) -> set[str]:
    told = tell(lanes_lesson(folder, rows, 3, wide))
    captions = {beat.caption for beat in told.timeline.beats}
    shown = {s.ink.words for inks in told.ends.values() for s in inks if isinstance(s.ink, Words)}
    return shown | captions


@pytest.mark.parametrize(
    ("wide", "says"),
    [
        ((4096, 4096), "in every lane"),
        ((8192, 4096), "in every lane"),
        ((12, 5), "in every busy lane"),
        ((3, 8), "in every busy lane"),
        ((1, 4), "in the busy lane"),
        ((2, 1), "in the lane"),
    ],
)
def test_every_lane_is_said_only_where_none_is_idle(
    tmp_path: Path, wide: tuple[int, int], says: str
) -> None:
    assert {word for word in words(tmp_path, wide) if word.startswith("in ")} == {says}


def test_one_lane_is_not_said_to_work_side_by_side(tmp_path: Path) -> None:
    said = words(tmp_path, (2, 1))
    assert {"ticks on one lane", "More lanes, fewer ticks."} <= said
    assert not any("side by side" in word or "never" in word for word in said)


def test_a_machine_of_the_layer_s_own_size_is_the_same_one(tmp_path: Path) -> None:
    assert "The same 6 rows on 6 lanes, a square each." in words(tmp_path, (6, 6), rows=6)
    assert "Now 7 rows on 6 lanes." in words(tmp_path, (7, 6), rows=6)


def test_short_bars_lie_on_no_track_that_reads_as_what_is_left_to_do(tmp_path: Path) -> None:
    grounds: list[int] = []

    def look(_: object, inks: list[hand.Shown]) -> None:
        grounds.extend(s.ink.role == Role.BAND for s in inks if isinstance(s.ink, Cells))

    hand.walk("gpu-lanes", lanes_lesson(tmp_path, 64, 64), beat_ends=look)
    assert grounds
    assert not any(grounds)


def test_a_list_of_waves_is_never_parted(tmp_path: Path) -> None:
    lesson = lanes_lesson(tmp_path, 4, 3, (1_000_000, 1024))
    pictures: list[list[hand.Shown]] = []
    hand.walk(
        "gpu-lanes",
        lesson,
        beat_ends=lambda _, inks: pictures.append(inks),
        settings=RenderSettings(360, 360, 10),
    )
    said = {s.words for s in pictures[-1]}
    assert {"977", "waves", "in busy lanes"} <= said
    assert "…" not in said
    number, word = (next(s for s in pictures[-1] if s.words == w) for w in ("977", "waves"))
    assert number.box[1] == pytest.approx(word.box[1], abs=0.05)
