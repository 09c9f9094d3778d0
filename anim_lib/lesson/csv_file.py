"""Numbers from CSV, TSV and space-separated text, with their decimal text kept."""

import csv
import io
import re
from dataclasses import dataclass
from pathlib import Path

from anim_lib.lesson.cells import (
    Complaint,
    cell_name,
    keep_complaints,
    looks_numeric,
    text_complaint,
)
from anim_lib.lesson.faults import FaultList
from anim_lib.lesson.words import counted

UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")  # what a spreadsheet's "Unicode text" starts with


@dataclass(frozen=True)
class Row:
    """Cells of one row and the line of the file where it ends."""

    cells: tuple[str, ...]
    line: int

    @property
    def is_blank(self) -> bool:
        """Nothing in any cell."""
        return not any(cell.strip() for cell in self.cells)


def read_csv(path: Path, key: str, shown: str, faults: FaultList) -> list[list[str]] | None:
    """Rows of number texts, or None with the faults kept.

    A byte-order mark, one header row, the separator (tab, semicolon, comma or spaces), quotes,
    `#` comment lines and trailing blank rows are recognised.
    """
    try:
        rows = parse_rows(decoded(path.read_bytes()))
    except UnicodeDecodeError as error:
        found = f"byte {error.start + 1} is not UTF-8"
        faults.add(key, found, "UTF-8 text", "Save the file as CSV UTF-8.", file=shown)
        return None
    except csv.Error as error:
        faults.add(key, f"not CSV ({error})", "rows of numbers", "Check its quotes.", file=shown)
        return None
    if not rows:
        faults.add(key, "no numbers in the file", "rows of numbers", "Fill it in.", file=shown)
        return None
    if found_faults := list(row_faults(rows)):
        complaints = [(cell, complaint) for cell, complaint, _ in found_faults]
        lines = [line for *_, line in found_faults]
        keep_complaints(key, complaints, faults, file=shown, lines=lines)
        return None
    return [list(row.cells) for row in rows]


def decoded(data: bytes) -> str:
    """Text of UTF-8 or, by its mark, UTF-16. Raises UnicodeDecodeError."""
    return data.decode("utf-16" if data.startswith(UTF16_MARKS) else "utf-8-sig")


def parse_rows(text: str) -> list[Row]:
    """Rows without comments, header and trailing blank rows. Raises csv.Error."""
    separator = separator_of(text)
    if separator == " ":
        lines = enumerate(text.splitlines(), 1)
        rows = [Row(tuple(line.replace('"', "").split()), number) for number, line in lines]
    else:
        stream = io.StringIO(text, newline="")
        reader = csv.reader(stream, delimiter=separator, strict=True, skipinitialspace=True)
        rows = [Row(tuple(cells), reader.line_num) for cells in reader]
    rows = [row for row in rows if not (row.cells and row.cells[0].lstrip().startswith("#"))]
    while rows and rows[-1].is_blank:
        rows.pop()
    rows = _without_leading_lines(rows)
    is_header = bool(rows) and not rows[0].is_blank and not any(map(looks_numeric, rows[0].cells))
    return _without_leading_lines(rows[1:]) if is_header and len(rows) > 1 else rows


def _without_leading_lines(rows: list[Row]) -> list[Row]:
    """Rows from the first line that has something on it, be it only separators."""
    start = next((i for i, row in enumerate(rows) if len(row.cells) > 1 or not row.is_blank), 0)
    return rows[start:]


def separator_of(text: str) -> str:
    """The first of tab, semicolon and comma that stands outside quotes; otherwise a space."""
    unquoted = re.sub(r'"[^"]*"', "", text[:100_000])
    lines = [line for line in unquoted.splitlines() if not line.lstrip().startswith("#")]
    return next((mark for mark in "\t;," if any(mark in line for line in lines)), " ")


def row_faults(rows: list[Row]) -> list[tuple[str, Complaint, int]]:
    """(cell, complaint, line of the file) for every cell that is no number and every ragged row."""
    width = len(rows[0].cells)
    kept: list[tuple[str, Complaint, int]] = []
    for i, row in enumerate(rows):
        if not row.cells:
            complaint = ("is empty", "numbers", "Fill in the line, or delete it.")
            kept.append((f"row {i + 1}", complaint, row.line))
            continue
        if len(row.cells) != width:
            found = f"has {counted(len(row.cells), 'cell')} where row 1 has {width}"
            complaint = (found, "rows of one length", "Give every row as many cells as row 1.")
            kept.append((f"row {i + 1}", complaint, row.line))
            continue
        for j, cell in enumerate(row.cells):
            if bad := text_complaint(cell):
                kept.append((cell_name(i, j), bad, row.line))
    return kept
