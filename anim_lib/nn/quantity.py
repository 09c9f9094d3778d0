"""A number that will be seen: its name, its value, and the text that is drawn."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Protocol, overload

from anim_lib.nn.exact import Exactly, lost
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
    def of_result(
        cls,
        name: str,
        value: float,
        scale: float,
        decimals: int,
        exactly: Exactly | None = None,
    ) -> "Quantity":
        """A computed number; `scale` is the largest term of its sum, or the value itself.

        `exactly` does the sum anew, digit for digit; asked where floats lost digits that are drawn.
        """
        anew = exactly if exactly is not None and lost(value, scale, decimals) else None
        exact = denoise(value, scale) if anew is None else anew()
        return cls(name, float(value), print_result(exact, decimals), exact)

    @classmethod
    def of_count(cls, name: str, count: int) -> "Quantity":
        """A whole number that is counted, not measured: 16384 prints as "16,384"."""
        return cls(name, float(count), f"{count:,}".replace("-", MINUS), Decimal(count))


Vector = tuple[Quantity, ...]  # (n,)
Matrix = Sequence[Vector]  # (rows, columns)


class LazyMatrix(Sequence[Vector]):
    """A matrix whose rows are made when they are looked at: of millions few are drawn."""

    def __init__(self, rows: int, row: Callable[[int], Vector]) -> None:
        self._rows, self._row = rows, row
        self._made: dict[int, Vector] = {}

    def __len__(self) -> int:
        return self._rows

    @overload
    def __getitem__(self, at: int) -> Vector: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Vector, ...]: ...
    def __getitem__(self, at: int | slice) -> Vector | tuple[Vector, ...]:
        if isinstance(at, slice):
            return tuple(self[i] for i in range(*at.indices(self._rows)))
        i = range(self._rows)[at]
        if i not in self._made:
            self._made[i] = self._row(i)
        return self._made[i]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


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

    def row(i: int) -> Vector:
        texts = array.row_texts(i)
        return tuple(Quantity.of_input(f"{name}[{i},{j}]", text) for j, text in enumerate(texts))

    return LazyMatrix(len(array.values), row)


def rounded(vector: Vector, digits: int) -> Vector:
    """The same numbers, each written with at most so many significant digits."""
    return tuple(
        replace(q, text=print_significant(q.text.replace(MINUS, "-"), digits)) for q in vector
    )


def rounded_matrix(matrix: Matrix, digits: int) -> Matrix:
    """The same matrix, each number written with at most so many significant digits."""
    return LazyMatrix(len(matrix), lambda i: rounded(matrix[i], digits))
