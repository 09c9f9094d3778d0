"""Joins beats' videos into one MP4 without encoding them again.

The index comes first (fast start), so that a page can play while it loads. Nothing in the file
depends on the time or the machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from anim_lib.timeline import Chapter

if TYPE_CHECKING:
    from av.container import OutputContainer
    from av.video.stream import VideoStream

OPTIONS = {"movflags": "+faststart", "fflags": "+bitexact"}


def join(
    segments: Sequence[Path], chapters: Sequence[Chapter], title: str, fps: int, target: Path
) -> None:
    """Write the segments, one after the other, as one MP4 with these chapters.

    The segments are H.264 without B-frames, all with the same settings; `fps` in frames a second.
    Raises ValueError when they do not hold as many frames as the chapters say.
    """
    import av

    frame = Fraction(1, fps)  # seconds
    with (
        av.open(str(segments[0])) as first,
        av.open(str(target), "w", format="mp4", container_options=OPTIONS) as movie,
    ):
        label(movie, title, chapters, frame)
        stream = movie.add_stream_from_template(first.streams.video[0])
        stream.time_base = frame
        frames = 0
        for segment in segments:
            frames += _append(segment, movie, stream, frames, frame)
    if frames != chapters[-1].end_frame:
        expected = chapters[-1].end_frame
        raise ValueError(f"{frames} frames were joined where there should be {expected}")


def label(movie: OutputContainer, title: str, chapters: Sequence[Chapter], frame: Fraction) -> None:
    """Give a video its title and its chapters; `frame` is how long one lasts, in seconds."""
    movie.metadata["title"] = title
    movie.set_chapters(
        [
            {
                "id": number,
                "start": chapter.start_frame,
                "end": chapter.end_frame,
                "time_base": frame,
                "metadata": {"title": chapter.title},
            }
            for number, chapter in enumerate(chapters, start=1)
        ]
    )


def _append(
    segment: Path, movie: OutputContainer, stream: VideoStream, start: int, frame: Fraction
) -> int:
    """Copy one segment's packets to frame `start` and on; how many there were.

    Without B-frames packets come in the order in which they are seen, one a frame.
    """
    import av

    count = 0
    with av.open(str(segment)) as video:
        for packet in video.demux(video.streams.video[0]):
            if packet.dts is None:  # the flush at the file's end
                continue
            packet.stream = stream
            packet.time_base = frame
            packet.pts = packet.dts = start + count
            packet.duration = 1
            movie.mux(packet)
            count += 1
    return count
