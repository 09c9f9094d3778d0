"""Puts a clip's files into the lesson's folder: all of them at once, at the very end.

They are made in a private folder inside the output folder, so that moving them is a rename on one
disk. A run that fails or is stopped removes its private folder and leaves older files as they were;
one that is killed leaves a folder that the next run sweeps away. The manifest is written last.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from anim_lib.export.manifest import Entry, entry_of, read_manifest, write_manifest
from anim_lib.export.registry import Exporter
from anim_lib.files import Lock
from anim_lib.timeline import Master

PREFIX = ".dotreel-"
YOUNG = 60.0  # seconds within which a private folder may not have its lock yet


def publish(master: Master, formats: Sequence[Exporter], output: Path) -> tuple[Path, ...]:
    """Write a clip's files to `output`/<lesson>/ and return their paths, the manifest last.

    Files of the same scene that tell another story (older numbers) are removed.
    """
    timeline = master.timeline
    folder = output / timeline.lesson
    folder.mkdir(parents=True, exist_ok=True)
    with private_folder(output) as private:
        entries = []
        for exporter in formats:
            name = f"{timeline.scene}{exporter.suffix}"
            exporter.write(master, private / name)
            entries += [
                entry_of(file, file.relative_to(private).as_posix(), master)
                for file in _files_of(private / name)
            ]
        return _move_in(private, folder, timeline.lesson, entries)


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
    private: Path, folder: Path, lesson: str, entries: Sequence[Entry]
) -> tuple[Path, ...]:
    """Move the files into place, drop what is out of date, and write the manifest."""
    fresh = {entry.name: entry for entry in entries}
    with Lock.wait_for(folder):  # the manifest is read, then written: one run at a time
        for name in dict.fromkeys(Path(entry.name).parts[0] for entry in entries):
            if (folder / name).is_dir():  # no folder can be put in the place of another
                (folder / name).rename(private / f".older-{name}")
            (private / name).replace(folder / name)
        kept = []
        for old in read_manifest(folder):
            if old.name in fresh or not _is_there(folder, old.name):
                continue
            if old.scene == entries[0].scene and old.story != entries[0].story:
                _remove(folder, old.name)
            else:
                kept.append(old)
        manifest = write_manifest(folder, lesson, [*kept, *entries])
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
