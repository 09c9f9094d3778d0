"""Lists of numbers, flat or in rows, as TOML and JSON write them."""

from dataclasses import dataclass, field
from typing import Any

from anim_lib.lesson.cells import Complaint, cell_name, value_complaint, value_text
from anim_lib.lesson.words import counted, described

HOW = 'Write rows of numbers, [[1, 2], [3, 4]], or { file = "weights.csv" }.'
HOW_FLAT = 'Write a list of numbers, [1, 2, -1], or { file = "inputs.csv" }.'
ONE_LENGTH = "Give every row as many numbers as row 1."


@dataclass
class ListCheck:
    """Texts of the numbers, and for each fault its cell, its complaint and its place."""

    texts: list[Any] = field(default_factory=list)
    complaints: list[tuple[str, Complaint]] = field(default_factory=list)
    places: list[tuple[int, ...]] = field(default_factory=list)  # (row, column) from 0

    def add(self, cell: str, complaint: Complaint, *place: int) -> None:
        """Keep one fault."""
        self.complaints.append((cell, complaint))
        self.places.append(place)


def count_cells(value: list[Any]) -> int:
    """How many numbers there are."""
    return sum(len(row) if isinstance(row, list) else 1 for row in value)


def check_lists(value: list[Any], how: str = HOW) -> ListCheck:
    """The texts of a list of numbers or of rows of them; `how` says how arrays are written."""
    check = ListCheck()
    rows = [row for row in value if isinstance(row, list)]
    if not rows:
        check.texts = _texts(value, None, check)
        return check
    width = len(rows[0])
    for i, row in enumerate(value):
        check.texts.append(_row(row, i, width, how, check))
    return check


def _row(row: object, i: int, width: int, how: str, check: ListCheck) -> list[str]:
    if not isinstance(row, list):
        complaint = (f"is {described(row)}", "a row of numbers", how)
    elif not row:
        complaint = ("is empty", "a row of numbers", how)
    elif len(row) != width:
        found = f"has {counted(len(row), 'number')} where row 1 has {width}"
        complaint = (found, "rows of one length", ONE_LENGTH)
    else:
        return _texts(row, i, check)
    check.add(f"row {i + 1}", complaint, i)
    return []


def _texts(row: list[Any], i: int | None, check: ListCheck) -> list[str]:
    faulty = False
    for j, value in enumerate(row):
        if complaint := value_complaint(value):
            check.add(cell_name(i, j), complaint, *((j,) if i is None else (i, j)))
            faulty = True
    return [] if faulty else [value_text(value) for value in row]
