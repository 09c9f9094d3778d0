"""Lessons from arrays in Python, checked as lesson files are, with the same messages."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from anim_lib.lesson.array_file import MAX_NUMBERS, number_complaints, widened
from anim_lib.lesson.cells import Complaint, cell_name, keep_complaints
from anim_lib.lesson.contents import ArrayFileError, reason_of, refuse_unreal
from anim_lib.lesson.faults import FaultList
from anim_lib.lesson.toml_file import RawFloat
from anim_lib.nn.numbers import shortest_texts

if TYPE_CHECKING:
    from anim_lib.lesson.lesson import Lesson, Theme

Numbers = ArrayLike | Sequence[Any]  # also of fractions, decimals and tensors
WORDS, MATRICES = ("tokens", "activation"), ("W", "keys", "values")
MEND = "Give a list of numbers or a numpy array; of a tensor tensor.detach().float().numpy()."


class MakeDense(Protocol):
    """What `Lesson.dense` is; see `dense_lesson`."""

    def __call__(
        self,
        W: Numbers,
        x: Numbers,
        b: Numbers | None = None,
        activation: str = "relu",
        *,
        title: str = "Dense layer",
        decimals: int = 2,
        theme: "Theme" = "dark",
        pace: float = 1.0,
    ) -> "Lesson":
        """The lesson on the layer."""
        ...


class MakeAttention(Protocol):
    """What `Lesson.attention` is; see `attention_lesson`."""

    def __call__(
        self,
        tokens: Sequence[str],
        query: str | Numbers,
        keys: Numbers,
        values: Numbers | None = None,
        *,
        title: str = "Attention",
        decimals: int = 2,
        theme: "Theme" = "dark",
        pace: float = 1.0,
    ) -> "Lesson":
        """The lesson on the step."""
        ...


def dense_lesson(
    W: Numbers,
    x: Numbers,
    b: Numbers | None = None,
    activation: str = "relu",
    *,
    title: str = "Dense layer",
    decimals: int = 2,
    theme: "Theme" = "dark",
    pace: float = 1.0,
) -> "Lesson":
    """A lesson on the layer y = f(Wx + b), as `[dense]` of a lesson file makes it.

    `W` (rows, inputs), `x` (inputs,) and `b` (rows,; zeros when left out) are numpy arrays, lists,
    or anything with `__array__`. The clips' folder is named after `title`.
    Raises LessonError with every fault.
    """
    table = {"W": W, "x": x, "b": b, "activation": activation}
    return _lesson("dense", table, title, decimals, theme, pace)


def attention_lesson(
    tokens: Sequence[str],
    query: str | Numbers,
    keys: Numbers,
    values: Numbers | None = None,
    *,
    title: str = "Attention",
    decimals: int = 2,
    theme: "Theme" = "dark",
    pace: float = 1.0,
) -> "Lesson":
    """A lesson on one attention step, as `[attention]` of a lesson file makes it.

    `query` is one of the tokens, whose key then asks, or a vector (d,); `keys` is (tokens, d),
    `values` (tokens, width), the keys themselves when left out.
    Raises LessonError with every fault.
    """
    table = {"tokens": _words(tokens), "query": query, "keys": keys, "values": values}
    return _lesson("attention", table, title, decimals, theme, pace)


def _words(tokens: object) -> object:
    """The words as a list; what is no sequence of words is left for the check to refuse."""
    if isinstance(tokens, Iterable) and not isinstance(tokens, str):
        return list(tokens)
    return tokens


def _lesson(
    table: str, given: dict[str, Any], title: str, decimals: int, theme: "Theme", pace: float
) -> "Lesson":
    from anim_lib.lesson.load import lesson_of  # which imports the module that names this one

    faults = FaultList(f"Lesson.{table}")
    kept = {}
    for name, value in given.items():
        before = len(faults.faults)
        if value is not None:
            key = f"{table}.{name}"
            kept[name] = value if name in WORDS else _as_written(value, key, faults)
        if len(faults.faults) > before:
            kept[name] = None  # what has a fault is looked at no further
    if faults.faults:
        _check_the_others(kept, table, faults)
        raise faults.error()
    display = {"decimals": decimals, "theme": theme, "pace": pace}
    document = {"title": title, table: kept, "display": display}
    return lesson_of(document, name=title or table, folder=Path(), faults=faults)


def _check_the_others(kept: dict[str, Any], table: str, faults: FaultList) -> None:
    """Keep the faults of the arrays that hold plain numbers, so that all are told at once."""
    from anim_lib.lesson.arrays import ArrayReader

    reader = ArrayReader(Path(), faults)
    for name, value in kept.items():
        if value is not None and name not in WORDS and not isinstance(value, str):
            read = reader.matrix if name in MATRICES else reader.vector
            read(value, f"{table}.{name}")


def _as_written(value: Any, key: str, faults: FaultList) -> Any:
    """The value as TOML would give it: text, or lists of numbers that keep their decimal text."""
    if isinstance(value, list | tuple):
        items = [_as_written(item, key, faults) for item in value]
        return [_floats(shortest_texts(i)) if isinstance(i, np.ndarray) else i for i in items]
    if isinstance(value, str):
        return str(value)
    if isinstance(value, np.generic):
        return _from_array(value, key, faults)
    if isinstance(value, bool | int | float):
        return value
    if isinstance(value, Decimal):
        return RawFloat(str(value))
    if isinstance(value, Fraction):
        return float(value)
    return _from_array(value, key, faults)


def _masked_complaints(value: Any) -> list[tuple[str, Complaint]]:
    """What numpy's masked arrays hold in the place of numbers: nothing."""
    if not isinstance(value, np.ma.MaskedArray):
        return []
    mend = "Give it a number, for example by array.filled(0)."
    places = np.argwhere(np.ma.getmaskarray(value)).tolist()
    return [(_cell_of(place), ("is masked", "a number", mend)) for place in places]


def _cell_of(place: list[int]) -> str:
    return cell_name(place[-2] if len(place) > 1 else None, place[-1]) if place else "the number"


def _from_array(value: Any, key: str, faults: FaultList) -> Any:
    if complaints := _masked_complaints(value):
        keep_complaints(key, complaints, faults)
        return []
    try:
        array = np.asarray(value)
        if array.dtype.hasobject and array.ndim:  # pandas' columns of several types, fractions
            return _as_written(array.tolist(), key, faults)
        refuse_unreal(array.dtype)
    except ArrayFileError as error:
        ((found, expected, mend),) = error.complaints
        kind = type(value).__name__
        found = found if isinstance(value, np.ndarray) else f"an object of type {kind}"
        faults.add(key, found, expected, mend if isinstance(value, np.ndarray) else MEND)
        return []
    except Exception as error:  # whatever the object's own __array__ raises
        found = f"{type(value).__name__} gives no array ({reason_of(error)})"
        faults.add(key, found, "numbers", MEND)
        return []
    if array.ndim == 0:
        return RawFloat(str(widened(array)[()]))
    if array.ndim > 2 or array.size > MAX_NUMBERS:
        shape = " × ".join(map(str, array.shape))
        expected = f"a vector or a matrix of at most {MAX_NUMBERS:,} numbers"
        faults.add(key, f"an array of {shape}", expected, "Give the part that you need.")
        return []
    if not array.size:
        shape = " × ".join(map(str, array.shape))
        faults.add(key, f"an empty array of {shape}", "numbers", "Give the numbers.")
        return []
    wide = widened(array)
    complaints = number_complaints(wide)
    keep_complaints(key, complaints, faults)
    return [] if complaints else wide


def _floats(texts: list[Any]) -> list[Any]:
    return [_floats(text) if isinstance(text, list) else RawFloat(text) for text in texts]
