"""A process of its own that runs one scene once. Started by :mod:`anim_lib.render.crew`.

The job arrives as a pickle on standard input; events leave as pickles on what was standard output.
Whatever Manim or a scene prints goes to standard error. When the one who started us is gone, so is
our standard input, and we end.
"""

from __future__ import annotations

import configparser
import importlib
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import replace
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
    Planned,
    Want,
)
from anim_lib.render.registry import load_scene
from anim_lib.render.settings import RenderSettings
from anim_lib.timeline import Timeline

SEED = 0  # scenes that roll dice roll the same ones each time


def main() -> None:
    """Read a job, run it, report how it ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the starter, who ends us
    events = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with open(0, "rb", closefd=False) as stdin:
        job: Job = pickle.load(stdin)  # noqa: S301 (written by our own starter)
    threading.Thread(target=_end_with_the_starter, daemon=True).start()

    def report(event: Event) -> None:
        _send(event, events)

    try:
        missing = _missing_library()
        report(missing if missing is not None else run(job, report))
    except LessonError as error:
        report(LessonAtFault(error))
    except BaseException as error:
        message = f"{type(error).__name__}: {error}"
        report(Crashed(message.strip(), traceback.format_exc()))


def run(job: Job, report: Callable[[Event], None]) -> Finished:
    """Run the job's scene in this process; raises what the scene raises."""
    from manim import tempconfig

    _forget_users_manim_settings()
    with tempconfig(manim_settings(job.settings, job.folder)):
        if job.scouts:
            report(Planned(_run_once(replace(job, want=Want.TIMELINE), report)))
        return Finished(_run_once(job, report))


def _run_once(job: Job, report: Callable[[Event], None]) -> Timeline:
    """Run the scene from its start to its end under Manim's present configuration."""
    from anim_lib.render.director import BeatDirector

    director = BeatDirector(job, report)
    try:
        scene = load_scene(job.info)(job.lesson, director, renderer=director.renderer)
        scene.render()
    finally:
        director.abort()
    timeline: Timeline = scene.timeline()
    return timeline


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


def _end_with_the_starter() -> None:
    while os.read(0, 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    main()
    sys.stdout.flush()
    os._exit(0)  # the thread above waits for input that never comes
