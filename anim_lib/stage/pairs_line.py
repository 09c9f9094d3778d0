"""The workbench's first line: (w)(x) + (w)(x) + … + b = sum, each pair under its own column.

A pair meets at its column's decimal point: the weight's bracket ends there, the input's begins.
"""

from __future__ import annotations

from anim_lib.nn.quantity import Quantity
from anim_lib.stage.ink import Ink, Number, Slots
from anim_lib.stage.motion import Motion, later
from anim_lib.stage.paths import channel
from anim_lib.stage.row_table import RowTable
from anim_lib.stage.slots import PARENTHESIS, extent, text_width
from anim_lib.stage.theme import Role
from anim_lib.stage.verbs import TRAVEL, Appear, Fly, Ghost, write

# Shares of a flight's time.
_PARTNER_LAG = 0.28  # a pair's second factor starts this much later
_SHARED_GUTTER = 0.72  # a cascade's last pair starts at least this long after its neighbour
_LAST_LAG = 0.72  # left of its column the way is shorter: wait longer


class PairsLine:
    """Builds the pairs of one row and lets their factors fly down from the table."""

    def __init__(self, table: RowTable, y: float) -> None:
        self.flight = TRAVEL
        self.table, self.plan, self.theme, self.y = table, table.plan, table.theme, y
        self.rows = table.content
        self.inks: list[Ink] = []

    def pair(self, i: int, j: int) -> list[Motion]:
        """Both factors of row i, column j fly down; then the plus before them is written."""
        cell, head = self.table.cells[i][j], self.table.header[j]
        assert isinstance(cell, Number) and isinstance(head, Number)  # noqa: PT018 (one fact)
        edge = self.plan.columns[j]
        right = self.plan.gutters[j] > edge
        # Right of a column the weight leads, left of it the input: partners never pass.
        w_start, x_start = (0.0, _PARTNER_LAG) if right else (_LAST_LAG, 0.0)
        w_start, x_start = w_start * self.flight, x_start * self.flight
        motions = [
            *self._fall(cell, j, edge - self._bracketed(cell.quantity), w_start),
            *self._fall(head, j, edge, x_start),
        ]
        if j > 0:
            before = self.plan.columns[j - 1] + self._bracketed(self.rows.header[j - 1])
            after = edge - self._bracketed(cell.quantity)
            motions += self._operator(
                "+", (before + after) / 2, max(w_start, x_start) + self.flight
            )
        return motions

    def pairs(self, i: int, lag: float) -> list[Motion]:
        """All pairs of row i and its bias, one after another."""
        score: list[Motion] = []
        columns = len(self.table.header)
        for j in range(columns):
            # The last pair falls along its neighbour's gutter, and waits until that is free.
            wait = max(0.0, _SHARED_GUTTER * self.flight - lag) if j == columns - 1 > 0 else 0.0
            score += later(lag * j + wait, self.pair(i, j))
        return score + later(lag * columns, self.bias(i))

    def bias(self, i: int) -> list[Motion]:
        """The row's bias flies down; its sign is the operator: "+ 0.1", "− 0.2"."""
        if not self.rows.aside or self.plan.aside is None or self.plan.aside_bracket is None:
            return []
        source, h = self.table.aside[i], self.plan.pair_h
        text = source.quantity.text
        magnitude = text.lstrip("−")
        number = Number(source.quantity, h, self.rows.aside_role, self.theme, magnitude)
        number.place(self.plan.aside, self.y)
        self.inks.append(number)
        flying = extent(text, source.h)
        beside = self.plan.aside_bracket.right + 0.12 + flying.left
        before = self.plan.columns[-1] + self._bracketed(self.rows.header[-1])
        after = self.plan.aside - extent(magnitude, h).left
        operator = "−" if text.startswith("−") else "+"
        return [
            Ghost(source, self.flight),
            Fly(
                number,
                channel(source.home, number.home, beside),
                scale=source.h / h,
                colour=source.rgb,
                seconds=self.flight,
            ),
            *self._operator(operator, (before + after) / 2, self.flight),
        ]

    def equals(self, before: float, sum_left: float, relation: str, delay: float) -> list[Motion]:
        """The equals sign (or ≈) midway between the last term's right end and a sum's left end."""
        return self._operator(relation, (before + sum_left) / 2, delay)

    def right_end(self) -> float:
        """Where the last term of this line ends, the bias's widest magnitude included."""
        if self.rows.aside and self.plan.aside is not None:
            h = self.plan.pair_h
            return self.plan.aside + max(
                extent(q.text.lstrip("−"), h).right for q in self.rows.aside
            )
        return self.plan.columns[-1] + self._bracketed(self.rows.header[-1])

    def _operator(self, text: str, x: float, delay: float) -> list[Motion]:
        operator = Slots(text, self.plan.pair_h, Role.QUIET, self.theme, centred=True)
        operator.place(x, self.y)
        self.inks.append(operator)
        return write(operator, delay=delay)

    def _bracketed(self, quantity: Quantity | None) -> float:
        assert quantity is not None  # pairs are only written where no column is hidden
        return extent(f"({quantity.text})", self.plan.pair_h).width

    def _fall(self, source: Number, j: int, left: float, delay: float) -> list[Motion]:
        """The factor's copy falls along its gutter; its parentheses close around it."""
        h, role, quantity = self.plan.pair_h, source.role, source.quantity
        inner, bracket = extent(quantity.text, h), PARENTHESIS * h
        number = Number(quantity, h, role, self.theme)
        number.place(left + bracket + inner.left, self.y)
        opening = Slots("(", h, role, self.theme, centred=True).place(left + bracket / 2, self.y)
        closing = Slots(")", h, role, self.theme, centred=True)
        width = text_width(quantity.text, h)
        closing.place(left + 1.5 * bracket + width, self.y)
        self.inks += [number, opening, closing]
        flight = self.flight
        middle = self.plan.gutters[j] + extent(quantity.text, source.h).off_centre
        path = channel(source.home, number.home, middle)
        return [
            Ghost(source, flight, delay),
            Fly(number, path, scale=source.h / h, colour=source.rgb, seconds=flight, delay=delay),
            # Late, since the number comes in across the place of its closing parenthesis.
            *(Appear(b, flight * 0.15, delay + flight * 0.85) for b in (opening, closing)),
        ]
