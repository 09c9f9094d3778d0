"""What is wrong with a lesson, said so that it can be mended."""

import re
from dataclasses import dataclass


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

    def __str__(self) -> str:
        """One message: file, line, key, cell, what was found, what is expected, how to mend it."""
        place = [self.file, f"line {self.line}" if self.line else "", self.key or ""]
        if self.cell and self.cell not in self.found:
            place.append(self.cell)
        where = ", ".join(part for part in place if part)
        expected = f"; expected {self.expected}" if self.expected else ""
        message = f"{where}: {self.found}{expected}. {self.mend}".strip()
        # What is quoted may hold control characters, which a terminal would obey.
        return "".join(letter if letter.isprintable() else "\ufffd" for letter in message)


class LessonError(Exception):
    """A lesson that cannot be used, with all its faults at once."""

    faults: tuple[Fault, ...]

    def __init__(self, *faults: Fault) -> None:
        super().__init__(*faults)
        self.faults = faults

    def __str__(self) -> str:
        """One fault a line."""
        return "\n".join(str(fault) for fault in self.faults)


class FaultList:
    """Faults of one lesson file as they are found; `source`, its text, gives line numbers."""

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
    ) -> None:
        """Keep one fault; the line is looked up for a key of the lesson itself."""
        if file is None and line is None and key:
            line = line_of(self.source, key)
        self.faults.append(Fault(file or self.file, key, cell, found, expected, mend, line))

    def raise_any(self) -> None:
        """Raise LessonError if any fault was kept."""
        if self.faults:
            raise LessonError(*self.faults)

    def error(self) -> LessonError:
        """The error that carries what was kept."""
        return LessonError(*self.faults)


def line_of(source: str, key: str) -> int | None:
    """The line where `table.key` or `[table]` stands; None where plain search does not see it.

    A key inside an inline table, `dense.W.rows`, stands where `dense.W` does.
    """
    table, _, name = ".".join(key.split(".")[:2]).rpartition(".")
    here = ""
    for number, line in enumerate(source.splitlines(), 1):
        if header := re.match(r"\s*\[+\s*([\w.-]+)\s*\]", line):
            here = header[1]
            if here == key:
                return number
        elif here == table and re.match(rf"\s*[\"']?{re.escape(name)}[\"']?\s*=", line):
            return number
    return None
