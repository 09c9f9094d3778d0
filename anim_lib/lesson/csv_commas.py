"""Commas in a table of numbers as text: decimal marks, separators, or marks between thousands.

Nothing is guessed between two readings that both make sense: those raise TwoReadingsError.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from anim_lib.lesson.cells import Complaint, cell_name, looks_numeric, without_comma
from anim_lib.lesson.csv_form import SAMPLE, Row, separator_of

COMMA = re.compile(r"[+\-\u2212]?(?P<whole>\d*),(?P<part>\d+)(?:[eE][+-]?\d+)?")
THOUSANDS = re.compile(r"[+\-\u2212]?[1-9]\d{0,2},\d{3}")
LARGE = re.compile(r"[+\-\u2212]?[1-9]\d{0,2},\d{3}(?:\.\d+)?")  # "1,234" and "1,234.5"
SMALL = re.compile(r"\+?0,\d+")  # "0,5"
COUNTED = re.compile(r"\d+")
ONE_WAY = "numbers that can be read in one way only"


class TwoReadingsError(Exception):
    """A cell that can be read in two ways."""

    def __init__(self, cell: str, complaint: Complaint, line: int) -> None:
        super().__init__(cell, complaint, line)
        self.cell = cell
        self.complaint = complaint
        self.line = line


def commas_are_bare(text: str) -> bool:
    """Whether commas part the cells, and neither spaces nor quotes show that they do."""
    return separator_of(text) == "," and not re.search(r",[ \t]|\"", text[:SAMPLE])


def refuse_numbers_in_two_cells(header: Row | None, rows: list[Row]) -> None:
    """Raise TwoReadingsError where every row is two cells that may be one number, "0,5" or "1,234".

    Names over both columns tell that they are two; one name over them may be a column's or a title.
    """
    if not rows or any(len(row.cells) != 2 for row in rows):
        return
    if header is not None and len(header.cells) > 1:
        return
    joined = [",".join(cell.strip() for cell in row.cells) for row in rows]
    first = joined[0][:40]
    small = all(map(SMALL.fullmatch, joined)) and any(cell.strip("+0,") for cell in joined)
    if all(map(LARGE.fullmatch, joined)):
        reading, plain = "a comma between thousands", first.replace(",", "")
    elif small or (header is not None and all(map(COMMA.fullmatch, joined))):
        reading, plain = "a decimal comma", first.replace(",", ".")
    else:
        return
    found = f'is "{first}": one number with {reading}, or two numbers'
    two = first.replace(",", ", ")
    mend = f'Write {plain} for one number, or "{two}" with a space for two.'
    raise TwoReadingsError("row 1", (found, ONE_WAY, mend), rows[0].line)


def with_decimal_points(rows: list[Row], separator: str) -> list[Row]:
    """The rows with points for decimal commas.

    Raises TwoReadingsError where commas may be decimal marks or part thousands, where both marks
    stand in one file, and where what parts the cells looks like a mark within numbers.
    """
    commas = [place for place in _cells(rows) if "," in place[2] and COMMA.fullmatch(place[2])]
    if not commas:
        _refuse_parted_numbers(rows, separator)
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


def _refuse_parted_numbers(rows: list[Row], separator: str) -> None:
    """Raise TwoReadingsError for "0,05" and "1 000" read as two cells: no number starts like that.

    "-0" and "000" tell that the separator is a mark within a number.
    """
    for i, j, cell in _cells(rows):
        before = rows[i].cells[j - 1].strip() if j else ""
        if not (before and COUNTED.fullmatch(cell)):
            continue
        if separator == "," and (before in ("-0", "\u22120") or re.fullmatch("0[0-9]+", cell)):
            mark, mend = "a decimal comma", "Part the cells with semicolons, or write points."
        elif separator == " " and re.fullmatch("0[0-9]{2}", cell):
            mark, mend = "a space between thousands", f"Write {before}{cell} without the space."
        else:
            continue
        found = f'is "{cell[:40]}" after "{before[:40]}", as if {mark} parted them'
        raise TwoReadingsError(cell_name(i, j), (found, ONE_WAY, mend), rows[i].line)
