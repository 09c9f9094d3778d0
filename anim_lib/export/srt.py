"""SubRip: captions for video players and editors."""

from __future__ import annotations

from pathlib import Path

from anim_lib.export.captions import clock, cues
from anim_lib.export.registry import from_timeline
from anim_lib.files import write_whole
from anim_lib.timeline import Timeline

WORD_JOINER = "\u2060"  # has no width, allows no break


@from_timeline("srt", "captions for players and editors (SubRip)")
def write_srt(timeline: Timeline, target: Path) -> None:
    """Write the captions."""
    blocks = [
        f"{number}\n{clock(cue.start, ',')} --> {clock(cue.end, ',')}\n{defused(cue.text)}"
        for number, cue in enumerate(cues(timeline), start=1)
    ]
    write_whole(target, "\n\n".join(blocks) + "\n")


def defused(text: str) -> str:
    """The same letters, which no player takes for a tag, a style or a timing line.

    SubRip has no escapes: players drop "<s>" and "{b}" as tags. An invisible character behind the
    opening sign keeps them letters.
    """
    for sign in ("<", "{", "--"):
        text = text.replace(sign, sign + WORD_JOINER)
    return text
