"""What is drawn with one colour: numbers in slots, words, parts of formulas, lines.

Each is a single VMobject, however many letters it holds: a frame's cost grows with the number
of mobjects, and a number never comes apart. `home` is its anchor's place when it rests.
"""

from __future__ import annotations

from functools import cache
from typing import Self

import numpy as np
from manim import VGroup, VMobject

from anim_lib.nn.quantity import Quantity
from anim_lib.stage.slots import dot_offset, slot_width
from anim_lib.stage.theme import Rgb, Role, Theme, hex_to_rgb, mix
from anim_lib.stage.typeset import Points, Typeset, caption_line, formula, text_line

DIGIT_EM = 0.666  # digit height of New Computer Modern, in em
HAIRLINE = 0.6  # stroke that keeps thin strokes of letters alive at 360 lines
_SIGN_SCALE = 0.88  # a sign fills its slot from edge to edge at natural size


class Ink(VMobject):
    """Shapes of one colour, which knows its role, and its colour while it waits."""

    def __init__(self, points: Points, role: Role, theme: Theme, stroke: float = HAIRLINE) -> None:
        super().__init__(stroke_width=stroke)
        self.role = role
        self.theme = theme
        self.bright: Rgb = theme.rgb(role)
        self.waiting: Rgb = theme.waiting_rgb(role)
        self.filled = True
        self.quantities: tuple[Quantity, ...] = ()  # whose texts it writes out, if any
        self.home = np.zeros(3)
        self.set_points(points)
        self.paint(self.bright)

    @property
    def rgb(self) -> Rgb:
        """The colour it has now."""
        red, green, blue, _ = (float(c) for c in self._rgba)
        return (red, green, blue)

    @property
    def alpha(self) -> float:
        """The opacity it has now."""
        return float(self._rgba[3])

    def paint(self, rgb: Rgb, alpha: float = 1.0) -> Self:
        """Give every shape this colour and opacity."""
        self._rgba = np.array([*rgb, alpha])
        self.fill_rgbas = np.array([[*rgb, alpha if self.filled else 0.0]])
        self.stroke_rgbas = np.array([[*rgb, alpha]])
        return self

    def towards_background(self, share: float) -> Rgb:
        """Its bright colour mixed with the background."""
        return mix(self.bright, hex_to_rgb(self.theme.background), share)

    def place(self, x: float, y: float) -> Self:
        """Move its anchor to (x, y) and make that its home."""
        target = np.array([x, y, 0.0])
        self.points = self.points + (target - self.home)
        self.home = target
        return self

    def box(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of its shapes, in units; strokes left out."""
        low, high = self.points[:, :2].min(axis=0), self.points[:, :2].max(axis=0)
        return (float(low[0]), float(low[1]), float(high[0]), float(high[1]))


class Slots(Ink):
    """Characters in fixed slots. The anchor is the decimal point's x and the digits' middle.

    For operators, which have no decimal point, pass `centred` to anchor at the middle.
    """

    def __init__(
        self, text: str, h: float, role: Role, theme: Theme, *, centred: bool = False
    ) -> None:
        self.drawn = text
        self.h = h
        width = sum(slot_width(c) for c in text)
        origin = width / 2 if centred else dot_offset(text)
        pieces, x = [], -origin
        for character in text:
            slot = slot_width(character)
            if character != " ":
                pieces.append(_in_slot(character) + np.array([x + slot / 2, -0.5, 0.0]))
            x += slot
        super().__init__(np.concatenate(pieces) * [h, h, 1], role, theme)


class Number(Slots):
    """A quantity of the trace; `text` may add a sign or parentheses around its own text."""

    def __init__(
        self, quantity: Quantity, h: float, role: Role, theme: Theme, text: str | None = None
    ) -> None:
        self.quantity = quantity
        super().__init__(quantity.text if text is None else text, h, role, theme)


class Words(Ink):
    """One line of upright text. The anchor is the baseline's left end, middle or right end.

    In `prose` of our own, letters of formulas look as they do there.
    """

    def __init__(
        self,
        text: str,
        em: float,
        role: Role,
        theme: Theme,
        *,
        align: float = 0.0,
        prose: bool = False,
    ) -> None:
        line = caption_line(text) if prose else text_line(text)
        self.words = text
        self.em = em
        self.width_set = line.width * em
        super().__init__(_joined(line) * em - [align * self.width_set, 0, 0], role, theme)


class Formula(VGroup):
    """A formula of our own, one Ink per coloured part. The anchor is the baseline's middle."""

    def __init__(
        self,
        source: str,
        em: float,
        roles: dict[str, Role],
        theme: Theme,
        quantities: tuple[Quantity, ...] = (),
    ) -> None:
        line = formula(source)
        parts = [
            Ink(part.points * em - [line.width * em / 2, 0, 0], roles[part.key], theme)
            for part in line.parts
        ]
        for part in parts:
            part.quantities = quantities
        super().__init__(*parts)
        self.width_set = line.width * em

    @property
    def inks(self) -> list[Ink]:
        """The coloured parts."""
        return [part for part in self.submobjects if isinstance(part, Ink)]

    def place(self, x: float, y: float) -> Self:
        """Move the middle of the baseline to (x, y)."""
        for part in self.inks:
            part.place(x, y)
        return self


def _joined(line: Typeset) -> Points:
    if not line.parts:
        return np.zeros((0, 3))
    return np.concatenate([part.points for part in line.parts])


@cache
def _in_slot(character: str) -> Points:
    """The character at digit height 1, its advance centred on x = 0, baseline at y = 0."""
    line = text_line(character)
    points = (_joined(line) - [line.width / 2, 0, 0]) / DIGIT_EM
    if character in "+−":
        middle = np.array([0.0, points[:, 1].mean(), 0.0])
        points = (points - middle) * _SIGN_SCALE + middle
    return points
