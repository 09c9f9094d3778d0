"""Starts the processes that draw, listens to them, and ends them when one fails or we are stopped.

A process each, rather than threads or forks: Manim keeps its settings in globals, Cairo and x264 in
C; and whoever calls this, a notebook or a server, keeps its own process clean of both.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from anim_lib.render.events import Crashed, Event, Finished, Job, LessonAtFault, Missing

PACKAGE_PARENT = Path(__file__).resolve().parents[2]
PATIENCE = 3.0  # seconds that an ending process is given


class RenderError(Exception):
    """A clip could not be drawn; `details` is the traceback of the process that failed."""

    def __init__(self, message: str, details: str = "") -> None:
        super().__init__(message)
        self.details = details


class MissingLibraryError(RenderError):
    """A library that drawing needs cannot be loaded; `module` is its import name."""

    def __init__(self, module: str, message: str) -> None:
        super().__init__(message)
        self.module = module


def run_jobs(jobs: Sequence[Job]) -> Iterator[Event]:
    """Run each job in a process of its own and give their events as they come.

    Raises LessonError, MissingLibraryError or RenderError when a process fails. However the
    iteration ends, no process is left.
    """
    inbox: queue.Queue[tuple[_Worker, Event | None]] = queue.Queue()
    workers: list[_Worker] = []
    try:
        workers.extend(_Worker(job, inbox) for job in jobs)
        running = len(workers)
        while running:
            worker, event = inbox.get()
            if event is None:
                running -= 1
                worker.check_it_finished()
            elif isinstance(event, LessonAtFault):
                raise event.error
            elif isinstance(event, Missing):
                raise MissingLibraryError(event.module, event.message)
            elif isinstance(event, Crashed):
                raise RenderError(event.message, event.details)
            else:
                yield event
    finally:
        for worker in workers:
            worker.end()


class _Worker:
    """One drawing process and the thread that listens to it."""

    def __init__(self, job: Job, inbox: queue.Queue[tuple[_Worker, Event | None]]) -> None:
        self._inbox = inbox
        self._finished = False
        self._words: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed by end)
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "anim_lib.render.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._words,
            cwd=job.folder,
            env=_environment(),
        )
        if process.stdin is None or process.stdout is None:
            raise RenderError("no pipe to the drawing process")
        self._process = process
        self._asking, self._telling = process.stdin, process.stdout
        with suppress(BrokenPipeError):  # it died at once: the listener says so
            pickle.dump(job, self._asking)
            self._asking.flush()  # and left open: its end tells the process that we are gone
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def check_it_finished(self) -> None:
        """Raise RenderError if the process ended without saying how."""
        if self._finished:
            return
        code = self._process.wait()
        self._words.seek(0)
        words = self._words.read().decode(errors="replace").strip()
        cause = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with {code}"
        last = f": {words.splitlines()[-1]}" if words else ""
        raise RenderError(f"a drawing process {cause}{last}", words)

    def end(self) -> None:
        """End the process if it still runs, and close what belongs to it."""
        if self._process.poll() is None and not self._finished:
            self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._listener.join(PATIENCE)
        for stream in (self._asking, self._telling, self._words):
            with suppress(BrokenPipeError):
                stream.close()

    def _listen(self) -> None:
        try:
            while True:
                event: Event = pickle.load(self._telling)  # noqa: S301 (our own process)
                self._finished = self._finished or isinstance(event, Finished)
                self._inbox.put((self, event))
        except (EOFError, pickle.UnpicklingError, OSError, ValueError):
            self._inbox.put((self, None))


def _environment() -> dict[str, str]:
    """Our own environment, in which the same run gives the same bytes.

    Numpy's threads would compete with our processes; hash order must not differ between runs.
    """
    added = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    paths = [str(PACKAGE_PARENT), *(str(Path(path).absolute()) for path in added)]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
        "PYTHONHASHSEED": "0",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
