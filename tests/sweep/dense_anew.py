"""A layer computed anew: products, running totals, sums, outputs, and the counts said of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from tests.sweep.functions import FUNCTIONS, applied
from tests.sweep.printing import Truth, printed, value_of

At = tuple[int, ...]
Seen = Mapping[str, set[At]]  # "dense.x" → the indexes that a clip shows


def shown_order(shown: set[int], width: int) -> list[list[int]]:
    """The columns as terms, from left to right; those that are not shown are one term.

    It stands before the last column of the matrix where that is shown, else at the end.
    """
    terms = [[column] for column in sorted(shown)]
    hidden = [column for column in range(width) if column not in shown]
    if hidden:
        terms.insert(len(terms) - (width - 1 in shown), hidden)
    return terms


def added(terms: Iterable[Fraction]) -> Truth:
    """Their sum, digit for digit."""
    total = sum(terms, Fraction(0))
    return Truth(total, total, total)


class DenseAnew:
    """`[dense]` and `[lanes]` as TOML gives them, floats as texts."""

    def __init__(self, dense: Mapping[str, Any], lanes: Mapping[str, int] | None) -> None:
        self.written: dict[str, Any] = {
            "dense.W": [[str(text) for text in row] for row in dense["W"]],
            "dense.x": [str(text) for text in dense["x"]],
            "dense.b": [str(text) for text in dense.get("b", ["0"] * len(dense["W"]))],
        }
        self.rows, self.width = len(dense["W"]), len(dense["x"])
        self.count = self.rows  # of what has a place: rows here, words in attention
        self.function = FUNCTIONS[dense["activation"]]
        self.lanes = lanes

    # The layer -----------------------------------------------------------------------------

    @cached_property
    def products(self) -> list[list[Fraction]]:
        x = [value_of(text) for text in self.written["dense.x"]]
        rows = self.written["dense.W"]
        return [[value_of(w) * v for w, v in zip(row, x, strict=True)] for row in rows]

    @cached_property
    def sums(self) -> list[Truth]:
        biases = map(value_of, self.written["dense.b"])
        return [added([*row, b]) for row, b in zip(self.products, biases, strict=True)]

    @cached_property
    def outputs(self) -> list[Truth]:
        return [applied(self.function, z) for z in self.sums]

    # What is asked of a name -----------------------------------------------------------------

    def inputs(self, kind: str, at: At) -> str | None:
        """How an input is written in the lesson."""
        held: Any = self.written.get(kind)
        for index in at if held is not None else ():
            held = held[index]
        return held if isinstance(held, str) else None

    def truth(self, kind: str, at: At, seen: Seen) -> Truth | None:
        """A computed number; `seen` tells which columns stand together."""
        if kind in ("dense.pre_activation", "relu.z"):
            return self.sums[at[0]]
        if kind in ("dense.output", "relu.y"):
            return self.outputs[at[0]]
        if kind == "dense.products":
            product = self.products[at[0]][at[1]]
            return Truth.within(product, product)
        if kind == "dense.partial":
            return added(self.products[at[0]][: at[1] + 1])
        shown = seen["dense.x"]
        terms = shown_order({j for (j,) in shown}, self.width)
        row = self.products[at[0]]
        if kind == "dense.hidden":
            return added(row[j] for j in range(len(row)) if (j,) not in shown)
        if kind == "dense.folded":
            return added(row[j] for term in terms[: at[1] + 1] for j in term)
        return None

    def counts(self, kind: str, _: Seen) -> set[str] | None:
        """What a count may say: one text, or several where noise decides a sum's side of zero."""
        part, _dot, name = kind.partition(".")
        if part == "lanes":
            return {f"{self.lane_counts[name]:,}"}
        if part != "relu" or name not in ("above", "not_above"):
            return None
        above = counts_above(self.sums)
        return above if name == "above" else {f"{self.rows - int(n):,}" for n in above}

    @cached_property
    def lane_counts(self) -> dict[str, int]:
        """All counts of lanes, by the trace's names."""
        assert self.lanes is not None
        rows, lanes, steps = self.lanes["rows"], self.lanes["lanes"], self.width + 1
        waves = (rows + lanes - 1) // lanes
        return {
            "rows": self.rows,
            "inputs": self.width,
            "lanes": self.rows,
            "serial_steps": self.rows * steps,
            "parallel_steps": steps,
            "wide_rows": rows,
            "wide_lanes": lanes,
            "wide_serial_steps": rows * steps,
            "wide_parallel_steps": waves * steps,
            "waves": waves,
        }

    def share(self, kind: str, at: At, seen: Seen, decimals: int) -> set[str] | None:
        """A layer has no percentages."""

    # What captions may say -------------------------------------------------------------------

    def spoken(self, seen: Seen) -> set[int]:
        """True counts: of rows, terms, hidden columns, sides of zero, lanes."""
        hidden = self.width - len(seen["dense.x"]) if "dense.x" in seen else 0
        counts = {self.rows, self.width, self.width + 1, hidden}
        for side in (self.sums, self.outputs):
            signs = [(z.exact > 0) - (z.exact < 0) for z in side]
            counts |= {signs.count(sign) for sign in (-1, 0, 1)} | {self.rows - signs.count(1)}
            counts |= {int(text) for text in counts_above(side)}
        return counts | (set(self.lane_counts.values()) if self.lanes else set())

    def texts(self, decimals: int) -> set[str]:
        """Sums and outputs as printed."""
        return {printed(truth.exact, decimals) for truth in (*self.sums, *self.outputs)}


def counts_above(numbers: list[Truth]) -> set[str]:
    """How many may be above zero."""
    least, most = sum(z.low > 0 for z in numbers), sum(z.high > 0 for z in numbers)
    exact = sum(z.exact > 0 for z in numbers)
    return {f"{n:,}" for n in {exact, *range(least, most + 1)}}
