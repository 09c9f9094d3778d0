"""Files that appear whole or not at all, and locks that die with their owner.

A lock is the kernel's (``flock``): when a run is killed its locks are free at once, so that no
leftover ever has to be recognised as stale. On Windows there is no such lock; every lock is granted
there, which costs doubled work when two runs meet but never a wrong file, since files are moved
into place whole and the same inputs give the same bytes.
"""

from __future__ import annotations

import hashlib
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

    def _flock(descriptor: int, *, shared: bool, wait: bool) -> bool:  # noqa: ARG001
        return True


MAX_STEM = 40  # letters of a file's name that its private one begins with


class Lock:
    """A lock on a path, held from its making to :meth:`release` or the end of the process.

    The path may be a file, which is made when missing, or a folder that exists.
    """

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor = descriptor

    @classmethod
    def wait_for(cls, path: Path, *, shared: bool = False) -> Lock:
        """The lock on `path`, as soon as it is free. Raises OSError if `path` cannot be opened."""
        descriptor = _open(path)
        _flock(descriptor, shared=shared, wait=True)
        return cls(path, descriptor)

    @classmethod
    def try_for(cls, path: Path, *, shared: bool = False) -> Lock | None:
        """The lock on `path`, or None when somebody else holds it. Raises OSError as above."""
        descriptor = _open(path)
        if _flock(descriptor, shared=shared, wait=False):
            return cls(path, descriptor)
        os.close(descriptor)
        return None

    def in_place(self) -> bool:
        """Whether the path still leads to what is locked, and not to nothing or a successor."""
        try:
            there = self.path.stat()
        except OSError:
            return False
        return os.path.samestat(there, os.fstat(self._descriptor))

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


def _open(path: Path) -> int:
    """A descriptor of the path, which is made when missing; children do not inherit it."""
    flags = os.O_RDONLY if path.is_dir() else os.O_RDWR | os.O_CREAT
    return os.open(path, flags, 0o644)


def name_beside(file: Path, folder: Path) -> str:
    """The file as it is called from where a folder lies; its bare name where it lies elsewhere.

    What a folder's records say of it: no path of this machine, and files of one name differ.
    """
    beside = folder.absolute().parent.resolve()
    whole = file.absolute().resolve()
    return whole.relative_to(beside).as_posix() if whole.is_relative_to(beside) else file.name


def sha256_of(file: Path) -> str:
    """The digest of a file's content, in hexadecimal."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@contextmanager
def whole_file(target: Path) -> Iterator[Path]:
    """A private path beside `target` to write to, moved onto it when the block succeeds.

    When the block fails nothing is left and an older `target` stays as it was.
    """
    with told_of(target, target.parent):
        descriptor, name = tempfile.mkstemp(
            dir=target.parent, prefix=f".{target.stem[:MAX_STEM]}-", suffix=target.suffix
        )
    os.close(descriptor)
    private = Path(name)
    try:
        with told_of(target, private):
            yield private
            private.chmod(0o666 & ~_umask())
            private.replace(target)
    except BaseException:
        private.unlink(missing_ok=True)
        raise


@contextmanager
def told_of(target: Path, private: Path) -> Iterator[None]:
    """Have what goes wrong at a private path, such as a full disk, tell of the target."""
    try:
        yield
    except OSError as error:
        if not str(error.filename).startswith(str(private)):
            raise
        raise OSError(error.errno, error.strerror, str(target)) from error


def write_whole(target: Path, text: str) -> None:
    """Write UTF-8 text with plain newlines, whole or not at all."""
    with whole_file(target) as private:
        private.write_text(text, encoding="utf-8", newline="\n")


def _umask() -> int:
    """The mode bits that new files lack; mkstemp makes files only their owner can read."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
