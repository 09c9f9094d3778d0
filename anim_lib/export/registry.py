"""The table of formats. A format is there once its module is in this folder."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from anim_lib.timeline import Master, Timeline

Source = TypeVar("Source")


@dataclass(frozen=True, slots=True)
class Exporter(Generic[Source]):
    """One format: writes one file from a master, or from a timeline when it needs no pictures.

    ``name`` picks it on the command line, ``suffix`` ends its file's name. A companion comes along
    with every video; the others come when asked for, and the default one when nothing is.
    """

    name: str
    suffix: str
    summary: str
    write: Callable[[Source, Path], None]
    companion: bool
    needs_frames: bool


FrameExporter = Exporter[Master]
TextExporter = Exporter[Timeline]
DEFAULT = ("mp4",)

_FRAME_EXPORTERS: dict[str, FrameExporter] = {}
_TEXT_EXPORTERS: dict[str, TextExporter] = {}


def from_frames(
    name: str, summary: str, *, suffix: str = "", companion: bool = False
) -> Callable[[Callable[[Master, Path], None]], Callable[[Master, Path], None]]:
    """Register a function that writes a format made of pictures; the suffix is the name's."""

    def register(write: Callable[[Master, Path], None]) -> Callable[[Master, Path], None]:
        _FRAME_EXPORTERS[name] = Exporter(
            name, suffix or f".{name}", summary, write, companion, needs_frames=True
        )
        return write

    return register


def from_timeline(
    name: str, summary: str, *, suffix: str = ""
) -> Callable[[Callable[[Timeline, Path], None]], Callable[[Timeline, Path], None]]:
    """Register a function that writes a format made of text, which goes along with every video."""

    def register(write: Callable[[Timeline, Path], None]) -> Callable[[Timeline, Path], None]:
        _TEXT_EXPORTERS[name] = Exporter(
            name, suffix or f".{name}", summary, write, companion=True, needs_frames=False
        )
        return write

    return register


def exporters() -> dict[str, FrameExporter | TextExporter]:
    """Every format by its name, in alphabetical order."""
    package = Path(__file__).parent
    for module in pkgutil.iter_modules([str(package)]):
        importlib.import_module(f"{__package__}.{module.name}")
    both: dict[str, FrameExporter | TextExporter] = {**_FRAME_EXPORTERS, **_TEXT_EXPORTERS}
    return dict(sorted(both.items()))


def chosen(names: tuple[str, ...]) -> tuple[FrameExporter | TextExporter, ...]:
    """The formats for what was asked: a video brings its companions, a companion comes alone.

    Raises KeyError for a name that is no format.
    """
    known = exporters()
    asked = [known[name] for name in names or DEFAULT]
    picked = {exporter.name for exporter in asked}
    if not all(exporter.companion for exporter in asked):
        picked |= {exporter.name for exporter in known.values() if exporter.companion}
    return tuple(exporter for exporter in known.values() if exporter.name in picked)


def write_file(exporter: FrameExporter | TextExporter, master: Master, target: Path) -> None:
    """Write one format of a rendered clip."""
    if exporter.name in _FRAME_EXPORTERS:
        _FRAME_EXPORTERS[exporter.name].write(master, target)
    else:
        _TEXT_EXPORTERS[exporter.name].write(master.timeline, target)
