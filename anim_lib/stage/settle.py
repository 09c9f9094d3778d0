"""A number moves to another table and takes its size."""

from __future__ import annotations

import numpy as np
from manim.utils.rate_functions import linear, smooth

from anim_lib.stage.ink import Ink, Slots, Words
from anim_lib.stage.motion import Motion
from anim_lib.stage.paths import Point


class Settle(Motion):
    """An ink moves to a new home and grows or shrinks to `scale`.

    In a straight line; or first `sideways`, so that one column becomes two and none is crossed.
    """

    def __init__(
        self, ink: Ink, to: Point, scale: float, seconds: float, *, sideways: bool = False
    ) -> None:
        super().__init__(ink, seconds, 0.0, linear if sideways else smooth)
        self.ink, self.to, self.scale = ink, np.asarray(to, dtype=float), scale
        self.sideways = sideways

    def remember(self) -> None:
        self.start = self.ink.home.copy()
        self.shape = self.ink.points - self.start

    def show(self, share: float) -> None:
        shares = np.full(3, share)
        if self.sideways:
            shares = np.array([smooth(min(2 * share, 1.0)), smooth(max(2 * share - 1, 0.0)), 0.0])
            share = float(shares[0])
        place = self.start + (self.to - self.start) * shares
        self.ink.points = self.shape * (1 + (self.scale - 1) * share) + place

    def finish(self) -> None:
        self.ink.points = self.shape * self.scale + self.to
        self.ink.home = self.to.copy()
        if isinstance(self.ink, Slots):
            self.ink.h *= self.scale
        if isinstance(self.ink, Words):
            self.ink.em *= self.scale
