"""Sums done anew in decimals, where floats have lost digits that would be drawn.

Floats cannot add 10¹² + 0.9 − 10¹²: what is left of the 0.9 is noise. Everything is computed in
float64 first; the few sums that lose so much are done digit for digit from what the user wrote.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from functools import cached_property

from anim_lib.nn.numbers import (
    EXACT,
    SIGNIFICANT_DIGITS,
    NumberArray,
    denoise,
    print_result,
    round_half_away,
)

PRECISE = Context(prec=60, Emax=EXACT.Emax, Emin=EXACT.Emin)  # for roots and exponentials
SURE = 50  # digits of a sum of such numbers
TINY = Decimal(repr(sys.float_info.min))  # less counts as 0, in exponentials

Exactly = Callable[[], Decimal]


def lost(value: float, scale: float, decimals: int) -> bool:
    """Whether the text of a sum hangs on float noise; `scale` is its largest term.

    Noise stands behind the twelfth digit of `scale`: the text of what is half a unit of that digit
    larger or smaller has to be the same.
    """
    if scale == 0.0:
        return False
    half = Decimal((0, (5,), Decimal(repr(scale)).adjusted() - SIGNIFICANT_DIGITS))
    clean = denoise(value, scale)
    ends = (EXACT.subtract(clean, half), EXACT.add(clean, half))
    return len({print_result(end, decimals) for end in ends}) > 1


@dataclass(frozen=True)
class ExactProducts:
    """The products of a matrix's rows (rows, inputs) and a vector (inputs,), and their sums."""

    matrix: NumberArray
    vector: NumberArray

    @cached_property
    def _factors(self) -> list[Decimal]:
        return [Decimal(text) for text in self.vector.texts if isinstance(text, str)]

    def row(self, i: int) -> list[Decimal]:
        """The products of row i, (inputs,)."""
        pairs = zip(self.matrix.row_texts(i), self._factors, strict=True)
        return [EXACT.multiply(Decimal(text), factor) for text, factor in pairs]

    def totals(self, i: int) -> list[Decimal]:
        """The running totals of row i, (inputs,)."""
        found: list[Decimal] = []
        total = Decimal(0)
        for product in self.row(i):
            total = EXACT.add(total, product)
            found.append(total)
        return found

    def total(self, i: int, columns: Iterable[int] | None = None, more: str = "0") -> Decimal:
        """The sum of row i, or of some of its columns, and one number more."""
        products = self.row(i)
        chosen = products if columns is None else [products[j] for j in columns]
        return exact_sum([*chosen, Decimal(more)])


def exact_sum(terms: Iterable[Decimal]) -> Decimal:
    """The sum, digit for digit."""
    total = Decimal(0)
    for term in terms:
        total = EXACT.add(total, term)
    return total


@dataclass(frozen=True)
class ExactBlend:
    """Sums of weight × value to sixty digits, for one attention step."""

    products: ExactProducts  # keys (tokens, d) times the query (d,)
    values: NumberArray  # (tokens, width)

    @cached_property
    def weights(self) -> Sequence[Decimal]:
        """The softmax of q·k / √d, (tokens,)."""
        tokens, d = self.products.matrix.shape
        root = PRECISE.sqrt(Decimal(d))
        dots = [self.products.total(i) for i in range(tokens)]
        top = max(dots)
        exp = [PRECISE.exp(PRECISE.divide(EXACT.subtract(dot, top), root)) for dot in dots]
        exp = [one if one >= TINY else Decimal(0) for one in exp]  # as among the floats
        total = exact_sum(exp)
        return [PRECISE.divide(one, total) for one in exp]

    def total(self, column: int, words: Iterable[int]) -> Decimal:
        """The sum over these words in one column."""
        texts = {i: self.values.row_texts(i)[column] for i in words}
        terms = [PRECISE.multiply(self.weights[i], Decimal(text)) for i, text in texts.items()]
        largest = max(map(abs, terms))
        if not largest:
            return Decimal(0)
        # A third of 3 is 0.999… to sixty digits, and 1 to fifty.
        return round_half_away(exact_sum(terms), largest.adjusted() - SURE)
