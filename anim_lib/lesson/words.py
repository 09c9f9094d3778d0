"""Wording that all messages about lessons share."""

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST = 40  # letters of the user's own that a message quotes


def counted(number: int, noun: str) -> str:
    """The words "1 cell", "2 cells"."""
    return f"{number} {noun}" if number == 1 else f"{number:,} {noun}s"


def shape_text(shape: tuple[int, ...]) -> str:
    """The shape in words: "4 rows × 3 columns", or "3 numbers" for a vector."""
    nouns = ("number",) if len(shape) == 1 else ("row", "column")
    return " × ".join(counted(size, noun) for size, noun in zip(shape, nouns, strict=True))


def cut(text: str) -> str:
    """The text, its end left out and marked so where it is long."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def quoted(text: str) -> str:
    """The text in quotes, on one line, cut where it is long."""
    return f'"{cut(" ".join(text.split()))}"'


def described(value: object) -> str:
    """A TOML value as a person would name it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return f"a list of {len(value)}" if value else "an empty list"
    return cut(str(getattr(value, "text", value)))


def did_you_mean(word: str, known: Iterable[str], otherwise: str) -> str:
    """The hint 'Did you mean "relu"?' when one of the known words is close, else `otherwise`."""
    lower = {name.lower(): name for name in known}
    close = get_close_matches(word.lower(), lower, n=1)
    return f'Did you mean "{lower[close[0]]}"?' if close else otherwise
