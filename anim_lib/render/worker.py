"""A process of its own that runs scenes, one after another. Started by :mod:`anim_lib.render.crew`.

Jobs arrive as pickles on standard input; events leave as pickles on what was standard output.
Whatever Manim or a scene prints goes to standard error. When the one who started us has no more
for us, or is gone, standard input ends, and so do we.
"""

from __future__ import annotations

import configparser
import importlib
import os
import pickle
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from anim_lib.lesson.faults import LessonError
from anim_lib.render.events import (
    Crashed,
    Event,
    Finished,
    Job,
    LessonAtFault,
    Missing,
    SceneAtFault,
)
from anim_lib.render.scene_loading import load_scene, neighbours
from anim_lib.render.scene_trouble import SceneFileError, error_text, place_of
from anim_lib.render.settings import RenderSettings

SEED = 0  # scenes that roll dice roll the same ones each time


def main() -> None:
    """Run job after job and report how each ended, until the process is ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the starter, who ends us
    events = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    jobs: queue.Queue[Job] = queue.Queue()
    threading.Thread(target=_listen, args=(jobs,), daemon=True).start()

    def report(event: Event) -> None:
        _send(event, events)

    missing = _missing_library()
    while True:
        job = jobs.get()  # before a word is said: what is told answers a job
        report(missing or _outcome(job, report))


def _outcome(job: Job, report: Callable[[Event], None]) -> Event:
    """Run a job and say how it ended."""
    try:
        with neighbours(job.info):
            return run(job, report)
    except SceneFileError as error:
        return SceneAtFault(error)
    except LessonError as error:  # of no kind that only this process knows
        return LessonAtFault(LessonError(*error.faults))
    except BaseException as error:
        words, details = error_text(error), traceback.format_exc()
        place = None if job.info.is_ours else place_of(error, job.info.path.parent)
        if place is None:
            return Crashed(words, details)
        return SceneAtFault(SceneFileError(words, *place, details))


def run(job: Job, report: Callable[[Event], None]) -> Finished:
    """Run the job's scene in this process; raises what the scene raises."""
    from manim import tempconfig

    from anim_lib.render.director import BeatDirector

    _forget_users_manim_settings()
    with tempconfig(manim_settings(job.settings, job.folder)):
        director = BeatDirector(job, report)
        try:
            scene = load_scene(job.info)(job.lesson, director, renderer=director.renderer)
            if job.settings.transparent:
                director.renderer.clear_background()
            scene.render()
        finally:
            director.abort()
        return Finished(scene.timeline())


def manim_settings(settings: RenderSettings, folder: Path) -> dict[str, Any]:
    """Manim's configuration for a picture of this size, whose short side is 8 units."""
    frame_width, frame_height = settings.frame_size
    return {
        "pixel_width": settings.width,
        "pixel_height": settings.height,
        "frame_rate": settings.fps,
        "frame_width": frame_width,
        "frame_height": frame_height,
        "media_dir": str(folder / "manim"),
        "disable_caching": True,
        "dry_run": True,  # Manim writes nothing; the beats' files are ours
        "progress_bar": "none",
        "verbosity": "ERROR",
        "seed": SEED,
    }


def _forget_users_manim_settings() -> None:
    """Go back to Manim's shipped defaults: a manim.cfg somewhere must not change our pictures."""
    import manim

    parser = configparser.ConfigParser()
    parser.read(Path(manim.__file__).parent / "_config" / "default.cfg", encoding="utf-8")
    manim.config.digest_parser(parser)


def _missing_library() -> Missing | None:
    """The first library that cannot be loaded, tried here so that it is not taken for a crash."""
    for module in ("cairo", "manimpango", "typst", "av", "manim"):
        try:
            importlib.import_module(module)
        except (ImportError, OSError) as error:
            return Missing(module, str(error))
    return None


def _send(event: Event, stream: BinaryIO) -> None:
    pickle.dump(event, stream)
    stream.flush()


def _listen(jobs: queue.Queue[Job]) -> None:
    """Take in the starter's jobs; end the process with the last one's end or the starter's."""
    code = 1  # whatever goes wrong here, the process ends: its starter waits for that or a word
    try:
        with open(0, "rb", closefd=False) as stdin, suppress(EOFError, pickle.UnpicklingError):
            while True:
                jobs.put(pickle.load(stdin))  # noqa: S301 (written by our own starter)
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
