"""The working under the rule, for the row that is being worked.

Line 1 (full form only): the pairs, see `pairs_line`. Line 2: the signed products. Line 3: the
running totals, one per column, "so far". Everything stands under its own column, and each
result is built under the column that it will rise into.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

import numpy as np

from anim_lib.nn.quantity import Quantity
from anim_lib.stage.equation import Leftwards
from anim_lib.stage.ink import Ink, Number, Words
from anim_lib.stage.marks import Arrow, Ring
from anim_lib.stage.motion import Motion, ends, later, one_after_another
from anim_lib.stage.pairs_line import PairsLine
from anim_lib.stage.paths import Path, straight, through
from anim_lib.stage.row_table import RowTable
from anim_lib.stage.slots import extent
from anim_lib.stage.table_plan import SMALL_EM, signed
from anim_lib.stage.tempo import MEDIUM, SLOW, Tempo
from anim_lib.stage.theme import Role
from anim_lib.stage.verbs import (
    DROP,
    WRITE,
    Appear,
    Fly,
    Ghost,
    Grow,
    Tint,
    Vanish,
    drop,
    wipe,
    write,
)

_ARROW_GAP = 0.1
_ARROW = 0.2
_SHORTEST_ARROW = 0.16
_COLUMN_LAG = 0.12  # between neighbours when a whole line lands
_WAVE_LAG = 0.1
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
        self._terms: list[Ink] = []  # lines 2 and 3
        self._finish: list[Ink] = []  # the sum and what is applied to it
        self._rings: list[Ring] = []
        self._total: Number | None = None
        self._sum: Number | None = None
        self._output: Number | None = None

    # Multiply --------------------------------------------------------------------------------

    def pair(self, i: int, j: int) -> list[Motion]:
        """Full form: both factors fly down to (w)(x). Compact form: both are ringed."""
        if self.plan.pairs_y is not None:
            return self._pairs.pair(i, j)
        leaving: list[Motion] = [Vanish(ring, DROP) for ring in self._rings]
        factors = (self.table.header[j], self.table.cells[i][j])
        self._rings = [Ring(ink.box(), self.theme) for ink in factors]
        return leaving + [Appear(ring, DROP) for ring in self._rings]

    def pairs(self, i: int) -> list[Motion]:
        """Full form: all pairs of the row and its bias fly down. Compact form: nothing moves."""
        return self._pairs.pairs(i, self.tempo.lag) if self.plan.pairs_y is not None else []

    def term(self, i: int, j: int) -> list[list[Motion]]:
        """The moves of one term: the pair, its product, the total. In one go once it is known."""
        moves = [self.pair(i, j), self.product(i, j), self.total(i, j)]
        known = self.plan.pairs_y is None and j >= _KNOWN_FROM
        return [one_after_another(*moves)] if known else moves

    def bias_moves(self, i: int) -> list[list[Motion]]:
        """The moves of the bias: it comes down, is a term, is in the total."""
        return [self.bias(i), self.bias_term(i), self.bias_total(i)]

    def product(self, i: int, j: int) -> list[Motion]:
        """The signed product drops in under its pair."""
        return [drop(self._term(self.rows.products[i][j], self.plan.columns[j], Role.TEXT))]

    def products(self, i: int) -> list[Motion]:
        """All products of the row and its bias as a term, from left to right."""
        score: list[Motion] = []
        for j in range(len(self.rows.header)):
            score += later(_COLUMN_LAG * j, self.product(i, j))
        return score + later(_COLUMN_LAG * len(self.rows.header), self.bias_term(i))

    def bias(self, i: int) -> list[Motion]:
        """Full form: the bias flies down into line 1. Compact form: it is ringed."""
        if self.plan.pairs_y is not None:
            return self._pairs.bias(i)
        leaving: list[Motion] = [Vanish(ring, DROP) for ring in self._rings]
        self._rings = [Ring(self.table.aside[i].box(), self.theme)]
        return leaving + [Appear(ring, DROP) for ring in self._rings]

    def bias_term(self, i: int) -> list[Motion]:
        """The bias as a term of the sum, on the products' line."""
        if self.plan.aside is None:
            return []
        return [drop(self._term(self.rows.aside[i], self.plan.aside, self.rows.aside_role))]

    def _term(self, quantity: Quantity, x: float, role: Role) -> Number:
        number = Number(quantity, self.plan.h, role, self.theme, signed(quantity.text))
        number.place(x, self.plan.products_y)
        self._terms.append(number)
        return number

    # Add -------------------------------------------------------------------------------------

    def total(self, i: int, j: int) -> list[Motion]:
        """The running total after column j: an arrow grows from the one before, it drops in."""
        return self._add_total(self.rows.totals[i][j], self.plan.columns[j])

    def bias_total(self, i: int) -> list[Motion]:
        """The running total with the bias: the row's sum."""
        if self.plan.aside is None:
            return []
        return self._add_total(self.rows.sums[i], self.plan.aside)

    def totals(self, i: int) -> list[Motion]:
        """All running totals of the row, from left to right; none where they are not shown."""
        if not self.rows.shows_totals:
            return []
        score: list[Motion] = []
        for j in range(len(self.rows.header)):
            score += later(_COLUMN_LAG * j, self.total(i, j))
        return score + later(_COLUMN_LAG * len(self.rows.header), self.bias_total(i))

    def lines(self, i: int) -> list[list[Motion]]:
        """The row's products, then its totals; a quick row's in one wave."""
        if self.tempo.lag >= MEDIUM.lag or not self.rows.shows_totals:
            return [line for line in (self.products(i), self.totals(i)) if line]
        return [self._wave(i)]

    def _wave(self, i: int) -> list[Motion]:
        """Products and totals of a quick row in one wave, each total right after its product."""
        score: list[Motion] = []
        for j in range(len(self.rows.header)):
            score += later(_WAVE_LAG * j, self.product(i, j))
            score += later(_WAVE_LAG * j + _WAVE_LAG, self.total(i, j))
        last = _WAVE_LAG * len(self.rows.header)
        return score + later(last, self.bias_term(i), later(_WAVE_LAG, self.bias_total(i)))

    def _add_total(self, quantity: Quantity, x: float) -> list[Motion]:
        h, y = self.plan.h, self.plan.so_far_y
        number = Number(quantity, h, Role.TEXT, self.theme).place(x, y)
        motions: list[Motion] = []
        before = self._total
        if before is None:
            label = Words(self.rows.so_far, SMALL_EM, Role.QUIET, self.theme, align=1.0)
            label.place(self.plan.so_far_right, y - h / 2)
            self._terms.append(label)
            motions += write(label)
        else:
            left = before.home[0] + extent(before.drawn, h).right + _ARROW_GAP
            right = x - extent(number.drawn, h).left - _ARROW_GAP
            if self._shortest_gap >= _SHORTEST_ARROW + 2 * _ARROW_GAP:  # all have one, or none
                arrow = Arrow(left, right, y, self.theme)
                self._terms.append(arrow)
                motions.append(Grow(arrow, arrow.at, _ARROW))
            motions.append(Tint(before, self.theme.rgb(Role.QUIET), DROP))
        motions.append(drop(number, delay=_ARROW if before is not None else 0.0))
        self._terms.append(number)
        self._total = number
        return motions

    @cached_property
    def _shortest_gap(self) -> float:
        h, places = self.plan.h, list(self.plan.columns)
        rows = [list(row) for row in self.rows.totals]
        if self.plan.aside is not None:
            places.append(self.plan.aside)
            rows = [[*row, last] for row, last in zip(rows, self.rows.sums, strict=True)]
        gaps = [
            (x - extent(after.text, h).left) - (w + extent(before.text, h).right)
            for row in rows
            for (w, before), (x, after) in pairwise(zip(places, row, strict=True))
        ]
        return min(gaps, default=0.0)

    # The row's results -----------------------------------------------------------------------

    def sum(self, i: int) -> list[Motion]:
        """The row's sum at its line's right end: "= −0.80"."""
        number, equals = self._line_end(i, self.tempo.carry if self._total is not None else 0.0)
        leaving = [Vanish(ring, DROP) for ring in self._rings]
        if self._total is None:
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
        before = self._pairs.right_end() if full else self._terms_right()
        left = x - extent(number.drawn, h).left
        return number, self._pairs.equals(before, left, relations[i], delay)

    def _from_total(self, target: Number) -> list[Motion]:
        """A copy of the last total goes right, then straight up to where it belongs."""
        assert self._total is not None
        source, carry = self._total, self.tempo.carry
        corner = np.array([target.home[0], source.home[1], 0.0])
        way = through(source.home, corner, target.home)
        return [Ghost(source, carry), Fly(target, way, scale=source.h / target.h, seconds=carry)]

    def _terms_right(self) -> float:
        """Where the products' line ends in the row whose last term is the widest."""
        h = self.plan.h
        if self.plan.aside is not None:
            return self.plan.aside + max(extent(q.text, h).right for q in self.rows.aside)
        return self.plan.columns[-1] + max(extent(r[-1].text, h).right for r in self.rows.products)

    def carry_sum(self, i: int) -> list[Motion]:
        """The sum rises straight into its column."""
        return self._carry(self._sum, self.table.results[0][i])

    def clear_terms(self) -> list[Motion]:
        """Products and totals leave; in the full form the first line stays."""
        leaving = list(self._terms)
        if self.plan.pairs_y is None:
            leaving += self._pairs.inks
            self._pairs.inks = []
        self._terms = []
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
        leaving = [*self._pairs.inks, *self._terms, *self._finish, *self._rings]
        self._begin()
        return wipe(*leaving)
