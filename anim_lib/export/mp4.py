"""MP4: the clip as a video, with a chapter for each beat."""

from __future__ import annotations

from pathlib import Path

from anim_lib.export.movie import Chapter, join
from anim_lib.export.registry import from_frames
from anim_lib.timeline import Master


@from_frames("mp4", "H.264 video with chapters, plays everywhere")
def write_mp4(master: Master, target: Path) -> None:
    """Write the clip as MP4.

    Raises ValueError when the beats' files do not hold the frames that the timeline says.
    """
    timeline = master.timeline
    chapters = [
        Chapter(beat.caption or beat.name, beat.start_frame, beat.end_frame)
        for beat in timeline.beats
    ]
    join(master.segments, chapters, timeline.title, timeline.fps, target)
