"""Many shapes of one colour as one ink, rebuilt at once for every moment.

A mobject for each of thousands of shapes would take seconds a frame; here a frame costs one
array whatever the number of shapes.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from manim.utils.rate_functions import linear, smooth
from numpy.typing import NDArray

from anim_lib.stage.ink import Ink
from anim_lib.stage.marks import rounded_box
from anim_lib.stage.motion import Motion, Rate
from anim_lib.stage.theme import Role, Theme
from anim_lib.stage.typeset import Points

Boxes = NDArray[np.float64]  # (n, 4): left, bottom, right, top
Shares = NDArray[np.float64]  # (n,): how much of each is done, 0..1

RADIUS = 0.06
OUTLINE = 2.2  # one picture element at 360 lines
MOVES = 0.6  # of a tick something moves, then it rests

_FLAT = rounded_box(0.0, 0.0, 1.0, 1.0, 0.0)
_CORNER = (rounded_box(0.0, 0.0, 1.0, 1.0, 0.1) - _FLAT) / 0.1  # what a radius of 1 adds


class Cells(Ink):
    """Rounded boxes of one colour, solid or hollow."""

    def __init__(self, boxes: Boxes, role: Role, theme: Theme, *, hollow: bool = False) -> None:
        super().__init__(rounded(boxes), role, theme, stroke=OUTLINE if hollow else 0.0)
        self.radius = RADIUS
        if hollow:
            self.filled = False
            self.bright = self.waiting
            self.paint(self.bright)

    def stand(self, boxes: Boxes, done: Shares | None = None) -> None:
        """Stand at these boxes, each filled from its left up to its share."""
        self.points = rounded(boxes, done, self.radius)


class Change(Motion):
    """An ink is changed by a function of how far the motion has come, 0..1."""

    def __init__(
        self,
        ink: Ink,
        act: Callable[[float], object],
        seconds: float,
        delay: float = 0.0,
        rate: Rate = linear,
    ) -> None:
        super().__init__(ink, seconds, delay, rate, introduces=True)
        self.act = act

    def show(self, share: float) -> None:
        self.act(share)


def rounded(boxes: Boxes, done: Shares | None = None, radius: float = RADIUS) -> Points:
    """Outlines of all boxes in one array; with `done` each only as far as it is filled."""
    if done is not None:
        boxes, done = boxes[done > 0], done[done > 0]
    corner, size = boxes[:, None, :2], boxes[:, None, 2:] - boxes[:, None, :2]
    r = np.minimum(radius, size.min(axis=2, keepdims=True) * 0.2)
    points = np.zeros((len(boxes), len(_FLAT), 3))
    points[:, :, :2] = corner + _FLAT[None, :, :2] * size + _CORNER[None, :, :2] * r
    if done is not None:
        front = boxes[:, 0] + (boxes[:, 2] - boxes[:, 0]) * done
        points[:, :, 0] = np.minimum(points[:, :, 0], front[:, None])
    return points.reshape(-1, 3)


def progress(ticks: float, starts: NDArray[np.float64]) -> Shares:
    """How much of each step is done after so many ticks, when it starts at its own tick."""
    moved = np.clip((ticks - starts) / MOVES, 0.0, 1.0)
    return np.array([smooth(float(share)) for share in moved.ravel()])
