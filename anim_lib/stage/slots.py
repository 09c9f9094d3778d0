"""Where each character of a number stands: fixed slots, so that decimal points can share one x.

All widths are multiples of the digit height h. Pure arithmetic; the planner and the drawing
share it, so what was measured is what is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

DIGIT = 0.76
POINT = 0.42
SIGN = 1.06
PARENTHESIS = 0.58
OPERATOR = 1.2
EXPONENT = 0.68
SPACE = 0.4

_WIDTHS = {
    ".": POINT,
    ",": POINT,
    "−": SIGN,
    "+": SIGN,
    "(": PARENTHESIS,
    ")": PARENTHESIS,
    "=": OPERATOR,
    "≈": OPERATOR,
    "/": DIGIT,
    "×": SIGN,
    "–": DIGIT,
    "e": EXPONENT,
    " ": SPACE,
}

# Minimum and maximum digit heights in units (45 reference pixels each): 11.25 and 14.85 px.
MIN_DIGIT = 0.25
MAX_DIGIT = 0.33


def slot_width(character: str) -> float:
    """The width of a character's slot, in digit heights; KeyError for a letter."""
    return DIGIT if character.isdigit() else _WIDTHS[character]


@dataclass(frozen=True, slots=True)
class Extent:
    """How far a number reaches left and right of its decimal point's centre, in units."""

    left: float
    right: float

    @property
    def width(self) -> float:
        """The whole width."""
        return self.left + self.right

    @property
    def off_centre(self) -> float:
        """How far right of its middle the decimal point stands."""
        return (self.left - self.right) / 2

    def joined(self, other: Extent) -> Extent:
        """The smallest extent that holds both."""
        return Extent(max(self.left, other.left), max(self.right, other.right))


NOTHING = Extent(0.0, 0.0)


def dot_offset(text: str) -> float:
    """The decimal point's centre from the text's left end, in digit heights.

    A whole number's point would stand right of its last digit (before an exponent), so that
    units stand over units in a column of mixed numbers.
    """
    mantissa = text.split("e", maxsplit=1)[0].rstrip(")")
    before = mantissa.split(".")[0]
    return sum(slot_width(c) for c in before) + POINT / 2


def text_width(text: str, h: float) -> float:
    """The width of the number's own slots, in units; no room for a point that is not there."""
    return sum(slot_width(c) for c in text) * h


@lru_cache(maxsize=1 << 16)  # planners ask for the same numbers at many heights
def extent(text: str, h: float) -> Extent:
    """The number's reach on both sides of its decimal point at digit height h, in units."""
    left = dot_offset(text)
    whole = sum(slot_width(c) for c in text)
    return Extent(left * h, max(0.0, whole - left) * h)


def column(texts: Sequence[str], h: float, *, flush: bool) -> Extent:
    """The extent of a column of these numbers; flush ones end at one x instead of their points."""
    if flush:
        return Extent(max((text_width(text, h) for text in texts), default=0.0), 0.0)
    return joined(list(texts), h)


def shift(text: str, h: float, *, flush: bool) -> float:
    """How far left of its column's x a number's decimal point stands."""
    return text_width(text, h) - dot_offset(text) * h if flush else 0.0


def joined(texts: list[str], h: float) -> Extent:
    """The extent of a column that holds all these numbers."""
    result = NOTHING
    for text in texts:
        result = result.joined(extent(text, h))
    return result
