"""A number that will be seen: its name, its value, and the text that is drawn."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Protocol

from anim_lib.nn.numbers import (
    MINUS,
    NumberArray,
    denoise,
    plain_number,
    print_input,
    print_result,
    print_significant,
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """One number of a trace, named like `dense.products[0,1]` (zero-based)."""

    name: str
    value: float  # float64 exactly as computed
    text: str  # as drawn; the minus is U+2212
    exact: Decimal  # the value without float noise

    @property
    def sign(self) -> int:
        """−1, 0 or 1, decided on the value without float noise."""
        return (self.exact > 0) - (self.exact < 0)

    @classmethod
    def of_input(cls, name: str, text: str) -> "Quantity":
        """A number of the user's, printed as it was written.

        Raises ValueError when `text` is no finite decimal number.
        """
        plain = plain_number(text)
        return cls(name, float(plain), print_input(plain), Decimal(plain))

    @classmethod
    def of_result(cls, name: str, value: float, scale: float, decimals: int) -> "Quantity":
        """A computed number; `scale` is the largest term of its sum, or the value itself."""
        exact = denoise(value, scale)
        return cls(name, float(value), print_result(exact, decimals), exact)

    @classmethod
    def of_count(cls, name: str, count: int) -> "Quantity":
        """A whole number that is counted, not measured: 16384 prints as "16,384"."""
        return cls(name, float(count), f"{count:,}".replace("-", MINUS), Decimal(count))


Vector = tuple[Quantity, ...]  # (n,)
Matrix = tuple[Vector, ...]  # (rows, columns)


class Trace(Protocol):
    """What every trace can do: name all of its numbers."""

    def quantities(self) -> Iterator[Quantity]:
        """All numbers that may be seen, in the order of the working."""
        ...


def input_vector(name: str, array: NumberArray) -> Vector:
    """The quantities `name[j]` of a vector (n,)."""
    return tuple(Quantity.of_input(f"{name}[{j}]", text) for j, text in enumerate(array.texts))


def input_matrix(name: str, array: NumberArray) -> Matrix:
    """The quantities `name[i,j]` of a matrix (rows, columns)."""
    return tuple(
        tuple(Quantity.of_input(f"{name}[{i},{j}]", text) for j, text in enumerate(row))
        for i, row in enumerate(array.texts)
    )


def rounded(vector: Vector, digits: int) -> Vector:
    """The same numbers, each written with at most so many significant digits."""
    return tuple(
        replace(q, text=print_significant(q.text.replace(MINUS, "-"), digits)) for q in vector
    )
