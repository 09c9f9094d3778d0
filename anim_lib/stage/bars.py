"""Bars on one shared, zero-based scale: a track that stands for 1, and what fills it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Self

import numpy as np
from manim.utils.rate_functions import ease_out_sine

from anim_lib.stage.ink import Ink
from anim_lib.stage.marks import polyline
from anim_lib.stage.theme import Rgb, Role, Theme
from anim_lib.stage.typeset import Points
from anim_lib.stage.verbs import Grow

PIXEL = 1 / 45  # of a 360-line picture, in units
_OUTLINE = 1.6
_INSIDE = 0.3  # of the outline's strength


class Track(Ink):
    """The full length, behind the bars."""

    def __init__(self, left: float, right: float, y: float, height: float, theme: Theme) -> None:
        super().__init__(box(left, right, y, height), Role.BAND, theme, stroke=0)
        self.set_z_index(-5)


class Bar(Ink):
    """A bar from `left`, `share` of `track` long. Its home is its left end's middle.

    A share that would be shorter than `least` is drawn that long: it is not nothing. An outlined
    bar stands for several shares together.
    """

    def __init__(
        self,
        left: float,
        y: float,
        share: float,
        track: float,
        height: float,
        theme: Theme,
        role: Role = Role.OUTPUT,
        least: float = PIXEL,
        *,
        outlined: bool = False,
    ) -> None:
        self.left, self.y, self.thickness = left, y, height
        self.length = max(share * track, least) if share > 0 else 0.0
        self.outlined = outlined
        super().__init__(self.at(1.0), role, theme, stroke=_OUTLINE if outlined else 0)
        self.home = np.array([left, y, 0.0])

    def paint(self, rgb: Rgb, alpha: float = 1.0) -> Self:
        """Give it this colour and opacity; what is inside an outline is paler."""
        super().paint(rgb, alpha)
        if self.outlined:
            self.fill_rgbas = np.array([[*rgb, _INSIDE * alpha]])
        return self

    def at(self, share: float) -> Points:
        """The bar grown to `share` of its own length."""
        return box(self.left, self.left + max(self.length * share, 1e-4), self.y, self.thickness)

    def grow(self, seconds: float, delay: float) -> Grow:
        """The bar grows from zero to its length."""
        return Grow(self, self.at, seconds, delay, ease_out_sine)


class Cut(Ink):
    """A thin line of background between two bars that stand end to end."""

    def __init__(self, x: float, y: float, height: float, theme: Theme) -> None:
        super().__init__(box(x - PIXEL / 2, x + PIXEL / 2, y, height), Role.BACKGROUND, theme, 0)
        self.set_z_index(5)


def parts(shares: Sequence[float], left: float, track: float) -> list[float]:
    """Where each part of a split bar begins: at the sum of the shares before it."""
    ends = accumulate(shares, initial=0.0)
    return [left + end * track for end, _ in zip(ends, shares, strict=False)]


def cut_before(shares: Sequence[float], part: int, track: float) -> bool:
    """Whether a cut is drawn where this part begins: only between parts that outlast it.

    Parts too thin to be seen may lie between the two.
    """
    before = max(shares[:part], default=0.0)
    return min(before, shares[part]) * track >= 2 * PIXEL


def box(left: float, right: float, y: float, height: float) -> Points:
    """A rectangle around y."""
    low, high = y - height / 2, y + height / 2
    return polyline([(left, low), (right, low), (right, high), (left, high), (left, low)])
