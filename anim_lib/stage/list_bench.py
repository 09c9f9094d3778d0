"""The working of a row in a narrow frame: a line a term, one under another.

Pair, product and running total stand side by side; under the last total the result is built.
What belongs together is ringed, since a flight would cross the lines that stand already.
"""

from __future__ import annotations

import numpy as np

from anim_lib.nn.quantity import Quantity
from anim_lib.stage.equation import Leftwards
from anim_lib.stage.ink import DIGIT_EM, Ink, Number, Slots, Words
from anim_lib.stage.list_plan import BIAS, MULTIPLY
from anim_lib.stage.marks import Ring, Rule
from anim_lib.stage.motion import Motion, ends, later, one_after_another
from anim_lib.stage.paths import through
from anim_lib.stage.row_table import RowTable
from anim_lib.stage.slots import PARENTHESIS, extent, shift, text_width
from anim_lib.stage.table_plan import SMALL_EM, TermList, signed, word_em
from anim_lib.stage.tempo import SLOW, Tempo
from anim_lib.stage.theme import Role
from anim_lib.stage.verbs import (
    DROP,
    DROP_HEIGHT,
    WRITE,
    Appear,
    Fly,
    Ghost,
    Tint,
    Vanish,
    drop,
    wipe,
    write,
)

_CLEAR = 0.07  # between a falling number and the line above it
_LAG = 0.12  # between the lines of a row that is worked at one go


class ListBench:
    """Builds the inks of one row's working and gives the motions that bring them."""

    def __init__(self, table: RowTable) -> None:
        assert table.plan.list is not None
        self.table, self.plan, self.theme = table, table.plan, table.theme
        self.rows = table.content
        self.list: TermList = table.plan.list
        self._begin()
        self.start(SLOW)

    def start(self, tempo: Tempo) -> None:
        """A row begins."""
        self.tempo = tempo

    def _begin(self) -> None:
        self._inks: list[Ink] = []
        self._rings: list[Ring] = []
        self._last: Number | None = None  # the latest running total
        self._named = False  # whether the words over the columns stand

    # Terms -----------------------------------------------------------------------------------

    def pair(self, i: int, j: int) -> list[Motion]:
        """Both factors are ringed and written as a pair; hidden ones are counted in words."""
        head, cell = self.table.header[j], self.table.cells[i][j]
        around = self._ring((head, self.plan.header_y), (cell, self.plan.rows[i]))
        return [*around, *self._heads(i), *write(*self._pair(i, j), delay=DROP)]

    def product(self, i: int, j: int) -> list[Motion]:
        """The signed product drops in, then the running total."""
        role = Role.QUIET if j == self.rows.hidden_at else Role.TEXT
        product = self._term(self.rows.products[i][j], role, self.list.ys[j])
        return one_after_another([self._drop(product)], self._total(self.rows.totals[i][j], j))

    def term(self, i: int, j: int) -> list[list[Motion]]:
        """The moves of one term: the pair, then its product and the total."""
        return [self.pair(i, j), self.product(i, j)]

    def bias_moves(self, i: int) -> list[list[Motion]]:
        """The bias is ringed and named; it is a term, and is in the total."""
        if not self.rows.aside:
            return []
        source = self.table.aside[i]
        around = self._ring((source, self.plan.rows[i]))
        term, total = self._bias(i)
        return [
            [*around, *write(self._word(BIAS, self.rows.aside_role, -1), delay=DROP)],
            one_after_another([self._drop(term)], total),
        ]

    def pairs(self, i: int) -> list[Motion]:
        """Nothing moves: in a list a row's lines come at one go."""
        del i
        return []

    def products(self, i: int) -> list[Motion]:
        """All lines of row i, one after another."""
        score: list[Motion] = self._heads(i)
        for j in range(len(self.rows.header)):
            role = Role.QUIET if j == self.rows.hidden_at else Role.TEXT
            line = [
                *write(*self._pair(i, j)),
                self._drop(self._term(self.rows.products[i][j], role, self.list.ys[j]), _LAG),
                *later(2 * _LAG, self._total(self.rows.totals[i][j], j)),
            ]
            score += later(2 * _LAG * j, line)
        if self.rows.aside:
            term, total = self._bias(i)
            named = write(self._word(BIAS, self.rows.aside_role, -1))
            line = [*named, self._drop(term, _LAG), *later(2 * _LAG, total)]
            score += later(2 * _LAG * len(self.rows.header), line)
        return score

    def lines(self, i: int) -> list[list[Motion]]:
        """The row's working in one wave."""
        return [self.products(i)]

    # The row's results -----------------------------------------------------------------------

    def sum(self, i: int) -> list[Motion]:
        """The rule under the terms; the last total, which is the sum, is ringed."""
        assert self._last is not None
        terms = self.list
        rule = Rule(terms.rule_left, terms.rule_right, terms.rule_y, self.theme)
        self._inks.append(rule)
        return [*self._ring((self._last, terms.ys[-1])), *write(rule)]

    def carry_sum(self, i: int) -> list[Motion]:
        """The sum stands in its column, where it has one."""
        return [drop(self.table.results[0][i])] if self.rows.shows_sums else []

    def finish(self, i: int) -> list[list[Motion]]:
        """The rule, and the sum in its column."""
        return [one_after_another(self.sum(i), self.carry_sum(i))]

    def clear_terms(self) -> list[Motion]:
        """The rings leave; the list stands until the next row."""
        leaving, self._rings = self._rings, []
        return [Vanish(ring, DROP) for ring in leaving]

    def apply(self, i: int) -> list[Motion]:
        """Write "ReLU(−0.80) =" or "1.02 / 2 =", the sum a copy; then the result drops in."""
        column, carry = self.rows.results[-1], self.tempo.carry
        terms = self.list
        left = shift(column.numbers[i].text, terms.h, flush=terms.flush)
        x = terms.result - left
        line = Leftwards(x, terms.result_y, terms.h, self.theme, word_em(terms.h))
        output = line.result(column.numbers[i], column.role)
        equals = line.operator(self.rows.apply_relations[i])
        if self.rows.divisor is None:
            closing = line.parenthesis(")")
            inner = line.number(self.rows.sums[i], Role.TEXT)
            name = [line.parenthesis("("), line.name(column.label, column.role), closing]
            before, after = write(*name), write(equals, delay=WRITE + carry)
        else:
            divisor = [line.number(self.rows.divisor, Role.TEXT), line.operator("/")]
            inner = line.number(self.rows.sums[i], Role.TEXT)
            before, after = [], write(*divisor, equals, delay=carry)
        self._inks += line.inks
        assert self._last is not None
        start = ends(before) if before else 0.0
        corner = np.array([self._last.home[0], inner.home[1], 0.0])  # clear of the last product
        way = through(self._last.home, corner, inner.home)
        fly = Fly(inner, way, seconds=carry, delay=start)
        return [*before, Ghost(self._last, carry, start), fly, *after, drop(output, ends(after))]

    def carry_output(self, i: int) -> list[Motion]:
        """The result stands in its column."""
        return [drop(self.table.results[-1][i])]

    def clear(self) -> list[Motion]:
        """Everything under the rule leaves; the results above stay."""
        leaving = [*self._inks, *self._rings]
        self._begin()
        return wipe(*leaving)

    # Inks ------------------------------------------------------------------------------------

    def _ring(self, *places: tuple[Ink, float]) -> list[Motion]:
        """Rings around these, each as tall as a number; the ones before leave."""
        motions = self.clear_terms()
        for ink, y in places:
            left, bottom, right, top = ink.box()
            if not isinstance(ink, Number):  # words that stand for hidden ones
                bottom, top = y - self.plan.h / 2, y + self.plan.h / 2
            self._rings.append(Ring((left, bottom, right, top), self.theme))
        return [*motions, *(Appear(ring, DROP) for ring in self._rings)]

    def _drop(self, number: Number, delay: float = 0.0) -> Motion:
        """A new number falls into its line, from no higher than the line before leaves free."""
        terms = self.list
        step = terms.ys[0] - terms.ys[1] if len(terms.ys) > 1 else 1.0
        return drop(number, delay, min(DROP_HEIGHT, step - terms.h - _CLEAR))

    def _heads(self, i: int) -> list[Motion]:
        """The words over the list's columns, once a row."""
        if self._named:
            return []
        self._named = True
        terms, y = self.list, self.list.head_y - DIGIT_EM * SMALL_EM / 2
        heads = [
            Words(MULTIPLY, SMALL_EM, Role.QUIET, self.theme, align=1.0),
            Words(self.rows.so_far(i), SMALL_EM, Role.QUIET, self.theme, align=1.0),
        ]
        for words, x in zip(heads, (terms.pairs_right, terms.rule_right), strict=True):
            words.place(x, y)
        self._inks += heads
        return write(*heads)

    def _pair(self, i: int, j: int) -> list[Ink]:
        """The line's "(w)(x)", which meets at the split, or the words for hidden terms."""
        weight, value = self.rows.cells[i][j], self.rows.header[j]
        if weight is None or value is None:
            return [self._word(self.rows.hidden_terms, Role.QUIET, j)]
        terms, y = self.list, self.list.ys[j]
        left = terms.split - text_width(f"({weight.text})", terms.h)
        inks = [
            *self._bracketed(weight, left, y, self.rows.matrix_role),
            *self._bracketed(value, terms.split, y, self.rows.header_role),
        ]
        self._inks += inks
        return inks

    def _bracketed(self, quantity: Quantity, left: float, y: float, role: Role) -> list[Ink]:
        h, bracket = self.list.h, PARENTHESIS * self.list.h
        number = Number(quantity, h, role, self.theme)
        number.place(left + bracket + extent(quantity.text, h).left, y)
        closing = left + 1.5 * bracket + text_width(quantity.text, h)
        return [
            number,
            Slots("(", h, Role.QUIET, self.theme, centred=True).place(left + bracket / 2, y),
            Slots(")", h, Role.QUIET, self.theme, centred=True).place(closing, y),
        ]

    def _word(self, text: str, role: Role, line: int) -> Words:
        y = self.list.ys[line] - self.list.h / 2
        words = Words(text, word_em(self.list.h), role, self.theme, align=1.0)
        self._inks.append(words.place(self.list.pairs_right, y))
        return words

    def _term(self, quantity: Quantity, role: Role, y: float) -> Number:
        number = Number(quantity, self.list.h, role, self.theme, signed(quantity.text))
        left = shift(number.drawn, self.list.h, flush=self.list.flush)
        self._inks.append(number.place(self.list.products - left, y))
        return number

    def _bias(self, i: int) -> tuple[Number, list[Motion]]:
        term = self._term(self.rows.aside[i], self.rows.aside_role, self.list.ys[-1])
        return term, self._total(self.rows.sums[i], -1)

    def _total(self, quantity: Quantity, line: int) -> list[Motion]:
        """The running total drops in; the one before goes quiet."""
        number = Number(quantity, self.list.h, Role.TEXT, self.theme)
        left = shift(number.drawn, self.list.h, flush=self.list.flush)
        self._inks.append(number.place(self.list.totals - left, self.list.ys[line]))
        before, self._last = self._last, number
        quiet = [] if before is None else [Tint(before, self.theme.rgb(Role.QUIET), DROP)]
        return [*quiet, self._drop(number)]
