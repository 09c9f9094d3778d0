"""Numbers from CSV, TSV and space-separated text, with their decimal text kept."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from anim_lib.lesson.cells import Complaint, cell_name, text_complaint
from anim_lib.lesson.contents import DECIMAL, ArrayFileError, Entry, Stored
from anim_lib.lesson.csv_commas import (
    TwoReadingsError,
    commas_are_bare,
    refuse_numbers_in_two_cells,
    with_decimal_points,
)
from anim_lib.lesson.csv_counts import refuse_counted_names
from anim_lib.lesson.csv_form import Row, separator_of, without_frame
from anim_lib.lesson.words import counted

MAX_CELLS = 400_000  # of one file; each is looked at as a text, some 10 µs long
UTF16_SAMPLE = 1000  # bytes; in UTF-16 every other one of a number is zero
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")  # what a spreadsheet's "Unicode text" starts with


def csv_entries(path: Path) -> list[Entry]:
    """The one array of the file."""
    rows = _numbers(path)
    return [Entry("", (len(rows), len(rows[0].cells)), DECIMAL)]


def read_csv(path: Path, _: str) -> Stored:
    """Rows of number texts.

    Recognised are UTF-16, a byte-order mark, one header row, a column of labels, the separator
    (tab, semicolon, comma or spaces), decimal commas, quotes, `#` comments and trailing blank rows.
    """
    return Stored(np.array([row.cells for row in _numbers(path)], dtype=object))


def _numbers(path: Path) -> list[Row]:
    """The rows, every cell a number. Raises ArrayFileError with all that is wrong with them."""
    try:
        text = decoded(path.read_bytes())
        header, rows = without_frame(parse_rows(text))
        if commas_are_bare(text):
            refuse_numbers_in_two_cells(header, rows)
        refuse_counted_names(header, rows)
        rows = with_decimal_points(rows, separator_of(text))
    except UnicodeDecodeError as error:
        complaint = (f"byte {error.start + 1} is not UTF-8", "UTF-8 text")
        raise ArrayFileError((*complaint, "Save the file as CSV UTF-8.")) from error
    except csv.Error as error:
        found = f"not CSV ({error})"
        raise ArrayFileError((found, "rows of numbers", "Check its quotes.")) from error
    except TwoReadingsError as fault:
        raise ArrayFileError(fault.complaint, cells=[fault.cell], lines=[fault.line]) from fault
    if not rows:
        found = "no numbers in the file" if header is None else "a header row and no numbers"
        raise ArrayFileError((found, "rows of numbers", "Fill it in."))
    if faults := list(row_faults(rows)):
        cells, complaints, lines = zip(*faults, strict=True)
        raise ArrayFileError(*complaints, cells=cells, lines=lines)
    return rows


def decoded(data: bytes) -> str:
    """Text of UTF-8 or, by its mark, UTF-16.

    Raises UnicodeDecodeError, and ArrayFileError for UTF-16 without its mark.
    """
    start = data[:UTF16_SAMPLE]
    if b"\0" in start and not start.startswith(UTF16_MARKS):
        found = "zero bytes, as UTF-16 has without its mark"
        raise ArrayFileError((found, "UTF-8 text", "Save the file as CSV UTF-8."))
    return data.decode("utf-16" if data.startswith(UTF16_MARKS) else "utf-8-sig")


def parse_rows(text: str) -> list[Row]:
    """Rows as the separators part them, without comments and blank rows before and after.

    Raises csv.Error, and ArrayFileError for more cells than can be wanted.
    """
    separator = separator_of(text)
    if separator == " ":
        text = "\n".join(line.strip(" ") for line in text.splitlines())
    stream = io.StringIO(text, newline="")
    reader = csv.reader(stream, delimiter=separator, strict=True, skipinitialspace=True)
    rows, count = list[Row](), 0
    for cells in reader:
        count += len(cells)
        if count > MAX_CELLS:
            found, expected = f"more than {MAX_CELLS:,} cells", f"at most {MAX_CELLS:,}"
            raise ArrayFileError((found, expected, "Save the part that you need, or save as npy."))
        if not (cells and cells[0].lstrip().startswith("#")):
            rows.append(Row(tuple(cells), reader.line_num))
    while rows and rows[-1].is_blank:
        rows.pop()
    return rows


def row_faults(rows: list[Row]) -> Iterator[tuple[str, Complaint, int]]:
    """(cell, complaint, line of the file) for every cell that is no number and every ragged row."""
    width = len(rows[0].cells)
    for i, row in enumerate(rows):
        if not row.cells:
            complaint = ("is empty", "numbers", "Fill in the line, or delete it.")
            yield f"row {i + 1}", complaint, row.line
        elif len(row.cells) != width:
            found = f"has {counted(len(row.cells), 'cell')} where row 1 has {width}"
            mend = "Give every row as many cells as row 1."
            yield f"row {i + 1}", (found, "rows of one length", mend), row.line
        else:
            for j, cell in enumerate(row.cells):
                if bad := text_complaint(cell):
                    yield cell_name(i, j), bad, row.line
