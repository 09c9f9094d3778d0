"""Captions as cues: what WebVTT and SRT have in common."""

from __future__ import annotations

from dataclasses import dataclass

from anim_lib.timeline import Timeline


@dataclass(frozen=True, slots=True)
class Cue:
    """A caption on one line and when it stands, in milliseconds from the clip's start."""

    start: int
    end: int
    text: str


def cues(timeline: Timeline) -> tuple[Cue, ...]:
    """The captions in order; one that stays over several beats is one cue.

    They cover the clip from 0 to its end, but for beats without a caption.
    """
    found: list[Cue] = []
    for beat in timeline.beats:
        text = " ".join(beat.caption.split())  # a line break or blank line would end the cue
        start, end = (
            round(1000 * frame / timeline.fps) for frame in (beat.start_frame, beat.end_frame)
        )
        if found and found[-1].text == text and found[-1].end == start:
            found[-1] = Cue(found[-1].start, end, text)
        else:
            found.append(Cue(start, end, text))
    return tuple(cue for cue in found if cue.text)


def clock(milliseconds: int, point: str = ".") -> str:
    """A moment as both formats write it: "00:01:02.345"; SRT's point is a comma."""
    seconds, rest = divmod(milliseconds, 1000)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour:02d}:{minute:02d}:{second:02d}{point}{rest:03d}"
