"""What a drawing process is asked, and what it tells the one that started it.

Records travel as pickles over a pipe between two processes of the same installation.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from anim_lib.render.registry import SceneInfo
from anim_lib.render.scene_trouble import SceneFileError
from anim_lib.render.settings import RenderSettings
from anim_lib.timeline import Timeline

if TYPE_CHECKING:
    from anim_lib.lesson.faults import LessonError
    from anim_lib.lesson.lesson import Lesson


class Want(Enum):
    """What a worker leaves in the work folder."""

    BEATS = "the video of each beat that nobody else is drawing"
    MISSING = "the video of each beat that is missing, waiting for those who draw them"
    STILLS = "a picture at the end of each beat"
    OUTLINES = "the outlines of what stands at the end of each beat"
    TIMELINE = "nothing: only the timeline is wanted"


@dataclass(frozen=True, slots=True)
class Job:
    """One run of one scene."""

    info: SceneInfo
    lesson: Lesson
    settings: RenderSettings
    folder: Path
    want: Want


@dataclass(frozen=True, slots=True)
class FramesDrawn:
    """Some more frames are drawn."""

    count: int


@dataclass(frozen=True, slots=True)
class BeatDone:
    """A beat's video is complete: drawn now, or found from an earlier run."""

    index: int
    name: str
    frames: int


@dataclass(frozen=True, slots=True)
class Finished:
    """The scene ran to its end."""

    timeline: Timeline


@dataclass(frozen=True, slots=True)
class LessonAtFault:
    """The lesson cannot be laid out in this scene."""

    error: LessonError


@dataclass(frozen=True, slots=True)
class SceneAtFault:
    """The scene's file cannot be run, or something in it went wrong."""

    error: SceneFileError


@dataclass(frozen=True, slots=True)
class Missing:
    """A program or library is not installed; `module` is what could not be imported."""

    module: str
    message: str


@dataclass(frozen=True, slots=True)
class Crashed:
    """Anything else went wrong; `message` is one line, `details` the traceback."""

    message: str
    details: str


Event = FramesDrawn | BeatDone | Finished | LessonAtFault | SceneAtFault | Missing | Crashed
