"""The blend on stage: weight × value in place, columns added up, one bar split by the shares."""

from __future__ import annotations

from collections.abc import Sequence

from anim_lib.nn.blend import BlendTrace
from anim_lib.stage.bars import Bar, Cut, cut_before, parts
from anim_lib.stage.blend_plan import BESIDE, BlendPlan, fits_inside
from anim_lib.stage.ink import Ink, Number, Slots, Words
from anim_lib.stage.marks import Bracket, Ring, Rule
from anim_lib.stage.motion import Motion, later
from anim_lib.stage.paths import straight
from anim_lib.stage.table_plan import LABEL_EM, SMALL_EM, row_name_em
from anim_lib.stage.theme import Role, Theme
from anim_lib.stage.tokens import shorten
from anim_lib.stage.verbs import (
    DROP_HEIGHT,
    FADE,
    STEP,
    WRITE,
    Appear,
    Fly,
    Vanish,
    drop,
    wipe,
    write,
)

_ARRIVE = 0.9
_LAG = 0.12  # between neighbours of one row
_SWAP = 0.2
_SHORTEST_NAME = 5  # letters of a shortened word under its part of the bar
_PART = 0.3  # between the starts of a split bar's parts


class BlendTable:
    """The inks of the blend, each at its final place."""

    def __init__(
        self,
        trace: BlendTrace,
        labels: tuple[str, ...],
        output_label: str,
        plan: BlendPlan,
        theme: Theme,
    ) -> None:
        self.trace, self.plan, self.theme, self.labels = trace, plan, theme, labels
        h, em = plan.h, row_name_em(plan.pitch)
        self.names = [
            Words(label, em, Role.KEY, theme, align=1.0).place(plan.name_right, y - h / 2)
            for label, y in zip(labels, plan.rows, strict=True)
        ]
        self.weights = [
            Number(q, h, Role.OUTPUT, theme).place(plan.weights, y)
            for q, y in zip(trace.weights, plan.rows, strict=True)
        ]
        self.times = [self._sign("×", plan.times, y) for y in plan.rows]
        self.plus = [self._sign("+", plan.times, y) for y in plan.rows[1:]]
        self.values = [
            [
                Number(q, h, Role.KEY, theme).place(x, y)
                for q, x in zip(row, plan.columns, strict=True)
            ]
            for row, y in zip(trace.values, plan.rows, strict=True)
        ]
        self.scaled = [
            [
                Number(q, h, Role.TEXT, theme).place(x, y)
                for q, x in zip(row, plan.columns, strict=True)
            ]
            for row, y in zip(trace.scaled, plan.rows, strict=True)
        ]
        self.brackets = [self._brackets(y, Role.KEY) for y in plan.rows]
        self._rings: list[Ring] = []  # around the weight, then around the value being multiplied
        self.rule = Rule(plan.bracket.left, plan.bracket.right, plan.rule_y, theme)
        self.output_name = Words(output_label, em, Role.OUTPUT, theme, align=1.0).place(
            plan.name_right, plan.output_y - h / 2
        )
        self.output_brackets = self._brackets(plan.output_y, Role.OUTPUT)
        self.output = [
            Number(q, h, Role.OUTPUT, theme).place(x, plan.output_y)
            for q, x in zip(trace.output, plan.columns, strict=True)
        ]

    def _sign(self, text: str, x: float, y: float) -> Slots:
        return Slots(text, self.plan.h, Role.QUIET, self.theme, centred=True).place(x, y)

    def _brackets(self, y: float, role: Role) -> list[Ink]:
        reach = min(0.26, self.plan.pitch / 2 - 0.03)
        held = self.plan.bracket
        return [
            Bracket(held.left, y - reach, y + reach, -1, role, self.theme),
            Bracket(held.right, y - reach, y + reach, 1, role, self.theme),
        ]

    def arrive(self, names: Sequence[Words], weights: Sequence[Number]) -> list[Motion]:
        """Names and weights come from where they stood beside their bars."""
        motions: list[Motion] = []
        for old, new in zip(names, self.names, strict=True):
            way = straight(old.home, new.home)
            motions += [Vanish(old, 0.1), Fly(new, way, scale=old.em / new.em, seconds=_ARRIVE)]
        for number, target in zip(weights, self.weights, strict=True):
            way = straight(number.home, target.home)
            scale = number.h / target.h
            motions += [Vanish(number, 0.1), Fly(target, way, scale=scale, seconds=_ARRIVE)]
        return motions

    def show_values(self) -> list[Motion]:
        """Each word's value, times its weight."""
        held = [n for row in self.values for n in row]
        marks = [b for pair in self.brackets for b in pair]
        return write(*held, *marks, *self.times)

    def multiply(self, i: int, j: int) -> list[Motion]:
        """Row i's weight and value j are ringed; the value gives way to their product."""
        value, product = self.values[i][j], self.scaled[i][j]
        leaving: list[Motion] = [Vanish(ring, WRITE) for ring in self._rings[1:]]
        coming = [Ring(_around(value, product), self.theme)]
        if not self._rings:
            coming.insert(0, Ring(self.weights[i].box(), self.theme))
        self._rings = [*self._rings[:1], *coming]
        return [
            *leaving,
            *write(*coming),
            Vanish(value, _SWAP, WRITE),
            self._drop(product, WRITE + _SWAP),
        ]

    def settle(self, i: int) -> list[Motion]:
        """Row i is multiplied: its weight has done its work and leaves, a plus joins the rows."""
        leaving, self._rings = [self.times[i], self.weights[i], *self._rings], []
        plus = write(self.plus[i - 1], delay=FADE) if i > 0 else []
        return [*wipe(*leaving), *plus]

    def scale(self, i: int) -> list[Motion]:
        """Row i at once: its weight goes into every number of its value."""
        motions = self.settle(i)
        for j, (value, product) in enumerate(zip(self.values[i], self.scaled[i], strict=True)):
            motions.append(Vanish(value, _SWAP, _LAG * j))
            motions.append(self._drop(product, _LAG * j + _SWAP))
        return motions

    def _drop(self, product: Number, delay: float) -> Motion:
        """A product falls into its cell, from no higher than the gap above its row."""
        gap = self.plan.pitch - self.plan.h
        return drop(product, delay, min(DROP_HEIGHT, 0.7 * gap))

    def add_up(self) -> list[Motion]:
        """The columns are added, one after another."""
        start = write(self.rule, self.output_name, *self.output_brackets)
        sums: list[Motion] = []
        for j, number in enumerate(self.output):
            sums += later(WRITE + 2 * _LAG * j, [drop(number)])
        return [*start, *sums]

    def split(self) -> list[Motion]:
        """One bar, split by the shares; a part carries its share and, below it, its word."""
        plan = self.plan
        length = plan.bar_right - plan.bar_left
        weights = [weight.value for weight in self.trace.weights]
        motions: list[Motion] = []
        for i, x in enumerate(parts(weights, plan.bar_left, length)):
            share, room = self.trace.shares[i], weights[i] * length
            bar = Bar(x, plan.bar_y, weights[i], length, plan.bar_height, self.theme, least=0.0)
            motions.append(bar.grow(STEP, _PART * i))
            labels = self._part_labels(share.text, self.labels[i], x + room / 2, room)
            for label in labels[:1]:
                label.quantities = (share,)
            motions += write(*labels, delay=_PART * i + STEP)
            if cut_before(weights, i, length):
                cut = Cut(x, plan.bar_y, plan.bar_height, self.theme)
                motions.append(Appear(cut, WRITE, _PART * i))
        return motions

    def _part_labels(self, share: str, word: str, middle: float, room: float) -> list[Ink]:
        if not fits_inside(share, LABEL_EM, room):
            return []
        plan, low = self.plan, self.plan.bar_y - 0.13
        inside = Words(share, LABEL_EM, Role.BACKGROUND, self.theme, align=0.5)
        inside.set_z_index(6)
        labels: list[Ink] = [inside.place(middle, low)]
        name = shorten(word, SMALL_EM, room - BESIDE)
        if name == word or len(name) >= _SHORTEST_NAME:
            below = Words(name, SMALL_EM, Role.KEY, self.theme, align=0.5)
            labels.append(below.place(middle, plan.bar_y - plan.bar_height / 2 - 0.3))
        return labels


def _around(one: Ink, other: Ink) -> tuple[float, float, float, float]:
    """The box that holds both, one of which takes the other's place."""
    a, b = one.box(), other.box()
    return (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
