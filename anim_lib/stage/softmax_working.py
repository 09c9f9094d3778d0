"""The working of the softmax: in the total's row, under the column that a result will rise into.

While a division stands there, the row has its word's name: "fail 1.63 / 4.05" is no total.
Number and bar of a weight end on the same frame. The first lines are worked out one by one, later
ones may come in a wave.
"""

from __future__ import annotations

from anim_lib.nn.numbers import Relation
from anim_lib.stage.equation import Leftwards
from anim_lib.stage.ink import Ink, Number, Slots, Words
from anim_lib.stage.motion import Motion
from anim_lib.stage.paths import channel, straight
from anim_lib.stage.slots import extent
from anim_lib.stage.softmax_across import CLEAR, LARGEST
from anim_lib.stage.softmax_lines import Turn
from anim_lib.stage.softmax_table import SoftmaxTable
from anim_lib.stage.tempo import tempo_of
from anim_lib.stage.theme import Role
from anim_lib.stage.verbs import (
    DROP,
    DROP_HEIGHT,
    FADE,
    STEP,
    TRAVEL,
    WRITE,
    Fly,
    Ghost,
    Vanish,
    drop,
    wipe,
    write,
)

_LAG = 0.2  # between neighbours of a wave
_SHIFT_LAG, _SHIFTED_WITHIN = 0.3, 2.1  # between scores that are shifted, and all of them
_SWAP = 0.2


class SoftmaxWorking:
    """Builds the inks of one line's working and gives the motions that bring them."""

    def __init__(self, table: SoftmaxTable) -> None:
        self.table, self.lines, self.plan, self.theme = (
            table,
            table.lines,
            table.plan,
            table.theme,
        )
        self._inks: list[Ink] = []  # of the exponential, later of the division
        self._signs: list[Ink] = []  # "/" and "=" stay while the words take turns
        self._relation: Relation | None = None
        self._name: Words | None = None  # in the total's row, whose word is divided
        self._is_total = True  # whether "total" stands there, once it is written
        self._result: Number | None = None

    def clear(self) -> list[Motion]:
        """What was written in the total's row leaves."""
        leaving, self._inks, self._signs = [*self._inks, *self._signs], [], []
        return [*wipe(*leaving), *self._call_it_total()]

    # Shifting the scores ---------------------------------------------------------------------

    def name_largest(self) -> list[Motion]:
        """The largest score is written under the scores, in the total's row."""
        y, shift = self.plan.heights.total, self.lines.shift
        assert shift is not None
        label = self.table.name(LARGEST, y)
        number = Number(shift, self.plan.h, Role.TEXT, self.theme)
        number.place(self.plan.columns.scores, y)
        self._inks = [label, number]
        return [*write(label), self._drop(number, WRITE)]

    def shift(self) -> list[Motion]:
        """The largest score is taken off all of them, where exp needs that."""
        table, in_place = self.table, self.plan.columns.in_place
        assert table.shifted_label is not None
        lag = min(_SHIFT_LAG, _SHIFTED_WITHIN / len(table.shifted))
        motions: list[Motion] = []
        start = WRITE
        if in_place:
            motions.append(Vanish(table.score_label, _SWAP))
            start += _SWAP
        motions += write(table.shifted_label, delay=start - WRITE)
        for i, number in enumerate(table.shifted):
            if in_place:
                motions.append(Vanish(table.scores[i], _SWAP, start + lag * i - _SWAP))
            motions.append(self._drop(number, start + lag * i))
        return motions

    # Exponentials ----------------------------------------------------------------------------

    def name_exp(self) -> list[Motion]:
        """The header of the exponentials."""
        return write(self.table.exp_label)

    def first_exp(self) -> list[Motion]:
        """Write "exp(0.51) = 1.67" in the total's row, for the first line."""
        columns, table = self.plan.columns, self.table
        line = Leftwards(columns.exp, self.plan.heights.total, self.plan.h, self.theme)
        result = line.result(self.lines.exp[0], Role.TEXT)
        equals = line.operator(self.lines.exp_relation)
        closing = line.parenthesis(")")
        inner = line.number(self.lines.exponents[0], Role.TEXT)
        around = [line.parenthesis("("), line.name("exp", Role.TEXT), closing]
        source = table.shifted[0] if table.shifted else table.scores[0]
        self._inks, self._result = line.inks, result
        return [
            Ghost(source, TRAVEL),
            Fly(inner, channel(source.home, inner.home, columns.fall)),
            *write(*around, equals, delay=TRAVEL),
            self._drop(result, WRITE + TRAVEL),
        ]

    def carry_exp(self) -> list[Motion]:
        """The first exponential rises into its cell."""
        assert self._result is not None
        path = straight(self._result.home, self.table.exp[0].home)
        return [Ghost(self._result, STEP), Fly(self.table.exp[0], path, seconds=STEP)]

    def exp_of(self, turn: Turn) -> list[Motion]:
        """Later exponentials drop into their cells, one after another."""
        return [self._drop(self.table.exp[i], _LAG * k) for k, i in enumerate(turn.lines)]

    # Weights ---------------------------------------------------------------------------------

    def divide(self, i: int) -> list[Motion]:
        """An exponential comes down before the total: "1.67 / 4.05 = 0.41"."""
        plan, lines, columns = self.plan, self.lines, self.plan.columns
        leaving = wipe(*self._inks)
        start, flight = 0.1 if leaving else 0.0, tempo_of(i).flight
        numerator = Number(lines.exp[i], plan.h, Role.TEXT, self.theme)
        # Against the slash, however many decimals it has.
        right = columns.numerator + self._numerators_right()
        point = right - extent(lines.exp[i].text, plan.h).right
        numerator.place(point, plan.heights.total)
        result = Number(lines.weights[i], plan.h, Role.OUTPUT, self.theme)
        result.place(columns.weights, plan.heights.total)
        signs: list[Motion] = []
        relation = lines.weight_relations[i]
        if not self._signs or self._relation != relation:
            signs += wipe(*self._signs)
            self._signs = self._division_signs(relation)
            signs += write(*self._signs, delay=start + flight)
            self._relation = relation
        self._inks, self._result = [numerator, result], result
        return [
            *leaving,
            *self._call_it_after(i, numerator),
            Ghost(self.table.exp[i], flight, start),
            self._come_down(i, numerator, flight, start),
            *signs,
            self._drop(result, start + flight + WRITE),
        ]

    def _come_down(self, i: int, numerator: Number, flight: float, start: float) -> Motion:
        """Along the lane between scores and exponentials, or, where there is none, dropped."""
        if not self.plan.columns.falls:
            return self._drop(numerator, start + flight - DROP)
        way = channel(self.table.exp[i].home, numerator.home, float(numerator.home[0]))
        return Fly(numerator, way, seconds=flight, delay=start)

    def _numerators_right(self) -> float:
        """How far right of their point the numerators reach at most."""
        return max(extent(q.text, self.plan.h).right for q in self.lines.exp)

    def _call_it_after(self, i: int, numerator: Number) -> list[Motion]:
        """The total's row takes the name of the line that is divided, if there is room for it."""
        leaving = [self.table.total_label] if self._is_total else []
        leaving += [] if self._name is None else [self._name]
        role = Role.QUIET if self.lines.is_others(i) else Role.KEY
        name = self.table.name(self.lines.labels[i], self.plan.heights.total, role)
        name.quantities = self.table.names[i].quantities
        fits = name.box()[2] <= numerator.box()[0] - CLEAR
        self._name, self._is_total = (name if fits else None), False
        return [*wipe(*leaving), *(write(name, delay=FADE) if fits else [])]

    def _call_it_total(self) -> list[Motion]:
        """The total's row is the total's again."""
        if self._is_total:
            return []
        leaving = [] if self._name is None else [self._name]
        self._name, self._is_total = None, True
        return [*wipe(*leaving), *write(self.table.total_label, delay=FADE if leaving else 0.0)]

    def _division_signs(self, relation: Relation) -> list[Ink]:
        h, y, columns = self.plan.h, self.plan.heights.total, self.plan.columns
        lines = self.lines
        total_left = columns.exp - extent(lines.total.text, h).left
        numerator_right = columns.numerator + self._numerators_right()
        slash = Slots("/", h, Role.QUIET, self.theme, centred=True)
        slash.place((total_left + numerator_right) / 2, y)
        equals = Slots(relation, h, Role.QUIET, self.theme, centred=True)
        total_right = columns.exp + extent(lines.total.text, h).right
        weight_left = columns.weights - max(extent(q.text, h).left for q in lines.weights)
        equals.place((total_right + weight_left) / 2, y)
        return [slash, equals]

    def land(self, i: int) -> list[Motion]:
        """The weight rises into its cell; its bar grows as it lands, both end together."""
        assert self._result is not None
        number, flight = self.table.weights[i], tempo_of(i).flight
        return [
            Ghost(self._result, flight),
            Fly(number, straight(self._result.home, number.home), seconds=flight),
            self.table.bars[i].grow(flight / 2, flight / 2),
        ]

    def share(self, turn: Turn) -> tuple[list[Motion], list[Motion]]:
        """A turn's two moves: the division, then its weight; or room is made for a wave of them."""
        if turn.is_wave:
            return self.clear(), self.weigh(turn)
        return self.divide(turn.first), self.land(turn.first)

    def weigh(self, turn: Turn) -> list[Motion]:
        """Later weights drop into their cells, each with its bar, one after another."""
        motions: list[Motion] = []
        for k, i in enumerate(turn.lines):
            motions += [
                self._drop(self.table.weights[i], _LAG * k),
                self.table.bars[i].grow(DROP, _LAG * k),
            ]
        return motions

    def _drop(self, number: Number, delay: float) -> Motion:
        """A number falls into its place, from no higher than the gap above its line."""
        gap = self.plan.heights.pitch - self.plan.h
        return drop(number, delay, min(DROP_HEIGHT, 0.7 * gap))
