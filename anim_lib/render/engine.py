"""From a scene, a lesson and settings to a master. What is there already is used."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from anim_lib.render.crew import RenderError, run_jobs
from anim_lib.render.events import BeatDone, Finished, FramesDrawn, Job, Want
from anim_lib.render.registry import SceneInfo
from anim_lib.render.settings import RenderSettings
from anim_lib.render.workfolder import WorkFolder, clip_digest, story_digest
from anim_lib.timeline import Master, Timeline

if TYPE_CHECKING:
    from anim_lib.lesson.lesson import Lesson

ATTEMPTS = (Want.BEATS, Want.MISSING, Want.MISSING)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a clip is: beats there, of how many (None: not known yet), frames drawn by us."""

    scene: str
    beats_done: int
    beats: int | None
    frames_drawn: int
    beat: str = ""


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

    `jobs` processes draw its beats side by side, by default as many as there are cores; how many
    does not change a byte. An interrupted run leaves the finished beats for the next one.
    Raises LessonError, MissingLibraryError or RenderError.
    """
    story = story_digest(info, lesson)
    inputs = clip_digest(story, settings)
    folder = WorkFolder.of_clip(inputs)
    with folder.in_use():
        timeline = _complete(folder)
        for want in ATTEMPTS:
            if timeline is not None:
                break
            count = max(1, jobs or os.cpu_count() or 1) if want is Want.BEATS else 1
            job = Job(info, lesson, settings, folder.path, want)
            folder.keep_timeline(_draw([job] * count, progress))
            timeline = _complete(folder)
        if timeline is None:
            raise RenderError(f"beats of {info.name} keep vanishing from {folder.path}")
        segments = tuple(folder.segment(index) for index in range(len(timeline.beats)))
        yield Master(timeline, segments, inputs, story)


@contextmanager
def draw_stills(
    info: SceneInfo, lesson: Lesson, settings: RenderSettings
) -> Iterator[tuple[Timeline, tuple[Path, ...]]]:
    """The clip's timeline and a PNG file of the picture at each beat's end, kept as in render_clip.

    Raises LessonError, MissingLibraryError or RenderError.
    """
    folder = _folder(info, lesson, settings)
    with folder.in_use():
        timeline = folder.timeline()
        if timeline is None or not all(still.exists() for still in _stills(folder, timeline)):
            timeline = _draw([Job(info, lesson, settings, folder.path, Want.STILLS)])
            folder.keep_timeline(timeline)
        yield timeline, _stills(folder, timeline)


def plan_timeline(info: SceneInfo, lesson: Lesson, settings: RenderSettings) -> Timeline:
    """The clip's timeline, found by running the scene without drawing.

    Raises LessonError, MissingLibraryError or RenderError.
    """
    folder = _folder(info, lesson, settings)
    with folder.in_use():
        timeline = folder.timeline()
        if timeline is None:
            timeline = _draw([Job(info, lesson, settings, folder.path, Want.TIMELINE)])
            folder.keep_timeline(timeline)
        return timeline


def _folder(info: SceneInfo, lesson: Lesson, settings: RenderSettings) -> WorkFolder:
    return WorkFolder.of_clip(clip_digest(story_digest(info, lesson), settings))


def _stills(folder: WorkFolder, timeline: Timeline) -> tuple[Path, ...]:
    return tuple(folder.still(index) for index in range(len(timeline.beats)))


def _complete(folder: WorkFolder) -> Timeline | None:
    """The timeline if every beat's video is there and whole; a damaged one is removed."""
    from anim_lib.render.segment import count_frames

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
    folder, known = WorkFolder(jobs[0].folder), WorkFolder(jobs[0].folder).timeline()
    beats = len(known.beats) if known is not None else None
    found = sum(1 for _ in folder.path.glob("beat-*.mp4"))
    state = Progress(jobs[0].info.name, found, beats, 0)
    timeline: Timeline | None = None
    for event in run_jobs(jobs):
        match event:
            case FramesDrawn(count):
                state = replace(state, frames_drawn=state.frames_drawn + count)
            case BeatDone(_, name, _):
                state = replace(state, beats_done=state.beats_done + 1, beat=name)
            case Finished(timeline):
                state = replace(state, beats=len(timeline.beats))
        if progress is not None:
            progress(state)
    if timeline is None:
        raise RenderError(f"{jobs[0].info.name}: no process ran to the end")
    return timeline
