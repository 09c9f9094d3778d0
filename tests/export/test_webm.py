from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from anim_lib.export.webm import write_webm
from anim_lib.timeline import Master
from tests.export.conftest import COLOURS


@pytest.fixture
def movie(master: Master, tmp_path: Path) -> Path:
    write_webm(master, tmp_path / "clip.webm")
    return tmp_path / "clip.webm"


def test_every_frame_is_there_at_its_time_and_in_its_colour(master: Master, movie: Path) -> None:
    with av.open(str(movie)) as video:
        assert video.streams.video[0].codec_context.name == "vp9"
        frames = list(video.decode(video=0))
    assert len(frames) == master.timeline.frames == 29
    for number, frame in enumerate(frames):
        assert frame.pts is not None
        assert frame.time_base is not None
        moment = Fraction(number, 12)
        assert abs(frame.pts * frame.time_base - moment) <= Fraction(1, 2000)  # whole milliseconds
        beat = sum(number >= beat.end_frame for beat in master.timeline.beats)
        pixels = frame.to_ndarray(format="rgb24").reshape(-1, 3).astype(int)
        assert np.abs(pixels - COLOURS[beat]).max() <= 6


def test_each_beat_starts_on_a_key_frame(master: Master, movie: Path) -> None:
    with av.open(str(movie)) as video:
        packets = [packet for packet in video.demux(video=0) if packet.pts is not None]
    keys = [number for number, packet in enumerate(packets) if packet.is_keyframe]
    assert keys == [beat.start_frame for beat in master.timeline.beats]


def test_colours_are_tagged_bt709_and_chapters_are_the_beats(master: Master, movie: Path) -> None:
    with av.open(str(movie)) as video:
        context = video.streams.video[0].codec_context
        assert [int(context.colorspace), int(context.color_range)] == [1, 1]
        chapters = video.chapters()
        assert video.metadata["title"] == "1: ReLU/clip"
    assert [chapter["metadata"]["title"] for chapter in chapters] == [
        beat.caption for beat in master.timeline.beats
    ]
    starts = [
        float(chapter["start"] * chapter["time_base"])
        for chapter in chapters
        if chapter["time_base"] is not None
    ]
    expected = [master.timeline.start(beat) for beat in master.timeline.beats]
    assert starts == pytest.approx(expected, abs=0.001)


def test_the_same_master_gives_the_same_pictures(master: Master, movie: Path) -> None:
    other = movie.with_name("other.webm")
    write_webm(replace(master), other)
    one, two = (
        [frame.to_ndarray() for frame in av.open(str(path)).decode(video=0)]
        for path in (movie, other)
    )
    assert np.array_equal(np.stack(one), np.stack(two))
