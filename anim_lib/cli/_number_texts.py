"""The texts of number options: numbers written out, words, or the names of files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LONGEST_HINT = 60  # letters
_WHOLE, _ZERO = re.compile(r"[-+]?\d+"), re.compile(r"[-+]?0")


@dataclass(frozen=True)
class NumberOption:
    """An option and the lesson's key that it stands for. `kind` says how its text is read."""

    flags: tuple[str, ...]
    key: str  # "dense.W"
    kind: str  # "matrix", "vector", "vector or name", "name", "names"
    help: str

    @property
    def flag(self) -> str:
        """How messages call it."""
        return self.flags[0]


def value_of(option: NumberOption, text: str) -> object:
    """What an option's text would be in a lesson.

    Raises LessonError naming option and cell.
    """
    from anim_lib.lesson.cells import text_complaint

    if option.kind == "name":
        return text
    if option.kind == "names":
        return _words(text)
    rows = _rows(text)
    _refuse_decimal_comma(option, rows, text)
    numeric = all(text_complaint(cell) is None for row in rows for cell in row)
    file, _, name = text.rpartition(":")
    if not numeric and file and name and _names_file(file):
        return {"file": str(Path(file).absolute()), "key": name}
    if not numeric and _names_file(text):
        return {"file": str(Path(text).absolute())}
    if not numeric and option.kind == "vector or name":
        return text
    return _numbers(option, rows)


def _words(text: str) -> list[str]:
    """The words of a text, or of a file: one a line, or all of its only line."""
    if not _is_file(text):
        return text.replace(",", " ").split()
    from anim_lib.lesson.faults import FaultList
    from anim_lib.lesson.toml_file import read_text

    lines = [line.strip() for line in read_text(Path(text), FaultList(text)).splitlines()]
    lines = [line for line in lines if line]
    return lines[0].split() if len(lines) == 1 else lines


def _refuse_decimal_comma(option: NumberOption, rows: list[list[str]], text: str) -> None:
    """Refuse "0,5", which may be 0 and 5 or 0.5; with spaces or a point it is clear."""
    from anim_lib.lesson.faults import FaultList

    whole = len(rows) == 1 and len(rows[0]) == 2 and all(map(_WHOLE.fullmatch, rows[0]))
    if whole and not re.search(r"\s*,\s|\s,", text) and _ZERO.fullmatch(rows[0][0]):
        comma = ",".join(rows[0])
        found = f'"{comma}", which is {".".join(rows[0])} or {" and ".join(rows[0])}'
        faults = FaultList(option.flag)
        mend = f'Write "{".".join(rows[0])}", or "{" ".join(rows[0])}" for two numbers.'
        faults.add(None, found, "one reading", mend)
        faults.raise_any()


def _rows(text: str) -> list[list[str]]:
    """The cells of each row. "0,5 0,3" has decimal commas, which the check of cells explains."""
    lines = re.split(r"[;\n]", text.strip().rstrip(";"))
    rows = []
    for line in lines:
        spaced = re.search(r"\s", line.strip()) and not re.search(r",\s|\s,", line)
        rows.append(
            line.split() if spaced or not line.strip() else re.split(r"\s*,\s*", line.strip())
        )
    return rows


def _names_file(text: str) -> bool:
    return _is_file(text) or re.search(r"\.[A-Za-z]\w*$", text) is not None


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a path, or a NUL in it
        return False


def _numbers(option: NumberOption, rows: list[list[str]]) -> list[Any]:
    from anim_lib.lesson.cells import cell_name, keep_complaints, text_complaint
    from anim_lib.lesson.faults import FaultList
    from anim_lib.lesson.toml_file import RawFloat
    from anim_lib.nn.numbers import plain_number

    faults = FaultList(option.flag)
    if any(mark in cell for row in rows for cell in row for mark in "[]"):
        hint = _without_brackets(rows)
        faults.add(None, "brackets", 'numbers, the rows parted by ";"', f'Write "{hint}".')
        faults.raise_any()
    flat = len(rows) == 1 and option.kind != "matrix"
    complaints = [
        (cell_name(None if flat else i, j), complaint)
        for i, row in enumerate(rows)
        for j, cell in enumerate(row)
        if (complaint := text_complaint(cell))
    ]
    keep_complaints("", complaints, faults)
    faults.raise_any()
    numbers = [[RawFloat(plain_number(cell)) for cell in row] for row in rows]
    return numbers[0] if flat else numbers


def _without_brackets(rows: list[list[str]]) -> str:
    """How to write a list of Python's or JSON's; an example where the numbers are many."""
    joined = " ; ".join(" ".join(row) for row in rows)
    apart = re.sub(r"\][\s,;]*\[", " ; ", joined).translate(str.maketrans("[],", "   "))
    plain = "; ".join(filter(None, (" ".join(line.split()) for line in apart.split(";"))))
    return plain if plain and len(plain) <= LONGEST_HINT else "1 2; 3 4"
