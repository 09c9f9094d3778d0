"""Progress on stderr: one line that changes on a terminal, a few words elsewhere."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

import click

if TYPE_CHECKING:
    from anim_lib.render.engine import Progress

SECONDS_BETWEEN_LINES = 0.1


class ProgressLine:
    """Shows how far a clip is; used as a context so that the line is tidied away."""

    def __init__(self, scene: str) -> None:
        self._stream = sys.stderr
        self._live = self._stream.isatty()
        self._scene = scene
        self._started = self._shown_at = time.monotonic()
        self._drew = False

    def __enter__(self) -> Self:
        if self._live:
            self._show(f"{self._scene}: starting")
        return self

    def __call__(self, progress: Progress) -> None:
        """Show the progress (the engine's callback)."""
        if not self._drew and not self._live:
            click.echo(f"{self._scene}: rendering", err=True)
        self._drew = True
        now = time.monotonic()
        if self._live and now - self._shown_at >= SECONDS_BETWEEN_LINES:
            self._shown_at = now
            self._show(progress_text(progress, now - self._started))

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
            how = f"rendered in {seconds:.1f} s" if self._drew else "found as rendered before"
            click.echo(f"{self._scene}: {how}", err=True)

    def _show(self, text: str) -> None:
        self._stream.write(f"\r\x1b[K{text}")
        self._stream.flush()


def progress_text(progress: Progress, seconds: float) -> str:
    """One line: "dense-layer: 12 of 25 beats · 540 frames · 41 frames/s · about 0:32 left"."""
    of = f" of {progress.beats}" if progress.beats else ""
    parts = [f"{progress.scene}: {progress.beats_done}{of} beats"]
    if seconds > 0 and progress.frames_drawn:
        speed = progress.frames_drawn / seconds
        parts += [f"{progress.frames_drawn} frames", f"{speed:.0f} frames/s"]
        if progress.frames_left is not None:
            minutes, second = divmod(round(progress.frames_left / speed), 60)
            parts.append(f"about {minutes}:{second:02d} left")
    return " · ".join(parts)
