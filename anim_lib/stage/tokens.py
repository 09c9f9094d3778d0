"""How a token is written on screen: as the user wrote it, never empty, never too wide.

Pure text; the only thing refused is a character that the fonts cannot draw.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from anim_lib.stage.table_plan import words_width

_JOINER = "\u200d"  # joins emoji into one
_ELLIPSIS = "…"
_MEASURED = 40  # letters from either end; no more ever fits
_NAMES = {"": "(empty)", "\n": "(newline)", "\t": "(tab)"}


def token_labels(tokens: Sequence[str], em: float, room: float) -> tuple[str, ...]:
    """One label a token, at most `room` units wide at `em`; equal tokens are told apart by place.

    Raises MissingGlyphError naming the first character that cannot be drawn.
    """
    return tuple(
        shorten(visible(token), em, room, f" ({i + 1})" if tokens.count(token) > 1 else "")
        for i, token in enumerate(tokens)
    )


def visible(token: str) -> str:
    """The token, or a name in parentheses where there would be nothing to see."""
    if token in _NAMES:
        return _NAMES[token]
    if token.isspace():
        return "(space)" if set(token) == {" "} else "(white space)"
    return token


def shorten(text: str, em: float, room: float, ending: str = "") -> str:
    """The text and its ending; letters from the middle give way to "…" until it fits."""
    if words_width(text + ending, em) <= room:
        return text + ending
    letters = clusters(text)
    letters = (
        [*letters[:_MEASURED], *letters[-_MEASURED:]] if len(letters) > 2 * _MEASURED else letters
    )
    for kept in range(len(letters) - 1, 0, -1):
        front = (kept + 1) // 2
        back = letters[len(letters) - (kept - front) :] if kept > front else []
        shorter = "".join([*letters[:front], _ELLIPSIS, *back]) + ending
        if words_width(shorter, em) <= room:
            return shorter
    return _ELLIPSIS + ending


def clusters(text: str) -> list[str]:
    """The text in letters as a reader sees them: marks and joined emoji stay together."""
    found: list[str] = []
    for character in text:
        joins = bool(found) and (
            unicodedata.combining(character) > 0
            or character == _JOINER
            or "\ufe00" <= character <= "\ufe0f"
            or "\U0001f3fb" <= character <= "\U0001f3ff"
            or found[-1].endswith(_JOINER)
        )
        if joins:
            found[-1] += character
        else:
            found.append(character)
    return found


def quoted(label: str) -> str:
    """A word as captions name it: “export”."""
    return f"“{label}”"
