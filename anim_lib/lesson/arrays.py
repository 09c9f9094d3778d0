"""Arrays of a lesson: inline, or from a file beside it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from anim_lib.lesson.cells import (
    Complaint,
    cell_name,
    keep_complaints,
    text_complaint,
    value_complaint,
    value_text,
)
from anim_lib.lesson.csv_file import read_csv
from anim_lib.lesson.faults import FaultList, did_you_mean
from anim_lib.lesson.npy_file import read_npy
from anim_lib.lesson.schema import described
from anim_lib.nn.numbers import NumberArray

MAX_ARRAY_BYTES = 100_000_000
MAX_CELLS = 65_536  # numbers of one array; all of them are traced
FILE_KEYS = ("file", "key", "rows", "cols", "transpose")
READERS = {".csv": read_csv, ".tsv": read_csv, ".txt": read_csv, ".npy": read_npy}
HOW = 'Write rows of numbers, [[1, 2], [3, 4]], or { file = "weights.csv" }.'


@dataclass(frozen=True)
class ArrayReader:
    """Reads the arrays of one lesson; files are relative to `folder`."""

    folder: Path
    faults: FaultList

    def matrix(self, value: Any, key: str) -> NumberArray | None:
        """A matrix (rows, columns), or None with the faults kept."""
        array = self._read(value, key)
        if array is not None and array.values.ndim == 1:
            found = f"a flat list of {array.shape[0]}"
            mend = "Put one more pair of brackets round it for a matrix of one row."
            self.faults.add(key, found, "rows of numbers, [[…], […]]", mend)
            return None
        return array

    def vector(self, value: Any, key: str) -> NumberArray | None:
        """A vector (n,), written flat, as one row or as one column; None with faults kept."""
        array = self._read(value, key)
        if array is None or array.values.ndim == 1:
            return array
        if 1 not in array.shape:
            mend = "Write it flat, as one row or as one column."
            self.faults.add(key, shape_text(array.shape), "a vector", mend)
            return None
        return NumberArray.from_texts([text for row in array.texts for text in row])

    def _read(self, value: Any, key: str) -> NumberArray | None:
        before = len(self.faults.faults)
        texts = self._from_file(value, key) if isinstance(value, dict) else self._inline(value, key)
        if texts is None or len(self.faults.faults) > before:
            return None
        return NumberArray.from_texts(texts)

    def _inline(self, value: Any, key: str) -> Sequence[Any] | None:
        if not isinstance(value, list) or not value or value == [[]]:
            mend = HOW
            if isinstance(value, str):
                mend = f'Write {{ file = "{value}" }} to read a file.'
            self.faults.add(key, described(value), "numbers", mend)
            return None
        if not any(isinstance(row, list) for row in value):
            return self._texts(value, key, None)
        rows = [self._inline_row(row, i, value, key) for i, row in enumerate(value)]
        return [row for row in rows if row is not None]

    def _inline_row(self, row: Any, i: int, value: list[Any], key: str) -> list[str] | None:
        first = value[0]
        if not isinstance(row, list) or not row:
            found = f"row {i + 1} is {described(row)}"
            self.faults.add(key, found, "a row of numbers", HOW, cell=f"row {i + 1}")
            return None
        if isinstance(first, list) and len(row) != len(first):
            numbers = f"{len(row)} number" + ("s" if len(row) != 1 else "")
            found = f"row {i + 1} has {numbers} where row 1 has {len(first)}"
            mend = "Give every row as many numbers as row 1."
            self.faults.add(key, found, "rows of one length", mend, cell=f"row {i + 1}")
            return None
        return self._texts(row, key, i)

    def _texts(self, row: list[Any], key: str, i: int | None) -> list[str] | None:
        complaints: list[tuple[str, Complaint]] = []
        for j, value in enumerate(row):
            if complaint := value_complaint(value):
                complaints.append((cell_name(i, j), complaint))
        keep_complaints(key, complaints, self.faults)
        return None if complaints else [value_text(value) for value in row]

    def _from_file(self, table: dict[str, Any], key: str) -> Sequence[Any] | None:
        path = self._path(table, key)
        if path is None:
            return None
        shown = str(table["file"])
        read = READERS[path.suffix.lower()](path, key, shown, self.faults)
        if read is None:
            return None
        array = np.asarray(read) if not isinstance(read, list) else np.array(read, dtype=object)
        selected = self._select(array, table, key)
        if selected is None or isinstance(read, list):
            return None if selected is None else selected.tolist()
        return self._numbers(selected, key, shown)

    def _path(self, table: dict[str, Any], key: str) -> Path | None:
        for name in table:
            if name not in FILE_KEYS:
                hint = did_you_mean(name, list(FILE_KEYS), "Remove it.")
                known = f"one of {', '.join(FILE_KEYS)}"
                self.faults.add(f"{key}.{name}", "unknown key", known, hint)
        file = table.get("file")
        if not isinstance(file, str) or not file:
            found = "no file name" if file is None else described(file)
            self.faults.add(key, found, 'file = "…"', 'Write { file = "weights.csv" }.')
            return None
        path = self.folder / file
        complaint = _file_complaint(path)
        if complaint:
            self.faults.add(key, *complaint, file=file)
            return None
        return path

    def _select(self, array: Any, table: dict[str, Any], key: str) -> Any:
        """Transpose first, then rows and cols: they count in the array as it is used."""
        if array.ndim not in (1, 2) or array.size == 0:
            shape = " × ".join(map(str, array.shape)) or "a single number"
            self.faults.add(key, shape, "a vector or a matrix", "Choose one.", file=table["file"])
            return None
        transpose = table.get("transpose", False)
        if not isinstance(transpose, bool):
            found = described(transpose)
            self.faults.add(f"{key}.transpose", found, "true or false", "Write true or false.")
            return None
        array = array.T if transpose else array
        for axis, name in enumerate(("rows", "cols")):
            if name in table:
                array = self._cut(array, axis, table[name], f"{key}.{name}")
                if array is None:
                    return None
        return self._small_enough(array, key, table["file"])

    def _cut(self, array: Any, axis: int, text: Any, key: str) -> Any:
        match = re.fullmatch(r"\s*(\d*)\s*:\s*(\d*)\s*", text) if isinstance(text, str) else None
        size = array.shape[axis] if axis < array.ndim else 0
        low = int(match[1] or 0) if match else 0
        high = int(match[2] or size) if match else 0
        if not match or not low < high <= size:
            found = f'"{text}" of {size}' if match else described(text)
            expected = f'"first:end" within 0:{size}, the end not included'
            self.faults.add(key, found, expected, f'Write "0:{min(4, size)}".')
            return None
        return array[low:high] if axis == 0 else array[:, low:high]

    def _small_enough(self, array: Any, key: str, file: str) -> Any:
        if array.size <= MAX_CELLS:
            return array
        mend = 'Pick a part: rows = "0:4", cols = "0:3".'
        found, expected = f"{array.size:,} numbers", f"at most {MAX_CELLS:,}"
        self.faults.add(key, found, expected, mend, file=file)
        return None

    def _numbers(self, array: Any, key: str, shown: str) -> Sequence[Any] | None:
        bad = np.argwhere(~np.isfinite(array))
        complaints = [
            (cell_name(*((None, *cell) if len(cell) == 1 else cell)), complaint)
            for cell in bad.tolist()
            if (complaint := text_complaint(str(array[tuple(cell)])))
        ]
        keep_complaints(key, complaints, self.faults, file=shown)
        return None if complaints else NumberArray.from_values(array).texts


def _file_complaint(path: Path) -> Complaint | None:
    known = ", ".join(READERS)
    try:
        if path.is_dir():
            return "this is a folder", "a file of numbers", "Name a file inside it."
        if not path.exists():
            return f"no such file ({path})", "a file of numbers", "Paths start at the lesson."
        if not path.is_file():
            return "not a plain file", "a file of numbers", "Copy it to a plain file."
        if path.suffix.lower() not in READERS:
            return f'the ending "{path.suffix}"', f"one of {known}", "Save it as one of these."
        if path.stat().st_size > MAX_ARRAY_BYTES:
            size, limit = f"{path.stat().st_size:,} bytes", f"at most {MAX_ARRAY_BYTES:,}"
            return size, limit, "Save the part that you need as a smaller file."
        with path.open("rb"):
            return None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return f"cannot be read ({reason})", "a readable file", "Check the path."


def shape_text(shape: tuple[int, ...]) -> str:
    """ "4 rows × 3 columns", or "3 numbers" for a vector."""
    names = ("number",) if len(shape) == 1 else ("row", "column")
    sides = zip(shape, names, strict=True)
    return " × ".join(f"{size} {name}" + ("s" if size != 1 else "") for size, name in sides)
