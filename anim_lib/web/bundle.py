"""The folder that goes beside a course page: clips with their companions, and the player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from anim_lib.export.registry import exporters
from anim_lib.files import write_whole
from anim_lib.timeline import Master
from anim_lib.web.assets import PAGE_STYLE, SCRIPT, STYLE, asset
from anim_lib.web.clip import Source, WebClip, chapters_text, write_stills
from anim_lib.web.page import clip_page

COMPANIONS = ("vtt", "srt", "txt", "json")
MB = 1_000_000
WARNINGS = (
    (500 * MB, "over 500 MB, more than most learning platforms take at all"),
    (10 * MB, "over 10 MB, more than many platforms take in one upload"),
    (5 * MB, "over 5 MB, slow to start on a phone"),
)


@dataclass(frozen=True)
class Bundle:
    """A folder that was written, and the clips in it. ``name`` is the folder's own."""

    name: str
    title: str
    clips: tuple[WebClip, ...]


def write_clip(master: Master, heading: str, theme: str, folder: Path) -> WebClip:
    """Write a clip with its companions, stills and a page of its own into the folder."""
    name = master.timeline.scene
    source = _write_source(master, name, theme, folder)
    for companion in COMPANIONS:
        exporter = exporters()[companion]
        exporter.write(master, folder / f"{name}{exporter.suffix}")
    write_whole(folder / f"{name}-chapters.vtt", chapters_text(master.timeline))
    stills = write_stills(master.segments, name, folder)
    return WebClip(master.timeline, heading, (source,), stills)


def add_theme(clip: WebClip, master: Master, theme: str, folder: Path) -> WebClip:
    """Write the same clip in a second theme beside the first. On paper the light one is shown."""
    source = _write_source(master, f"{clip.name}-{theme}", theme, folder)
    if theme == "light":
        write_stills(master.segments, clip.name, folder)
    return replace(clip, sources=(*clip.sources, source))


def write_pages(clips: Sequence[WebClip], folder: Path) -> None:
    """Write the player's files, and a page for each clip."""
    for name in (SCRIPT, STYLE, PAGE_STYLE):
        write_whole(folder / name, asset(name))
    for clip in clips:
        write_whole(folder / f"{clip.name}.html", clip_page(clip))


def size_warnings(files: Sequence[Path]) -> list[str]:
    """A line for each file that is too large for somebody."""
    found = []
    for file in files:
        size = file.stat().st_size
        words = next((words for limit, words in WARNINGS if size > limit), None)
        if words is not None:
            found.append(f"{file}: {size / MB:.1f} MB is {words}.")
    return found


def _write_source(master: Master, stem: str, theme: str, folder: Path) -> Source:
    names = {kind: f"{stem}.{kind}" for kind in ("mp4", "png")}
    for kind, name in names.items():
        exporters()[kind].write(master, folder / name)
    return Source(theme, names["mp4"], names["png"])
