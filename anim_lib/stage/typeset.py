"""Outlines of letters and formulas, set by Typst: no LaTeX, no system font.

A user's words enter Typst as data (`sys.inputs`), never as markup: they are drawn letter for
letter and cannot run anything. Lengths are in em, the origin is the baseline's left end, y is up.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from xml.etree import ElementTree

import numpy as np
import svgelements
import typst
from numpy.typing import NDArray

from anim_lib.stage.fonts import Fonts, current, loaded
from anim_lib.stage.letters import ISOLATES, Kind, clusters, is_tag, isolated, runs, unseen

Points = NDArray[np.float64]  # (4k, 3): k cubic Bézier segments, as Manim's VMobject keeps them

_SIZE = 1000.0  # points; Typst rounds glyph paths to a thousandth of this scale's tenth
_MARK = "#ff0001"  # the small square that tells where the baseline is
_OWN = ("New Computer Modern", "New Computer Modern Math")  # the second has ≈ and arrows
_UNDRAWABLE = "\uffff"  # no character, so every font draws its box for a missing one
# Letters of other scripts fill more of their em than Latin ones; those are rarely outside of these:
_BESIDE_LATIN = 0.85
_TOP, _BOTTOM = 0.80, 0.33  # em over and under the baseline
_OVERHANG = 0.1  # em; what stands farther out of its own width than this is given room
_PRELUDE = f"""
#set page(width: auto, height: auto, margin: 1000pt, fill: none)
#set text(font: {_OWN}, size: {_SIZE:g}pt, fallback: false, ligatures: false)
#set text(cjk-latin-spacing: none)
#show math.equation: set text(font: "New Computer Modern Math", size: {_SIZE:g}pt, fallback: false)
#let mark = box(width: 1pt, height: 1pt, fill: rgb("{_MARK}"))
#let ink(key, body) = text(fill: rgb("#0000" + key), body)
""".replace("'", '"')
# Without spaces or line ends between its parts, which would be set, too.
_LINE = (
    "#let fonts = json(bytes(sys.inputs.fonts))\n#let runs = json(bytes(sys.inputs.runs))\n"
    "#mark#for (kind, scale, letters) in runs {"
    "text(font: fonts.at(kind), size: scale * 1em, letters)}#mark"
)
_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"


class MissingGlyphError(ValueError):
    """A character that the fonts cannot draw, or that has no shape at all (`invisible`)."""

    def __init__(self, character: str, *, invisible: bool = False) -> None:
        super().__init__(f"no glyph for {character!r} (U+{ord(character):04X})")
        self.character = character
        self.invisible = invisible


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


def _compile(body: str, inputs: dict[str, str], fonts: Fonts) -> ElementTree.Element:
    source = (_PRELUDE + body).encode()
    page = typst.Compiler(font_paths=loaded(fonts)).compile(source, format="svg", sys_inputs=inputs)
    pages = page if isinstance(page, list) else [page]
    assert pages[0] is not None
    return ElementTree.fromstring(pages[0])  # noqa: S314 (our own compiler wrote it)


def text_line(text: str) -> Typeset:
    """One line of plain text, drawn as written, in the fonts of the lesson that is being drawn.

    Raises MissingGlyphError naming the first character that they lack or that cannot be seen.
    """
    return _text_line(text, current())


def refuse_hidden(text: str) -> None:
    """Raise MissingGlyphError for what may fence off our own words, but is unseen in a user's."""
    for character in ISOLATES:
        if character in text:
            raise MissingGlyphError(character, invisible=True)


@lru_cache(maxsize=4096)
def _text_line(text: str, fonts: Fonts) -> Typeset:
    for cluster in dict.fromkeys(clusters(text)):
        if not (cluster.isascii() and cluster.isprintable()) and cluster not in ISOLATES:
            _refuse_undrawable(cluster, fonts)
    return _roomy(_read(_set(runs(isolated(text)), fonts)))


@lru_cache(maxsize=512)
def formula(source: str) -> Typeset:
    """A formula from our own Typst maths source; `#ink("01", $W$)` makes a part of key "01"."""
    return _read(_compile(f"#mark$inline({source})$#mark", {}, Fonts()))


def _set(stretches: list[tuple[Kind, str]], fonts: Fonts) -> ElementTree.Element:
    sized = [(kind, _scale(kind, letters, fonts), letters) for kind, letters in stretches]
    return _set_sized(sized, fonts)


def _set_sized(stretches: Sequence[tuple[Kind, float, str]], fonts: Fonts) -> ElementTree.Element:
    own = (*_OWN, *fonts.families)
    chains = {"plain": own, "hebrew": own, "other": fonts.families or _OWN}
    inputs = {"fonts": json.dumps(chains), "runs": json.dumps(stretches)}
    return _compile(_LINE, inputs, fonts)


@lru_cache(maxsize=4096)
def _scale(kind: Kind, letters: str, fonts: Fonts) -> float:
    """How large a stretch is set beside Latin: no larger to the eye, and lines keep apart."""
    if kind != "other":
        return 1.0 if kind == "plain" else _BESIDE_LATIN
    line = _read(_set_sized([(kind, 1.0, letters)], fonts))
    y = np.concatenate([np.zeros(1), *(part.points[:, 1] for part in line.parts)])
    highest, lowest = max(float(y.max()), _TOP), min(float(y.min()), -_BOTTOM)
    return round(min(_BESIDE_LATIN, _TOP / highest, -_BOTTOM / lowest), 3)


@lru_cache(maxsize=4096)
def _refuse_undrawable(cluster: str, fonts: Fonts) -> None:
    """Raise MissingGlyphError for the character that keeps one letter from being drawn."""
    if hidden := unseen(cluster):
        raise MissingGlyphError(hidden, invisible=True)
    if cluster.isspace():
        return
    if _lacks(cluster, fonts):
        lacking = (c for c in cluster if not unseen(c) and _lacks(c, fonts))
        raise MissingGlyphError(next(lacking, cluster[0]))
    tags = [character for character in cluster if is_tag(character)]
    if tags and _glyphs(cluster, fonts) == _glyphs(cluster[0], fonts):
        raise MissingGlyphError(tags[0], invisible=True)


@cache
def _lacks(letter: str, fonts: Fonts) -> bool:
    """Whether the letter comes out as nothing, or with the box that stands for a missing glyph."""
    ((kind, _),) = runs(letter)
    if kind == "other" and not fonts.families:
        return True
    drawn, boxes = (_uses(_set_sized([(kind, 1.0, c)], fonts)) for c in (letter, _UNDRAWABLE))
    return not drawn or bool(set(boxes).intersection(drawn))


def _glyphs(letter: str, fonts: Fonts) -> list[str]:
    return _uses(_set(runs(letter), fonts))


def _uses(root: ElementTree.Element) -> list[str]:
    return [use.attrib[_HREF] for use in root.iter(f"{_SVG}use")]


def _roomy(line: Typeset) -> Typeset:
    """The line with room for what stands out of it, as marks over a narrow letter may."""
    x = np.concatenate([np.zeros(1), *(part.points[:, 0] for part in line.parts)])
    left = max(0.0, -float(x.min()) - _OVERHANG)
    right = max(0.0, float(x.max()) - line.width - _OVERHANG)
    if not left and not right:
        return line
    shift = np.array([left, 0.0, 0.0])
    parts = tuple(Outline(part.key, part.points + shift) for part in line.parts)
    return Typeset(parts, left + line.width + right)


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
