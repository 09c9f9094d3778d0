"""A line of working built from right to left, so that its result stands under its own column."""

from __future__ import annotations

from anim_lib.nn.quantity import Quantity
from anim_lib.stage.ink import Ink, Number, Slots, Words
from anim_lib.stage.slots import OPERATOR, PARENTHESIS, dot_offset, extent, slot_width, text_width
from anim_lib.stage.table_plan import LABEL_EM, words_width
from anim_lib.stage.theme import Role, Theme

_AIR = 0.1  # beside an operator
_NAME_AIR = 0.04  # between a function's name and its parenthesis


class Leftwards:
    """Places pieces leftwards from an x; `inks` keeps them all, in the order they were placed."""

    def __init__(self, x: float, y: float, h: float, theme: Theme, em: float = LABEL_EM) -> None:
        self.x, self.y, self.h, self.theme = x, y, h, theme
        self.em = em  # of a function's name
        self.inks: list[Ink] = []

    def result(self, quantity: Quantity, role: Role) -> Number:
        """The right side: its decimal point stands at the x that the line began with."""
        number = Number(quantity, self.h, role, self.theme).place(self.x, self.y)
        self.x -= extent(quantity.text, self.h).left
        self.inks.append(number)
        return number

    def number(self, quantity: Quantity, role: Role) -> Number:
        """A number left of what was placed last."""
        width = text_width(quantity.text, self.h)
        point = dot_offset(quantity.text) * self.h
        number = Number(quantity, self.h, role, self.theme).place(self.x - width + point, self.y)
        self.x -= width
        self.inks.append(number)
        return number

    def operator(self, text: str) -> Slots:
        """A quiet operator with air on both sides."""
        return self._slot(text, Role.QUIET, (OPERATOR if text in "=≈" else slot_width(text)), _AIR)

    def parenthesis(self, text: str) -> Slots:
        """One parenthesis, close to what it holds."""
        return self._slot(text, Role.TEXT, PARENTHESIS, 0.0)

    def name(self, text: str, role: Role) -> Words:
        """A function's name before its opening parenthesis."""
        width = words_width(text, self.em)
        words = Words(text, self.em, role, self.theme)
        words.place(self.x - _NAME_AIR - width, self.y - self.h / 2)
        self.x -= _NAME_AIR + width
        self.inks.append(words)
        return words

    def _slot(self, text: str, role: Role, slots: float, air: float) -> Slots:
        width = slots * self.h
        slot = Slots(text, self.h, role, self.theme, centred=True)
        slot.place(self.x - air - width / 2, self.y)
        self.x -= width + 2 * air
        self.inks.append(slot)
        return slot
