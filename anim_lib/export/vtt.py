"""WebVTT: captions for a page's video element."""

from __future__ import annotations

from pathlib import Path

from anim_lib.export.captions import clock, cues
from anim_lib.export.registry import from_timeline
from anim_lib.files import write_whole
from anim_lib.timeline import Timeline


@from_timeline("vtt", "captions for web pages (WebVTT)")
def write_vtt(timeline: Timeline, target: Path) -> None:
    """Write the captions; whatever they hold is text there, never markup or a timing line."""
    blocks = ["WEBVTT"]
    for number, cue in enumerate(cues(timeline), start=1):
        blocks.append(f"{number}\n{clock(cue.start)} --> {clock(cue.end)}\n{escaped(cue.text)}")
    write_whole(target, "\n\n".join(blocks) + "\n")


def escaped(text: str) -> str:
    """The text with the three characters that WebVTT reads as markup written as entities."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
