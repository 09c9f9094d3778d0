"""One clip that is asked for: what it depends on, and what of it is in the cache."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from anim_lib.render.events import Job, Want
from anim_lib.render.registry import SceneInfo
from anim_lib.render.settings import RenderSettings
from anim_lib.render.workfolder import WorkFolder, clip_digest, story_digest
from anim_lib.timeline import Master, Timeline

if TYPE_CHECKING:
    from anim_lib.lesson.lesson import Lesson


@dataclass(frozen=True)
class Clip:
    """A scene, a lesson and settings, with the digests of what they were when it was asked for.

    ``story`` and ``inputs`` are as in Master; ``folder`` is named after ``inputs``.
    """

    info: SceneInfo
    lesson: Lesson
    settings: RenderSettings
    story: str
    inputs: str
    folder: WorkFolder

    @classmethod
    def of(cls, info: SceneInfo, lesson: Lesson, settings: RenderSettings) -> Clip:
        """The clip as its sources are now."""
        story = story_digest(info, lesson)
        inputs = clip_digest(story, settings)
        return cls(info, lesson, settings, story, inputs, WorkFolder.of_clip(inputs, settings))

    @property
    def timeline(self) -> Timeline:
        """Its timeline; ValueError while it is not known."""
        timeline = self.folder.timeline()
        if timeline is None:
            raise ValueError(f"{self.info.name} has not been planned")
        return timeline

    @property
    def is_planned(self) -> bool:
        """Whether its timeline is known."""
        return self.folder.timeline() is not None

    @property
    def is_current(self) -> bool:
        """Whether no source file was changed since it was asked for."""
        return story_digest(self.info, self.lesson) == self.story

    def is_drawn(self) -> bool:
        """Whether every beat's video is there and whole; a damaged one is removed."""
        from anim_lib.render.segment import count_frames

        timeline = self.folder.timeline()
        if timeline is None:
            return False
        whole = True
        for index, beat in enumerate(timeline.beats):
            segment = self.folder.segment(index)
            if count_frames(segment) != beat.frames:
                segment.unlink(missing_ok=True)
                whole = False
        return whole

    def job(self, want: Want) -> Job:
        """The job of running its scene once."""
        return Job(self.info, self.lesson, self.settings, self.folder.path, want)

    def stills(self) -> tuple[Path, ...]:
        """The picture at each beat's end, be it there or not."""
        return tuple(self.folder.still(index) for index in range(len(self.timeline.beats)))

    def outlines(self) -> tuple[Path, ...]:
        """The outlines of the picture at each beat's end, be they there or not."""
        return tuple(self.folder.outline(index) for index in range(len(self.timeline.beats)))

    def plan(self) -> Master:
        """A master without pictures."""
        return Master(self.timeline, (), self.inputs, self.story)

    def master(self) -> Master:
        """The master with the videos of its beats."""
        timeline = self.timeline
        segments = tuple(self.folder.segment(index) for index in range(len(timeline.beats)))
        return Master(timeline, segments, self.inputs, self.story)
