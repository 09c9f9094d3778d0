"""How far the drawing is, over all clips that are asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from anim_lib.render.clip import Clip
from anim_lib.render.events import BeatDone, Event, FramesDrawn


@dataclass(frozen=True, slots=True)
class Progress:
    """Counts over all clips: how many there are, and how many of them are done.

    ``frames_found`` were there from an earlier run, ``frames_drawn`` are drawn by this one.
    """

    clips: int
    clips_done: int
    beats: int
    beats_done: int
    frames: int
    frames_found: int
    frames_drawn: int = 0

    @property
    def frames_left(self) -> int:
        """How many frames are still to be drawn; those that another run draws count as ours."""
        return max(0, self.frames - self.frames_found - self.frames_drawn)


ProgressCallback = Callable[[Progress], None]


class Tally:
    """Counts events, and tells a callback after each."""

    def __init__(self, clips: Sequence[Clip], tell: ProgressCallback | None) -> None:
        self._clips = clips
        self._tell = tell
        self._clips_done = 0
        self._progress: Progress | None = None

    def begin(self) -> None:
        """Count what is there; all clips are planned."""
        timelines = [clip.timeline for clip in self._clips]
        found = [
            beat.frames
            for clip, timeline in zip(self._clips, timelines, strict=True)
            for index, beat in enumerate(timeline.beats)
            if clip.folder.segment(index).exists()
        ]
        self._progress = Progress(
            clips=len(self._clips),
            clips_done=self._clips_done,
            beats=sum(len(timeline.beats) for timeline in timelines),
            beats_done=len(found),
            frames=sum(timeline.frames for timeline in timelines),
            frames_found=sum(found),
        )
        self._say()

    def note(self, event: Event) -> None:
        """Count what a drawing process tells."""
        now = self._progress
        if now is not None:
            match event:
                case FramesDrawn(count):
                    self._progress = replace(now, frames_drawn=now.frames_drawn + count)
                case BeatDone():
                    self._progress = replace(now, beats_done=now.beats_done + 1)
        self._say()

    def clip_is_done(self) -> None:
        """Count a whole clip."""
        self._clips_done += 1
        if self._progress is not None:
            self._progress = replace(self._progress, clips_done=self._clips_done)
        self._say()

    def _say(self) -> None:
        if self._tell is not None and self._progress is not None:
            self._tell(self._progress)
