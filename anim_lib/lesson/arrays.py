"""Arrays of a lesson: written inline, or in a file beside it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anim_lib.lesson.array_file import EXAMPLE, MAX_CELLS, read_array
from anim_lib.lesson.cells import cell_name, keep_complaints, value_complaint, value_text
from anim_lib.lesson.faults import FaultList
from anim_lib.lesson.words import counted, described, shape_text
from anim_lib.nn.numbers import NumberArray

HOW = f"Write rows of numbers, [[1, 2], [3, 4]], or {EXAMPLE}."


@dataclass(frozen=True)
class ArrayReader:
    """Reads the arrays of one lesson; files are relative to `folder`."""

    folder: Path
    faults: FaultList

    def matrix(self, value: object, key: str) -> NumberArray | None:
        """A matrix (rows, columns), or None with the faults kept."""
        array = self._read(value, key)
        if array is not None and array.values.ndim == 1:
            found = f"a flat list of {counted(array.shape[0], 'number')}"
            mend = "For a matrix of one row put one more pair of brackets round it."
            self.faults.add(key, found, "rows of numbers, [[…], […]]", mend)
            return None
        return array

    def vector(
        self, value: object, key: str, beside: NumberArray | None = None
    ) -> NumberArray | None:
        """A vector (n,), written flat, as one row or as one column; None with faults kept.

        `beside` is the matrix that it goes with; a message names both shapes.
        """
        array = self._read(value, key)
        if array is None or array.values.ndim == 1:
            return array
        if 1 not in array.shape:
            mend = "Write it flat, as one row or as one column."
            found = shape_text(array.shape)
            if beside is not None:
                found += f" beside a matrix of {shape_text(beside.shape)}"
            self.faults.add(key, found, "a vector", mend)
            return None
        return NumberArray.from_texts([text for row in array.texts for text in row])

    def _read(self, value: object, key: str) -> NumberArray | None:
        before = len(self.faults.faults)
        if isinstance(value, dict):
            texts = read_array(value, key, self.folder, self.faults)
        else:
            texts = self._inline(value, key)
        if texts is None or len(self.faults.faults) > before:
            return None
        return NumberArray.from_texts(texts)

    def _inline(self, value: object, key: str) -> Sequence[Any] | None:
        if not isinstance(value, list) or not value:
            mend = f'Write {{ file = "{value}" }} to read a file.' if _names_file(value) else HOW
            self.faults.add(key, described(value), "numbers", mend)
            return None
        rows = [row for row in value if isinstance(row, list)]
        if sum(map(len, rows)) + len(value) - len(rows) > MAX_CELLS:
            mend = "Put the numbers into a file and pick a part of it."
            self.faults.add(key, "too many numbers", f"at most {MAX_CELLS:,}", mend)
            return None
        if not rows:
            return self._texts(value, key, None)
        width = len(rows[0])
        return [self._row(row, i, width, key) for i, row in enumerate(value)]

    def _row(self, row: object, i: int, width: int, key: str) -> list[str]:
        cell, mend = f"row {i + 1}", "Give every row as many numbers as row 1."
        if not isinstance(row, list):
            complaint = (f"is {described(row)}", "a row of numbers", HOW)
        elif not row:
            complaint = ("is empty", "a row of numbers", HOW)
        elif len(row) != width:
            found = f"has {counted(len(row), 'number')} where row 1 has {width}"
            complaint = (found, "rows of one length", mend)
        else:
            return self._texts(row, key, i)
        keep_complaints(key, [(cell, complaint)], self.faults)
        return []

    def _texts(self, row: list[Any], key: str, i: int | None) -> list[str]:
        complaints = [
            (cell_name(i, j), complaint)
            for j, value in enumerate(row)
            if (complaint := value_complaint(value))
        ]
        keep_complaints(key, complaints, self.faults)
        return [] if complaints else [value_text(value) for value in row]


def _names_file(value: object) -> bool:
    return isinstance(value, str) and "." in value
