"""The table of formats. A format is there once its module is in this folder."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from anim_lib.timeline import Master, Timeline

FromMaster = Callable[[Master, Path], None]
FromTimeline = Callable[[Timeline, Path], None]

DEFAULT = ("mp4",)


@dataclass(frozen=True, slots=True)
class Exporter:
    """One format: writes one file from a master.

    ``name`` picks it on the command line; ``suffix`` ends its file's name. A ``companion`` comes
    along with every video. Without ``needs_frames`` a master that was only planned will do.
    """

    name: str
    suffix: str
    summary: str
    write: FromMaster
    companion: bool
    needs_frames: bool


_EXPORTERS: dict[str, Exporter] = {}


def from_frames(
    name: str, summary: str, *, companion: bool = False
) -> Callable[[FromMaster], FromMaster]:
    """Register a function that writes a format made of pictures, in files called .`name`."""

    def register(write: FromMaster) -> FromMaster:
        _EXPORTERS[name] = Exporter(name, f".{name}", summary, write, companion, needs_frames=True)
        return write

    return register


def from_timeline(name: str, summary: str) -> Callable[[FromTimeline], FromTimeline]:
    """Register a function that writes words or numbers, which go along with every video."""

    def register(write: FromTimeline) -> FromTimeline:
        def write_master(master: Master, target: Path) -> None:
            write(master.timeline, target)

        _EXPORTERS[name] = Exporter(
            name, f".{name}", summary, write_master, companion=True, needs_frames=False
        )
        return write

    return register


def exporters() -> dict[str, Exporter]:
    """Every format by its name, in alphabetical order."""
    package = Path(__file__).parent
    for module in pkgutil.iter_modules([str(package)]):
        importlib.import_module(f"{__package__}.{module.name}")
    return dict(sorted(_EXPORTERS.items()))


def chosen(names: tuple[str, ...]) -> tuple[Exporter, ...]:
    """The formats for what was asked: a video brings its companions, a companion comes alone.

    Raises KeyError for a name that is no format.
    """
    known = exporters()
    asked = [known[name] for name in names or DEFAULT]
    picked = {exporter.name for exporter in asked}
    if not all(exporter.companion for exporter in asked):
        picked |= {exporter.name for exporter in known.values() if exporter.companion}
    return tuple(exporter for exporter in known.values() if exporter.name in picked)
