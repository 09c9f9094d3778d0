"""Files that appear whole or not at all, and locks that die with their owner.

A lock is the kernel's (``flock``): when a run is killed its locks are free at once, so that no
leftover ever has to be recognised as stale. On Windows there is no such lock; every lock is granted
there, which costs doubled work when two runs meet but never a wrong file, since files are moved
into place whole and the same inputs give the same bytes.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

if sys.platform != "win32":
    import fcntl

    def _flock(descriptor: int, *, shared: bool, wait: bool) -> bool:
        how = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        try:
            fcntl.flock(descriptor, how if wait else how | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
else:  # pragma: no cover

    def _flock(descriptor: int, *, shared: bool, wait: bool) -> bool:
        return True


class Lock:
    """A lock on a path, held from its making to :meth:`release` or the end of the process.

    The path may be a file, which is made when missing, or a folder that exists.
    """

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor = descriptor

    @classmethod
    def take(cls, path: Path, *, shared: bool = False, wait: bool = True) -> Lock | None:
        """The lock on `path`; without `wait` None when somebody else holds it.

        Raises OSError when the path cannot be opened.
        """
        flags = os.O_RDONLY if path.is_dir() else os.O_RDWR | os.O_CREAT
        descriptor = os.open(path, flags | getattr(os, "O_CLOEXEC", 0), 0o644)
        if not _flock(descriptor, shared=shared, wait=wait):
            os.close(descriptor)
            return None
        return cls(path, descriptor)

    def release(self) -> None:
        """Let the next one in; a second release does nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()


@contextmanager
def locked(path: Path, *, shared: bool = False) -> Iterator[None]:
    """Hold the lock on `path`, waiting for it, while the block runs."""
    lock = Lock.take(path, shared=shared)
    assert lock is not None  # waiting locks are always granted
    with lock:
        yield


@contextmanager
def whole_file(target: Path) -> Iterator[Path]:
    """A private path beside `target` to write to, moved onto it when the block succeeds.

    When the block fails nothing is left and an older `target` stays as it was.
    """
    descriptor, name = tempfile.mkstemp(
        dir=target.parent, prefix=f".{target.stem}-", suffix=target.suffix
    )
    os.close(descriptor)
    private = Path(name)
    try:
        yield private
        private.chmod(0o666 & ~_umask())
        os.replace(private, target)
    except BaseException:
        private.unlink(missing_ok=True)
        raise


def write_whole(target: Path, text: str) -> None:
    """Write UTF-8 text with plain newlines, whole or not at all."""
    with whole_file(target) as private:
        private.write_text(text, encoding="utf-8", newline="\n")


def _umask() -> int:
    """The mode bits that new files lack; mkstemp makes files only their owner can read."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
