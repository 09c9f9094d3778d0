"""A stage without a background: what is drawn keeps its colour, all around it is nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import av
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from anim_lib.export.webm import write_webm
from anim_lib.lesson.lesson import Lesson
from anim_lib.render.alpha_segment import AlphaSegmentEncoder, straight
from anim_lib.render.clip import Clip
from anim_lib.render.engine import render_clip
from anim_lib.render.registry import SceneInfo
from anim_lib.render.segment import count_frames
from anim_lib.render.settings import RenderSettings

SQUARE = (255, 200, 0)  # of the little story, as it is drawn


@given(st.tuples(*[st.integers(0, 255)] * 4))
def test_colours_survive_premultiplying_as_far_as_eight_bits_tell(
    rgba: tuple[int, int, int, int],
) -> None:
    *colour, alpha = rgba
    premultiplied = [round(channel * alpha / 255) for channel in colour]
    found = straight(np.array([[[*premultiplied, alpha]]], np.uint8))[0, 0]
    assert found[3] == alpha
    if alpha:
        assert np.abs(found[:3].astype(int) - colour).max() <= np.ceil(128 / alpha)
    else:
        assert found[:3].tolist() == [0, 0, 0]


def test_a_segment_loses_nothing(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    first = rng.integers(0, 256, (32, 48, 4), np.uint8)
    first[..., :3] = np.minimum(first[..., :3], first[..., 3:])  # premultiplied
    second = first.copy()
    second[:16] = 0
    encoder = AlphaSegmentEncoder(tmp_path / "beat.mov", 48, 32, 10)
    encoder.write(first, 3)
    encoder.write(second)
    encoder.finish()
    assert count_frames(tmp_path / "beat.mov") == 4
    with av.open(str(tmp_path / "beat.mov")) as video:
        frames = [frame.to_ndarray(format="rgba") for frame in video.decode(video=0)]
    for frame, expected in zip(frames, [first, first, first, second], strict=True):
        assert np.array_equal(frame, straight(expected))


@pytest.fixture
def clear(tiny: RenderSettings) -> RenderSettings:
    return replace(tiny, transparent=True)


def decoded_by_libvpx(path: Path) -> list[NDArray[np.uint8]]:
    """RGBA pictures: FFmpeg's own decoder does not see VP9's alpha, libvpx does."""
    decoder = av.CodecContext.create("libvpx-vp9", "r")
    found = []
    with av.open(str(path)) as video:
        for packet in video.demux(video=0):
            found += decoder.decode(packet if packet.size else None)
    assert {frame.format.name for frame in found} == {"yuva420p"}
    return [frame.to_ndarray(format="rgba").astype(np.uint8) for frame in found]


def test_webm_holds_the_square_and_nothing_around_it(
    story: SceneInfo, lesson: Lesson, clear: RenderSettings, tmp_path: Path
) -> None:
    with render_clip(story, lesson, clear, jobs=1) as master:
        assert {segment.suffix for segment in master.segments} == {".mov"}
        write_webm(master, tmp_path / "clip.webm")
    pictures = decoded_by_libvpx(tmp_path / "clip.webm")
    assert len(pictures) == master.timeline.frames
    for picture in (pictures[0], pictures[-1]):
        assert picture.shape == (90, 160, 4)
        assert picture[:12, :12].max(axis=(0, 1))[3] <= 2
    middle = pictures[0][40:50, 75:85].astype(int)  # the square begins in the middle
    assert np.abs(middle[..., :3] - SQUARE).max() <= 8
    assert middle[..., 3].min() >= 253
    assert pictures[-1][40:50, 75:85, 3].max() <= 2  # and has gone right


def test_a_transparent_clip_is_another_clip(
    story: SceneInfo, lesson: Lesson, tiny: RenderSettings, clear: RenderSettings
) -> None:
    plain, other = (Clip.of(story, lesson, settings) for settings in (tiny, clear))
    assert plain.story == other.story
    assert plain.inputs != other.inputs
