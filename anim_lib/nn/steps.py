"""What every trace does with numpy's results: clean them, name them, check the printed steps."""

from collections.abc import Callable, Iterable
from decimal import Decimal
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from anim_lib.nn.numbers import (
    EXACT,
    Relation,
    denoise,
    either,
    parse_printed,
    print_result,
    relation,
)
from anim_lib.nn.quantity import LazyMatrix, Matrix, Quantity, Vector

Floats = NDArray[np.float64]

QUOTIENT = EXACT.copy()
QUOTIENT.prec = 50  # a quotient may have no end; so many digits decide any rounding on screen


def result_vector(
    name: str,
    values: Floats,
    scales: Floats,
    decimals: int,
    exactly: Callable[[int], Decimal] | None = None,
) -> Vector:
    """Computed numbers `name[i]`, each cleaned relative to its own scale (n,).

    `exactly` gives number i digit for digit, where floats are not enough.
    """
    pairs = zip(values.tolist(), scales.tolist(), strict=True)
    return tuple(
        Quantity.of_result(f"{name}[{i}]", value, scale, decimals, exactly and partial(exactly, i))
        for i, (value, scale) in enumerate(pairs)
    )


def result_matrix(
    name: str,
    values: Floats,
    scales: Floats,
    decimals: int,
    exactly: Callable[[int], list[Decimal]] | None = None,
) -> Matrix:
    """Computed numbers `name[i,j]`, each cleaned relative to its own scale (rows, columns).

    `exactly` gives the numbers of row i digit for digit, where floats are not enough.
    """

    def row(i: int) -> Vector:
        anew = None if exactly is None else cache(partial(exactly, i))
        pairs = zip(values[i].tolist(), scales[i].tolist(), strict=True)
        return tuple(
            Quantity.of_result(
                f"{name}[{i},{j}]", value, scale, decimals, anew and partial(_nth, anew, j)
            )
            for j, (value, scale) in enumerate(pairs)
        )

    return LazyMatrix(len(values), row)


def _nth(numbers: Callable[[], list[Decimal]], j: int) -> Decimal:
    return numbers()[j]


def follow_up(name: str, value: float, from_exact: float, decimals: int) -> Quantity:
    """A number computed from another one.

    `value` is f of the float as computed; `from_exact` is f of that float without its noise,
    and decides text and sign: where a sum is 0 in truth and 5.6e−17 in floats, f(0) is drawn.
    """
    exact = denoise(from_exact, from_exact)
    return Quantity(name, float(value), print_result(exact, decimals), exact)


def follow_ups(name: str, values: Floats, from_exact: Floats, decimals: int) -> Vector:
    """Numbers `name[i]` computed from others, as in `follow_up`; both arrays are (n,)."""
    pairs = zip(values.tolist(), from_exact.tolist(), strict=True)
    return tuple(
        follow_up(f"{name}[{i}]", value, clean, decimals) for i, (value, clean) in enumerate(pairs)
    )


def exact_floats(vector: Vector) -> Floats:
    """The numbers without float noise, (n,)."""
    return np.array([float(quantity.exact) for quantity in vector], dtype=np.float64)


def largest_so_far(products: Floats) -> Floats:
    """The largest term, in size, of each running total; (rows, inputs)."""
    return np.asarray(np.maximum.accumulate(np.abs(products), axis=1), dtype=np.float64)


class RangeError(ValueError):
    """A row with a number beyond what a 64-bit float holds; `mend` says what helps."""

    def __init__(self, row: int, found: str, expected: str, mend: str) -> None:
        super().__init__(f"row {row}: {found}")
        self.row, self.expected, self.mend = row, expected, mend


def refuse_underflow(products: Floats, matrix: Floats, vector: Floats) -> None:
    """Raise RangeError naming the first row with a product that is not zero but has no digits left.

    `products` and `matrix` are (rows, inputs), `vector` is (inputs,).
    """
    tiny = np.abs(products) < np.finfo(np.float64).tiny
    rows = (tiny & (matrix != 0.0) & (vector != 0.0)).any(axis=1)
    if rows.any():
        found = "a product is too small for a 64-bit float"
        mend = "Write 0 for one of the factors, or scale them up."
        raise RangeError(int(np.argmax(rows)) + 1, found, "products from 2.2e−308 on", mend)


def refuse_overflow(*sums: Floats) -> None:
    """Raise RangeError naming the first row ("row 3") with a number that is not finite.

    Each of `sums` is (rows,) or (rows, inputs).
    """
    for values in sums:
        finite = np.isfinite(values.reshape(len(values), -1)).all(axis=1)
        if not finite.all():
            found, mend = "the sum is too large for a 64-bit float", "Scale the numbers down."
            raise RangeError(int(np.argmin(finite)) + 1, found, "finite sums", mend)


def printed_sum(terms: Iterable[Quantity]) -> Decimal:
    """The sum of numbers as they are printed."""
    total = Decimal(0)
    for term in terms:
        total = EXACT.add(total, parse_printed(term.text))
    return total


def printed_product(left: Quantity, right: Quantity) -> Decimal:
    """The product of two numbers as they are printed."""
    return EXACT.multiply(parse_printed(left.text), parse_printed(right.text))


def printed_quotient(left: Quantity, right: Quantity) -> Decimal:
    """The quotient of two numbers as they are printed; the divisor is not zero."""
    return QUOTIENT.divide(parse_printed(left.text), parse_printed(right.text))


def step_relation(products: Vector, partial: Vector, j: int) -> Relation:
    """Printed total before term j + printed product j, against the printed total."""
    terms = [products[j]] if j == 0 else [partial[j - 1], products[j]]
    return relation(printed_sum(terms), partial[j].text)


def running_relation(products: Matrix, partial: Matrix) -> Relation:
    """Give "≈" if any printed step of any row's running total fails to add up as printed."""
    return either(
        step_relation(terms, totals, j)
        for terms, totals in zip(products, partial, strict=True)
        for j in range(len(terms))
    )
