"""The workbench's term lines: signed products, and under them the running totals, "so far"."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

from anim_lib.nn.quantity import Quantity
from anim_lib.stage.ink import Ink, Number, Words
from anim_lib.stage.marks import Arrow
from anim_lib.stage.motion import Motion, later
from anim_lib.stage.row_table import RowTable
from anim_lib.stage.slots import extent
from anim_lib.stage.table_plan import SMALL_EM, signed
from anim_lib.stage.theme import Role
from anim_lib.stage.verbs import DROP, Grow, Tint, drop, write

_ARROW_GAP = 0.1
_ARROW = 0.2
_SHORTEST_ARROW = 0.16
_COLUMN_LAG = 0.12  # between neighbours when a whole line lands
_WAVE_LAG = 0.1


class TermLines:
    """Builds both lines of one row; `last` is the latest running total."""

    def __init__(self, table: RowTable) -> None:
        self.plan, self.theme, self.rows = table.plan, table.theme, table.content
        self.inks: list[Ink] = []
        self.last: Number | None = None

    def product(self, i: int, j: int) -> list[Motion]:
        """The signed product drops in under its pair."""
        role = Role.QUIET if j == self.rows.hidden_at else Role.TEXT
        return [drop(self._term(self.rows.products[i][j], self.plan.columns[j], role))]

    def products(self, i: int) -> list[Motion]:
        """All products of the row and its bias as a term, from left to right."""
        score: list[Motion] = []
        for j in range(len(self.rows.header)):
            score += later(_COLUMN_LAG * j, self.product(i, j))
        return score + later(_COLUMN_LAG * len(self.rows.header), self.bias_term(i))

    def bias_term(self, i: int) -> list[Motion]:
        """The bias as a term of the sum, on the products' line."""
        if self.plan.aside is None:
            return []
        return [drop(self._term(self.rows.aside[i], self.plan.aside, self.rows.aside_role))]

    def _term(self, quantity: Quantity, x: float, role: Role) -> Number:
        number = Number(quantity, self.plan.h, role, self.theme, signed(quantity.text))
        number.place(x, self.plan.products_y)
        self.inks.append(number)
        return number

    def total(self, i: int, j: int) -> list[Motion]:
        """The running total after column j: an arrow grows from the one before, it drops in."""
        return self._add_total(i, self.rows.totals[i][j], self.plan.columns[j])

    def bias_total(self, i: int) -> list[Motion]:
        """The running total with the bias: the row's sum."""
        if self.plan.aside is None:
            return []
        return self._add_total(i, self.rows.sums[i], self.plan.aside)

    def totals(self, i: int) -> list[Motion]:
        """All running totals of the row, from left to right; none where they are not shown."""
        if not self.rows.shows_totals:
            return []
        score: list[Motion] = []
        for j in range(len(self.rows.header)):
            score += later(_COLUMN_LAG * j, self.total(i, j))
        return score + later(_COLUMN_LAG * len(self.rows.header), self.bias_total(i))

    def wave(self, i: int) -> list[Motion]:
        """Products and totals of a quick row in one wave, each total right after its product."""
        score: list[Motion] = []
        for j in range(len(self.rows.header)):
            score += later(_WAVE_LAG * j, self.product(i, j))
            score += later(_WAVE_LAG * j + _WAVE_LAG, self.total(i, j))
        last = _WAVE_LAG * len(self.rows.header)
        return score + later(last, self.bias_term(i), later(_WAVE_LAG, self.bias_total(i)))

    def _add_total(self, i: int, quantity: Quantity, x: float) -> list[Motion]:
        h, y = self.plan.h, self.plan.so_far_y
        number = Number(quantity, h, Role.TEXT, self.theme).place(x, y)
        motions: list[Motion] = []
        before = self.last
        if before is None:
            label = Words(self.rows.so_far(i), SMALL_EM, Role.QUIET, self.theme, align=1.0)
            label.place(self.plan.so_far_right, y - h / 2)
            self.inks.append(label)
            motions += write(label)
        else:
            left = before.home[0] + extent(before.drawn, h).right + _ARROW_GAP
            right = x - extent(number.drawn, h).left - _ARROW_GAP
            if self._shortest_gap >= _SHORTEST_ARROW + 2 * _ARROW_GAP:  # all have one, or none
                arrow = Arrow(left, right, y, self.theme)
                self.inks.append(arrow)
                motions.append(Grow(arrow, arrow.at, _ARROW))
            motions.append(Tint(before, self.theme.rgb(Role.QUIET), DROP))
        motions.append(drop(number, delay=_ARROW if before is not None else 0.0))
        self.inks.append(number)
        self.last = number
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

    def right_end(self) -> float:
        """Where the products' line ends in the row whose last term is the widest."""
        h = self.plan.h
        if self.plan.aside is not None:
            return self.plan.aside + max(extent(q.text, h).right for q in self.rows.aside)
        return self.plan.columns[-1] + max(extent(r[-1].text, h).right for r in self.rows.products)
