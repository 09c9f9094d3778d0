"""The working under the rule, for the row that is being worked.

Line 1 (full form only): the pairs, see `pairs_line`. Line 2: the signed products. Line 3: the
running totals, one per column, "so far". Everything stands under its own column, and each
result is built under the column that it will rise into.
"""

from __future__ import annotations

import numpy as np

from anim_lib.stage.equation import Leftwards
from anim_lib.stage.ink import Ink, Number
from anim_lib.stage.marks import Ring
from anim_lib.stage.motion import Motion, ends, one_after_another
from anim_lib.stage.pairs_line import PairsLine
from anim_lib.stage.paths import Path, straight, through
from anim_lib.stage.row_table import RowTable
from anim_lib.stage.slots import extent
from anim_lib.stage.tempo import MEDIUM, SLOW, Tempo
from anim_lib.stage.term_lines import TermLines
from anim_lib.stage.theme import Role
from anim_lib.stage.verbs import (
    DROP,
    WRITE,
    Appear,
    Fly,
    Ghost,
    Vanish,
    drop,
    wipe,
    write,
)

_KNOWN_FROM = 2  # from the third term on nothing new is told


class Workbench:
    """Builds the inks of one row's working and gives the motions that bring them."""

    def __init__(self, table: RowTable) -> None:
        self.table, self.plan, self.theme = table, table.plan, table.theme
        self.rows = table.content
        self.first_line_y = self.plan.products_y if self.plan.pairs_y is None else self.plan.pairs_y
        self.apply_y = self.plan.so_far_y if self.plan.pairs_y is None else self.plan.products_y
        self._begin()
        self.start(SLOW)

    def start(self, tempo: Tempo) -> None:
        """A row begins: its flights take the tempo's time."""
        self.tempo = tempo
        self._pairs.flight = tempo.flight

    def _begin(self) -> None:
        self._pairs = PairsLine(self.table, self.first_line_y)
        self._terms = TermLines(self.table)
        self._finish: list[Ink] = []  # the sum and what is applied to it
        self._rings: list[Ring] = []
        self._sum: Number | None = None
        self._output: Number | None = None

    # Multiply --------------------------------------------------------------------------------

    def pair(self, i: int, j: int) -> list[Motion]:
        """Full form: both factors fly down to (w)(x). Compact form: both are ringed."""
        if self.plan.pairs_y is not None:
            return self._pairs.pair(i, j)
        leaving: list[Motion] = [Vanish(ring, DROP) for ring in self._rings]
        head, cell = self.table.header[j], self.table.cells[i][j]
        places = ((head, self.plan.header_y), (cell, self.plan.rows[i]))
        self._rings = [Ring(self._around(ink, y), self.theme) for ink, y in places]
        return leaving + [Appear(ring, DROP) for ring in self._rings]

    def _around(self, ink: Ink, y: float) -> tuple[float, float, float, float]:
        """A factor's box; what stands for hidden ones gets a ring as tall as a number's."""
        left, bottom, right, top = ink.box()
        if isinstance(ink, Number):
            return left, bottom, right, top
        half = self.plan.h / 2
        return left, y - half, right, y + half

    def pairs(self, i: int) -> list[Motion]:
        """Full form: all pairs of the row and its bias fly down. Compact form: nothing moves."""
        return self._pairs.pairs(i, self.tempo.lag) if self.plan.pairs_y is not None else []

    def term(self, i: int, j: int) -> list[list[Motion]]:
        """The moves of one term: the pair, its product, the total. In one go once it is known."""
        moves = [self.pair(i, j), self._terms.product(i, j), self._terms.total(i, j)]
        known = self.plan.pairs_y is None and j >= _KNOWN_FROM
        return [one_after_another(*moves)] if known else moves

    def bias_moves(self, i: int) -> list[list[Motion]]:
        """The moves of the bias: it comes down, is a term, is in the total."""
        return [self.bias(i), self._terms.bias_term(i), self._terms.bias_total(i)]

    def product(self, i: int, j: int) -> list[Motion]:
        """The signed product drops in under its pair."""
        return self._terms.product(i, j)

    def products(self, i: int) -> list[Motion]:
        """All products of the row and its bias as a term, from left to right."""
        return self._terms.products(i)

    def bias(self, i: int) -> list[Motion]:
        """Full form: the bias flies down into line 1. Compact form: it is ringed."""
        if self.plan.pairs_y is not None:
            return self._pairs.bias(i)
        leaving: list[Motion] = [Vanish(ring, DROP) for ring in self._rings]
        self._rings = [Ring(self.table.aside[i].box(), self.theme)]
        return leaving + [Appear(ring, DROP) for ring in self._rings]

    def lines(self, i: int) -> list[list[Motion]]:
        """The row's products, then its totals; a quick row's in one wave."""
        if self.tempo.lag >= MEDIUM.lag or not self.rows.shows_totals:
            return [line for line in (self.products(i), self._terms.totals(i)) if line]
        return [self._terms.wave(i)]

    # The row's results -----------------------------------------------------------------------

    def sum(self, i: int) -> list[Motion]:
        """The row's sum at its line's right end: "= −0.80"."""
        number, equals = self._line_end(
            i, self.tempo.carry if self._terms.last is not None else 0.0
        )
        leaving = [Vanish(ring, DROP) for ring in self._rings]
        if self._terms.last is None:
            return [*leaving, *equals, drop(number, delay=ends(equals))]
        return [*leaving, *self._from_total(number), *equals]

    def finish(self, i: int) -> list[list[Motion]]:
        """The row's sum is written and rises into its column; a quick row's does both at once."""
        if self.tempo.lag >= MEDIUM.lag:
            return [self.sum(i), self.carry_sum(i)]
        number, equals = self._line_end(i, 0.0)
        return [[*equals, *write(number), *self._from_total(self.table.results[0][i])]]

    def _line_end(self, i: int, delay: float) -> tuple[Number, list[Motion]]:
        """The sum's number at the end of its line, and the motions of the equals sign before it."""
        full = self.plan.pairs_y is not None
        h, x = self.plan.pair_h if full else self.plan.h, self.plan.results[0]
        number = Number(self.rows.sums[i], h, Role.TEXT, self.theme).place(x, self.first_line_y)
        self._finish.append(number)
        self._sum = number
        relations = self.rows.pairs_relations if full else self.rows.products_relations
        before = self._pairs.right_end() if full else self._terms.right_end()
        left = x - extent(number.drawn, h).left
        return number, self._pairs.equals(before, left, relations[i], delay)

    def _from_total(self, target: Number) -> list[Motion]:
        """A copy of the last total goes right, then straight up to where it belongs."""
        assert self._terms.last is not None
        source, carry = self._terms.last, self.tempo.carry
        corner = np.array([target.home[0], source.home[1], 0.0])
        way = through(source.home, corner, target.home)
        return [Ghost(source, carry), Fly(target, way, scale=source.h / target.h, seconds=carry)]

    def carry_sum(self, i: int) -> list[Motion]:
        """The sum rises straight into its column."""
        return self._carry(self._sum, self.table.results[0][i])

    def clear_terms(self) -> list[Motion]:
        """Products and totals leave; in the full form the first line stays."""
        leaving = list(self._terms.inks)
        if self.plan.pairs_y is None:
            leaving += self._pairs.inks
            self._pairs.inks = []
        self._terms.inks = []
        return wipe(*leaving)

    def apply(self, i: int) -> list[Motion]:
        """Write "ReLU(−0.80) =" or "1.02 / 2 =", the sum a copy; then the result drops in."""
        line = self._result_line()
        column, carry = self.rows.results[1], self.tempo.carry
        output = line.result(column.numbers[i], column.role)
        equals = line.operator(self.rows.apply_relations[i])
        assert self._sum is not None
        if self.rows.divisor is None:
            closing = line.parenthesis(")")
            inner = line.number(self.rows.sums[i], Role.TEXT)
            name = [line.parenthesis("("), line.name(column.label, column.role), closing]
            start, before, after = WRITE, write(*name), write(equals, delay=WRITE + carry)
        else:
            divisor = [line.number(self.rows.divisor, Role.TEXT), line.operator("/")]
            inner = line.number(self.rows.sums[i], Role.TEXT)
            start, before, after = 0.0, [], write(*divisor, equals, delay=carry)
        self._finish += line.inks
        self._output = output
        return [
            *before,
            Ghost(self._sum, carry, start),
            Fly(
                inner,
                self._into(inner),
                scale=self._sum.h / inner.h,
                seconds=carry,
                delay=start,
            ),
            *after,
            drop(output, ends(after)),
        ]

    def _result_line(self) -> Leftwards:
        return Leftwards(self.plan.results[1], self.apply_y, self.plan.h, self.theme)

    def quotients_left(self) -> float:
        """How far left the widest row's division reaches."""
        reach = []
        for z, y in zip(self.rows.sums, self.rows.results[1].numbers, strict=True):
            line = self._result_line()
            line.result(y, Role.TEXT)
            line.operator("=")
            line.number(self.rows.divisor or y, Role.TEXT)
            line.operator("/")
            line.number(z, Role.TEXT)
            reach.append(line.x)
        return min(reach)

    def _into(self, inner: Number) -> Path:
        """The sum's way to its place in the line below, never across what is written."""
        assert self._sum is not None
        start, end = self._sum.home, inner.home
        if self.rows.divisor is not None:  # the line below is still empty
            return through(start, np.array([start[0], end[1], 0.0]), end)
        if end[0] <= start[0]:
            return straight(start, end)
        return through(start, np.array([end[0], start[1], 0.0]), end)

    def carry_output(self, i: int) -> list[Motion]:
        """The output rises straight into its column."""
        return self._carry(self._output, self.table.results[1][i])

    def _carry(self, source: Number | None, target: Number) -> list[Motion]:
        assert source is not None
        way, carry = straight(source.home, target.home), self.tempo.carry
        return [Ghost(source, carry), Fly(target, way, scale=source.h / target.h, seconds=carry)]

    def clear(self) -> list[Motion]:
        """Everything under the rule leaves; the results above stay."""
        leaving = [*self._pairs.inks, *self._terms.inks, *self._finish, *self._rings]
        self._begin()
        return wipe(*leaving)
