"""Puts a clip's files into the lesson's folder: all of them at once, at the very end.

They are made in a private folder inside the output folder, so that moving them is a rename on one
disk. A run that fails or is stopped removes its private folder and leaves older files as they were;
one that is killed leaves a folder that the next run sweeps away. The manifest is written last.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from anim_lib.export.manifest import NAME as MANIFEST
from anim_lib.export.manifest import Entry, Source, entry_of, read_manifest, write_manifest
from anim_lib.export.registry import Exporter
from anim_lib.files import Lock, told_of
from anim_lib.timeline import Master

PREFIX = ".dotreel-"
MEND = "Move it away, or name another folder for the results."
YOUNG = 60.0  # seconds within which a private folder may not have its lock yet


class OutputError(Exception):
    """Results cannot be put where they are to go; the message says how to mend it."""


def check_output(output: Path, lesson: str, names: Iterable[str]) -> None:
    """Raise OutputError when results of these names cannot be put into `output`/<lesson>/.

    Nothing is left behind, not even the folders: a run that fails later must not have made them.
    """
    folder = output / lesson
    for place in dict.fromkeys((_nearest(output), _nearest(folder))):
        if not place.is_dir():
            kind = "a file" if place.exists() else "a link that leads nowhere"
            raise OutputError(f"{place} is {kind}, where a folder for results is needed. {MEND}")
        try:
            Path(tempfile.mkdtemp(prefix=PREFIX, dir=place)).rmdir()
        except OSError as error:
            raise _unwritable(place, error) from error
    ours = {Path(entry.name).parts[0] for entry in read_manifest(folder)}
    for name in (*names, MANIFEST):
        if name not in ours and (folder / name).is_dir():
            raise OutputError(f"{folder / name} is a folder, where a result must go. {MEND}")


def _nearest(path: Path) -> Path:
    """The path itself, or the first of the folders above it that is there."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return _nearest(path.parent)
    except OSError as error:  # a name that is too long, a loop of links, a folder that is shut
        raise _unwritable(path, error) from error
    return path


def _unwritable(place: Path, error: OSError) -> OutputError:
    reason = error.strerror or type(error).__name__
    mend = "Name another folder for the results."
    return OutputError(f"{place}: results cannot be written there ({reason}). {mend}")


def publish(
    master: Master, formats: Sequence[Exporter], output: Path, lesson_file: str | None = None
) -> tuple[Path, ...]:
    """Write a clip's files to `output`/<lesson>/ and return their paths, the manifest last.

    Files of the same scene that tell another story (older numbers) are removed. The manifest keeps
    `lesson_file`, the file that the lesson was read from, as `files.name_beside` calls it.
    Raises OutputError when they cannot be put there.
    """
    timeline = master.timeline
    folder = output / timeline.lesson
    check_output(output, timeline.lesson, [f"{timeline.scene}{e.suffix}" for e in formats])
    folder.mkdir(parents=True, exist_ok=True)
    with private_folder(output) as private:
        entries = []
        for exporter in formats:
            name = f"{timeline.scene}{exporter.suffix}"
            with told_of(folder / name, private):
                exporter.write(master, private / name)
            entries += [
                entry_of(file, file.relative_to(private).as_posix(), master)
                for file in _files_of(private / name)
            ]
        source = Source(timeline.lesson, timeline.title, lesson_file)
        return _move_in(private, folder, source, entries)


@contextmanager
def private_folder(output: Path) -> Iterator[Path]:
    """A folder of our own inside `output`, gone when the block ends, however it ends."""
    sweep(output)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=output))
    try:
        with Lock.wait_for(folder / ".lock"):
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def sweep(output: Path) -> None:
    """Remove the private folders of runs that are dead, which their free locks give away."""
    for folder in output.glob(f"{PREFIX}*"):
        lock_file = folder / ".lock"
        try:
            if not lock_file.exists():
                if time.time() - folder.stat().st_mtime > YOUNG:
                    shutil.rmtree(folder, ignore_errors=True)
                continue
            lock = Lock.try_for(lock_file)
        except OSError:  # another run was quicker
            continue
        if lock is not None:
            with lock:
                shutil.rmtree(folder, ignore_errors=True)


def _files_of(path: Path) -> list[Path]:
    """The file itself, or the files of a folder in alphabetical order."""
    return sorted(path.iterdir()) if path.is_dir() else [path]


def _move_in(
    private: Path, folder: Path, source: Source, entries: Sequence[Entry]
) -> tuple[Path, ...]:
    """Move the files into place, drop what is out of date, and write the manifest."""
    fresh = {entry.name: entry for entry in entries}
    with Lock.wait_for(folder):  # the manifest is read, then written: one run at a time
        for name in dict.fromkeys(Path(entry.name).parts[0] for entry in entries):
            if (folder / name).is_dir():  # no folder can be put in the place of another
                (folder / name).rename(private / f".older-{name}")
            elif (private / name).is_dir() and (folder / name).exists():
                raise OutputError(f"{folder / name} is a file, where a folder must go. {MEND}")
            (private / name).replace(folder / name)
        kept = []
        for old in read_manifest(folder):
            if old.name in fresh or not _is_there(folder, old.name):
                continue
            if old.scene == entries[0].scene and old.story != entries[0].story:
                _remove(folder, old.name)
            else:
                kept.append(old)
        manifest = write_manifest(folder, source, [*kept, *entries])
    return (*(folder / name for name in fresh), manifest)


def _remove(folder: Path, name: str) -> None:
    """Remove a file, and the folder it was the last one in."""
    path = folder / name
    path.unlink(missing_ok=True)
    if path.parent != folder and not any(path.parent.iterdir()):
        path.parent.rmdir()


def _is_there(folder: Path, name: str) -> bool:
    """Whether a manifest's name is a file of the folder or its folders, and none elsewhere."""
    path = (folder / name).resolve()
    return path.is_relative_to(folder.resolve()) and path.is_file()
