"""A clip as a page sees it: its timeline, and the names of its files beside the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from anim_lib.export.captions import clock, cues
from anim_lib.export.vtt import escaped
from anim_lib.timeline import Timeline

STILL_WIDTH = 960  # pixels: half a printed page at 250 a printed inch


@dataclass(frozen=True, slots=True)
class Source:
    """The clip in one theme: names of its video and its poster."""

    theme: str
    video: str
    poster: str


@dataclass(frozen=True, slots=True)
class WebClip:
    """One clip on a page. ``sources`` has one entry a theme, the lesson's own first.

    ``heading`` is one line on what it tells; ``stills`` are the pictures at the beats' ends.
    """

    timeline: Timeline
    heading: str
    sources: tuple[Source, ...]
    stills: tuple[str, ...]

    @property
    def name(self) -> str:
        """The scene's name."""
        return self.timeline.scene


def captions_text(timeline: Timeline) -> str:
    """The captions as WebVTT."""
    return _vtt((cue.start, cue.end, cue.text) for cue in cues(timeline))


def chapters_text(timeline: Timeline) -> str:
    """The chapters as WebVTT: the beats of a clip, the parts of a lecture."""
    return _vtt(
        (
            round(1000 * timeline.start(chapter)),
            round(1000 * timeline.end(chapter)),
            " ".join(chapter.title.split()),
        )
        for chapter in timeline.chapters
    )


def _vtt(blocks: Iterable[tuple[int, int, str]]) -> str:
    """WebVTT of starts and ends in milliseconds and their texts."""
    cues = [f"{clock(start)} --> {clock(end)}\n{escaped(text)}" for start, end, text in blocks]
    return "\n\n".join(["WEBVTT", *cues]) + "\n"


def write_stills(segments: Sequence[Path], name: str, folder: Path) -> tuple[str, ...]:
    """Write the last picture of each beat's video as WebP; the files' names, in order."""
    import av
    from PIL import Image

    names = []
    for number, segment in enumerate(segments, start=1):
        picture = None
        with av.open(str(segment)) as video:
            video.streams.video[0].thread_type = "AUTO"
            for frame in video.decode(video=0):
                picture = frame
        if picture is None:
            raise ValueError(f"{segment} holds no picture")
        still = Image.fromarray(picture.to_ndarray(format="rgb24"))
        still.thumbnail((STILL_WIDTH, STILL_WIDTH))
        names.append(f"{name}-{number:02d}.webp")
        still.save(folder / names[-1], "WEBP", quality=85, method=4)
    return tuple(names)
