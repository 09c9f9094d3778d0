"""The table of formats. A format is there once its module is in this folder."""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from anim_lib.outline import Picture
from anim_lib.timeline import Master, Timeline

FromMaster = Callable[[Master, Path], None]
FromTimeline = Callable[[Timeline, Path], None]
FromOutlines = Callable[[Timeline, Sequence[Picture], Path], None]

DEFAULT = ("mp4",)


class Role(Enum):
    """When a format is written."""

    VIDEO = "when asked for, and brings the companions along"
    COMPANION = "along with every video, or alone when asked for"
    EXTRA = "when asked for"


@dataclass(frozen=True, slots=True)
class Exporter:
    """One format: writes one file from a master, or one folder of files.

    ``name`` picks it on the command line; ``suffix`` ends its file's name. Without ``needs_frames``
    a master that was only planned will do; with ``needs_outlines`` it needs its outlines.
    ``opaque`` says why a format cannot hold a transparent background, if it cannot.
    """

    name: str
    suffix: str
    summary: str
    write: FromMaster
    role: Role
    needs_frames: bool
    opaque: str = ""
    needs_outlines: bool = False


_EXPORTERS: dict[str, Exporter] = {}


def from_frames(
    name: str,
    summary: str,
    *,
    suffix: str | None = None,
    role: Role = Role.VIDEO,
    opaque: str = "",
) -> Callable[[FromMaster], FromMaster]:
    """Register a function that writes a format made of pictures; files end in .`name`, usually."""

    def register(write: FromMaster) -> FromMaster:
        _EXPORTERS[name] = Exporter(
            name, suffix or f".{name}", summary, write, role, needs_frames=True, opaque=opaque
        )
        return write

    return register


def from_timeline(
    name: str, summary: str, *, suffix: str | None = None
) -> Callable[[FromTimeline], FromTimeline]:
    """Register a function that writes words or numbers, which go along with every video."""

    def register(write: FromTimeline) -> FromTimeline:
        def write_master(master: Master, target: Path) -> None:
            write(master.timeline, target)

        _EXPORTERS[name] = Exporter(
            name, suffix or f".{name}", summary, write_master, Role.COMPANION, needs_frames=False
        )
        return write

    return register


def from_outlines(name: str, summary: str) -> Callable[[FromOutlines], FromOutlines]:
    """Register a function that writes the beats' last pictures as shapes, for print."""

    def register(write: FromOutlines) -> FromOutlines:
        def write_master(master: Master, target: Path) -> None:
            texts = (path.read_text(encoding="utf-8") for path in master.outlines)
            write(master.timeline, [Picture.from_json(json.loads(text)) for text in texts], target)

        _EXPORTERS[name] = Exporter(
            name,
            f".{name}",
            summary,
            write_master,
            Role.EXTRA,
            needs_frames=False,
            needs_outlines=True,
        )
        return write

    return register


def exporters() -> dict[str, Exporter]:
    """Every format by its name, in alphabetical order."""
    package = Path(__file__).parent
    for module in pkgutil.iter_modules([str(package)]):
        importlib.import_module(f"{__package__}.{module.name}")
    return dict(sorted(_EXPORTERS.items()))


def chosen(names: tuple[str, ...], default: tuple[str, ...] = DEFAULT) -> tuple[Exporter, ...]:
    """The formats for what was asked: a video brings its companions; all others come alone.

    Raises KeyError for a name that is no format.
    """
    known = exporters()
    asked = [known[name] for name in names or default]
    picked = {exporter.name for exporter in asked}
    if any(exporter.role is Role.VIDEO for exporter in asked):
        picked |= {e.name for e in known.values() if e.role is Role.COMPANION}
    return tuple(exporter for exporter in known.values() if exporter.name in picked)
