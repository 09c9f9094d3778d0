"""One cell of an array: its decimal text, or what is wrong with it."""

import math
import re
from collections.abc import Sequence

from anim_lib.lesson.faults import FaultList
from anim_lib.lesson.words import counted, cut, quoted
from anim_lib.nn.numbers import plain_number

MAX_CELL_FAULTS = 12  # of one array, one by one; more of the same help nobody
PLAIN = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,20})?")
FINITE, POINT = "a finite number", "a decimal point"

Complaint = tuple[str, str, str]  # found, expected, how to mend


def text_complaint(text: str) -> Complaint | None:
    """What is wrong with the text of a number; None when it is a finite number."""
    if PLAIN.fullmatch(text):  # nearly every cell of a large file; the rest takes ten times as long
        return None
    shown = cut(text.strip())
    if not shown:
        return "is empty", "a number", "Fill in the cell; write 0 for nothing."
    if re.fullmatch(r"[+-]?(nan|inf|infinity)", shown, re.IGNORECASE):
        return f"is {shown}", FINITE, "Put a finite number there."
    if "_" in shown:  # Python's and TOML's own; in a table it is a slip
        return f'is "{shown}"', "a number", "Write it without underscores."
    if re.fullmatch(r"\[+[-+.\d][^][]*\]*|[-+.\d][^][]*\]+", shown):
        return f'is "{shown}"', "a number", "Take the brackets away, or save it as a .json file."
    try:
        plain = plain_number(text)
    except ValueError:
        if re.fullmatch(r"[+-]?\d+,\d+", shown):
            return f'is "{shown}"', POINT, without_comma(shown)
        return f'is "{shown}"', "a number", "Write a plain decimal number such as -0.5."
    lost = float(plain) == 0.0 and plain.partition("e")[0].strip("-0.")
    if lost or math.isinf(float(plain)):
        mend = "Write 0." if lost else "Scale it down."
        return f"is {shown}", "a number that fits a 64-bit float", mend
    return None


def without_comma(text: str) -> str:
    """How to write "0,5" with a point; "1,000" could have meant a thousand."""
    whole, _, part = text.partition(",")
    point = f"{whole}.{part}"
    return f"Write {whole}{part} or {point}." if len(part) == 3 else f"Write {point}."


def value_complaint(value: object) -> Complaint | None:
    """What is wrong with a TOML value that should be a number."""
    if isinstance(value, bool):
        return f"is {str(value).lower()}", "a number", "Write 1 or 0."
    if isinstance(value, str):
        return f"is the text {quoted(value)}", "a number", "Write it without quotes."
    if isinstance(value, list | dict):
        kind = "list" if isinstance(value, list) else "table"
        return f"is a {kind}", "a number", "Write plain rows: [[1, 2], [3, 4]]."
    if not isinstance(value, int | float):
        shown = "null" if value is None else str(value)
        return f"is {shown}", "a number", "Write a plain decimal number such as -0.5."
    return text_complaint(value_text(value))


def value_text(value: float) -> str:
    """The text of a TOML number as it was written (integers without underscores)."""
    text = getattr(value, "text", None)
    return text if isinstance(text, str) else str(value)


def looks_numeric(text: str) -> bool:
    """A number, or what a program or a spreadsheet writes in the place of one."""
    complaint = text_complaint(text)
    return complaint is None or complaint[1] in (FINITE, POINT)


def cell_name(row: int | None, column: int) -> str:
    """The place "row 2, column 3", or "number 3" in a flat list; from zero-based positions."""
    return f"number {column + 1}" if row is None else f"row {row + 1}, column {column + 1}"


def keep_complaints(
    key: str,
    complaints: Sequence[tuple[str, Complaint]],
    faults: FaultList,
    file: str | None = None,
    lines: Sequence[int] = (),
    places: Sequence[tuple[int, ...]] = (),
) -> None:
    """Keep (cell, complaint) pairs as faults, at most a dozen of them one by one.

    `lines` are those of `file`; `places` are (row, column) from 0 in an array of the lesson itself.
    """
    for number, (cell, (found, expected, mend)) in enumerate(complaints[:MAX_CELL_FAULTS]):
        line = lines[number] if lines else None
        place = places[number] if places else ()
        faults.add(
            key, f"{cell} {found}", expected, mend, cell=cell, file=file, line=line, place=place
        )
    if (rest := len(complaints) - MAX_CELL_FAULTS) > 0:
        found = f"{counted(rest, 'more place')} at fault"
        faults.add(key, found, "numbers", "Mend these first, then check again.", file=file)
