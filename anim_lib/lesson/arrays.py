"""Arrays of a lesson: written inline, or in a file beside it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anim_lib.lesson.array_file import MAX_CELLS, read_array
from anim_lib.lesson.cells import keep_complaints
from anim_lib.lesson.faults import FaultList
from anim_lib.lesson.nested_lists import HOW, HOW_FLAT, check_lists, count_cells
from anim_lib.lesson.words import counted, described, shape_text
from anim_lib.nn.numbers import NumberArray


@dataclass(frozen=True)
class ArrayReader:
    """Reads the arrays of one lesson; files are relative to `folder`."""

    folder: Path
    faults: FaultList

    def matrix(self, value: object, key: str) -> NumberArray | None:
        """A matrix (rows, columns), or None with the faults kept."""
        array = self._read(value, key, HOW)
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
        array = self._read(value, key, HOW_FLAT)
        if array is None or array.values.ndim == 1:
            return array
        if 1 not in array.shape:
            mend = "Write it flat, as one row or as one column."
            found = shape_text(array.shape)
            if beside is not None:
                found += f" beside a matrix of {shape_text(beside.shape)}"
            self.faults.add(key, found, "a vector", mend)
            return None
        if isinstance(array.source, np.ndarray):
            return NumberArray.from_values(array.source.reshape(-1))
        return NumberArray.from_texts([text for row in array.texts for text in row])

    def _read(self, value: object, key: str, how: str) -> NumberArray | None:
        before = len(self.faults.faults)
        found: Sequence[Any] | NDArray[Any] | None
        if isinstance(value, dict):
            found = read_array(value, key, self.folder, self.faults)
        else:
            found = value if isinstance(value, np.ndarray) else self._inline(value, key, how)
        if found is None or len(self.faults.faults) > before:
            return None
        if isinstance(found, np.ndarray):
            return NumberArray.from_values(found)
        return NumberArray.from_texts(found)

    def _inline(self, value: object, key: str, how: str) -> Sequence[Any] | None:
        if not isinstance(value, list) or not value:
            mend = f'Write {{ file = "{value}" }} to read a file.' if _names_file(value) else how
            self.faults.add(key, described(value), "numbers", mend)
            return None
        if count_cells(value) > MAX_CELLS:
            mend = "Put the numbers into a file and pick a part of it."
            self.faults.add(key, "too many numbers", f"at most {MAX_CELLS:,}", mend)
            return None
        check = check_lists(value, how)
        keep_complaints(key, check.complaints, self.faults, places=check.places)
        return check.texts


def _names_file(value: object) -> bool:
    return isinstance(value, str) and "." in value
