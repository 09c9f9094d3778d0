"""Numbers from CSV, TSV and space-separated text, with their decimal text kept."""

import csv
import io
import re
from dataclasses import dataclass
from pathlib import Path

from anim_lib.lesson.cells import cell_name, keep_complaints, text_complaint
from anim_lib.lesson.faults import FaultList, counted

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
        text = _decode(path.read_bytes())
        rows = _rows(text)
    except UnicodeDecodeError as error:
        found = f"byte {error.start + 1} is not UTF-8"
        faults.add(key, found, "UTF-8 text", "Save the file as CSV UTF-8.", file=shown)
        return None
    except csv.Error as error:
        faults.add(key, f"not CSV ({error})", "rows of numbers", "Save it as CSV.", file=shown)
        return None
    while rows and rows[-1].is_blank:
        rows.pop()
    if len(rows) > 1 and _is_header(rows[0]):
        rows = rows[1:]
    if not rows:
        faults.add(key, "no numbers in the file", "rows of numbers", "Fill it in.", file=shown)
        return None
    return _checked(rows, key, shown, faults)


def _decode(data: bytes) -> str:
    return data.decode("utf-16" if data.startswith(UTF16_MARKS) else "utf-8-sig")


def _rows(text: str) -> list[Row]:
    separator = _separator(text)
    if separator == " ":
        lines = enumerate(text.splitlines(), 1)
        rows = [Row(tuple(line.replace('"', "").split()), number) for number, line in lines]
    else:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
        rows = [Row(tuple(cells), reader.line_num) for cells in reader]
    return [row for row in rows if not (row.cells and row.cells[0].lstrip().startswith("#"))]


def _separator(text: str) -> str:
    """The first of tab, semicolon and comma that stands outside quotes; otherwise a space."""
    unquoted = re.sub(r'"[^"]*"', "", text[:100_000])
    sample = "\n".join(line for line in unquoted.splitlines() if not line.lstrip().startswith("#"))
    body = sample.strip("\n ")
    return next((mark for mark in "\t;," if mark in body), " ")


def _is_header(row: Row) -> bool:
    """A first row without any number in it: names of columns."""
    return not row.is_blank and not any(_is_numeric(cell) for cell in row.cells)


def _is_numeric(cell: str) -> bool:
    complaint = text_complaint(cell)
    return complaint is None or "finite" in complaint[1] or "point" in complaint[1]


def _checked(rows: list[Row], key: str, shown: str, faults: FaultList) -> list[list[str]] | None:
    width = len(rows[0].cells)
    before = len(faults.faults)
    complaints, lines = [], []
    for i, row in enumerate(rows):
        if len(row.cells) != width:
            cells = counted(len(row.cells), "cell")
            found = f"row {i + 1} has {cells} where row 1 has {width}"
            complaints.append((f"row {i + 1}", (found.partition(" ")[2], "", "")))
            complaints[-1] = (
                f"row {i + 1}",
                (f"has {cells} where row 1 has {width}", "rows of one length", "Fill the row up."),
            )
            lines.append(row.line)
            continue
        for j, cell in enumerate(row.cells):
            if complaint := text_complaint(cell):
                complaints.append((cell_name(i, j), complaint))
                lines.append(row.line)
    keep_complaints(key, complaints, faults, file=shown, lines=lines)
    return [list(row.cells) for row in rows] if len(faults.faults) == before else None
