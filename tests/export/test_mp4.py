from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

from anim_lib.export.mp4 import write_mp4
from anim_lib.export.poster import write_poster
from anim_lib.timeline import Beat, Master


@pytest.fixture
def movie(master: Master, tmp_path: Path) -> Path:
    write_mp4(master, tmp_path / "clip.mp4")
    return tmp_path / "clip.mp4"


def test_every_frame_is_there_once_at_a_constant_rate(master: Master, movie: Path) -> None:
    with av.open(str(movie)) as video:
        stream = video.streams.video[0]
        times = [
            frame.pts * frame.time_base
            for frame in video.decode(stream)
            if frame.pts is not None and frame.time_base is not None
        ]
        assert stream.frames == master.timeline.frames
        assert stream.average_rate == master.timeline.fps
        assert stream.duration is not None
        assert stream.time_base is not None
        assert stream.duration * stream.time_base == Fraction(29, 12)
    assert times == [Fraction(frame, 12) for frame in range(29)]


def test_decoding_order_rises_and_each_beat_starts_on_a_key_frame(
    master: Master, movie: Path
) -> None:
    with av.open(str(movie)) as video:
        packets = [packet for packet in video.demux(video=0) if packet.dts is not None]
    order = [packet.dts for packet in packets if packet.dts is not None]
    assert order == sorted(set(order))
    keys = [number for number, packet in enumerate(packets) if packet.is_keyframe]
    assert keys == [beat.start_frame for beat in master.timeline.beats]


def test_pixels_and_tags_are_what_browsers_expect(movie: Path) -> None:
    with av.open(str(movie)) as video:
        context = video.streams.video[0].codec_context
        frame = next(video.decode(video=0))
        assert context.name == "h264"
        assert context.pix_fmt == "yuv420p"
        tags = (context.color_primaries, context.color_trc, context.colorspace, context.color_range)
        assert [int(tag) for tag in tags] == [1, 1, 1, 1]
        assert [int(frame.colorspace), int(frame.color_range)] == [1, 1]


def boxes(movie: Path) -> list[str]:
    """The names of an MP4's outermost boxes, in order."""
    raw, names, place = movie.read_bytes(), [], 0
    while place < len(raw):
        names.append(raw[place + 4 : place + 8].decode())
        place += int.from_bytes(raw[place : place + 4], "big")
    return names


def test_the_index_comes_before_the_pictures(movie: Path) -> None:
    names = boxes(movie)
    assert names.index("moov") < names.index("mdat")


def test_chapters_are_the_beats_to_the_frame(master: Master, movie: Path) -> None:
    timeline = master.timeline
    with av.open(str(movie)) as video:
        chapters = video.chapters()
    frame = 1 / timeline.fps
    for chapter, beat in zip(chapters, timeline.beats, strict=True):
        assert chapter["time_base"] is not None
        start, end = (float(chapter[end] * chapter["time_base"]) for end in ("start", "end"))
        assert start == pytest.approx(timeline.start(beat), abs=frame / 2)
        assert end == pytest.approx(timeline.end(beat), abs=frame / 2)
        assert chapter["metadata"]["title"] == beat.caption


def test_the_title_is_kept_as_written_and_no_time_of_making(movie: Path) -> None:
    with av.open(str(movie)) as video:
        assert video.metadata["title"] == "1: ReLU/clip"
        assert "creation_time" not in video.metadata
        assert "creation_time" not in video.streams.video[0].metadata


def test_a_beat_without_a_caption_has_its_name_as_chapter(master: Master, tmp_path: Path) -> None:
    beats = (replace(master.timeline.beats[0], caption=""), *master.timeline.beats[1:])
    bare = replace(master, timeline=replace(master.timeline, beats=beats))
    write_mp4(bare, tmp_path / "bare.mp4")
    with av.open(str(tmp_path / "bare.mp4")) as video:
        assert video.chapters()[0]["metadata"]["title"] == "pair"


def test_the_same_master_gives_the_same_bytes(master: Master, movie: Path) -> None:
    other = movie.with_name("other.mp4")
    write_mp4(master, other)
    assert other.read_bytes() == movie.read_bytes()


def test_a_master_that_lacks_frames_is_refused(master: Master, tmp_path: Path) -> None:
    *beats, last = master.timeline.beats
    longer = Beat(last.name, last.caption, last.start_frame, last.end_frame + 1)
    wrong = replace(master, timeline=replace(master.timeline, beats=(*beats, longer)))
    with pytest.raises(ValueError, match="29 frames were joined where there should be 30"):
        write_mp4(wrong, tmp_path / "wrong.mp4")


def test_the_poster_is_the_last_picture_in_its_own_colours(master: Master, tmp_path: Path) -> None:
    write_poster(master, tmp_path / "clip.png")
    with Image.open(tmp_path / "clip.png") as poster:
        assert poster.size == (96, 64)
        pixels = np.asarray(poster.convert("RGB")).reshape(-1, 3)
    assert np.abs(pixels.astype(int) - (255, 200, 0)).max() <= 3
