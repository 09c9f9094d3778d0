"""From scenes, a lesson and settings to masters. What is there already is used.

All clips that are asked for at once share one set of drawing processes. Each process runs through
all of them in turn and draws the beats that no other has begun, so that none is idle while another
ends a clip.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from anim_lib.lesson.faults import LessonError
from anim_lib.render.clip import Clip
from anim_lib.render.crew import Crew, RenderError
from anim_lib.render.events import Event, Finished, Job, LessonAtFault, Want
from anim_lib.render.progress import ProgressCallback, Tally
from anim_lib.render.refusals import ClipsRefusedError
from anim_lib.render.registry import SceneInfo
from anim_lib.render.scene_trouble import SceneFileError
from anim_lib.render.settings import RenderSettings
from anim_lib.render.workfolder import WorkFolder
from anim_lib.timeline import Master, Timeline

if TYPE_CHECKING:
    from anim_lib.lesson.lesson import Lesson

MOST_PROCESSES = 8  # by default: each holds some 200 MB, and a clip has some dozen beats
RESTARTS = 3
ATTEMPTS = (Want.BEATS, Want.MISSING, Want.MISSING)

Prepare = Callable[[Sequence[Clip]], Iterator[Clip]]


@contextmanager
def render_clips(
    infos: Sequence[SceneInfo],
    lesson: Lesson,
    settings: RenderSettings,
    jobs: int | None = None,
    progress: ProgressCallback | None = None,
) -> Iterator[Iterator[Master]]:
    """The clips' masters, each as soon as it is drawn; their files stay while the block runs.

    All are planned before the first is drawn, and come in the order given. A master comes a second
    time when a source file was changed after its first; the later one counts.
    `jobs` processes draw side by side (default: `usual_jobs`), but no more than there are beats to
    draw; how many does not change a byte. An
    interrupted run leaves the finished beats for the next one.
    Raises LessonError, MissingLibraryError, SceneFileError or RenderError.
    """

    def prepare(clips: Sequence[Clip]) -> Iterator[Clip]:
        return _draw(clips, jobs or usual_jobs(), progress)

    with ExitStack() as stack, closing(_settled(stack, infos, lesson, settings, prepare)) as clips:
        yield (clip.master() for clip in clips)


@contextmanager
def render_clip(
    info: SceneInfo,
    lesson: Lesson,
    settings: RenderSettings,
    jobs: int | None = None,
    progress: ProgressCallback | None = None,
) -> Iterator[Master]:
    """One clip's master; as `render_clips`."""
    with render_clips([info], lesson, settings, jobs, progress) as masters:
        yield list(masters)[-1]


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

    Raises LessonError, MissingLibraryError, SceneFileError or RenderError.
    """
    with ExitStack() as stack:
        clip = list(_settled(stack, [info], lesson, settings, _draw_stills))[-1]
        yield clip.timeline, clip.stills()


@contextmanager
def trace_clips(
    infos: Sequence[SceneInfo], lesson: Lesson, settings: RenderSettings
) -> Iterator[dict[str, tuple[Path, ...]]]:
    """For each clip's name, files of the outlines at its beats' ends; kept as in render_clip.

    Raises LessonError, MissingLibraryError, SceneFileError or RenderError.
    """
    with ExitStack() as stack:
        clips = _settled(stack, infos, lesson, settings, _trace)
        traced = {clip.info.name: clip for clip in clips}
        yield {name: clip.outlines() for name, clip in traced.items()}


def plan_clips(
    infos: Sequence[SceneInfo], lesson: Lesson, settings: RenderSettings
) -> tuple[Master, ...]:
    """Masters without pictures: timelines are found by running the scenes without drawing.

    Raises LessonError, MissingLibraryError, SceneFileError or RenderError.
    """
    with ExitStack() as stack:
        clips = _settled(stack, infos, lesson, settings, _plan_alone)
        plans = {clip.info: clip.plan() for clip in clips}
    return tuple(plans[info] for info in infos)


def plan_clip(info: SceneInfo, lesson: Lesson, settings: RenderSettings) -> Master:
    """One clip's master without pictures; as `plan_clips`."""
    return plan_clips([info], lesson, settings)[0]


def _settled(
    stack: ExitStack,
    infos: Sequence[SceneInfo],
    lesson: Lesson,
    settings: RenderSettings,
    prepare: Prepare,
) -> Generator[Clip, None, None]:
    """Each clip once it is prepared; its folder is kept in place until the stack is unwound.

    When a source file was changed meanwhile, nobody knows which of the two drew what: then all of
    the clip is thrown away and prepared anew, be it before or after it was given.
    """
    given: set[str] = set()
    new: list[Clip] = []
    for _ in range(RESTARTS + 1):
        clips = [Clip.of(info, lesson, settings) for info in infos]
        new = [clip for clip in clips if clip.inputs not in given]
        if not new:
            return
        for clip in new:
            stack.enter_context(clip.folder.in_use())
        for clip in prepare(new):
            if clip.is_current:
                given.add(clip.inputs)
                yield clip
            else:
                clip.folder.forget()
    names = ", ".join(clip.info.name for clip in new)
    raise RenderError(f"{names}: source files keep changing while they are drawn")


def _draw(
    clips: Sequence[Clip], processes: int, progress: ProgressCallback | None
) -> Iterator[Clip]:
    """Draw the beats that are missing; each clip once it and those before it are whole."""
    waiting = deque(clips)
    tally = Tally(clips, progress)

    def whole() -> Iterator[Clip]:
        while waiting and waiting[0].is_drawn():
            tally.clip_is_done()
            yield waiting.popleft()

    yield from whole()
    for want in ATTEMPTS:
        if not waiting:
            return
        most = processes if want is Want.BEATS else 1
        with Crew(_first_size(waiting, most), waiting[0].folder.path) as crew:
            _plan(crew, waiting)
            crew.grow(min(most, _missing_beats(waiting)))
            tally.begin()
            for job, event in crew.all_do([clip.job(want) for clip in waiting]):
                _refuse_fault(job, event)
                tally.note(event)
                if isinstance(event, Finished):
                    yield from whole()
        yield from whole()
    if waiting:
        clip = waiting[0]
        raise RenderError(f"beats of {clip.info.name} keep vanishing from {clip.folder.path}")


def _first_size(clips: Sequence[Clip] | deque[Clip], most: int) -> int:
    """How many processes begin: one for each missing beat; as usual while the beats are unknown."""
    planned = all(clip.is_planned for clip in clips)
    return max(1, min(most, _missing_beats(clips) if planned else usual_jobs()))


def _missing_beats(clips: Sequence[Clip] | deque[Clip]) -> int:
    """How many beats of the clips, which are planned, have no video yet."""
    return sum(
        not clip.folder.segment(index).exists()
        for clip in clips
        for index in range(len(clip.timeline.beats))
    )


def _plan(crew: Crew, clips: Sequence[Clip] | deque[Clip]) -> None:
    """Find out how each clip will be; raises ClipsRefusedError with all that refuse the lesson."""
    jobs = [clip.job(Want.TIMELINE) for clip in clips if not clip.is_planned]
    refusals: dict[SceneInfo, LessonError] = {}
    for job, event in crew.share(jobs):
        match event:
            case Finished(timeline):
                _keep(job, timeline)
            case LessonAtFault(error):
                refusals[job.info] = error
    if refusals:
        infos = [job.info for job in jobs if job.info in refusals]
        raise ClipsRefusedError({info.name: refusals[info] for info in infos})


def _plan_alone(clips: Sequence[Clip]) -> Iterator[Clip]:
    """Plan the clips that are not planned yet."""
    unplanned = [clip for clip in clips if not clip.is_planned]
    if unplanned:
        size = min(usual_jobs(), len(unplanned))
        with Crew(size, unplanned[0].folder.path) as crew:
            _plan(crew, unplanned)
    yield from clips


def _draw_stills(clips: Sequence[Clip]) -> Iterator[Clip]:
    """Draw the pictures at the beats' ends where some are missing."""
    return _at_ends(clips, Want.STILLS, Clip.stills)


def _trace(clips: Sequence[Clip]) -> Iterator[Clip]:
    """Trace the outlines at the beats' ends where some are missing."""
    return _at_ends(clips, Want.OUTLINES, Clip.outlines)


def _at_ends(
    clips: Sequence[Clip], want: Want, files: Callable[[Clip], tuple[Path, ...]]
) -> Iterator[Clip]:
    for clip in clips:
        if not (clip.is_planned and all(file.exists() for file in files(clip))):
            with Crew(1, clip.folder.path) as crew:
                for job, event in crew.share([clip.job(want)]):
                    _refuse_fault(job, event)
                    if isinstance(event, Finished):
                        _keep(job, event.timeline)
        yield clip


def _refuse_fault(job: Job, event: Event) -> None:
    if isinstance(event, LessonAtFault):
        raise ClipsRefusedError({job.info.name: event.error})


def _keep(job: Job, timeline: Timeline) -> None:
    """Store a timeline. Frames in no beat are refused: they would be missing from the video.

    Raises SceneFileError for a scene of one's own, RenderError for one of ours.
    """
    end = 0
    for beat in timeline.beats:
        if beat.start_frame != end:
            raise _story_error(
                job.info,
                f'{beat.start_frame - end} frames before the beat "{beat.name}" are in no beat; '
                f"play them inside one",
            )
        end = beat.end_frame
    if end == 0:
        raise _story_error(job.info, "tells no beats; with self.beat(name, caption) begins one")
    WorkFolder(job.folder).keep_timeline(timeline)


def _story_error(info: SceneInfo, words: str) -> Exception:
    if info.is_ours:
        return RenderError(f"{info.name}: {words}")
    return SceneFileError(words, info.path)
