"""From a scene, a lesson and settings to a master. What is there already is used."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from anim_lib.render.crew import RenderError, run_jobs
from anim_lib.render.events import BeatDone, Finished, FramesDrawn, Job, Planned, Want
from anim_lib.render.registry import SceneInfo
from anim_lib.render.segment import count_frames
from anim_lib.render.settings import RenderSettings
from anim_lib.render.workfolder import WorkFolder, clip_digest, story_digest
from anim_lib.timeline import Master, Timeline

if TYPE_CHECKING:
    from anim_lib.lesson.lesson import Lesson

MOST_PROCESSES = 8  # by default: each holds some 200 MB, and a clip has some dozen beats
RESTARTS = 3
ATTEMPTS = (Want.BEATS, Want.MISSING, Want.MISSING)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a clip is. ``beats`` and ``frames`` are the whole clip's, None until known.

    ``frames_found`` were there from an earlier run, ``frames_drawn`` are drawn by this one.
    """

    scene: str
    beats_done: int
    frames_found: int
    frames_drawn: int = 0
    beats: int | None = None
    frames: int | None = None

    @property
    def frames_left(self) -> int | None:
        """How many frames are still to be drawn, if that is known yet."""
        if self.frames is None:
            return None
        return max(0, self.frames - self.frames_found - self.frames_drawn)

    def of(self, timeline: Timeline) -> Progress:
        """The same, now that the whole clip is known."""
        return replace(self, beats=len(timeline.beats), frames=timeline.frames)


ProgressCallback = Callable[[Progress], None]


@contextmanager
def render_clip(
    info: SceneInfo,
    lesson: Lesson,
    settings: RenderSettings,
    jobs: int | None = None,
    progress: ProgressCallback | None = None,
) -> Iterator[Master]:
    """The clip's master, whose files stay in place while the block runs.

    `jobs` processes draw its beats side by side (default: `usual_jobs`); how many does not change a
    byte. An interrupted run leaves the finished beats for the next one.
    Raises LessonError, MissingLibraryError or RenderError.
    """

    def prepare(folder: WorkFolder) -> Timeline:
        return _draw_beats(folder, info, lesson, settings, jobs or usual_jobs(), progress)

    with _prepared(info, lesson, settings, prepare) as (folder, plan):
        segments = tuple(folder.segment(index) for index in range(len(plan.timeline.beats)))
        yield replace(plan, segments=segments)


def usual_jobs() -> int:
    """One process for each core that we may use, but no more than 8."""
    available = getattr(os, "sched_getaffinity", None)
    cores = len(available(0)) if available is not None else os.cpu_count() or 1
    return min(cores, MOST_PROCESSES)


@contextmanager
def draw_stills(
    info: SceneInfo, lesson: Lesson, settings: RenderSettings
) -> Iterator[tuple[Timeline, tuple[Path, ...]]]:
    """The clip's timeline and a PNG file of the picture at each beat's end, kept as in render_clip.

    Raises LessonError, MissingLibraryError or RenderError.
    """

    def prepare(folder: WorkFolder) -> Timeline:
        timeline = folder.timeline()
        if timeline is None or not all(still.exists() for still in _stills(folder, timeline)):
            timeline = _draw([Job(info, lesson, settings, folder.path, Want.STILLS)])
        return timeline

    with _prepared(info, lesson, settings, prepare) as (folder, plan):
        yield plan.timeline, _stills(folder, plan.timeline)


def plan_clip(info: SceneInfo, lesson: Lesson, settings: RenderSettings) -> Master:
    """A master without pictures: its timeline is found by running the scene without drawing.

    Raises LessonError, MissingLibraryError or RenderError.
    """

    def prepare(folder: WorkFolder) -> Timeline:
        job = Job(info, lesson, settings, folder.path, Want.TIMELINE)
        return folder.timeline() or _draw([job])

    with _prepared(info, lesson, settings, prepare) as (_, plan):
        return plan


@contextmanager
def _prepared(
    info: SceneInfo,
    lesson: Lesson,
    settings: RenderSettings,
    prepare: Callable[[WorkFolder], Timeline],
) -> Iterator[tuple[WorkFolder, Master]]:
    """The clip's folder as `prepare` leaves it, kept in place while the block runs, and its plan.

    When a source file was changed meanwhile, nobody knows which of the two drew what: then all is
    thrown away and prepared anew.
    """
    for _ in range(RESTARTS):
        story = story_digest(info, lesson)
        inputs = clip_digest(story, settings)
        folder = WorkFolder.of_clip(inputs)
        with folder.in_use():
            timeline = prepare(folder)
            if story_digest(info, lesson) == story:
                folder.keep_timeline(timeline)
                yield folder, Master(timeline, (), inputs, story)
                return
            folder.forget()
    raise RenderError(f"{info.name}: its source files keep changing while it is drawn")


def _draw_beats(
    folder: WorkFolder,
    info: SceneInfo,
    lesson: Lesson,
    settings: RenderSettings,
    jobs: int,
    progress: ProgressCallback | None,
) -> Timeline:
    """Draw the beats that are missing until all are there."""
    timeline = _complete(folder)
    for want in ATTEMPTS:
        if timeline is not None:
            return timeline
        job = Job(info, lesson, settings, folder.path, want)
        count = jobs if want is Want.BEATS else 1
        folder.keep_timeline(_draw([job] * count, progress))
        timeline = _complete(folder)
    if timeline is None:
        raise RenderError(f"beats of {info.name} keep vanishing from {folder.path}")
    return timeline


def _stills(folder: WorkFolder, timeline: Timeline) -> tuple[Path, ...]:
    return tuple(folder.still(index) for index in range(len(timeline.beats)))


def _complete(folder: WorkFolder) -> Timeline | None:
    """The timeline if every beat's video is there and whole; a damaged one is removed."""
    timeline = folder.timeline()
    if timeline is None:
        return None
    whole = True
    for index, beat in enumerate(timeline.beats):
        segment = folder.segment(index)
        if count_frames(segment) != beat.frames:
            segment.unlink(missing_ok=True)
            whole = False
    return timeline if whole else None


def _draw(jobs: list[Job], progress: ProgressCallback | None = None) -> Timeline:
    """Run the jobs, all of one clip, and return its timeline."""
    folder = WorkFolder(jobs[0].folder)
    found = [frames for frames in map(count_frames, folder.segments()) if frames is not None]
    state = Progress(jobs[0].info.name, len(found), sum(found))
    if (known := folder.timeline()) is not None:
        state = state.of(known)
    elif progress is not None:
        jobs = [replace(jobs[0], scouts=True), *jobs[1:]]
    timeline: Timeline | None = None
    for event in run_jobs(jobs):
        match event:
            case FramesDrawn(count):
                state = replace(state, frames_drawn=state.frames_drawn + count)
            case BeatDone():
                state = replace(state, beats_done=state.beats_done + 1)
            case Planned(planned):
                state = state.of(planned)
            case Finished(timeline):
                state = state.of(timeline)
        if progress is not None:
            progress(state)
    if timeline is None:
        raise RenderError(f"{jobs[0].info.name}: no process ran to the end")
    _check_beats(timeline)
    return timeline


def _check_beats(timeline: Timeline) -> None:
    """Raise RenderError for frames that are in no beat: they would be missing from the video."""
    end = 0
    for beat in timeline.beats:
        if beat.start_frame != end:
            raise RenderError(
                f'{timeline.scene}: {beat.start_frame - end} frames before the beat "{beat.name}" '
                f"are in no beat; play them inside one"
            )
        end = beat.end_frame
    if end == 0:
        raise RenderError(f"{timeline.scene}: tells no beats")
