from __future__ import annotations

from pathlib import Path

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from anim_lib.render.segment import SegmentEncoder, count_frames

WIDTH, HEIGHT, FPS = 96, 64, 10


def plain(red: int, green: int, blue: int) -> NDArray[np.uint8]:
    picture = np.empty((HEIGHT, WIDTH, 4), np.uint8)
    picture[:] = (red, green, blue, 255)
    return picture


def encode(target: Path, *pictures: tuple[NDArray[np.uint8], int]) -> None:
    encoder = SegmentEncoder(target, WIDTH, HEIGHT, FPS)
    for picture, repeat in pictures:
        encoder.write(picture, repeat)
    encoder.finish()


def test_a_held_picture_lasts_its_frames_and_starts_on_a_key_frame(tmp_path: Path) -> None:
    target = tmp_path / "beat.mp4"
    encode(target, (plain(20, 20, 30), 7), (plain(200, 20, 30), 1))
    with av.open(str(target)) as video:
        frames = list(video.decode(video=0))
    assert len(frames) == 8 == count_frames(target)
    assert [frame.key_frame for frame in frames] == [True] + 7 * [False]
    assert {frame.format.name for frame in frames} == {"yuv420p"}


@pytest.mark.parametrize(
    "rgb", [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255), (0, 0, 0), (90, 160, 255)]
)
def test_colours_are_stored_by_the_bt709_matrix_in_tv_range(
    tmp_path: Path, rgb: tuple[int, int, int]
) -> None:
    target = tmp_path / "beat.mp4"
    encode(target, (plain(*rgb), 1))
    with av.open(str(target)) as video:
        frame = next(video.decode(video=0))
    planes = [
        np.frombuffer(bytes(plane), np.uint8)[plane.line_size * 8 + 8] for plane in frame.planes
    ]
    red, green, blue = (channel / 255 for channel in rgb)
    luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue  # ITU-R BT.709-6, item 3.2
    expected = [
        16 + 219 * luma,
        128 + 224 * (blue - luma) / 1.8556,
        128 + 224 * (red - luma) / 1.5748,
    ]
    assert [int(value) for value in planes] == pytest.approx(expected, abs=1.5)
    tags = (frame.color_primaries, frame.color_trc, frame.colorspace, frame.color_range)
    assert [int(tag) for tag in tags] == [1, 1, 1, 1]


def test_the_same_frames_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one.mp4", "two.mp4"):
        encode(tmp_path / name, (plain(1, 2, 3), 5), (plain(3, 200, 1), 2))
    assert (tmp_path / "one.mp4").read_bytes() == (tmp_path / "two.mp4").read_bytes()


def test_the_file_appears_only_when_it_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "beat.mp4"
    encoder = SegmentEncoder(target, WIDTH, HEIGHT, FPS)
    encoder.write(plain(1, 2, 3))
    assert not target.exists()
    encoder.abort()
    assert list(tmp_path.iterdir()) == []


def test_half_a_file_is_no_segment(tmp_path: Path) -> None:
    target = tmp_path / "beat.mp4"
    encode(target, (plain(1, 2, 3), 9))
    whole = target.read_bytes()
    target.write_bytes(whole[: len(whole) // 2])
    assert count_frames(target) is None
    assert count_frames(tmp_path / "none.mp4") is None
