"""Chapters as WebVTT, for a page's ``<track kind="chapters">``."""

from __future__ import annotations

from pathlib import Path

from anim_lib.export.captions import clock
from anim_lib.export.registry import from_timeline
from anim_lib.export.vtt import escaped
from anim_lib.files import write_whole
from anim_lib.timeline import Timeline


@from_timeline("chapters", "chapters for web pages (WebVTT)", suffix=".chapters.vtt")
def write_chapters(timeline: Timeline, target: Path) -> None:
    """Write a cue for each beat of a clip, or for each clip of a lecture."""
    blocks = ["WEBVTT"]
    for number, chapter in enumerate(timeline.chapters, start=1):
        start, end = (
            clock(round(1000 * moment))
            for moment in (timeline.start(chapter), timeline.end(chapter))
        )
        title = " ".join(chapter.title.split())  # a line break would end the title
        blocks.append(f"{number}\n{start} --> {end}\n{escaped(title)}")
    write_whole(target, "\n\n".join(blocks) + "\n")
