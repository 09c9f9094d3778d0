"""What an array file holds, and how reading one fails."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anim_lib.lesson.cells import Complaint

MAX_TEXT_BYTES = 20_000_000  # of csv; every cell becomes a text of its own
MAX_JSON_BYTES = 10_000_000  # whose every number becomes a number and a text
MAX_EXPANDED_BYTES = 200_000_000  # of one array that lies compressed in a file

DECIMAL = "decimal"  # the type of numbers written as text
REAL = "an array of real numbers"


@dataclass(frozen=True)
class Entry:
    """One array of a file, as a list of the file's arrays tells it."""

    name: str  # "fc1.weight"; empty where the file holds one array without a name
    shape: tuple[int, ...]
    type: str  # "float32", DECIMAL, or what is wrong with it


@dataclass(frozen=True)
class Stored:
    """One array as it lies in its file, so that a part of it can be cut before it is read.

    `array` holds numbers, or decimal texts (dtype object). `widened` turns a part into numbers.
    """

    array: NDArray[Any]
    widened: Callable[[NDArray[Any]], NDArray[Any]] = np.asarray


@dataclass(frozen=True)
class Format:
    """How files of one ending are read. Both functions raise ArrayFileError.

    `read` is given the name of an array, "" where the file has no names.
    """

    entries: Callable[[Path], list[Entry]]
    read: Callable[[Path, str], Stored]
    has_names: bool


class ArrayFileError(Exception):
    """A file that gives no array; each complaint with its cell and line, where there are any."""

    def __init__(
        self,
        *complaints: Complaint,
        cells: Sequence[str] = (),
        lines: Sequence[int] = (),
    ) -> None:
        super().__init__(*complaints)
        self.complaints = complaints
        self.cells = cells
        self.lines = lines


def reason_of(error: Exception) -> str:
    """The first line of what an error says, or its kind when it says nothing."""
    return str(error).partition("\n")[0][:120] or type(error).__name__


def refuse_unreal(dtype: "np.dtype[Any]") -> None:
    """Raise ArrayFileError for an array of anything but integers and floats."""
    if dtype.hasobject:
        mend = 'Save numbers: numpy.save("W.npy", numpy.asarray(W, dtype=float)).'
        found = "an array of Python objects, which are never unpickled since that can run code"
        raise ArrayFileError((found, REAL, mend))
    if dtype.kind not in "iuf":
        found = f"an array of {dtype}" if dtype.names is None else "an array of records"
        raise ArrayFileError((found, REAL, "Save real numbers, for example array.astype(float)."))
