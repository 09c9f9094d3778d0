"""Progress on stderr: one line that changes on a terminal, a few words elsewhere."""

from __future__ import annotations

import shutil
import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

import click

if TYPE_CHECKING:
    from anim_lib.render.progress import Progress

SECONDS_BETWEEN_LINES = 0.1  # on a terminal
SECONDS_BETWEEN_WORDS = 30.0  # elsewhere


class ProgressLine:
    """Shows how far the drawing is; used as a context so that the line is tidied away."""

    def __init__(self, label: str) -> None:
        self._stream = sys.stderr
        self._live = self._stream.isatty()
        self._label = label
        self._started = self._shown_at = time.monotonic()
        self._drawing_since: float | None = None

    def __enter__(self) -> Self:
        if self._live:
            self._show(f"{self._label}: starting")
        return self

    def __call__(self, progress: Progress) -> None:
        """Show the progress (the engine's callback)."""
        now = time.monotonic()
        if self._drawing_since is None:
            self._drawing_since = now
            if not self._live:
                click.echo(f"{self._label}: rendering", err=True)
        pause = SECONDS_BETWEEN_LINES if self._live else SECONDS_BETWEEN_WORDS
        if now - self._shown_at >= pause:
            self._shown_at = now
            text = f"{self._label}: {progress_text(progress, now - self._drawing_since)}"
            if self._live:
                self._show(text)
            else:
                click.echo(text, err=True)

    def print(self, text: str) -> None:
        """Print to stdout what is done, clear of the line."""
        if self._live:
            self._show("")
        click.echo(text)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._live:
            self._show("")
        if kind is None:
            seconds = time.monotonic() - self._started
            drew = self._drawing_since is not None
            how = f"rendered in {seconds:.1f} s" if drew else "found as rendered before"
            click.echo(f"{self._label}: {how}", err=True)

    def _show(self, text: str) -> None:
        width = shutil.get_terminal_size().columns - 1  # a line that wraps cannot be written over
        self._stream.write(f"\r\x1b[K{text[:width]}")
        self._stream.flush()


def progress_text(progress: Progress, seconds: float) -> str:
    """One line: "2 of 6 parts · 12 of 85 beats · 41 frames/s · about 0:32 left"."""
    parts = [f"{progress.beats_done} of {progress.beats} beats"]
    if progress.clips > 1:
        parts.insert(0, f"{progress.clips_done} of {progress.clips} parts")
    if seconds > 0 and progress.frames_drawn:
        speed = progress.frames_drawn / seconds
        minutes, second = divmod(round(progress.frames_left / speed), 60)
        parts += [f"{speed:.0f} frames/s", f"about {minutes}:{second:02d} left"]
    return " · ".join(parts)
