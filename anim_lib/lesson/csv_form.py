"""What a table of numbers as text looks like: its separator, and its frame of words."""

import re
from dataclasses import dataclass, replace

from anim_lib.lesson.cells import looks_numeric

SAMPLE = 100_000  # letters of the text by which the separator is found
MISSING = (
    "na",
    "n/a",
    "#n/a",
    "null",
    "none",
    "missing",
)  # what stands for a number that is not there


@dataclass(frozen=True)
class Row:
    """Cells of one row and the line of the file where it ends."""

    cells: tuple[str, ...]
    line: int

    @property
    def is_blank(self) -> bool:
        """Nothing in any cell."""
        return not any(cell.strip() for cell in self.cells)


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


def without_frame(rows: list[Row]) -> tuple[Row | None, list[Row]]:
    """The header row, and the rows of numbers without labels and what lies round the table.

    Left out are blank lines before it, a column of labels, and an empty last column.
    """
    rows = _without_empty_last_column(_without_leading_lines(rows))
    header = rows[0] if rows and _is_header(rows) else None
    body = _without_leading_lines(rows[1:]) if header else rows
    if header and all(len(row.cells) == len(header.cells) + 1 for row in body):
        # Labels under no corner of their own, or a separator that only the numbers end in.
        body = body if _labelled(header, body) else _without_empty_last_column(body, least=1)
    if _labelled(header, body):
        body = [replace(row, cells=row.cells[1:]) for row in body]
    return header, body


def _without_leading_lines(rows: list[Row]) -> list[Row]:
    """Rows from the first line that has something on it, be it only separators."""
    start = next((i for i, row in enumerate(rows) if len(row.cells) > 1 or not row.is_blank), 0)
    return rows[start:]


def _without_empty_last_column(rows: list[Row], least: int = 2) -> list[Row]:
    """Rows without what a separator at the end of every line leaves behind.

    Of fewer than `least` rows nobody knows whether a number is missing at the end.
    """
    if len(rows) < least or not all(
        len(row.cells) > 1 and not row.cells[-1].strip() for row in rows
    ):
        return rows
    return [replace(row, cells=row.cells[:-1]) for row in rows]


def _is_header(rows: list[Row]) -> bool:
    """Words only; or the numbers 0, 1, 2 over a column of them, which pandas writes."""
    cells = rows[0].cells
    if rows[0].is_blank:
        return False
    words = [cell for cell in cells if cell.strip()]
    return all(map(_is_word, words)) or (len(rows) > 1 and _is_count_frame(rows))


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
        and counts(head[1:], 0)
        and counts(tuple(side), 0)
    )


def _labelled(header: Row | None, body: list[Row]) -> bool:
    """Whether the first column holds words, or counts the rows under an empty corner."""
    if not body or any(len(row.cells) < 2 for row in body):
        return False
    side = tuple(row.cells[0] for row in body)
    if all(_is_word(cell) and not re.match(r"\s*[+\-\u2212.,]?\d", cell) for cell in side):
        return any(looks_numeric(cell) for row in body for cell in row.cells[1:])
    named_columns = header is not None and not header.cells[0].strip()
    return named_columns and (counts(side, 0) or counts(side, 1))


def counts(cells: tuple[str, ...], first: int) -> bool:
    """Whether the cells are the whole numbers from `first` on."""
    numbers = [cell.strip() for cell in cells]
    return numbers == [str(first + place) for place in range(len(numbers))]
