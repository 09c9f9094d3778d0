"""`dotreel doctor`: is everything here that a render needs, and if not, what brings it?"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType

import click

from anim_lib.cli._failures import MISSING
from anim_lib.cli._options import debug_option, json_option, output_to

MANIM = "0.22"  # the release whose behaviour the stage is built on
FONT = "New Computer Modern"  # what numbers and formulas are set in
FONT_PACKAGES = ("manimgx-fonts", "manimgx-fonts-cjk")  # optional; what they hold is no code
ROOM = 1_000_000_000  # bytes; a 1080p60 lecture and its half-made parts need about half of it

APT = "sudo apt-get install gcc pkg-config python3-dev libcairo2-dev libpango1.0-dev"
BREW = "brew install cairo pango pkg-config"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found, and where it is amiss the command or step that mends it."""

    name: str
    ok: bool
    found: str
    mend: str = ""

    def __str__(self) -> str:
        line = f"{'ok' if self.ok else '—':<3} {self.name:<13} {self.found}"
        return line if self.ok else f"{line}. To mend: {self.mend}"


@click.command("doctor", epilog="Example: dotreel doctor")
@output_to("renders")
@json_option
@debug_option
def command(output: Path, as_json: bool) -> None:
    """Check that everything a render needs is here; say what to do where it is not.

    Exit code 0: all is well. Exit code 4: something is missing.
    """
    findings = examine(output)
    well = all(finding.ok for finding in findings)
    if as_json:
        report = {"ok": well, "checks": [asdict(finding) for finding in findings]}
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(str(finding) for finding in findings))
    if not well:
        click.get_current_context().exit(MISSING)


def examine(folder: Path) -> tuple[Finding, ...]:
    """Every check, in the order in which a person would mend them.

    Args:
        folder: where clips are to go; it need not exist, and is not made.
    """
    from anim_lib.render.workfolder import cache_root

    return (
        _python(),
        _loaded("cairo", "pycairo", _cairo_version),
        _loaded("pango", "ManimPango", _pango_version, module="manimpango"),
        _loaded("manim", "manim", _manim_version),
        _loaded("typst", "typst", _typst_fonts),
        _more_fonts(),
        _loaded("video", "av", _video_encoder, module="av"),
        _writable("clips", folder, naming="-o DIR"),
        _writable("cache", cache_root(), naming="DOTREEL_CACHE=DIR"),
        _room(folder),
    )


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    return Finding(
        "Python",
        sys.version_info >= (3, 11),
        f"{version} at {sys.executable}",
        "install Python 3.11 or newer, then: make setup PYTHON=/path/to/it",
    )


class _UnfitError(Exception):
    """A package loads, but is not what a render needs; the text says what it has instead."""


def _loaded(
    name: str, package: str, version: Callable[[ModuleType], str], module: str = ""
) -> Finding:
    """Load a package for real: a missing system library shows only then."""
    pip = f"{sys.executable} -m pip install '{_requirement(package)}'"
    try:
        return Finding(name, True, version(importlib.import_module(module or name)))
    except _UnfitError as unfit:
        return Finding(name, False, str(unfit), f"{pip} --upgrade")
    except ModuleNotFoundError as error:
        return Finding(name, False, f"the Python package {error.name} is not installed", pip)
    except (ImportError, OSError) as error:
        return Finding(name, False, f"does not load: {error}", _system_libraries())


def _requirement(package: str) -> str:
    return {"manim": f"manim[typst]=={MANIM}.*", "typst": "typst>=0.14"}.get(package, package)


def _system_libraries() -> str:
    return BREW if sys.platform == "darwin" else APT


def _cairo_version(cairo: ModuleType) -> str:
    return f"{cairo.cairo_version_string()} (pycairo {cairo.version})"


def _pango_version(pango: ModuleType) -> str:
    return f"{pango.pango_version()} (ManimPango {pango.__version__})"


def _manim_version(manim: ModuleType) -> str:
    version = str(manim.__version__)
    if not version.startswith(f"{MANIM}."):
        raise _UnfitError(f"{version}, but Dotreel is built on {MANIM}")
    return version


def _typst_fonts(typst: ModuleType) -> str:
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=True)
    if FONT not in fonts.families():
        raise _UnfitError(f"{typst.__version__}, which does not bring the font {FONT}")
    return f"{typst.__version__}, with {FONT}"


def _more_fonts() -> Finding:
    """Never amiss: words of Latin, Greek, Cyrillic and Hebrew letters need no more."""
    there, lacking = [], []
    for package in FONT_PACKAGES:
        try:
            there.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            lacking.append(package)
    words = [f"Noto, by {' and '.join(there)}"] if there else []
    if lacking:
        pip = f"{sys.executable} -m pip install 'dotreel[fonts]'"
        words.append(f"{'more' if there else 'most'} scripts come with: {pip}")
    return Finding("fonts", True, "; ".join(words))


def _video_encoder(av: ModuleType) -> str:
    if "libx264" not in av.codecs_available:
        raise _UnfitError(f"PyAV {av.__version__}, which cannot write H.264 (libx264)")
    return f"PyAV {av.__version__}, with libx264"


def _nearest(folder: Path) -> Path:
    """The folder itself, or the nearest one above it that exists."""
    folder = folder.absolute()
    return next(place for place in (folder, *folder.parents) if place.exists())


def _writable(name: str, folder: Path, *, naming: str) -> Finding:
    """Write a file for real: permission bits do not tell of read-only disks."""
    place = _nearest(folder)
    try:
        with tempfile.TemporaryFile(dir=place):
            return Finding(name, True, f"{folder} can be written")
    except OSError as error:
        reason = error.strerror or str(error)
        return Finding(
            name,
            False,
            f"{folder} cannot be written: {place}: {reason}",
            f"allow writing there, or name another folder with {naming}",
        )


def _room(folder: Path) -> Finding:
    free = shutil.disk_usage(_nearest(folder)).free
    return Finding(
        "room",
        free >= ROOM,
        f"{free / 1e9:.1f} GB free",
        f"make room: a lecture in 1080p wants {ROOM / 1e9:.0f} GB while it is rendered",
    )
