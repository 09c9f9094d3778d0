"""Plain text: the clip for reading, beat by beat, with the numbers where they first appear."""

from __future__ import annotations

from pathlib import Path

from anim_lib.export.registry import from_timeline
from anim_lib.files import write_whole
from anim_lib.timeline import Beat, Timeline


@from_timeline("txt", "a transcript: captions and numbers, beat by beat")
def write_transcript(timeline: Timeline, target: Path) -> None:
    """Write the transcript."""
    blocks = [f"{timeline.title}\n{timeline.scene}, {_minutes(timeline.duration)}\n"]
    parts = {part.start_frame: part for part in timeline.parts}
    for beat in timeline.beats:
        if part := parts.get(beat.start_frame):
            blocks.append(f"{part.title}\n")
        if beat.caption or beat.numbers or not parts:  # a title card has nothing more to say
            blocks.append(_beat(timeline, beat))
    write_whole(target, "\n".join(blocks))


def _beat(timeline: Timeline, beat: Beat) -> str:
    lines = [f"[{_minutes(timeline.start(beat))}] {' '.join(beat.caption.split()) or beat.name}"]
    lines += [f"    {number.name} = {number.text}" for number in beat.numbers]
    return "\n".join(lines) + "\n"


def _minutes(seconds: float) -> str:
    """A time to the second, cut as a player's clock is: "1:07"."""
    minutes, second = divmod(int(seconds), 60)
    return f"{minutes}:{second:02d}"
