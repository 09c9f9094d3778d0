"""Outlines out of what Typst sets: curves in em, from the baseline's left end, y up."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from xml.etree import ElementTree

import numpy as np
import svgelements
from numpy.typing import NDArray

Points = NDArray[np.float64]  # (4k, 3): k cubic Bézier segments, as Manim's VMobject keeps them

SIZE = 1000.0  # points of one em; Typst rounds glyph paths to a thousandth of this scale's tenth
MARK = "#ff0001"  # the small squares that tell where the baseline is, and both ends of it
_OVERHANG = 0.1  # em; what stands farther out of its own width than this is given room
_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"


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


def glyphs(root: ElementTree.Element) -> list[str]:
    """Which shapes a picture places: equal names are equal shapes."""
    return [use.attrib[_HREF] for use in root.iter(f"{_SVG}use")]


def read(root: ElementTree.Element) -> Typeset:
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
        elif fill == MARK:
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
        points = (points - [left, baseline, 0]) / [SIZE, -SIZE, 1]
        parts.append(Outline(key, points))
    return Typeset(tuple(parts), float(width / SIZE))


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
        elif isinstance(segment, svgelements.QuadraticBezier):  # as TrueType fonts have them
            start, control, end = map(complex, (segment.start, segment.control, segment.end))
            handles = (start + 2 * (control - start) / 3, end + 2 * (control - end) / 3)
            curves.append([start, *handles, end])
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


def roomy(line: Typeset) -> Typeset:
    """The line with room for what stands out of it, as marks over a narrow letter may."""
    x = np.concatenate([np.zeros(1), *(part.points[:, 0] for part in line.parts)])
    left = max(0.0, -float(x.min()) - _OVERHANG)
    right = max(0.0, float(x.max()) - line.width - _OVERHANG)
    if not left and not right:
        return line
    shift = np.array([left, 0.0, 0.0])
    parts = tuple(Outline(part.key, part.points + shift) for part in line.parts)
    return Typeset(parts, left + line.width + right)
