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
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from anim_lib.render.events import (
    Crashed,
    Event,
    Finished,
    Job,
    LessonAtFault,
    Missing,
    SceneAtFault,
)

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


class Crew:
    """Drawing processes that run job after job; used as a context, after which none is left.

    `folder` is where they work; it must stay while they do.
    """

    def __init__(self, size: int, folder: Path) -> None:
        self._inbox: queue.Queue[tuple[_Worker, Event | None]] = queue.Queue()
        self._size, self._folder = size, folder
        self._workers: list[_Worker] = []

    def __enter__(self) -> Self:
        try:
            self.grow(self._size)
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()

    def grow(self, size: int) -> None:
        """Start processes until there are `size`; none is ended when there are more."""
        while len(self._workers) < size:
            self._workers.append(_Worker(self._folder, self._inbox))
        self._size = len(self._workers)

    def share(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, Event]]:
        """Have each job run by one process, and give the events as they come."""
        return self._run([jobs[first :: self._size] for first in range(self._size)])

    def all_do(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, Event]]:
        """Have every process run all the jobs in their order, and give the events as they come."""
        return self._run([jobs] * self._size)

    def _run(self, shares: Sequence[Sequence[Job]]) -> Iterator[tuple[Job, Event]]:
        """Give each process its share; ends when all have told how every job ended.

        Raises MissingLibraryError, SceneFileError or RenderError when a process fails.
        """
        for worker, share in zip(self._workers, shares, strict=True):
            worker.ask(share)
        running = sum(map(len, shares))
        while running:
            worker, event = self._inbox.get()
            if event is None:
                raise worker.how_it_ended()
            job = worker.jobs[0]
            if isinstance(event, Missing):
                raise MissingLibraryError(event.module, event.message)
            if isinstance(event, Crashed):
                raise RenderError(f"{job.info.name}: {event.message}", event.details)
            if isinstance(event, SceneAtFault):
                raise event.error
            if isinstance(event, Finished | LessonAtFault):
                worker.jobs.popleft()
                running -= 1
            yield job, event

    def _end(self) -> None:
        for worker in self._workers:
            worker.dismiss()
        for worker in self._workers:
            worker.end()


class _Worker:
    """One drawing process, the thread that listens to it, and the jobs it has still to run."""

    def __init__(self, folder: Path, inbox: queue.Queue[tuple[_Worker, Event | None]]) -> None:
        self.jobs: deque[Job] = deque()
        self._inbox = inbox
        self._words: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed by end)
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "anim_lib.render.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._words,
            cwd=folder,
            env=_environment(),
        )
        if process.stdin is None or process.stdout is None:
            raise RenderError("no pipe to the drawing process")
        self._process = process
        self._asking, self._telling = process.stdin, process.stdout
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def ask(self, jobs: Sequence[Job]) -> None:
        """Give the process more jobs."""
        self.jobs.extend(jobs)
        with suppress(BrokenPipeError):  # it died: the listener says so
            for job in jobs:
                pickle.dump(job, self._asking)
            self._asking.flush()

    def how_it_ended(self) -> RenderError:
        """The error of a process that ended without saying how."""
        code = self._process.wait()
        self._words.seek(0)
        words = self._words.read().decode(errors="replace").strip()
        cause = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with {code}"
        last = f": {words.splitlines()[-1]}" if words else ""
        return RenderError(f"a drawing process {cause}{last}", words)

    def dismiss(self) -> None:
        """Let the process go: at once if it is still at work."""
        with suppress(BrokenPipeError):
            self._asking.close()
        if self.jobs and self._process.poll() is None:
            self._process.terminate()

    def end(self) -> None:
        """Wait for the process's end, and close what belongs to it."""
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._listener.join(PATIENCE)
        for stream in (self._telling, self._words):
            stream.close()

    def _listen(self) -> None:
        try:
            while True:
                event: Event = pickle.load(self._telling)  # noqa: S301 (our own process)
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
