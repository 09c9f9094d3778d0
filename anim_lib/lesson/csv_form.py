"""What a table of numbers as text looks like: its separator, its frame of words, its decimal mark.

Nothing is guessed between two readings that both make sense: those raise TwoReadingsError.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from anim_lib.lesson.cells import Complaint, cell_name, looks_numeric, without_comma

SAMPLE = 100_000  # letters of the text by which the separator is found
COMMA = re.compile(r"[+\-\u2212]?(?P<whole>\d*),(?P<part>\d+)(?:[eE][+-]?\d+)?")
THOUSANDS = re.compile(r"[+\-\u2212]?[1-9]\d{0,2},\d{3}")
MISSING = (
    "na",
    "n/a",
    "#n/a",
    "null",
    "none",
    "missing",
)  # what stands for a number that is not there
COUNTED = re.compile(r"\d+")


@dataclass(frozen=True)
class Row:
    """Cells of one row and the line of the file where it ends."""

    cells: tuple[str, ...]
    line: int

    @property
    def is_blank(self) -> bool:
        """Nothing in any cell."""
        return not any(cell.strip() for cell in self.cells)


class TwoReadingsError(Exception):
    """A cell that can be read in two ways."""

    def __init__(self, cell: str, complaint: Complaint, line: int) -> None:
        super().__init__(cell, complaint, line)
        self.cell = cell
        self.complaint = complaint
        self.line = line


def separator_of(text: str) -> str:
    """The first of tab, semicolon and comma that stands outside quotes; otherwise a space.

    "0,5 0,3" has numbers on both sides of its spaces: those part the cells, and the commas are
    decimal marks.
    """
    unquoted = re.sub(r'"[^"]*"', '""', text[:SAMPLE])
    lines = [line for line in unquoted.splitlines() if not line.lstrip().startswith("#")]
    mark = next((mark for mark in "\t;," if any(mark in line for line in lines)), " ")
    if mark == "," and any(re.search(r"\d,\d+ +[+\-\u2212]?\d", line) for line in lines):
        return " "
    return mark


def without_frame(rows: list[Row]) -> list[Row]:
    """The rows without blank lines before them, header row, label column and empty last column."""
    rows = _without_empty_last_column(_without_leading_lines(rows))
    header = rows[0] if len(rows) > 1 and _is_header(rows) else None
    body = _without_leading_lines(rows[1:]) if header else rows
    return [replace(row, cells=row.cells[1:]) for row in body] if _labelled(header, body) else body


def _without_leading_lines(rows: list[Row]) -> list[Row]:
    """Rows from the first line that has something on it, be it only separators."""
    start = next((i for i, row in enumerate(rows) if len(row.cells) > 1 or not row.is_blank), 0)
    return rows[start:]


def _without_empty_last_column(rows: list[Row]) -> list[Row]:
    """Rows without what a separator at the end of every line leaves behind."""
    if len(rows) < 2 or not all(len(row.cells) > 1 and not row.cells[-1].strip() for row in rows):
        return rows
    return [replace(row, cells=row.cells[:-1]) for row in rows]


def _is_header(rows: list[Row]) -> bool:
    """Words only; or the numbers 0, 1, 2 over a column of them, which pandas writes."""
    cells = rows[0].cells
    if rows[0].is_blank:
        return False
    words = [cell for cell in cells if cell.strip()]
    return all(map(_is_word, words)) or _is_count_frame(rows)


def _is_word(cell: str) -> bool:
    """A name, and neither a number nor what a program writes in the place of one."""
    has_letters = any(letter.isalpha() for letter in cell)
    return has_letters and not looks_numeric(cell) and cell.strip().lower() not in MISSING


def _is_count_frame(rows: list[Row]) -> bool:
    """An empty corner with 0, 1, 2 beside it and 0, 1, 2 below it, over more than one number."""
    head, side = rows[0].cells, [row.cells[0] for row in rows[1:] if row.cells]
    return (
        not head[0].strip()
        and len(head) + len(rows) > 4
        and _counts(head[1:], 0)
        and _counts(tuple(side), 0)
    )


def _labelled(header: Row | None, body: list[Row]) -> bool:
    """Whether the first column holds words, or counts the rows under an empty corner."""
    if not body or any(len(row.cells) < 2 for row in body):
        return False
    side = tuple(row.cells[0] for row in body)
    if all(_is_word(cell) and not re.match(r"\s*[+\-\u2212.,]?\d", cell) for cell in side):
        return any(looks_numeric(cell) for row in body for cell in row.cells[1:])
    named_columns = header is not None and not header.cells[0].strip()
    return named_columns and (_counts(side, 0) or _counts(side, 1))


def _counts(cells: tuple[str, ...], first: int) -> bool:
    numbers = [cell.strip() for cell in cells]
    return numbers == [str(first + place) for place in range(len(numbers))]


def with_decimal_points(rows: list[Row]) -> list[Row]:
    """The rows with points for decimal commas.

    Raises TwoReadingsError where commas may be decimal marks or part thousands, where both marks
    stand in one file, and where a comma that parts cells looks like a decimal mark.
    """
    commas = [place for place in _cells(rows) if "," in place[2] and COMMA.fullmatch(place[2])]
    if not commas:
        _refuse_parted_decimals(rows)
        return rows
    i, j, cell = commas[0]
    line = rows[i].line
    if all(THOUSANDS.fullmatch(cell) for *_, cell in commas):
        found = f'is "{cell[:40]}": a thousand and more, or three decimals'
        complaint = (found, "a number that can be read in one way only", without_comma(cell))
        raise TwoReadingsError(cell_name(i, j), complaint, line)
    if any("." in cell and looks_numeric(cell) for *_, cell in _cells(rows)):
        found = f'is "{cell[:40]}" in a file that has decimal points, too'
        raise TwoReadingsError(
            cell_name(i, j), (found, "one decimal mark", without_comma(cell)), line
        )
    return [replace(row, cells=tuple(map(_with_point, row.cells))) for row in rows]


def _cells(rows: list[Row]) -> Iterator[tuple[int, int, str]]:
    for i, row in enumerate(rows):
        for j, cell in enumerate(row.cells):
            yield i, j, cell.strip()


def _with_point(cell: str) -> str:
    return cell.replace(",", ".") if COMMA.fullmatch(cell.strip()) else cell


def _refuse_parted_decimals(rows: list[Row]) -> None:
    """Raise TwoReadingsError for "0,05" read as two cells: no number starts with such a zero."""
    for i, j, cell in _cells(rows):
        before = rows[i].cells[j - 1].strip() if j else ""
        odd = before in ("-0", "\u22120") or (cell[:1] == "0" and len(cell) > 1)
        if odd and before and COUNTED.fullmatch(cell):
            found = f'is "{cell[:40]}" after "{before[:40]}", as if a decimal comma parted them'
            mend = "Part the cells with semicolons, or write decimal points."
            complaint = (found, "cells that can be read in one way only", mend)
            raise TwoReadingsError(cell_name(i, j), complaint, rows[i].line)
