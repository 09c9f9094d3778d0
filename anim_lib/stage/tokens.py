"""How a token is written on screen: as the user wrote it, never empty, never too wide.

Pure text; the only thing refused is a character that the fonts cannot draw or nobody can see.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence

import numpy as np

from anim_lib.stage.letters import clusters, isolated
from anim_lib.stage.table_plan import words_width
from anim_lib.stage.typeset import refuse_hidden, text_line

_ELLIPSIS = "…"
_MEASURED = 40  # letters from either end; no more ever fits
_NAMES = {"": "(empty)", "\n": "(newline)", "\t": "(tab)"}
_SPACE = "␣"  # a space at a token's end, which would not be seen


def token_labels(tokens: Sequence[str], em: float, room: float) -> tuple[str, ...]:
    """One label a token, at most `room` units wide at `em`.

    Tokens that look alike are told apart by their places.
    Raises MissingGlyphError naming the first character that cannot be drawn.
    """
    for token in tokens:
        refuse_hidden(token)
    shown = [visible(token) for token in tokens]
    alike = Counter(look for text in shown for look in _looks(text))
    return tuple(
        shorten(
            text, em, room, f" ({i + 1})" if any(alike[look] > 1 for look in _looks(text)) else ""
        )
        for i, text in enumerate(shown)
    )


def visible(token: str) -> str:
    """The token, or a name in parentheses where there would be nothing to see."""
    if token in _NAMES:
        return _NAMES[token]
    if token.isspace():
        return "(space)" if set(token) == {" "} else "(white space)"
    start = next(i for i, c in enumerate(token) if unicodedata.category(c) != "Zs")
    end = next(i for i, c in enumerate(reversed(token)) if unicodedata.category(c) != "Zs")
    return _SPACE * start + token[start : len(token) - end] + _SPACE * end


def shorten(text: str, em: float, room: float, ending: str = "") -> str:
    """The text and its ending; letters from the middle give way to "…" until it fits."""
    letters = clusters(text)
    if len(letters) <= 2 * _MEASURED and words_width(text + ending, em) <= room:
        return text + ending
    letters = [*letters[:_MEASURED], *letters[-_MEASURED:]]
    for kept in range(min(len(letters), 2 * _MEASURED) - 1, 0, -1):
        front = (kept + 1) // 2
        back = letters[len(letters) - (kept - front) :] if kept > front else []
        shorter = "".join([*letters[:front], _ELLIPSIS, *back]) + ending
        if words_width(shorter, em) <= room:
            return shorter
    return _ELLIPSIS + ending


def quoted(label: str) -> str:
    """A word as captions name it: “export”; one from right to left turns nothing round it."""
    return f"“{isolated(label)}”"


def _looks(text: str) -> tuple[str, bytes]:
    """Two texts look alike if either is equal: "é" in one character and in two, or the shapes."""
    line = text_line("".join(clusters(text)[: 4 * _MEASURED]))
    points = np.concatenate([np.zeros((0, 3)), *(part.points for part in line.parts)])
    shapes = points - points.min(axis=0, initial=np.inf)
    return unicodedata.normalize("NFC", text), shapes.round(3).tobytes()
