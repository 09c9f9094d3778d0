"""Outlines of letters and formulas, set by Typst with its own fonts: no LaTeX, no system font.

A user's words enter Typst as data (`sys.inputs`), never as markup: they are drawn letter for
letter and cannot run anything. Lengths are in em, the origin is the baseline's left end, y is up.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from xml.etree import ElementTree

import numpy as np
import svgelements
import typst
from numpy.typing import NDArray

Points = NDArray[np.float64]  # (4k, 3): k cubic Bézier segments, as Manim's VMobject keeps them

_SIZE = 1000.0  # points; Typst rounds glyph paths to a thousandth of this scale's tenth
_MARK = "#ff0001"  # the small square that tells where the baseline is
_FONTS = '("New Computer Modern", "New Computer Modern Math")'  # the second has ≈ and arrows
_UNDRAWABLE = "\uffff"  # no character, so every font draws its box for a missing one
_PRELUDE = f"""
#set page(width: auto, height: auto, margin: 1000pt, fill: none)
#set text(font: {_FONTS}, size: {_SIZE:g}pt, fallback: false, ligatures: false)
#show math.equation: set text(font: "New Computer Modern Math", size: {_SIZE:g}pt, fallback: false)
#let mark = box(width: 1pt, height: 1pt, fill: rgb("{_MARK}"))
#let ink(key, body) = text(fill: rgb("#0000" + key), body)
"""
_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"


class MissingGlyphError(ValueError):
    """A character that the embedded fonts cannot draw."""

    def __init__(self, character: str) -> None:
        super().__init__(f"no glyph for {character!r} (U+{ord(character):04X})")
        self.character = character


@dataclass(frozen=True)
class Outline:
    """The shapes of a text or of one coloured part of a formula, in em."""

    key: str  # "" or the two hex digits given to `ink` in a formula's source
    points: Points  # (4k, 3)


@dataclass(frozen=True)
class Typeset:
    """A line of text or a formula: its parts and its advance width in em."""

    parts: tuple[Outline, ...]
    width: float


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True)


def _compile(body: str, inputs: dict[str, str]) -> ElementTree.Element:
    source = (_PRELUDE + body).encode()
    page = typst.Compiler(font_paths=_fonts()).compile(source, format="svg", sys_inputs=inputs)
    pages = page if isinstance(page, list) else [page]
    assert pages[0] is not None
    return ElementTree.fromstring(pages[0])  # noqa: S314 (our own compiler wrote it)


@lru_cache(maxsize=4096)
def text_line(text: str) -> Typeset:
    """One line of plain text, drawn as written.

    Raises MissingGlyphError naming the first character that the fonts lack.
    """
    for character in dict.fromkeys(text):
        if not _has_glyph(character):
            raise MissingGlyphError(character)
    return _read(_compile("#mark#sys.inputs.text#mark", {"text": text}))


@lru_cache(maxsize=512)
def formula(source: str) -> Typeset:
    """A formula from our own Typst maths source; `#ink("01", $W$)` makes a part of key "01"."""
    return _read(_compile(f"#mark$inline({source})$#mark", {}))


@cache
def _has_glyph(character: str) -> bool:
    category = unicodedata.category(character)
    if category.startswith("C"):  # a line feed would break the line, a control has no shape
        return False
    if category == "Zs":
        return True
    drawn = _glyph_ids(character)  # empty for what only steers its neighbours
    return bool(drawn) and drawn != _glyph_ids(_UNDRAWABLE)


@cache
def _glyph_ids(character: str) -> tuple[str, ...]:
    root = _compile("#mark#sys.inputs.text", {"text": character})
    return tuple(use.attrib[_HREF] for use in root.iter(f"{_SVG}use"))


def _read(root: ElementTree.Element) -> Typeset:
    """Collect every path of the page, grouped by the key in its fill colour."""
    symbols = {
        f"#{symbol.attrib['id']}": symbol.find(f"{_SVG}path").attrib["d"]  # type: ignore[union-attr]
        for symbol in root.iter(f"{_SVG}symbol")
    }
    pieces: list[tuple[str, Points]] = []
    marks: list[Points] = []
    for element, matrix in _walk(root, np.eye(3)):
        fill = element.attrib.get("fill", "")
        stroke = element.attrib.get("stroke")
        if element.tag == f"{_SVG}use":
            shift = np.array(
                [[1, 0, float(element.attrib["x"])], [0, 1, float(element.attrib["y"])], [0, 0, 1]]
            )
            pieces.append(
                (_key(fill), _apply(matrix @ shift, _path(symbols[element.attrib[_HREF]])))
            )
        elif fill == _MARK:
            marks.append(_apply(matrix, _path(element.attrib["d"])))
        elif stroke is not None:
            width = float(element.attrib["stroke-width"])
            bar = _bar(_path(element.attrib["d"]), width)
            pieces.append((_key(stroke), _apply(matrix, bar)))
    left, baseline = marks[0][:, 0].max(), marks[0][:, 1].max()
    width = marks[1][:, 0].min() - left
    keys = dict.fromkeys(key for key, _ in pieces)
    parts = []
    for key in keys:
        points = np.concatenate([p for k, p in pieces if k == key])
        points = (points - [left, baseline, 0]) / [_SIZE, -_SIZE, 1]
        parts.append(Outline(key, points))
    return Typeset(tuple(parts), float(width / _SIZE))


def _key(colour: str) -> str:
    return colour[-2:] if re.fullmatch(r"#0000(?!00)[0-9a-f]{2}", colour) else ""


def _walk(
    element: ElementTree.Element, matrix: NDArray[np.float64]
) -> list[tuple[ElementTree.Element, NDArray[np.float64]]]:
    """Every drawn leaf with the transform that stands over it; definitions are left out."""
    found = []
    for child in element:
        if child.tag == f"{_SVG}defs":
            continue
        m = svgelements.Matrix(child.attrib.get("transform", ""))
        own = matrix @ np.array([[m.a, m.c, m.e], [m.b, m.d, m.f], [0, 0, 1]])
        if child.tag == f"{_SVG}g":
            found += _walk(child, own)
        else:
            found.append((child, own))
    return found


def _apply(matrix: NDArray[np.float64], points: Points) -> Points:
    moved = points.copy()
    moved[:, :2] = points[:, :2] @ matrix[:2, :2].T + matrix[:2, 2]
    return moved


@lru_cache(maxsize=4096)
def _path(d: str) -> Points:
    """An SVG path as cubic segments; lines become cubics with handles on them."""
    curves: list[list[complex]] = []
    for segment in svgelements.Path(d):
        if isinstance(segment, svgelements.CubicBezier):
            ends = (segment.start, segment.control1, segment.control2, segment.end)
            curves.append([complex(p) for p in ends])
        elif isinstance(segment, (svgelements.Line, svgelements.Close)):
            start, end = complex(segment.start), complex(segment.end)
            if start != end:
                third = (end - start) / 3
                curves.append([start, start + third, end - third, end])
    flat = np.array(curves).reshape(-1) if curves else np.zeros(0, complex)
    return np.stack([flat.real, flat.imag, np.zeros(len(flat))], axis=1)


def _bar(line: Points, thickness: float) -> Points:
    """A straight stroked line (fraction bar, root's roof) as a filled rectangle."""
    (x0, y0), (x1, y1) = line[0, :2], line[-1, :2]
    along = np.array([x1 - x0, y1 - y0])
    across = np.array([-along[1], along[0]]) / (np.hypot(*along) or 1) * thickness / 2
    a, b = np.array([x0, y0]), np.array([x1, y1])
    corners = [a + across, b + across, b - across, a - across]
    d = "M" + "L".join(f"{x:.6f} {y:.6f}" for x, y in corners) + "Z"
    return _path(d)
