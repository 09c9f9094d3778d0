"""manifest.json: what lies in a lesson's folder, where it came from, and the numbers it shows."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anim_lib.files import sha256_of, write_whole
from anim_lib.timeline import Master, number_to_json

NAME = "manifest.json"


@dataclass(frozen=True, slots=True)
class Entry:
    """One file: its name, the clip or lecture it belongs to, and its record as plain data.

    In the record, ``inputs`` is the digest of everything the file was made from; ``story`` of the
    same without size and frame rate, so files of one story show the same numbers. A lecture's
    ``clips`` names the scenes it was joined from, each with its story.
    """

    name: str
    scene: str
    story: str
    record: dict[str, Any]

    @property
    def clips(self) -> dict[str, str]:
        """Scene and story of each clip that a lecture was joined from."""
        return dict(self.record.get("clips", {}))


def entry_of(path: Path, name: str, master: Master) -> Entry:
    """The entry of a file that was made from a master."""
    record = {
        "name": name,
        "scene": master.timeline.scene,
        "sha256": sha256_of(path),
        "size": path.stat().st_size,
        "duration": master.timeline.duration,
        "inputs": master.inputs,
        "story": master.story,
        "numbers": [number_to_json(number) for number in master.timeline.numbers],
    }
    if master.clips:
        record["clips"] = dict(master.clips)
    return Entry(name, master.timeline.scene, master.story, record)


def read_manifest(folder: Path) -> tuple[Entry, ...]:
    """The entries of a folder's manifest; none when there is none, or it cannot be read."""
    try:
        data = json.loads((folder / NAME).read_text(encoding="utf-8"))
        return tuple(
            Entry(str(record["name"]), str(record["scene"]), str(record["story"]), record)
            for record in data["files"]
        )
    except (OSError, ValueError, KeyError, TypeError):
        return ()


@dataclass(frozen=True, slots=True)
class Source:
    """The lesson that a folder's files show: its name, its title, and its file's name if any."""

    lesson: str
    title: str
    file: str | None = None


def read_source(folder: Path) -> Source | None:
    """The lesson that a folder's manifest names last; None when it names no file."""
    try:
        data = json.loads((folder / NAME).read_text(encoding="utf-8"))
        return Source(str(data["lesson"]), str(data["title"]), str(data["lesson_file"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def write_manifest(folder: Path, source: Source, entries: Iterable[Entry]) -> Path:
    """Write the folder's manifest, files in alphabetical order."""
    data: dict[str, Any] = {"lesson": source.lesson, "title": source.title}
    if source.file is not None:
        data["lesson_file"] = source.file
    data["files"] = [entry.record for entry in sorted(entries, key=lambda entry: entry.name)]
    text = json.dumps(data, ensure_ascii=False, indent=1)
    write_whole(folder / NAME, text + "\n")
    return folder / NAME
