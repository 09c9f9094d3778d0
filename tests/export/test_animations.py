from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageSequence

from anim_lib.export.gif import write_gif
from anim_lib.export.webp import write_webp
from anim_lib.render.segment import SegmentEncoder
from anim_lib.timeline import Beat, Master, Timeline
from tests.export.conftest import COLOURS, FPS, HEIGHT, WIDTH

WRITERS = {"gif": write_gif, "webp": write_webp}


@pytest.fixture(params=sorted(WRITERS))
def suffix(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def write(suffix: str) -> Callable[[Master, Path], None]:
    return WRITERS[suffix]


def played(path: Path) -> list[tuple[float, NDArray[np.int64]]]:
    """How long each picture stands, in seconds, and the picture."""
    with Image.open(path) as animation:
        found = []
        for picture in ImageSequence.Iterator(animation):
            pixels = np.asarray(picture.convert("RGB")).astype(int)
            found.append((picture.info["duration"] / 1000, pixels))  # known once it is decoded
        return found


def test_still_beats_are_a_picture_each_in_their_colours_and_times(
    master: Master, tmp_path: Path, suffix: str, write: Callable[[Master, Path], None]
) -> None:
    write(master, tmp_path / f"clip.{suffix}")
    pictures = played(tmp_path / f"clip.{suffix}")
    assert len(pictures) in (3, 4)  # the last one may come once more, at its time
    for (_, picture), colour in zip(pictures, [*COLOURS, COLOURS[-1]], strict=False):
        assert picture.shape == (HEIGHT, WIDTH, 3)
        assert np.abs(picture - colour).max() <= 8
    ends = np.cumsum([seconds for seconds, _ in pictures])
    assert ends[:2] == pytest.approx([7 / FPS, 8 / FPS], abs=0.006)
    assert ends[-1] == pytest.approx(29 / FPS, abs=0.09)


def test_it_repeats_for_ever(
    master: Master, tmp_path: Path, suffix: str, write: Callable[[Master, Path], None]
) -> None:
    write(master, tmp_path / f"clip.{suffix}")
    with Image.open(tmp_path / f"clip.{suffix}") as animation:
        assert animation.info["loop"] == 0


def moving(folder: Path, width: int, height: int, fps: int, seconds: int) -> Master:
    """A master in which a bar runs across, a step a frame."""
    encoder = SegmentEncoder(folder / "run.mp4", width, height, fps)
    for number in range(fps * seconds):
        picture = np.full((height, width, 4), (20, 24, 40, 255), np.uint8)
        picture[:, number * 4 : number * 4 + 24] = (255, 200, 0, 255)
        encoder.write(picture)
    encoder.finish()
    beats = (Beat("run", "It runs.", 0, fps * seconds),)
    timeline = Timeline("run", "Run", "my", fps, width, height, beats)
    return Master(timeline, (encoder.target,), "a", "b")


@pytest.mark.parametrize(("suffix", "pace", "width"), [("gif", 12.5, 640), ("webp", 15, 960)])
def test_what_moves_is_thinned_and_made_small(
    tmp_path: Path, suffix: str, pace: float, width: int
) -> None:
    master = moving(tmp_path, 1280, 64, 60, 2)
    WRITERS[suffix](master, tmp_path / f"run.{suffix}")
    pictures = played(tmp_path / f"run.{suffix}")
    assert abs(len(pictures) - 2 * pace) <= 2
    assert {picture.shape for _, picture in pictures} == {(width // 20, width, 3)}
    assert sum(seconds for seconds, _ in pictures) == pytest.approx(2, abs=0.1)


def test_two_writings_give_the_same_bytes(
    master: Master, tmp_path: Path, write: Callable[[Master, Path], None]
) -> None:
    for name in ("one", "two"):
        write(master, tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
