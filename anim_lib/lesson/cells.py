"""One cell of an array: its decimal text, or what is wrong with it."""

import math
import re
from collections.abc import Sequence
from typing import Any

from anim_lib.lesson.faults import FaultList, counted
from anim_lib.nn.numbers import plain_number

MAX_CELL_FAULTS = 12  # per array; more of the same help nobody

Complaint = tuple[str, str, str]  # found, expected, how to mend


def text_complaint(text: str) -> Complaint | None:
    """What is wrong with the text of a number; None when it is a finite number."""
    if not text.strip():
        return "is empty", "a number", "Fill in the cell; write 0 for nothing."
    if re.fullmatch(r"[+-]?(nan|inf|infinity)", text.strip(), re.IGNORECASE):
        return f"is {text.strip()}", "a finite number", "Put a finite number there."
    try:
        plain = plain_number(text)
    except ValueError:
        found = f'is "{text.strip()[:40]}"'
        if re.fullmatch(r"\s*[+-]?\d+,\d+\s*", text):
            return found, "a decimal point", f"Write {text.strip().replace(',', '.')}."
        return found, "a number", "Write a plain decimal number such as -0.5."
    if math.isinf(float(plain)):
        return f"is {text.strip()[:40]}", "a number that fits a 64-bit float", "Scale it down."
    if float(plain) == 0.0 and plain.partition("e")[0].strip("-0."):
        return f"is {text.strip()[:40]}", "a number that fits a 64-bit float", "Write 0."
    return None


def keep_complaints(
    key: str,
    complaints: Sequence[tuple[str, Complaint]],
    faults: FaultList,
    file: str | None = None,
    lines: Sequence[int] | None = None,
) -> None:
    """Keep (cell, complaint) pairs as faults, at most a dozen of them one by one."""
    for number, (cell, (found, expected, mend)) in enumerate(complaints[:MAX_CELL_FAULTS]):
        line = lines[number] if lines else None
        faults.add(key, f"{cell} {found}", expected, mend, cell=cell, file=file, line=line)
    if (rest := len(complaints) - MAX_CELL_FAULTS) > 0:
        found = f"{counted(rest, 'further cell')} at fault"
        faults.add(key, found, "numbers", "Mend these first, then check again.", file=file)


def cell_name(row: int | None, column: int) -> str:
    """ "row 2, column 3", or "number 3" in a flat list; from zero-based positions."""
    return f"number {column + 1}" if row is None else f"row {row + 1}, column {column + 1}"


def value_complaint(value: Any) -> Complaint | None:
    """What is wrong with a TOML value that should be a number."""
    if isinstance(value, bool):
        return f"is {str(value).lower()}", "a number", "Write 1 or 0."
    if isinstance(value, str):
        return f'is the text "{value[:40]}"', "a number", "Write it without quotes."
    if isinstance(value, list | dict):
        kind = "list" if isinstance(value, list) else "table"
        return f"is a {kind}", "a number", "Write plain rows: [[1, 2], [3, 4]]."
    if not isinstance(value, int | float):
        return f"is {value}", "a number", "Write a plain decimal number such as -0.5."
    return text_complaint(value_text(value))


def value_text(value: float) -> str:
    """The text of a TOML number as it was written (integers without underscores)."""
    text = getattr(value, "text", None)
    return text if isinstance(text, str) else str(value)
