"""MP4: the video, with a chapter for each beat of a clip or each clip of a lecture."""

from __future__ import annotations

from pathlib import Path

from anim_lib.export.movie import join
from anim_lib.export.registry import from_frames
from anim_lib.timeline import Master


@from_frames(
    "mp4", "H.264 video with chapters, plays everywhere", opaque="H.264 has no alpha channel"
)
def write_mp4(master: Master, target: Path) -> None:
    """Write the video as MP4.

    Raises ValueError when the beats' files do not hold the frames that the timeline says.
    """
    timeline = master.timeline
    join(master.segments, timeline.chapters, timeline.title, timeline.fps, target)
