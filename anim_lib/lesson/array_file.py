"""Arrays from files: { file = "net.npz", key = "fc1.weight", rows = "0:4", transpose = true }."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anim_lib.lesson.cells import Complaint, cell_name, keep_complaints, text_complaint
from anim_lib.lesson.contents import ArrayFileError, Entry, Format, Stored
from anim_lib.lesson.faults import FaultList
from anim_lib.lesson.formats import format_of, list_arrays
from anim_lib.lesson.slices import cut_within, within
from anim_lib.lesson.words import described, did_you_mean, quoted

MAX_CELLS = 65_536  # numbers written as text; each is read and kept as one
MAX_NUMBERS = 4_194_304  # of an array of numbers, 2,048 × 2,048; few of them are ever drawn
FILE_KEYS = ("file", "key", "rows", "cols", "transpose")
EXAMPLE = '{ file = "weights.csv" }'
SHOWN_NAMES = 12  # of a file's arrays, in a message


def read_array(
    table: Mapping[str, object], key: str, folder: Path, faults: FaultList
) -> Sequence[Any] | NDArray[Any] | None:
    """Texts, flat or in rows, or numbers, of the part of the file that is asked for.

    `transpose` comes first, so `rows` and `cols` count in the array as the lesson uses it.
    None with the faults kept.
    """
    before = len(faults.faults)
    _refuse_unknown_keys(table, key, faults)
    file = table.get("file")
    if not isinstance(file, str) or not file:
        found = "no file name" if file is None else described(file)
        faults.add(key, found, 'file = "…"', f"Write {EXAMPLE}.")
        return None
    try:
        stored = _stored(folder / file, table, key, faults)
    except ArrayFileError as error:
        _keep(error, key, file, faults)
        return None
    if stored is None:
        return None
    part = _part(stored.array, table, key, faults)
    if part is None or len(faults.faults) > before:
        return None
    if part.dtype == object:
        return list(part.tolist())
    return _finite(stored.widened(part), key, file, faults)


def widened(array: NDArray[Any]) -> NDArray[Any]:
    """Numbers of 16 bits widened exactly, others as they are.

    Their shortest decimals are up to 0.2 % off, which a sum over many inputs would show. A float16
    of 0.1 is 0.0999755859375.
    """
    return array.astype(np.float64) if array.dtype.kind == "f" and array.itemsize <= 2 else array


def _keep(error: ArrayFileError, key: str, file: str, faults: FaultList) -> None:
    if error.cells:
        complaints = list(zip(error.cells, error.complaints, strict=True))
        keep_complaints(key, complaints, faults, file=file, lines=error.lines)
        return
    for found, expected, mend in error.complaints:
        faults.add(key, found, expected, mend, file=file)


def _refuse_unknown_keys(table: Mapping[str, object], key: str, faults: FaultList) -> None:
    for name in table:
        if name not in FILE_KEYS:
            hint = did_you_mean(name, FILE_KEYS, "Remove it.")
            expected = f"one of {', '.join(FILE_KEYS)}"
            faults.add(f"{key}.{name}", "unknown key", expected, hint, at_key=True)


def _stored(path: Path, table: Mapping[str, object], key: str, faults: FaultList) -> Stored | None:
    """The array that the table names, or None with the fault kept. Raises ArrayFileError."""
    form = format_of(path)
    if form.has_names:
        name = _array_name(form, path, table, key, faults)
        return None if name is None else form.read(path, name)
    if "key" in table:
        found = f"a key for the {path.suffix} file {table['file']}"
        faults.add(f"{key}.key", found, "no key", "Remove it: the file holds one array.")
    return form.read(path, "")


def _array_name(
    form: Format, path: Path, table: Mapping[str, object], key: str, faults: FaultList
) -> str | None:
    """The name that is asked for, or that of the file's only array; None with the fault kept."""
    names = [entry.name for entry in form.entries(path)]
    wanted = table.get("key")
    if wanted is None and len(names) == 1:
        return names[0]
    if isinstance(wanted, str) and wanted in names:
        return wanted
    file = str(table["file"])
    if not names:
        faults.add(key, "no arrays in the file", "arrays of numbers", "Fill it in.", file=file)
        return None
    expected = f"one of {names_text(names)}"
    if wanted is None:
        mend = f'Add key = "{names[0]}" to pick one.'
        faults.add(key, f"no key, with {len(names)} arrays in {file}", expected, mend)
    else:
        hint = did_you_mean(str(wanted), names, f"List them: dotreel show {file}")
        found = described(wanted) if isinstance(wanted, str) else f"{described(wanted)}, no text"
        faults.add(f"{key}.key", found, expected, hint)
    return None


def names_text(names: Sequence[str]) -> str:
    """The first names in quotes, and how many more there are."""
    shown = ", ".join(map(quoted, names[:SHOWN_NAMES]))
    more = len(names) - SHOWN_NAMES
    return f"{shown} and {more} more" if more > 0 else shown


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
    part, is_cut = array.T if transpose else array, True
    for axis, name in enumerate(("rows", "cols")):
        if name in table:
            cut = _cut(part, axis, table[name], f"{key}.{name}", faults)
            part, is_cut = (part, False) if cut is None else (cut, is_cut)
    if not is_cut:
        return None
    most = MAX_NUMBERS if array.dtype != object else MAX_CELLS
    if part.size > most:
        found, expected = f"{part.size:,} numbers", f"at most {most:,}"
        mend = 'Pick a part: rows = "0:4", cols = "0:3".'
        faults.add(key, found, expected, mend, file=file)
        return None
    return part


def _cut(
    array: NDArray[Any], axis: int, span: object, key: str, faults: FaultList
) -> NDArray[Any] | None:
    """The rows (axis 0) or columns (axis 1) of a slice."""
    size = array.shape[axis] if axis < array.ndim else 0
    cut = cut_within(span, size)
    if cut is not None:
        return array[cut] if axis == 0 else array[:, cut]
    there = f"{size} there" if size else "a flat list"
    found = f"{described(span)}, with {there}"
    mend = f'Write "0:{min(4, size)}".' if size else "Remove it."
    expected = within(size) if size else "no columns"
    faults.add(key, found, expected, mend)
    return None


def _finite(array: NDArray[Any], key: str, file: str, faults: FaultList) -> NDArray[Any] | None:
    """The numbers, or None with a fault kept for each that is none of a 64-bit float."""
    wide = widened(array)
    complaints = number_complaints(wide)
    keep_complaints(key, complaints, faults, file=file)
    return None if complaints else wide


def number_complaints(array: NDArray[Any]) -> list[tuple[str, Complaint]]:
    """What is wrong with the numbers that are not finite or too large, with their cells."""
    complaints = []
    with np.errstate(over="ignore"):  # a long double may be too large
        finite = np.isfinite(array.astype(np.float64))
    for place in np.argwhere(~finite).tolist():
        complaint = text_complaint(str(array[tuple(place)]))
        assert complaint is not None
        row = place[0] if array.ndim == 2 else None
        complaints.append((cell_name(row, place[-1]), complaint))
    return complaints


def arrays_of(file: str) -> list[Entry]:
    """The arrays of a file: name, shape and type of each. Raises LessonError."""
    try:
        return list_arrays(Path(file))
    except ArrayFileError as error:
        faults = FaultList(file)
        _keep(error, "", file, faults)
        raise faults.error() from error
