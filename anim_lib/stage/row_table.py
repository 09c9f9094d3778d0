"""The row-by-row table: a header over rows of numbers, and result columns that fill.

It knows where everything stands (the plan) and gives motions; what is said and when is the
scene's affair. The working under the rule is the workbench's.
"""

from __future__ import annotations

import numpy as np

from anim_lib.nn.quantity import Quantity
from anim_lib.stage.ink import DIGIT_EM, Formula, Ink, Number, Words
from anim_lib.stage.marks import Band, Bracket, Ring, Rule
from anim_lib.stage.motion import Motion, together
from anim_lib.stage.rows import DOTS, Rows
from anim_lib.stage.slots import shift
from anim_lib.stage.table_plan import (
    COUNT_EM,
    LABEL_EM,
    LEADING,
    NAME_EM,
    RowTablePlan,
    row_name_em,
)
from anim_lib.stage.theme import Role, Theme
from anim_lib.stage.verbs import STEP, Appear, Slide, Tint, brighten, drop, wipe, write

_MORE = "⋮"  # in a column, where rows are hidden
_BETWEEN = 0.06  # half the air between the brackets of header and matrix
_HALF_ROW = 0.31  # a bracket reaches this far over and under its outer rows' middles


class RowTable:
    """The inks of the table, each at its final place."""

    def __init__(self, rows: Rows, plan: RowTablePlan, theme: Theme) -> None:
        self.content, self.plan, self.theme = rows, plan, theme
        h = plan.h
        self.header = [
            self._entry(q, rows.header_role, x, plan.header_y, rows.hidden_label)
            for q, x in zip(rows.header, plan.columns, strict=True)
        ]
        self.header_brackets = self._brackets(
            plan.bracket.left, plan.bracket.right, plan.header_y, plan.header_y, rows.header_role
        )
        self.header_name = self._name(rows.header_name, rows.header_role)
        self.header_name.place(
            plan.name_right - self.header_name.width_set / 2, plan.header_y - h / 2
        )
        self.cells = [
            [
                self._entry(q, rows.matrix_role, x, y, DOTS)
                for q, x in zip(row, plan.columns, strict=True)
            ]
            for row, y in zip(rows.cells, plan.rows, strict=True)
        ]
        self.brackets = self._brackets(
            plan.bracket.left, plan.bracket.right, plan.bottom, plan.top, rows.matrix_role
        )
        self.row_labels = self._row_labels()
        self.aside = [
            self._number(q, rows.aside_role, plan.aside or 0.0, y)
            for q, y in zip(rows.aside, plan.rows, strict=False)
        ]
        self.aside_brackets: list[Ink] = []
        self.aside_name: list[Ink] = []
        if plan.aside is not None and plan.aside_bracket is not None:
            held = plan.aside_bracket
            self.aside_brackets = self._brackets(
                held.left, held.right, plan.bottom, plan.top, rows.aside_role
            )
            name = self._name(rows.aside_name, rows.aside_role)
            name.place((held.left + held.right) / 2, plan.header_y - h / 2)
            self.aside_name = name.inks
        self.result_labels = [
            label
            for column, x in zip(rows.results, plan.result_centres, strict=True)
            for label in self._stacked(column.label, column.role, x)
        ]
        self.results: list[list[Number]] = [
            [
                self._number(q, column.role, x, y)
                for q, y in zip(column.numbers, plan.rows, strict=True)
            ]
            for column, x in zip(rows.results, plan.results, strict=True)
        ]
        self.gap_words, self.gap_aside, self.gap_results = self._gap()
        self.rule = Rule(plan.left, plan.right, plan.rule_y, theme)
        height = min(0.52, plan.pitch - 0.02)
        self.band = Band(plan.left, plan.right, plan.rows[0], height, theme)
        self._pointed = False

    # Parts ---------------------------------------------------------------------------------

    def _brackets(
        self, left: float, right: float, bottom_row: float, top_row: float, role: Role
    ) -> list[Ink]:
        apart = (self.plan.header_y - self.plan.top) / 2 - _BETWEEN  # header's and matrix's
        reach = min(_HALF_ROW, apart)
        if bottom_row != top_row:
            reach = min(reach, self.plan.pitch / 2 + 0.12)
        bottom, top = bottom_row - reach, top_row + reach
        return [
            Bracket(left, bottom, top, -1, role, self.theme),
            Bracket(right, bottom, top, 1, role, self.theme),
        ]

    def _entry(self, number: Quantity | None, role: Role, x: float, y: float, hidden: str) -> Ink:
        """A number of the table, or the words that stand for the hidden ones."""
        if number is not None:
            return self._number(number, role, x, y)
        words = Words(hidden, COUNT_EM, Role.QUIET, self.theme, align=0.5)
        return words.place(self.plan.hidden_x, y - DIGIT_EM * COUNT_EM / 2)

    def _number(self, quantity: Quantity, role: Role, x: float, y: float) -> Number:
        """A number of the column at x."""
        left = shift(quantity.text, self.plan.h, flush=self.plan.flush)
        return Number(quantity, self.plan.h, role, self.theme).place(x - left, y)

    def _gap(self) -> tuple[list[Ink], list[Ink], list[Ink]]:
        """What stands for the hidden rows: in the matrix, in the aside, in the results."""
        plan, label = self.plan, self.content.gap_label
        y = plan.gap_y
        if y is None:
            return [], [], []
        held = plan.bracket
        matrix = [self._more(f"{_MORE} {label}", (held.left + held.right) / 2, y)]
        if not plan.gap_inside:
            outside = Words(label, COUNT_EM, Role.QUIET, self.theme, align=1.0)
            matrix = [
                self._more(_MORE, (held.left + held.right) / 2, y),
                outside.place(plan.name_right, y - DIGIT_EM * COUNT_EM / 2),
            ]
        box = plan.aside_bracket
        aside = [] if box is None else [self._more(_MORE, (box.left + box.right) / 2, y)]
        return matrix, aside, [self._more(_MORE, x, y) for x in plan.result_centres]

    def _more(self, text: str, x: float, y: float) -> Ink:
        words = Words(text, COUNT_EM, Role.QUIET, self.theme, align=0.5)
        return words.place(x, y - DIGIT_EM * COUNT_EM / 2)

    def _name(self, name: str, role: Role) -> Formula:
        if len(name) > 1:
            return Formula(f'"{name}"', LABEL_EM, {"": role}, self.theme)
        return Formula(name, NAME_EM, {"": role}, self.theme)

    def _stacked(self, label: str, role: Role, x: float) -> list[Words]:
        """A column's header, a word a line: "leaky ReLU" must not widen its column."""
        bottom_up = enumerate(reversed(label.split(" ")))
        y = self.plan.header_y - self.plan.h / 2
        return [
            Words(word, LABEL_EM, role, self.theme, align=0.5).place(x, y + k * LEADING)
            for k, word in bottom_up
        ]

    def _row_labels(self) -> list[Ink]:
        plan, rows = self.plan, self.content
        if rows.row_names:
            return [
                Words(name, self._name_em(name), rows.names_role, self.theme, align=1.0).place(
                    plan.name_right, y - plan.h / 2
                )
                for name, y in zip(rows.row_names, plan.rows, strict=True)
            ]
        name = self._name(rows.matrix_name, rows.matrix_role)
        middle = (plan.top + plan.bottom) / 2
        name.place(plan.name_right - name.width_set / 2, middle - DIGIT_EM * NAME_EM / 2)
        return name.inks

    def _name_em(self, name: str) -> float:
        """The size of a row's name; a row's number is as tall as other numbers."""
        return LABEL_EM if name.replace(",", "").isdigit() else row_name_em(self.plan.pitch)

    @property
    def matrix(self) -> list[Ink]:
        """The rows' numbers, their brackets and names, and what stands for the hidden rows."""
        numbers = [n for row in self.cells for n in row]
        return [*numbers, *self.gap_words, *self.brackets, *self.row_labels]

    def laid(self) -> list[Ink]:
        """The table with its header in place and its result columns empty."""
        return [
            *self.matrix,
            *self.header,
            *self.header_brackets,
            *self.header_name.inks,
            *self.aside,
            *self.aside_brackets,
            *self.aside_name,
            *self.gap_aside,
            *self.result_labels,
            self.rule,
        ]

    def row_inks(self, i: int) -> list[Ink]:
        """What lights up when row i is worked."""
        own_label = [self.row_labels[i]] if self.content.row_names else []
        return [*self.cells[i], *self.aside[i : i + 1], *own_label]

    def _whole_row(self, k: int, below: int) -> list[Ink]:
        """Row k with its results, which rows before `below` have."""
        filled = [column[k] for column in self.results] if k < below else []
        return [*self.row_inks(k), *filled]

    # Motions -------------------------------------------------------------------------------

    def show_results(self) -> list[Motion]:
        """Headers of the result columns and the rule."""
        return write(*self.result_labels, self.rule)

    def point_at(self, i: int, seconds: float = STEP) -> list[Motion]:
        """The band comes to row i; the rows that wait or are done go quiet."""
        y = self.plan.rows[i]
        motions: list[Motion] = []
        if not self._pointed:
            self.band.place(self.plan.left, y)
            motions.append(Appear(self.band, seconds))
        else:
            motions.append(Slide(self.band, np.array([self.plan.left, y, 0.0]), seconds))
        self._pointed = True
        motions += self._pass_gap(i)
        for k in range(len(self.plan.rows)):
            for ink in self._whole_row(k, below=i):
                target = ink.bright if k == i else ink.waiting
                if ink.rgb != target:
                    motions.append(Tint(ink, target, seconds))
        return motions

    def _pass_gap(self, rows: int) -> list[Motion]:
        """Dots stand for the hidden results once the rows above them are worked.

        Before, results rise through their place.
        """
        return write(*self.gap_results) if self.content.view.gap == rows else []

    def drop_output(self, i: int) -> list[Motion]:
        """A quick row's output drops in beside its sum."""
        return [drop(self.results[-1][i])]

    def release(self) -> list[Motion]:
        """All rows at full strength, the band gone."""
        inks: list[Ink] = []
        for k in range(len(self.plan.rows)):
            inks += self._whole_row(k, below=len(self.plan.rows))
        self._pointed = False
        dots = self._pass_gap(len(self.plan.rows))
        return together(
            wipe(self.band), dots, brighten(*[ink for ink in inks if ink.rgb != ink.bright])
        )

    def box_last_column(self) -> list[Motion]:
        """A ring around the last result column."""
        boxes = np.array([number.box() for number in self.results[-1]])
        low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
        ring = Ring((low[0], low[1], high[0], high[1]), self.theme, pad=0.12)
        ring.bright = self.theme.rgb(self.content.results[-1].role)
        ring.paint(ring.bright)
        return [Appear(ring, STEP)]
