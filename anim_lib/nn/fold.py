"""Rows of products of which only some columns are shown: the others stand together as one sum.

Folding adds nothing up that the row does not add up itself; it only changes the order of the
running totals where the shown columns are not the first ones.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial as partial_of

import numpy as np

from anim_lib.nn.exact import exact_sum
from anim_lib.nn.numbers import Relation, relation
from anim_lib.nn.quantity import Matrix, Quantity, Vector
from anim_lib.nn.steps import printed_sum, running_relation

HIDDEN = None  # the place of the hidden columns among the shown ones


@dataclass(frozen=True)
class Folded:
    """The terms of some rows in the order they are shown, and the running totals after each."""

    columns: tuple[int | None, ...]  # (terms,) a column's index, or HIDDEN
    count: int  # how many columns are hidden
    products: Matrix  # (shown rows, terms)
    totals: Matrix  # (shown rows, terms), running

    @property
    def hidden_at(self) -> int | None:
        """Which term is the sum of the hidden columns; None where all are shown."""
        return self.columns.index(HIDDEN) if HIDDEN in self.columns else None

    def running_relation(self, k: int) -> Relation:
        """Give "≈" if any printed step of shown row k's totals fails to add up as printed."""
        return running_relation(self.products[k : k + 1], self.totals[k : k + 1])

    def sum_relation(self, k: int, total: Quantity, *others: Quantity) -> Relation:
        """Printed terms of shown row k added, with the others, against the printed total."""
        return relation(printed_sum([*self.products[k], *others]), total.text)


def fold(
    products: Sequence[Vector],
    partial: Sequence[Vector],
    product: Callable[[int, int], Decimal],
    rows: tuple[int, ...],
    shown: tuple[int, ...],
    decimals: int,
    name: str,
) -> Folded:
    """Fold products and running totals, both (rows, columns), to some rows and columns.

    The hidden columns' sum stands before the last shown column where that is the matrix's last
    one, else behind it. Its quantities are `name.hidden[i]`, running totals that the plain order
    does not have `name.folded[i,k]`. `product` gives the product of a row and a column digit for
    digit, for sums of which floats have lost too much.
    """
    width = len(products[0])
    columns = _order(shown, width)
    places = [tuple(sorted(set(range(width)) - set(shown))) if c is None else (c,) for c in columns]
    terms, totals = [], []
    for i in rows:
        exactly = partial_of(product, i)
        own = [
            _sum(f"{name}.hidden[{i}]", products[i], exactly, place, decimals)
            if column is HIDDEN
            else products[i][column]
            for column, place in zip(columns, places, strict=True)
        ]
        terms.append(tuple(own))
        folded = f"{name}.folded[{i}"
        totals.append(_running(products[i], partial[i], exactly, places, folded, decimals))
    return Folded(columns, width - len(shown), tuple(terms), tuple(totals))


def _order(shown: tuple[int, ...], width: int) -> tuple[int | None, ...]:
    if len(shown) == width:
        return shown
    if shown[-1] == width - 1:
        return (*shown[:-1], HIDDEN, shown[-1])
    return (*shown, HIDDEN)


def _running(
    products: Vector,
    partial: Vector,
    exactly: Callable[[int], Decimal],
    places: list[tuple[int, ...]],
    name: str,
    decimals: int,
) -> Vector:
    """The total after each term; the row's own one where its columns are the first ones."""
    totals: list[Quantity] = []
    seen: list[int] = []
    for k, place in enumerate(places):
        seen += place
        if max(seen) == len(seen) - 1:
            totals.append(partial[len(seen) - 1])
        else:
            totals.append(_sum(f"{name},{k}]", products, exactly, list(seen), decimals))
    return tuple(totals)


def _sum(
    name: str,
    products: Vector,
    exactly: Callable[[int], Decimal],
    columns: Sequence[int],
    decimals: int,
) -> Quantity:
    values = np.array([products[j].value for j in columns])  # (columns,)
    value, scale = float(values.sum()), float(np.abs(values).max())
    return Quantity.of_result(
        name, value, scale, decimals, lambda: exact_sum(map(exactly, columns))
    )
