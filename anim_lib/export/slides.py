"""Slides: a deck for manim-slides, which makes web pages and PowerPoint files of it.

A folder with a video for each beat, cut without encoding it again, and the deck's own JSON, in the
form that manim-slides 5 reads (its ``PresentationConfig``). There, files are named from the folder
that the JSON's folder is in. To convert it:

    manim-slides convert --folder renders/my/dense-layer-slides dense-layer slides.html
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from anim_lib.export.movie import join
from anim_lib.export.pictures import decoded
from anim_lib.export.registry import Role, from_frames
from anim_lib.files import write_whole
from anim_lib.timeline import Beat, Chapter, Master

WORD_JOINER = "\u2060"  # has no width, allows no break


@from_frames(
    "slides",
    "a folder for manim-slides: a video for each beat, and the deck's JSON",
    suffix="-slides",
    role=Role.EXTRA,
    opaque="H.264 has no alpha channel",
)
def write_slides(master: Master, target: Path) -> None:
    """Write the folder `target`, which must not exist; its name is kept in the JSON.

    The speaker's notes of a slide are its caption and the numbers first seen in it.
    """
    timeline = master.timeline
    target.mkdir()
    slides = []
    for number, (beat, segment) in enumerate(
        zip(timeline.beats, master.segments, strict=True), start=1
    ):
        name = f"{number:02d}-{_safe(beat.name)}.mp4"
        title = beat.caption or beat.name
        join([segment], [Chapter(title, 0, beat.frames)], title, timeline.fps, target / name)
        slides.append(_slide(f"{target.name}/{name}", beat))
    deck = {
        "slides": slides,
        "resolution": [timeline.width, timeline.height],
        "background_color": _background(master),
    }
    text = json.dumps(deck, ensure_ascii=False, indent=2)
    write_whole(target / f"{timeline.scene}.json", text + "\n")


def _slide(file: str, beat: Beat) -> dict[str, Any]:
    """One slide. The video backwards, for those who step back, is left to be the video itself."""
    lines = [beat.caption, *(f"{number.name} = {number.text}" for number in beat.numbers)]
    return {
        "loop": False,
        "auto_next": False,
        "playback_rate": 1.0,
        "reversed_playback_rate": 1.0,
        "notes": defused("\n\n".join(line for line in lines if line)),
        "dedent_notes": True,
        "skip_animations": False,
        "src": None,
        "type": "video",
        "direction": "horizontal",
        "file": file,
        "rev_file": file,
    }


def defused(text: str) -> str:
    """The same letters, which are markup neither in HTML nor in Markdown.

    manim-slides puts notes into its pages as they are, to be read as Markdown, and into PowerPoint
    as plain text, where entities would be seen. So an invisible character parts what would be a
    tag, an entity, code or a link.
    """
    return re.sub(r"[<&`\]*_~]", lambda sign: sign[0] + WORD_JOINER, text)


def _background(master: Master) -> str:
    """The colour in the corner of the first picture, which nothing is drawn on."""
    first = next(decoded(master.segments[:1]))
    red, green, blue = (int(c) for c in first.to_ndarray(format="rgb24")[0, 0])
    return f"#{red:02x}{green:02x}{blue:02x}"


def _safe(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "beat"
