"""The lecture: a title card, then the clips in their order, as one master.

Nothing is drawn or encoded here: the beats' videos of all clips are strung together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from anim_lib.render.registry import SceneInfo, read_scene
from anim_lib.timeline import Beat, Chapter, Master

NAME = "lecture"
TITLE_CARD = Path(__file__).resolve().parents[1] / "stage" / "title_card.py"


def title_card() -> SceneInfo:
    """The scene of the title card, which is none of the clips that are listed."""
    info = read_scene(TITLE_CARD)
    assert info is not None
    return info


def join_lecture(title: Master, clips: Sequence[tuple[SceneInfo, Master]]) -> Master:
    """One master of the title card and the clips, which share lesson, size and frame rate.

    A part for each clip; the first one begins with the title card, as players want a chapter at the
    very start. A beat is called "scene/beat". A number belongs to the beat in which the lecture
    first shows it.
    """
    masters = [title, *(master for _, master in clips)]
    beats: list[Beat] = []
    parts: list[Chapter] = []
    seen: set[str] = set()
    for master in masters:
        start = beats[-1].end_frame if beats else 0
        beats += [
            _moved(beat, master.timeline.scene, start, seen) for beat in master.timeline.beats
        ]
    end = title.timeline.frames
    for number, (info, master) in enumerate(clips):
        start, end = end if number else 0, end + master.timeline.frames
        parts.append(Chapter(info.description.rstrip(".") or info.name, start, end))
    timeline = replace(title.timeline, scene=NAME, beats=tuple(beats), parts=tuple(parts))
    return Master(
        timeline=timeline,
        segments=tuple(segment for master in masters for segment in master.segments),
        inputs=_digest([NAME, *(master.inputs for master in masters)]),
        story=_digest([NAME, *(master.story for master in masters)]),
        poster=len(title.timeline.beats) - 1,
        outlines=tuple(outline for master in masters for outline in master.outlines),
        clips=tuple((master.timeline.scene, master.story) for _, master in clips),
    )


def _moved(beat: Beat, scene: str, start: int, seen: set[str]) -> Beat:
    """The beat as part of the lecture; the numbers that were seen before are left out."""
    fresh = tuple(number for number in beat.numbers if number.name not in seen)
    seen.update(number.name for number in fresh)
    return Beat(
        f"{scene}/{beat.name}",
        beat.caption,
        start + beat.start_frame,
        start + beat.end_frame,
        fresh,
    )


def _digest(parts: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
