"""The blend on stage: weight × value in place, columns added up."""

from __future__ import annotations

from collections.abc import Sequence

from anim_lib.nn.quantity import Quantity
from anim_lib.stage.blend_lines import BlendLines, hidden_label
from anim_lib.stage.blend_plan import BlendPlan
from anim_lib.stage.ink import Ink, Number, Slots, Words
from anim_lib.stage.marks import Bracket, Rule
from anim_lib.stage.motion import Motion, later
from anim_lib.stage.paths import straight
from anim_lib.stage.softmax_lines import SEVERAL
from anim_lib.stage.table_plan import LABEL_EM, SMALL_EM
from anim_lib.stage.theme import Role, Theme
from anim_lib.stage.verbs import DROP_HEIGHT, FADE, WRITE, Fly, Vanish, drop, wipe, write
from anim_lib.stage.words_home import start_of

_APART = 0.5  # the least pitch at which each row has brackets of its own
_ARRIVE = 0.9
_LAG = 0.12  # between neighbours of one row
SWAP = 0.2  # a value gives way to its product


class BlendTable:
    """The inks of the blend, each at its final place; lists run over its lines."""

    def __init__(self, lines: BlendLines, output_label: str, plan: BlendPlan, theme: Theme) -> None:
        self.lines, self.plan, self.theme = lines, plan, theme
        columns, heights = plan.columns, plan.heights
        self.names = [
            self._name(label, y, Role.QUIET if lines.is_others(i) else Role.KEY)
            for i, (label, y) in enumerate(zip(lines.labels, heights.heads, strict=True))
        ]
        self.weights: list[Ink] = [
            Number(q, plan.h, Role.OUTPUT, theme).place(columns.weights, y)
            for q, y in zip(lines.weights, heights.heads, strict=False)
        ]
        self.times = [
            self._sign("×", x, y) for x, y in zip(columns.times, heights.heads, strict=True)
        ]
        # Before what is added: the products.
        self.plus = [self._sign("+", columns.plus, y) for y in self._plus_heights()]
        self.kept = self._kept()
        self.values: list[list[Ink]] = [
            list(self._numbers(row, Role.KEY, y))
            for row, y in zip(lines.values, heights.rows, strict=False)
        ]
        self.scaled = [
            self._numbers(row, Role.TEXT, y)
            for row, y in zip(lines.scaled, heights.rows, strict=True)
        ]
        self.hidden = self._hidden()
        self.brackets = self._value_brackets()
        if lines.others is not None:
            self.names[-1].quantities = (lines.others.count,)
            self.weights.append(self._dots(columns.weights, heights.heads[-1]))
            self.values.append([self._dots(x, heights.rows[-1]) for x in columns.middles])
        self.rule = Rule(columns.bracket.left, columns.bracket.right, heights.rule, theme)
        self.output_name = self._name(output_label, heights.output_head, Role.OUTPUT)
        self.output_name.place(columns.output_name, float(self.output_name.home[1]))
        self.output_brackets = self._brackets(heights.output, heights.output, Role.OUTPUT)
        self.output = self._numbers(lines.output, Role.OUTPUT, heights.output)

    # Parts ---------------------------------------------------------------------------------

    def _name(self, text: str, y: float, role: Role) -> Words:
        columns = self.plan.columns
        align = 0.0 if columns.names_lead else 1.0
        words = Words(text, self.plan.name_em, role, self.theme, align=align)
        return words.place(columns.name, y - self.plan.h / 2)

    def _numbers(self, row: Sequence[Quantity], role: Role, y: float) -> list[Number]:
        return [
            Number(q, self.plan.h, role, self.theme).place(x, y)
            for q, x in zip(row, self.plan.columns.values, strict=True)
        ]

    def _sign(self, text: str, x: float, y: float) -> Slots:
        sign = Slots(text, self.plan.h, Role.QUIET, self.theme, centred=True)
        return sign.place(x, y)

    def _plus_heights(self) -> tuple[float, ...]:
        leads = self.plan.columns.plus < self.plan.columns.bracket.left
        return (self.plan.heights.rows if leads else self.plan.heights.heads)[1:]

    def _kept(self) -> list[list[Ink]]:
        """Each weight as it stays, quiet, beside its row's name, if there is room for that."""
        kept, h = self.plan.columns.kept, self.plan.h
        if kept is None:
            return []
        held: list[list[Ink]] = []
        for q, y in zip(self.lines.weights, self.plan.heights.heads, strict=False):
            held.append([Number(q, h, Role.QUIET, self.theme).place(kept.weight, y)])
            if kept.dot is not None:
                dot = Words("·", LABEL_EM, Role.QUIET, self.theme, align=0.5)
                held[-1].append(dot.place(kept.dot, y - h / 2))
        return held

    def _dots(self, x: float, y: float) -> Words:
        """Dots stand for several numbers; they hang at the middle of the digits beside them."""
        dots = Words(SEVERAL, LABEL_EM, Role.QUIET, self.theme, align=0.5)
        return dots.place(x, y - self.plan.h / 2)

    def _hidden(self) -> list[Ink]:
        """The column that stands for the hidden ones: how many, and dots in each line."""
        x, heights = self.plan.columns.hidden, self.plan.heights
        if x is None or heights.header is None or self.lines.hidden is None:
            return []
        end = self.plan.columns.hidden_head
        align = 0.5 if end is None else 1.0
        text = hidden_label(self.lines.hidden)
        more = Words(text, SMALL_EM, Role.QUIET, self.theme, align=align)
        more.quantities = (self.lines.hidden,)
        more.place(x if end is None else end, heights.header)
        return [more, *(self._dots(x, y) for y in (*heights.rows, heights.output))]

    def _value_brackets(self) -> list[list[Ink]]:
        """A pair for each row; in close rows, where they would be a ladder, one around all."""
        rows = self.plan.heights.rows
        if self.plan.heights.pitch >= _APART:
            return [self._brackets(y, y, Role.KEY) for y in rows]
        return [self._brackets(rows[-1], rows[0], Role.KEY)]

    def _brackets(self, bottom: float, top: float, role: Role) -> list[Ink]:
        reach, held = min(0.26, self.plan.heights.pitch / 2 - 0.03), self.plan.columns.bracket
        low, high = bottom - reach, top + reach
        return [
            Bracket(held.left, low, high, -1, role, self.theme),
            Bracket(held.right, low, high, 1, role, self.theme),
        ]

    # Motions -------------------------------------------------------------------------------

    def arrive(self, carried: Sequence[tuple[Words, Number, int]]) -> list[Motion]:
        """Names and weights come from where they stood beside their bars.

        A word is given by its name, its weight and its place in the sentence, from 0. The others'
        line and words that had no bar are written once the rest stands.
        """
        own = {word: line for line, word in enumerate(self.lines.words)}
        motions: list[Motion] = []
        for name, number, word in carried:
            line = own.pop(word)
            new, target = self.names[line], self.weights[line]
            way = straight(start_of(name, new), new.home)
            motions += [Vanish(name, 0.1), Fly(new, way, scale=name.em / new.em, seconds=_ARRIVE)]
            way = straight(number.home, target.home)
            scale = number.h / self.plan.h
            motions += [Vanish(number, 0.1), Fly(target, way, scale=scale, seconds=_ARRIVE)]
        missing = [*own.values(), *([self.lines.count - 1] if self.lines.others else [])]
        fresh = [ink for line in missing for ink in (self.names[line], self.weights[line])]
        return [*motions, *write(*fresh, delay=_ARRIVE)]

    def show_values(self) -> list[Motion]:
        """Each word's value, times its weight."""
        held = [n for row in self.values for n in row]
        marks = [b for pair in self.brackets for b in pair]
        hidden = self.hidden[:-1]  # the last dots belong to the sum
        return write(*held, *marks, *self.times, *hidden)

    def settle(self, i: int) -> list[Motion]:
        """Row i is multiplied: a plus joins the rows, its weight stays as part of its name."""
        plus = write(self.plus[i - 1], delay=FADE) if i > 0 else []
        kept = write(*self.kept[i], delay=FADE) if i < len(self.kept) else []
        return [*wipe(self.times[i], self.weights[i]), *kept, *plus]

    def scale(self, i: int) -> list[Motion]:
        """Row i at once: its weight goes into every number of its value."""
        motions = self.settle(i)
        for j, (value, product) in enumerate(zip(self.values[i], self.scaled[i], strict=True)):
            motions.append(Vanish(value, SWAP, _LAG * j))
            motions.append(self.drop(product, _LAG * j + SWAP))
        return motions

    def drop(self, product: Number, delay: float) -> Motion:
        """A product falls into its cell, from no higher than the gap above its row."""
        gap = self.plan.heights.pitch - self.plan.h
        return drop(product, delay, min(DROP_HEIGHT, 0.7 * gap))

    def add_up(self) -> list[Motion]:
        """The columns are added, one after another."""
        start = write(self.rule, self.output_name, *self.output_brackets, *self.hidden[-1:])
        sums: list[Motion] = []
        for j, number in enumerate(self.output):
            sums += later(WRITE + 2 * _LAG * j, [drop(number)])
        return [*start, *sums]
