"""MP4: the beats' videos joined without encoding them again, with a chapter for each beat.

The index comes first (fast start), so that a page can play while it loads. Nothing in the file
depends on the time or the machine.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from anim_lib.export.registry import from_frames
from anim_lib.timeline import Master, Timeline

if TYPE_CHECKING:
    from av.container import OutputContainer
    from av.video.stream import VideoStream

OPTIONS = {"movflags": "+faststart", "fflags": "+bitexact"}


@from_frames("mp4", "H.264 video with chapters, plays everywhere")
def write_mp4(master: Master, target: Path) -> None:
    """Write the clip as MP4.

    Raises ValueError when a beat's file does not hold the frames that the timeline says.
    """
    import av

    timeline = master.timeline
    with (
        av.open(str(master.segments[0])) as first,
        av.open(str(target), "w", format="mp4", container_options=OPTIONS) as movie,
    ):
        movie.metadata["title"] = timeline.title
        movie.set_chapters(
            [
                {
                    "id": number,
                    "start": beat.start_frame,
                    "end": beat.end_frame,
                    "time_base": Fraction(1, timeline.fps),
                    "metadata": {"title": beat.caption or beat.name},
                }
                for number, beat in enumerate(timeline.beats, start=1)
            ]
        )
        stream = movie.add_stream_from_template(first.streams.video[0])
        stream.time_base = Fraction(1, timeline.fps)
        written = 0
        for segment in master.segments:
            written += _append(segment, movie, stream, written, timeline)
    if written != timeline.frames:
        raise ValueError(f"{written} frames were joined where the timeline has {timeline.frames}")


def _append(
    segment: Path, movie: OutputContainer, stream: VideoStream, start: int, timeline: Timeline
) -> int:
    """Copy one beat's packets to frame `start`; how many there were.

    Beats have no B-frames, so packets come in the order in which they are seen, one a frame.
    """
    import av

    count = 0
    with av.open(str(segment)) as beat:
        for packet in beat.demux(beat.streams.video[0]):
            if packet.dts is None:  # the flush at the file's end
                continue
            packet.stream = stream
            packet.time_base = Fraction(1, timeline.fps)
            packet.pts = packet.dts = start + count
            packet.duration = 1
            movie.mux(packet)
            count += 1
    return count
