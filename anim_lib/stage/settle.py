"""A number moves to another table and takes its size."""

from __future__ import annotations

import numpy as np
from manim.utils.rate_functions import smooth

from anim_lib.stage.ink import Ink, Slots, Words
from anim_lib.stage.motion import Motion
from anim_lib.stage.paths import Point


class Settle(Motion):
    """An ink moves to a new home in a straight line and grows or shrinks to `scale`."""

    def __init__(self, ink: Ink, to: Point, scale: float, seconds: float) -> None:
        super().__init__(ink, seconds, 0.0, smooth)
        self.ink, self.to, self.scale = ink, np.asarray(to, dtype=float), scale

    def remember(self) -> None:
        self.start = self.ink.home.copy()
        self.shape = self.ink.points - self.start

    def show(self, share: float) -> None:
        place = self.start + (self.to - self.start) * share
        self.ink.points = self.shape * (1 + (self.scale - 1) * share) + place

    def finish(self) -> None:
        self.ink.points = self.shape * self.scale + self.to
        self.ink.home = self.to.copy()
        if isinstance(self.ink, Slots):
            self.ink.h *= self.scale
        if isinstance(self.ink, Words):
            self.ink.em *= self.scale
