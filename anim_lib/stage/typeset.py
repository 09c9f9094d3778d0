"""Outlines of letters and formulas, set by Typst: no LaTeX, no system font.

A user's words enter Typst as data (`sys.inputs`), never as markup: they are drawn letter for
letter and cannot run anything. Lengths are in em, the origin is the baseline's left end, y is up.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal
from xml.etree import ElementTree

import numpy as np
import typst

from anim_lib.stage.fonts import Fonts, current, loaded
from anim_lib.stage.letters import ISOLATES, Kind, clusters, is_tag, isolated, runs, unseen
from anim_lib.stage.outlines import MARK, SIZE, Outline, Points, Typeset, glyphs, read, roomy

__all__ = ["MissingGlyphError", "Outline", "Points", "Typeset", "caption_line", "formula"]
__all__ += ["refuse_hidden", "text_line"]

_OWN = ("New Computer Modern", "New Computer Modern Math")  # the second has ≈ and arrows
_UNDRAWABLE = "\uffff"  # no character, so every font draws its box for a missing one
# Letters of other scripts fill more of their em than Latin ones; those are rarely outside of these:
_BESIDE_LATIN = 0.85
_TOP, _BOTTOM = 0.80, 0.33  # em over and under the baseline
_HIGHEST, _LOWEST = 1.3, -0.8  # what letters of all scripts keep within, and piles of marks do not
_PRELUDE = f"""
#set page(width: auto, height: auto, margin: 1000pt, fill: none)
#set text(font: {_OWN}, size: {SIZE:g}pt, fallback: false, ligatures: false)
#set text(cjk-latin-spacing: none)
#show math.equation: set text(font: "New Computer Modern Math", size: {SIZE:g}pt, fallback: false)
#let mark = box(width: 1pt, height: 1pt, fill: rgb("{MARK}"))
#let ink(key, body) = text(fill: rgb("#0000" + key), body)
""".replace("'", '"')
# Without spaces or line ends between its parts, which would be set, too.
_LINE = (
    "#let fonts = json(bytes(sys.inputs.fonts))\n#let runs = json(bytes(sys.inputs.runs))\n"
    "#mark#for (kind, scale, letters) in runs {"
    'if kind == "letter" { $italic(letters)$ } else if kind == "root" { $sqrt(italic(letters))$ }'
    "else { text(font: fonts.at(kind), size: scale * 1em, letters) }}#mark"
)
Maths = Literal["letter", "root"]
# Letters of our formulas, and the user's words, which are none.
_MATHS = re.compile("“.*”|√[a-z]|(?<![\\w’])[Wxbdyz](?![\\w’])")


class MissingGlyphError(ValueError):
    """A character that the fonts cannot draw, that has no shape at all (`invisible`), or a mark
    that stands farther from the line than rows are apart (`piled`).
    """

    def __init__(self, character: str, *, invisible: bool = False, piled: bool = False) -> None:
        super().__init__(f"no glyph for {character!r} (U+{ord(character):04X})")
        self.character = character
        self.invisible = invisible
        self.piled = piled


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


def caption_line(text: str) -> Typeset:
    """As `text_line`, but letters of our formulas and √d are set as there; a “word” is left alone.

    Raises MissingGlyphError as `text_line` does.
    """
    return _caption_line(text, current())


@lru_cache(maxsize=1024)
def _caption_line(text: str, fonts: Fonts) -> Typeset:
    if not (found := [m for m in _MATHS.finditer(text) if not m[0].startswith("“")]):
        return _text_line(text, fonts)
    for cluster in dict.fromkeys(clusters(text)):
        _refuse_undrawable(cluster, fonts)
    stretches: list[tuple[Kind | Maths, float, str]] = []
    end = 0
    for match in (*found, None):
        start = match.start() if match else len(text)
        between = runs(text[end:start])
        stretches += [(kind, _scale(kind, part, fonts), part) for kind, part in between]
        if match:
            stretches.append(("root" if match[0][0] == "√" else "letter", 1.0, match[0][-1]))
            end = match.end()
    return roomy(read(_set_sized(stretches, fonts)))


def refuse_hidden(text: str) -> None:
    """Raise MissingGlyphError for what may fence off our own words, but is unseen in a user's."""
    for character in ISOLATES:
        if character in text:
            raise MissingGlyphError(character, invisible=True)


@lru_cache(maxsize=4096)
def _text_line(text: str, fonts: Fonts) -> Typeset:
    for cluster in dict.fromkeys(clusters(text)):
        _refuse_undrawable(cluster, fonts)
    return roomy(read(_set(runs(isolated(text)), fonts)))


@lru_cache(maxsize=512)
def formula(source: str) -> Typeset:
    """A formula from our own Typst maths source; `#ink("01", $W$)` makes a part of key "01"."""
    return read(_compile(f"#mark$inline({source})$#mark", {}, Fonts()))


def _set(stretches: list[tuple[Kind, str]], fonts: Fonts) -> ElementTree.Element:
    sized = [(kind, _scale(kind, letters, fonts), letters) for kind, letters in stretches]
    return _set_sized(sized, fonts)


def _set_sized(
    stretches: Sequence[tuple[Kind | Maths, float, str]], fonts: Fonts
) -> ElementTree.Element:
    own = (*_OWN, *fonts.families)
    chains = {"plain": own, "hebrew": own, "other": fonts.families or _OWN}
    inputs = {"fonts": json.dumps(chains), "runs": json.dumps(stretches)}
    return _compile(_LINE, inputs, fonts)


@lru_cache(maxsize=4096)
def _scale(kind: Kind, letters: str, fonts: Fonts) -> float:
    """How large a stretch is set beside Latin: no larger to the eye, and lines keep apart."""
    if kind != "other":
        return 1.0 if kind == "plain" else _BESIDE_LATIN
    line = read(_set_sized([(kind, 1.0, letters)], fonts))
    y = np.concatenate([np.zeros(1), *(part.points[:, 1] for part in line.parts)])
    highest, lowest = max(float(y.max()), _TOP), min(float(y.min()), -_BOTTOM)
    return round(min(_BESIDE_LATIN, _TOP / highest, -_BOTTOM / lowest), 3)


@lru_cache(maxsize=4096)
def _refuse_undrawable(cluster: str, fonts: Fonts) -> None:
    """Raise MissingGlyphError for the character that keeps one letter from being drawn."""
    if cluster in ISOLATES or (cluster.isascii() and cluster.isprintable()):
        return
    if hidden := unseen(cluster):
        raise MissingGlyphError(hidden, invisible=True)
    if cluster.isspace():
        return
    if _lacks(cluster, fonts):
        lacking = (c for c in cluster if not unseen(c) and _lacks(c, fonts))
        raise MissingGlyphError(next(lacking, cluster[0]))
    line = read(_set_sized([(kind, 1.0, part) for kind, part in runs(cluster)], fonts))
    y = np.concatenate([np.zeros(1), *(part.points[:, 1] for part in line.parts)])
    if y.max() > _HIGHEST or y.min() < _LOWEST:
        raise MissingGlyphError(cluster[-1], piled=True)
    tags = [character for character in cluster if is_tag(character)]
    if tags and _glyphs(cluster, fonts) == _glyphs(cluster[0], fonts):
        raise MissingGlyphError(tags[0], invisible=True)


@cache
def _lacks(letter: str, fonts: Fonts) -> bool:
    """Whether the letter comes out as nothing, or with the box that stands for a missing glyph."""
    ((kind, _),) = runs(letter)
    if kind == "other" and not fonts.families:
        return True
    drawn, boxes = (glyphs(_set_sized([(kind, 1.0, c)], fonts)) for c in (letter, _UNDRAWABLE))
    return not drawn or bool(set(boxes).intersection(drawn))


def _glyphs(letter: str, fonts: Fonts) -> list[str]:
    return glyphs(_set(runs(letter), fonts))
