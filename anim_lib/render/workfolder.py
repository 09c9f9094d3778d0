"""Where a clip's beats are kept while and after they are drawn, named after all they depend on.

    <cache>/clips/<digest of the clip's inputs>/timeline.json
                                                beat-000.mp4, beat-001.mp4, …
                                                beat-000.lock, …   who draws the beat, if anyone

A finished folder answers the same request again without importing Manim. An unfinished one is
gone on with: only the beats that are missing are drawn.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import platform
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anim_lib.files import Lock, write_whole
from anim_lib.render.registry import SceneInfo
from anim_lib.render.scene_syntax import sources
from anim_lib.render.settings import RenderSettings
from anim_lib.timeline import Timeline

if TYPE_CHECKING:
    from anim_lib.lesson.lesson import Lesson

CACHE_LIMIT = 2_000_000_000  # bytes: some hundred clips
PACKAGE = Path(__file__).resolve().parents[1]
# What the pictures depend on:
SOURCES = ("nn", "lesson", "stage", "render", "timeline.py", "outline.py")
LIBRARIES = ("manim", "numpy", "typst", "av", "pycairo", "manimgx-fonts", "manimgx-fonts-cjk")


def cache_root() -> Path:
    """The cache: $DOTREEL_CACHE, else dotreel in the user's cache folder."""
    own = os.environ.get("DOTREEL_CACHE")
    if own:
        return Path(own).absolute()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "dotreel"


def story_digest(info: SceneInfo, lesson: Lesson) -> str:
    """A digest of everything that a clip tells: lesson, scene, our sources, library versions.

    Tables of the lesson that a shipped scene does not need are left out; one's own may look at all.
    Of one's own scene the files beside it count that it imports. Raises SceneFileError.
    """
    record: dict[str, Any] = json.loads(lesson.to_json())
    unused = set(lesson.tables) - set(info.needs) if info.is_ours else set()
    parts = [
        json.dumps({key: record[key] for key in sorted(record) if key not in unused}),
        info.name,
        info.class_name,
        *(path.read_bytes() for path in sources(info.path)),
        platform.python_version(),
        platform.machine(),
        *(f"{name} {_version(name)}" for name in LIBRARIES),
        *_source_parts(),
    ]
    return _digest(parts)


def clip_digest(story: str, settings: RenderSettings) -> str:
    """A digest of a story and of the size and frame rate it is drawn at."""
    alpha = "+alpha" if settings.transparent else ""
    return _digest([story, f"{settings.width}x{settings.height}@{settings.fps}{alpha}"])


@dataclass(frozen=True, slots=True)
class WorkFolder:
    """One clip's folder in the cache; `path` need not exist yet.

    ``suffix`` ends the names of the beats' videos: .mp4, or .mov for a transparent stage.
    """

    path: Path
    suffix: str = ".mp4"

    @classmethod
    def of_clip(cls, inputs: str, settings: RenderSettings) -> WorkFolder:
        """The folder of the clip with this digest of its inputs."""
        return cls.at(cache_root() / "clips" / inputs[:40], settings)

    @classmethod
    def at(cls, path: Path, settings: RenderSettings) -> WorkFolder:
        """The folder at `path`, of a clip with these settings."""
        return cls(path, ".mov" if settings.transparent else ".mp4")

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Make the folder, and keep it from being cleared away while the block runs."""
        lock = None
        while lock is None or not lock.in_place():  # cleared away between making and locking
            self.path.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):
                lock = Lock.wait_for(self.path / "in-use.lock", shared=True)
        with lock:
            os.utime(self.path)
            yield

    def segment(self, index: int) -> Path:
        """The video file of a beat (zero-based)."""
        return self.path / f"beat-{index:03d}{self.suffix}"

    def segments(self) -> list[Path]:
        """The beats' videos that are there."""
        return sorted(self.path.glob(f"beat-*{self.suffix}"))

    def claim(self, index: int, *, wait: bool) -> Lock | None:
        """The right to draw a beat; without `wait` None while another process has it."""
        path = self.path / f"beat-{index:03d}.lock"
        return Lock.wait_for(path) if wait else Lock.try_for(path)

    def still(self, index: int) -> Path:
        """The picture at the end of a beat, as a PNG file."""
        return self.path / f"still-{index:03d}.png"

    def outline(self, index: int) -> Path:
        """The outlines of what stands at the end of a beat, as a JSON file."""
        return self.path / f"outline-{index:03d}.json"

    def timeline(self) -> Timeline | None:
        """The clip's timeline, once a run has got to its end."""
        try:
            text = (self.path / "timeline.json").read_text(encoding="utf-8")
            return Timeline.from_json(json.loads(text))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def forget(self) -> None:
        """Drop the timeline and the beats' videos, stills and outlines; locks stay."""
        stills = [*self.path.glob("still-*.png"), *self.path.glob("outline-*.json")]
        for path in [self.path / "timeline.json", *self.segments(), *stills]:
            path.unlink(missing_ok=True)

    def keep_timeline(self, timeline: Timeline) -> None:
        """Store the timeline."""
        text = json.dumps(timeline.to_json(), ensure_ascii=False)
        write_whole(self.path / "timeline.json", text)


def cached_clips() -> list[tuple[Path, int]]:
    """Every clip folder with its size in bytes, the one used longest ago first."""
    found = []
    for path in (cache_root() / "clips").glob("*/"):
        with suppress(OSError):  # cleared by another run meanwhile
            found.append((path.stat().st_mtime, path, _size(path)))
    return [(path, size) for _, path, size in sorted(found)]


def trim_cache(limit: int = CACHE_LIMIT) -> None:
    """Drop the clips used longest ago until the rest fits `limit` bytes; none that is in use."""
    clips = cached_clips()
    excess = sum(size for _, size in clips) - limit
    for path, size in clips:
        if excess <= 0:
            break
        if clear_clip(path):
            excess -= size


def clear_clip(path: Path) -> bool:
    """Remove a clip's folder, unless a run is using it; whether it was removed."""
    lock = Lock.try_for(path / "in-use.lock")
    if lock is None:
        return False
    with lock:
        shutil.rmtree(path, ignore_errors=True)
    return not path.exists()


def _size(folder: Path) -> int:
    size = 0
    for file in folder.iterdir():
        with suppress(OSError):  # moved to its place meanwhile
            size += file.stat().st_size
    return size


def _digest(parts: list[str | bytes]) -> str:
    """sha256 over the parts, each with its length so that no two lists run together alike."""
    digest = hashlib.sha256()
    for part in parts:
        raw = part.encode() if isinstance(part, str) else part
        digest.update(len(raw).to_bytes(8, "big") + raw)
    return digest.hexdigest()


def _source_parts() -> Iterator[str | bytes]:
    """Name and content of each file of ours that the pictures depend on, fonts included."""
    for name in SOURCES:
        top = PACKAGE / name
        files = sorted(top.rglob("*")) if top.is_dir() else [top]
        for path in files:
            if path.is_file() and path.suffix != ".pyc":
                yield str(path.relative_to(PACKAGE))
                yield path.read_bytes()


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "none"
