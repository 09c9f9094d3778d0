"""What is wrong with a lesson, said so that it can be mended."""

import unicodedata
from dataclasses import dataclass
from functools import cached_property

from anim_lib.lesson.places import Path, Places, places_in

WINDOW = 88  # letters of a quoted line


@dataclass(frozen=True)
class Quote:
    """A line of the lesson, and the part of it that is meant: columns from 1."""

    text: str
    column: int
    width: int

    def lines(self, number: int) -> list[str]:
        """The line behind its number, and under it carets at what is meant."""
        first = max(0, min(self.column - WINDOW // 2, len(self.text) - WINDOW))
        cut = "…" if first else ""
        shown = printable(cut + self.text[first + len(cut) : first + WINDOW])
        start = self.column - 1 - first
        end = max(start + 1, min(start + self.width, len(shown)))
        space = sum(map(_cells, shown[:start]))
        carets = sum(map(_cells, shown[start:end])) or 1
        label = f"{number:>5} | "
        return [f"{label}{shown}", f"{'| ':>{len(label)}}{' ' * space}{'^' * carets}"]


@dataclass(frozen=True)
class Fault:
    """One thing to mend. `found` is a noun ("true") or a sentence ("row 1, column 1 is empty")."""

    file: str  # as the user knows it: "my.toml", "weights.csv"
    key: str | None  # "dense.W"
    cell: str | None  # "row 2, column 3"; people count from 1
    found: str
    expected: str
    mend: str
    line: int | None = None  # of the file, from 1
    quote: Quote | None = None  # of that line

    def __str__(self) -> str:
        """One message: file, line, key, cell, what was found, what is expected, how to mend it."""
        place = [self.file, f"line {self.line}" if self.line else "", self.key or ""]
        if self.cell and self.cell not in self.found:
            place.append(self.cell)
        where = ", ".join(part for part in place if part)
        expected = f"; expected {self.expected}" if self.expected else ""
        # What is quoted may hold control characters, which a terminal would obey.
        return printable(f"{where}: {self.found}{expected}. {self.mend}".strip())

    def shown(self) -> str:
        """The message, and under it the line that is meant with carets, as compilers print it."""
        quoted = self.quote.lines(self.line) if self.quote and self.line else []
        return "\n".join([str(self), *quoted])


class LessonError(ValueError):
    """A lesson that cannot be used, with all its faults at once."""

    faults: tuple[Fault, ...]

    def __init__(self, *faults: Fault) -> None:
        super().__init__(*faults)
        self.faults = faults

    def __str__(self) -> str:
        """The faults one after the other, each with the line that is meant."""
        return "\n".join(fault.shown() for fault in self.faults)


class FaultList:
    """Faults of one lesson file as they are found; `source`, its text, gives the places."""

    def __init__(self, file: str, source: str = "") -> None:
        self.file = file
        self.source = source
        self.faults: list[Fault] = []

    def add(
        self,
        key: str | None,
        found: str,
        expected: str,
        mend: str,
        *,
        cell: str | None = None,
        file: str | None = None,
        line: int | None = None,
        place: tuple[int, ...] = (),
        at_key: bool = False,
    ) -> None:
        """Keep one fault; for a key of the lesson itself the line is looked up and quoted.

        `place` is the element that is meant in a list of lists, as indexes from 0; with `at_key`
        the key is meant, not its value.
        """
        quote = None
        if file is None and line is None and key:
            line, quote = self.quoted(key, place, at_key=at_key)
        self.faults.append(Fault(file or self.file, key, cell, found, expected, mend, line, quote))

    def add_at(self, found: str, expected: str, mend: str, line: int, column: int | None) -> None:
        """Keep a fault of the text itself, at a line and a column from 1."""
        lines = self.source.splitlines()
        text = lines[line - 1] if 0 < line <= len(lines) else ""
        at = min(column or len(text) + 1, len(text) + 1)
        cell = f"column {column}" if column else None
        quote = Quote(text, at, 1) if text.strip() else None
        self.faults.append(Fault(self.file, None, cell, found, expected, mend, line, quote))

    def quoted(
        self, key: str, place: tuple[int, ...] = (), *, at_key: bool = False
    ) -> tuple[int | None, Quote | None]:
        """The line of `key`'s value (or of its element) and what of it is meant; None if unseen.

        A key that is not there stands where the table does that should hold it.
        """
        path: Path = tuple(key.split("."))
        values, keys = self._places.values, self._places.keys
        span = None if at_key else values.get((*path, *place)) or values.get(path)
        while span is None and path:
            span = keys.get(path)
            path = path[:-1]
        if span is None:
            return None, None
        start, end = span
        line = self.source.count("\n", 0, start) + 1
        first = self.source.rfind("\n", 0, start) + 1
        text = self.source[first:].partition("\n")[0].rstrip("\r")
        return line, Quote(text, start - first + 1, end - start)

    @cached_property
    def _places(self) -> Places:
        return places_in(self.source)

    def raise_any(self) -> None:
        """Raise LessonError if any fault was kept."""
        if self.faults:
            raise LessonError(*self.faults)

    def error(self) -> LessonError:
        """The error that carries what was kept."""
        return LessonError(*self.faults)


def printable(text: str) -> str:
    """The text without letters that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def _cells(letter: str) -> int:
    """How many cells of a terminal the letter takes: 2 for Chinese, 0 for an accent of its own."""
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
