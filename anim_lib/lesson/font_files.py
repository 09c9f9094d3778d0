"""`fonts` of `[display]`: a folder beside the lesson with fonts for letters that others lack.

They are data that a clip depends on, as its numbers are: their digests are part of the lesson.
"""

import hashlib
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from anim_lib.lesson.contents import reason_of
from anim_lib.lesson.faults import FaultList
from anim_lib.lesson.words import counted, described

KEY = "display.fonts"
ENDINGS = (".ttf", ".otf", ".ttc", ".otc")  # all that Typst reads
MAX_FILES, MAX_BYTES = 100, 200_000_000  # Chinese, Japanese and Korean in one weight have 33 MB
_SINGLE = (b"\x00\x01\x00\x00", b"OTTO", b"true")
_COLLECTION = b"ttcf"
_EXPECTED = f"a folder of fonts ({', '.join(ENDINGS)})"


@dataclass(frozen=True)
class FontFolder:
    """A folder of fonts, where it lies now, and the name and SHA-256 of each file in it."""

    path: Path
    digests: tuple[tuple[str, str], ...]


def read_fonts(
    document: Mapping[str, object], folder: Path, faults: FaultList
) -> FontFolder | None:
    """The folder that a document's `[display] fonts` names; None with the faults kept."""
    display = document.get("display")
    name = display.get("fonts") if isinstance(display, dict) else None
    if not isinstance(name, str):  # the schema refuses what is no text
        return None
    if not is_inside(name):
        mend = "Put the fonts into a folder beside the lesson, so that both travel together."
        faults.add(KEY, described(name), "a folder inside the lesson's own", mend)
        return None
    try:
        return _read(folder / name, name, faults)
    except OSError as error:
        faults.add(KEY, f"{name} cannot be read ({reason_of(error)})", _EXPECTED, "Check the path.")
        return None


def is_inside(name: str) -> bool:
    """Whether a name leads into a folder, never out of it."""
    given = Path(name)
    return bool(name) and not given.is_absolute() and ".." not in given.parts


def files_in(folder: Path) -> list[Path]:
    """The font files in a folder and below it."""
    return sorted(file for file in folder.rglob("*") if file.suffix.lower() in ENDINGS)


def _read(path: Path, name: str, faults: FaultList) -> FontFolder | None:
    if not path.is_dir():
        found = f"{name} is a file" if path.exists() else f"there is no folder {name}"
        faults.add(KEY, found, _EXPECTED, "Name the folder that the font files lie in.")
        return None
    files = files_in(path)
    if not files:
        mend = "Put TrueType or OpenType files there; web fonts (.woff2) have to be unpacked."
        faults.add(KEY, f"{name} holds no fonts", _EXPECTED, mend)
        return None
    size = sum(file.stat().st_size for file in files)
    if len(files) > MAX_FILES or size > MAX_BYTES:
        found = f"{name} holds {counted(len(files), 'font')} of {size / 1e6:,.0f} MB"
        expected = f"at most {MAX_FILES} fonts of {MAX_BYTES // 1_000_000} MB"
        faults.add(KEY, found, expected, "Keep the fonts that the lesson needs.")
        return None
    digests = []
    for file in files:
        content = file.read_bytes()
        place = str(file.relative_to(path))
        if not _is_font(content):
            mend = "Put a TrueType or OpenType font there, or take the file away."
            faults.add(KEY, f"{name}/{place} is no font that can be read", _EXPECTED, mend)
            return None
        digests.append((place, hashlib.sha256(content).hexdigest()))
    return FontFolder(path.absolute(), tuple(digests))


def _is_font(content: bytes) -> bool:
    """Whether the content starts as fonts do and holds all the tables that its start names."""
    starts = [0]
    try:
        if content[:4] == _COLLECTION:
            (count,) = struct.unpack_from(">I", content, 8)
            starts = list(struct.unpack_from(f">{min(count, 1000)}I", content, 12))
        for start in starts:
            (tables,) = struct.unpack_from(">H", content, start + 4)
            if content[start : start + 4] not in _SINGLE or not tables:
                return False
            for table in range(tables):
                place, length = struct.unpack_from(">II", content, start + 12 + 16 * table + 8)
                if place + length > len(content):
                    return False
    except struct.error:
        return False
    return bool(starts)
