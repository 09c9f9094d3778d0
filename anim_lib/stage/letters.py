"""Letters as a reader sees them, and which of a text's characters can never be seen.

Pure text: what the fonts hold is asked elsewhere.
"""

from __future__ import annotations

import unicodedata
from itertools import groupby
from typing import Literal

from wcwidth import iter_graphemes

Kind = Literal["plain", "hebrew", "other"]  # New Computer Modern draws the first two
ISOLATES = "\u2068\u2069"  # what stands between these two keeps its own direction

# Blocks that New Computer Modern draws as they are written: Latin, Greek, Cyrillic, Armenian,
# Hebrew, Georgian, Cherokee, punctuation, arrows and maths. It holds letters of further scripts,
# which its formulas need, without the rules that join them into words.
_PLAIN = (
    (0x0020, 0x05FF),
    (0x10A0, 0x10FF),
    (0x13A0, 0x13FF),
    (0x1C80, 0x1CBF),
    (0x1D00, 0x20CF),
    (0x2100, 0x245F),
    (0x2500, 0x2E7F),
    (0xA640, 0xA69F),
    (0xA700, 0xA7FF),
    (0xAB30, 0xABBF),
    (0xFB00, 0xFB4F),
    (0x1D400, 0x1D7FF),
)
_HEBREW = ((0x0590, 0x05FF), (0xFB1D, 0xFB4F))
_HAN = ((0x3000, 0x30FF), (0x3400, 0x9FFF), (0xF900, 0xFAFF), (0xFF00, 0xFFEF), (0x20000, 0x3FFFF))
_NEVER_FIRST = "、。，．」』）］｝〉》】〕！？：；・ーゝ々ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
_NEVER_LAST = "「『（［｛〈《【〔"
# Strokes through a letter and frames round it, which that font puts beside it.
_LAID_OVER = {chr(code) for code in (*range(0x0334, 0x0339), *range(0x20D0, 0x2100))}
_EMOJI_STYLE = "\ufe0f"
_JOINERS = "\u200c\u200d\u034f"  # the third keeps marks in their order
_BLANK = "\u115f\u1160\u3164\uffa0\u2800"  # fillers of Hangul, a cell of Braille without dots
_BLACK_FLAG = "\U0001f3f4"


def clusters(text: str) -> list[str]:
    """The text in letters as a reader sees them, by Unicode's rules for grapheme clusters."""
    return list(iter_graphemes(text))


def breakable(word: str) -> list[str]:
    """The parts of a word between which a line may end: Chinese and Japanese have no spaces."""
    parts: list[str] = []
    for letter in clusters(word):
        here, before = letter, parts[-1][-1] if parts else ""
        ends = before and _is_han(here) and _is_han(before)
        if ends and here not in _NEVER_FIRST and before not in _NEVER_LAST:
            parts.append(letter)
        else:
            parts[-1:] = ["".join(parts[-1:]) + letter]
    return parts


def runs(text: str) -> list[tuple[Kind, str]]:
    """The text in stretches of one kind."""
    grouped = groupby(clusters(text), key=_kind)
    return [(kind, "".join(letters)) for kind, letters in grouped]


def unseen(cluster: str) -> str | None:
    """The first character of a letter that has no shape and gives its neighbours none.

    Joiners, variation selectors and the tags of flags are letters' parts where writing needs them.
    """
    if cluster in _BLANK:
        return cluster
    for place, character in enumerate(cluster):
        category = unicodedata.category(character)
        if category in ("Cc", "Cs", "Co", "Zl", "Zp"):
            return character
        steers = category == "Cf" or character in _JOINERS or _selects(character)
        if steers and not _belongs(character, cluster[:place]):
            return character
    return None


def is_tag(character: str) -> bool:
    """Whether it is one of the tags that make 🏴 the flag of a region."""
    return "\U000e0020" <= character <= "\U000e007f"


def is_right_to_left(text: str) -> bool:
    """Whether any letter of the text runs from right to left."""
    return any(unicodedata.bidirectional(c) in ("R", "AL", "AN") for c in text)


def isolated(text: str) -> str:
    """The text fenced off where it would turn the words round it the other way."""
    return ISOLATES[0] + text + ISOLATES[1] if is_right_to_left(text) else text


def _is_han(letter: str) -> bool:
    return any(low <= ord(letter[0]) <= high for low, high in _HAN)


def _kind(cluster: str) -> Kind:
    if _EMOJI_STYLE in cluster or _LAID_OVER.intersection(cluster):
        return "other"
    code = ord(cluster[0])
    if any(low <= code <= high for low, high in _HEBREW):
        return "hebrew"
    return "plain" if any(low <= code <= high for low, high in _PLAIN) else "other"


def _selects(character: str) -> bool:
    ranges = (("\ufe00", "\ufe0f"), ("\u180b", "\u180f"), ("\U000e0100", "\U000e01ef"))
    return any(first <= character <= last for first, last in ranges)


def _belongs(character: str, before: str) -> bool:
    """Whether what steers stands where it can: a joiner after a letter that joins, and so on."""
    if not before:
        return False
    last = unicodedata.category(before[-1])
    if character in _JOINERS:  # scripts whose letters join have no capitals
        return last in ("Lo", "Mn", "Mc", "So", "Sk", "Cn")
    if _selects(character):
        return last in ("Lo", "Nd", "Po", "Sm", "So", "Sk", "Cn")
    if is_tag(character):
        return before[0] == _BLACK_FLAG
    return "\u0600" <= before[0] <= "\u06ff"  # signs that stand under Arabic digits
