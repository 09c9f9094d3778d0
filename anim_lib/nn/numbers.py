"""The one place for number rules: how numbers are read, cleaned, rounded and printed.

Matrix, working, caption, transcript and manifest all print what these functions give.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_HALF_UP, Context, Decimal
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

Relation = Literal["=", "≈"]

MINUS = "\u2212"
SIGNIFICANT_DIGITS = 12  # what float64 arithmetic on a lesson's numbers keeps beyond doubt
INTEGER_DIGITS = 6  # a result with more prints as 1.5e7
EXTRA_DECIMALS = 2  # what a small result may take beyond the lesson's decimals

# Wide enough for any float64 (or product or sum of two) digit for digit, so that the one
# rounding which takes place is the one asked for. ROUND_HALF_UP is away from zero in `decimal`.
EXACT = Context(prec=4000, rounding=ROUND_HALF_UP, Emax=MAX_EMAX, Emin=MIN_EMIN)

_NUMBER = re.compile(
    r"(?P<sign>[+-]?)(?P<whole>[0-9]+(?:_[0-9]+)*)?(?:\.(?P<part>[0-9]*(?:_[0-9]+)*))?"
    r"(?:[eE](?P<exp>[+-]?[0-9]+(?:_[0-9]+)*))?"
)


def plain_number(text: str) -> str:
    """The number as Python and TOML would write it, digits untouched.

    "+1" gives "1", ".5" gives "0.5", "1_000" gives "1000", "−0.0" gives "0.0".
    Raises ValueError when `text` is no finite decimal number.
    """
    match = _NUMBER.fullmatch(text.strip().replace(MINUS, "-"))
    if match is None or not (match["whole"] or match["part"]):
        raise ValueError(f"{text!r} is not a number")
    whole = (match["whole"] or "0").replace("_", "").lstrip("0") or "0"
    part = (match["part"] or "").replace("_", "")
    digits = f"{whole}.{part}" if part else whole
    exponent = (match["exp"] or "").replace("_", "")
    power = f"e{int(exponent)}" if exponent else ""
    is_zero = not digits.strip("0.")
    sign = "-" if match["sign"] == "-" and not is_zero else ""
    return f"{sign}{digits}{power}"


def print_input(text: str) -> str:
    """An input as the user wrote it, with a true minus sign: "-0.60" gives "−0.60".

    Raises ValueError when `text` is no finite decimal number.
    """
    return plain_number(text).replace("-", MINUS)


def print_significant(text: str, digits: int) -> str:
    """An input at no more than `digits` significant digits, for a cell too narrow for all."""
    exact = Decimal(plain_number(text))
    if len(exact.as_tuple().digits) <= digits:
        return print_input(text)
    rounded = round_half_away(exact, exact.adjusted() - digits + 1)
    rounded = round_half_away(exact, rounded.adjusted() - digits + 1)  # 0.9995 has become 1.000
    if -5 <= rounded.adjusted() <= INTEGER_DIGITS:
        return f"{rounded:f}".replace("-", MINUS)
    return _scientific(exact, digits)


def denoise(value: float, scale: float) -> Decimal:
    """`value` without float noise: 12 significant digits, counted from those of `scale`.

    For a sum, `scale` is its largest term: −0.6 + 0.8 − 0.2 is 5.6e−17 in floats and 0 here.
    For a product or an activation it is the value itself.
    """
    if value == 0.0 or scale == 0.0:
        return Decimal(0)
    last_place = Decimal(repr(float(scale))).adjusted() - SIGNIFICANT_DIGITS + 1
    return round_half_away(Decimal(repr(float(value))), last_place) or Decimal(0)


def round_half_away(exact: Decimal, place: int) -> Decimal:
    """`exact` rounded to a multiple of 10**place; a half goes away from zero."""
    return exact.quantize(Decimal((0, (1,), place)), context=EXACT)


def print_result(exact: Decimal, decimals: int) -> str:
    """A computed number as it is drawn.

    Rounded half away from zero to `decimals` (0–6). A number that is not zero but would look
    so takes the fewest of up to two more decimals that show its first digit (0.00055 is 0.0006,
    not 0.001), then "1.0e−9". More than six integer digits print as "1.5e7". Never "−0.00".
    """
    if exact == 0:
        return f"{Decimal(0):.{decimals}f}"
    for places in range(decimals, decimals + EXTRA_DECIMALS + 1):
        rounded = round_half_away(exact, -places)
        if rounded.adjusted() >= INTEGER_DIGITS and rounded:
            break
        if rounded and (places == decimals or exact.adjusted() >= -places):
            return f"{rounded:f}".replace("-", MINUS)
    return _scientific(exact)


def _scientific(exact: Decimal, digits: int = 2) -> str:
    """So many digits in the mantissa: 15000000 gives "1.5e7", 9.96e7 gives "1.0e8"."""
    rounded = round_half_away(exact, exact.adjusted() - digits + 1)
    power = rounded.adjusted()  # after rounding: 9.96 has become 10.0
    mantissa = EXACT.scaleb(rounded, -power)
    return f"{mantissa:.{digits - 1}f}e{power}".replace("-", MINUS)


def parse_printed(text: str) -> Decimal:
    """The number that a printed text says: "−0.60" gives Decimal("-0.60"), "16,384" 16384."""
    return Decimal(text.replace(MINUS, "-").replace(",", ""))


def relation(recomputed_from_printed: Decimal, printed: str) -> Relation:
    """Give "=" if the result, rounded to the printed places, is the printed text; otherwise "≈".

    `recomputed_from_printed` is the operation done on the printed operands.
    """
    said = parse_printed(printed)
    if "e" in printed:
        same = recomputed_from_printed != 0 and (
            parse_printed(_scientific(recomputed_from_printed)) == said
        )
    else:
        places = len(printed.partition(".")[2])
        same = round_half_away(recomputed_from_printed, -places) == said
    return "=" if same else "≈"


def either(relations: Iterable[Relation]) -> Relation:
    """Give "=" only if every one of the relations is."""
    return "≈" if "≈" in tuple(relations) else "="


_DOUBLE, _PART = 8, 65_536  # bytes of a float64; how many numbers are texts at a time
Texts = tuple[Any, ...]  # of str (1-D), or of tuples of str (2-D)


@dataclass(frozen=True, eq=False)
class NumberArray:
    """A vector (n,) or matrix (rows, columns); what is computed with is what is printed.

    A matrix of millions is kept as it came: its texts are made when a row of it is looked at.
    """

    values: NDArray[np.float64]  # read-only; float64 of the texts
    source: Texts | NDArray[Any]  # the texts, or numbers whose shortest decimals they are

    @classmethod
    def from_texts(cls, texts: Sequence[Any]) -> "NumberArray":
        """From strings, flat (1-D) or in rows (2-D).

        Raises ValueError naming the cell for what is no finite number, and for ragged rows.
        """
        if len(texts) and not isinstance(texts[0], str):
            widths = {len(row) for row in texts}
            if len(widths) > 1:
                raise ValueError("rows differ in length")
            kept: Texts = tuple(
                tuple(_checked(t, f"row {i}, column {j}") for j, t in enumerate(row, 1))
                for i, row in enumerate(texts, 1)
            )
        else:
            kept = tuple(_checked(text, f"number {j}") for j, text in enumerate(texts, 1))
        values = np.array(kept, dtype=object).astype(np.float64) if kept else np.zeros(0)
        return _kept(values, kept)

    @classmethod
    def from_values(cls, values: ArrayLike) -> "NumberArray":
        """From numbers, each written as the shortest decimal that its own dtype reads back.

        The float64 computed with is that decimal: a float32 0.1 prints and counts as 0.1.
        Raises TypeError for what is not real numbers, ValueError for nan, inf or 3-D.
        """
        array = np.array(values)
        if array.dtype.kind not in "iuf":
            raise TypeError(f"an array of {array.dtype} does not hold plain numbers")
        if array.ndim not in (1, 2):
            raise ValueError(f"an array of {array.ndim} dimensions; expected 1 or 2")
        floats = shortest_values(array)
        if not np.isfinite(floats).all():
            return cls.from_texts(shortest_texts(array))  # which names the cell
        array.setflags(write=False)
        return _kept(floats, array)

    @cached_property
    def texts(self) -> Texts:
        """All texts, flat or in rows."""
        if not isinstance(self.source, np.ndarray):
            return self.source
        if self.source.ndim == 1:
            return tuple(plain_number(str(value)) for value in self.source)
        return tuple(self.row_texts(i) for i in range(len(self.source)))

    def row_texts(self, i: int) -> tuple[str, ...]:
        """The texts of a matrix's row i, (columns,)."""
        row: tuple[str, ...]
        if isinstance(self.source, np.ndarray):
            row = tuple(plain_number(str(value)) for value in self.source[i])
        else:
            row = self.source[i]
        return row

    @property
    def shape(self) -> tuple[int, ...]:
        """(n,) or (rows, columns)."""
        return self.values.shape

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, NumberArray) or self.shape != other.shape:
            return False
        return bool((self.values == other.values).all()) and self.texts == other.texts

    def __hash__(self) -> int:
        return hash((self.shape, self.values.tobytes()))  # equal texts are equal values

    def __reduce__(self) -> tuple[Any, ...]:
        return _kept, (self.values, self.source)  # a plain copy would come back writable


def _kept(values: NDArray[np.float64], source: Texts | NDArray[Any]) -> NumberArray:
    values = values + 0.0  # −0.0 is written 0.0
    values.setflags(write=False)
    return NumberArray(values, source)


def _checked(text: str, cell: str) -> str:
    try:
        plain = plain_number(text)
    except ValueError as error:
        raise ValueError(f"{cell}: {error}") from None
    if not np.isfinite(float(plain)):
        raise ValueError(f"{cell}: {text} is too large for a 64-bit float")
    return plain


def shortest_values(array: NDArray[Any]) -> NDArray[np.float64]:
    """The float64 of each number's shortest decimal; the same shape."""
    if array.dtype.kind != "f" or array.dtype.itemsize == _DOUBLE:
        return np.asarray(array, dtype=np.float64)
    flat, values = array.reshape(-1), np.empty(array.size)
    for start in range(0, flat.size, _PART):  # texts of all at once would fill the memory
        part = slice(start, start + _PART)
        values[part] = flat[part].astype(str).astype(np.float64)
    return values.reshape(array.shape)


def shortest_texts(array: NDArray[Any]) -> list[Any]:
    """The shortest decimal of each number that the array's own dtype reads back, in rows if 2-D."""
    if array.ndim == 2:
        return [shortest_texts(row) for row in array]
    return [str(value) for value in array]
