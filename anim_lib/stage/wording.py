"""Small words that captions are made of."""

from __future__ import annotations

from collections.abc import Sequence

_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def count_word(count: int) -> str:
    """Ten and below as a word, above as digits: 4 → "four", 1500 → "1,500"."""
    return _WORDS[count] if 0 <= count < len(_WORDS) else f"{count:,}"


def noun_for(count: int, singular: str, plural: str | None = None) -> str:
    """What so many things are called: 1 gives “term”, 4 gives “terms”."""
    return singular if count == 1 else (plural or f"{singular}s")


def counted(count: int, singular: str, plural: str | None = None) -> str:
    """Counted things in words: 1 gives “one term”, 4 gives “four terms”."""
    return f"{count_word(count)} {noun_for(count, singular, plural)}"


def enumerated(names: Sequence[str]) -> str:
    """The names with commas and "and": "weights, inputs and biases"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def sentence(text: str) -> str:
    """The text with its first letter large."""
    return text[:1].upper() + text[1:]
