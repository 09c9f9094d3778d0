"""Arrays from files: { file = "net.npy", rows = "0:4", cols = "0:3", transpose = true }."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anim_lib.lesson.cells import Complaint, cell_name, keep_complaints, text_complaint
from anim_lib.lesson.csv_file import read_csv
from anim_lib.lesson.faults import FaultList
from anim_lib.lesson.npy_file import read_npy
from anim_lib.lesson.words import described, did_you_mean
from anim_lib.nn.numbers import shortest_texts

MAX_BYTES = 100_000_000
MAX_CELLS = 65_536  # numbers of one array; all of them are traced
FILE_KEYS = ("file", "key", "rows", "cols", "transpose")
EXAMPLE = '{ file = "weights.csv" }'

Reader = Callable[[Path, str, str, FaultList], list[list[str]] | NDArray[Any] | None]
READERS: dict[str, Reader] = {
    ".csv": read_csv,
    ".tsv": read_csv,
    ".txt": read_csv,
    ".npy": read_npy,
}


def read_array(
    table: Mapping[str, object], key: str, folder: Path, faults: FaultList
) -> Sequence[Any] | None:
    """Texts, flat or in rows, of the part of the file that is asked for.

    `transpose` comes first, so `rows` and `cols` count in the array as the lesson uses it.
    None with the faults kept.
    """
    before = len(faults.faults)
    _refuse_unknown_keys(table, key, faults)
    path = _path_of(table, key, folder, faults)
    if path is None:
        return None
    file = str(table["file"])
    read = READERS[path.suffix.lower()](path, key, file, faults)
    if read is None:
        return None
    array = np.array(read, dtype=object) if isinstance(read, list) else read
    part = _part(array, table, key, faults)
    if part is None or len(faults.faults) > before:
        return None
    if isinstance(read, list):
        return list(part.tolist())
    return _finite_texts(part, key, file, faults)


def _refuse_unknown_keys(table: Mapping[str, object], key: str, faults: FaultList) -> None:
    for name in table:
        if name not in FILE_KEYS:
            hint = did_you_mean(name, FILE_KEYS, "Remove it.")
            faults.add(f"{key}.{name}", "unknown key", f"one of {', '.join(FILE_KEYS)}", hint)


def _path_of(table: Mapping[str, object], key: str, folder: Path, faults: FaultList) -> Path | None:
    file = table.get("file")
    if not isinstance(file, str) or not file:
        found = "no file name" if file is None else described(file)
        faults.add(key, found, 'file = "…"', f"Write {EXAMPLE}.")
        return None
    path = folder / file
    complaint = _file_complaint(path)
    if complaint:
        found, expected, mend = complaint
        faults.add(key, found, expected, mend, file=file)
        return None
    if "key" in table:
        found, expected = f"a key for the {path.suffix} file {file}", "no key"
        faults.add(f"{key}.key", found, expected, "Remove it: the file holds one array.")
    return path


def _file_complaint(path: Path) -> Complaint | None:
    known = ", ".join(READERS)
    try:
        if path.is_dir():
            return "this is a folder", "a file of numbers", "Name a file inside it."
        if not path.exists():
            return "no such file", f"it at {path}", "Paths start at the lesson's folder."
        if not path.is_file():
            return "not a plain file", "a file of numbers", "Copy it to a plain file."
        if path.suffix.lower() not in READERS:
            ending = f'the ending "{path.suffix}"' if path.suffix else "no ending"
            return ending, f"one of {known}", "Save it as one of these."
        if (size := path.stat().st_size) > MAX_BYTES:
            mend = "Save the part that you need as a smaller file."
            return f"{size:,} bytes", f"at most {MAX_BYTES:,}", mend
        with path.open("rb"):
            return None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or str(error)
        return f"cannot be read ({reason})", "a readable file", "Check the path."


def _part(
    array: NDArray[Any], table: Mapping[str, object], key: str, faults: FaultList
) -> NDArray[Any] | None:
    file = str(table["file"])
    if array.ndim not in (1, 2) or array.size == 0:
        shape = " × ".join(map(str, array.shape)) or "a single number"
        mend = "Save the part that you need as an array of one or two dimensions."
        faults.add(key, shape, "a vector or a matrix", mend, file=file)
        return None
    transpose = table.get("transpose", False)
    if not isinstance(transpose, bool):
        found = described(transpose)
        faults.add(f"{key}.transpose", found, "true or false", "Write true or false.")
        return None
    part: NDArray[Any] | None = array.T if transpose else array
    for axis, name in enumerate(("rows", "cols")):
        if name in table and part is not None:
            part = _cut(part, axis, table[name], f"{key}.{name}", faults)
    if part is not None and part.size > MAX_CELLS:
        found, expected = f"{part.size:,} numbers", f"at most {MAX_CELLS:,}"
        mend = 'Pick a part: rows = "0:4", cols = "0:3".'
        faults.add(key, found, expected, mend, file=file)
        return None
    return part


def _cut(
    array: NDArray[Any], axis: int, span: object, key: str, faults: FaultList
) -> NDArray[Any] | None:
    """Rows (axis 0) or columns (axis 1) "first:end", zero-based, the end not included."""
    size = array.shape[axis] if axis < array.ndim else 0
    match = re.fullmatch(r"\s*([0-9]*)\s*:\s*([0-9]*)\s*", span) if isinstance(span, str) else None
    if match:
        low, high = int(match[1] or 0), int(match[2] or size)
        if low < high <= size:
            return array[low:high] if axis == 0 else array[:, low:high]
    there = f"{size} there" if size else "a flat list"
    found = f"{described(span)}, with {there}"
    mend = f'Write "0:{min(4, size)}".' if size else "Remove it."
    expected = f'"first:end" within 0:{size}, the end not included' if size else "no columns"
    faults.add(key, found, expected, mend)
    return None


def _finite_texts(
    array: NDArray[Any], key: str, file: str, faults: FaultList
) -> Sequence[Any] | None:
    texts = shortest_texts(array)
    rows = [(None, texts)] if array.ndim == 1 else list(enumerate(texts))
    complaints = [
        (cell_name(i, j), complaint)
        for i, row in rows
        for j, text in enumerate(row)
        if (complaint := text_complaint(text))
    ]
    keep_complaints(key, complaints, faults, file=file)
    return None if complaints else texts
