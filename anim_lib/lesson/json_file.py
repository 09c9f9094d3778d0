"""Numbers from JSON files, by key, with their decimal text kept."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from anim_lib.lesson.contents import DECIMAL, ArrayFileError, Entry, Stored, reason_of
from anim_lib.lesson.nested_lists import check_lists
from anim_lib.lesson.toml_file import RawFloat

HOW = "Write rows of numbers, [[1, 2], [3, 4]]."


def json_entries(path: Path) -> list[Entry]:
    """The arrays of the file. Those inside objects are called "layers.0.weight"."""
    return [Entry(name, _shape(array), _type(array)) for name, array in _arrays(path).items()]


def read_json(path: Path, name: str) -> Stored:
    """One array of the file."""
    check = check_lists(_arrays(path)[name], HOW)
    if check.complaints:
        cells = [cell for cell, _ in check.complaints]
        raise ArrayFileError(*(complaint for _, complaint in check.complaints), cells=cells)
    return Stored(np.array(check.texts, dtype=object))


def _arrays(path: Path) -> dict[str, list[Any]]:
    try:
        document = json.loads(
            path.read_bytes().decode("utf-8-sig"),
            parse_float=RawFloat,
            object_pairs_hook=_once,
        )
        arrays: dict[str, list[Any]] = {}
        _collect(document, "", arrays)
    except UnicodeDecodeError as error:
        found = f"byte {error.start + 1} is not UTF-8"
        raise ArrayFileError((found, "UTF-8 text", "Save the file as UTF-8.")) from error
    except RecursionError as error:
        found = "lists nested too deeply"
        raise ArrayFileError((found, "rows of numbers", "Remove brackets.")) from error
    except ValueError as error:
        if "int_max_str_digits" in str(error):  # Python's advice to its programmers
            found = f"an integer of more than {sys.get_int_max_str_digits()} digits"
            expected = "numbers that fit a 64-bit float"
            raise ArrayFileError((found, expected, "Scale it down.")) from error
        found = f"not JSON ({reason_of(error)})"
        raise ArrayFileError((found, "lists of numbers", "Check commas and brackets.")) from error
    if not arrays:
        raise ArrayFileError(("no list of numbers in the file", "rows of numbers", HOW))
    return arrays


def _collect(value: object, name: str, arrays: dict[str, list[Any]]) -> None:
    """Find the lists that hold no objects, each under its path."""
    inner: dict[str, Any]
    if isinstance(value, dict):
        inner = value
    elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
        inner = {str(index): item for index, item in enumerate(value)}
    else:
        if isinstance(value, list) and value:
            if name in arrays:
                raise ValueError(f"two lists are called {name}")
            arrays[name] = value
        return
    for key, item in inner.items():
        _collect(item, f"{name}.{key}" if name else key, arrays)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise ValueError(f"the key {key[:40]!r} stands twice")
        table[key] = value
    return table


def _type(array: list[Any]) -> str:
    """How its numbers are written, or what keeps it from being an array."""
    for cell, (found, _, _) in check_lists(array, HOW).complaints:
        return f"no array: {cell} {found}"
    return DECIMAL


def _shape(array: list[Any]) -> tuple[int, ...]:
    shape: list[int] = []
    inner: Any = array
    while isinstance(inner, list):
        shape.append(len(inner))
        inner = inner[0] if inner else None
    return tuple(shape)
