"""Lines and shapes beside the numbers: brackets, the row band, rules, arrows, rings, boxes."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from anim_lib.stage.ink import Ink
from anim_lib.stage.theme import Role, Theme

Points = NDArray[np.float64]

BRACKET_STROKE = 2.2
_SERIF = 0.13
_ARROW_HEAD = 0.09


class Bracket(Ink):
    """One stroke of a matrix's square brackets; `side` is −1 for the left, 1 for the right."""

    def __init__(
        self, x: float, bottom: float, top: float, side: int, role: Role, theme: Theme
    ) -> None:
        inward = x - side * _SERIF
        corners = [(inward, top), (x, top), (x, bottom), (inward, bottom)]
        super().__init__(polyline(corners), role, theme, stroke=BRACKET_STROKE)
        _outline(self)


class Rule(Ink):
    """A thin horizontal line between the table and the workbench, or over a total."""

    def __init__(self, left: float, right: float, y: float, theme: Theme) -> None:
        super().__init__(polyline([(left, y), (right, y)]), Role.LINE, theme, stroke=1.6)
        _outline(self)


class Band(Ink):
    """The soft bar behind the row being worked. Its home is its left end's middle."""

    def __init__(self, left: float, right: float, y: float, height: float, theme: Theme) -> None:
        box = rounded_box(left, y - height / 2, right, y + height / 2, 0.09)
        super().__init__(box, Role.BAND, theme, stroke=0)
        self.home = np.array([left, y, 0.0])
        self.set_z_index(-10)


class Ring(Ink):
    """A rounded outline around a factor."""

    def __init__(
        self, box: tuple[float, float, float, float], theme: Theme, pad: float = 0.07
    ) -> None:
        left, bottom, right, top = box
        outline = rounded_box(left - pad, bottom - pad, right + pad, top + pad, 0.09)
        super().__init__(outline, Role.TEXT, theme, stroke=1.8)
        self.home = np.array([(left + right) / 2, (bottom + top) / 2, 0.0])
        _outline(self)


class Arrow(Ink):
    """From one running total to the next: a thin quiet line with a small head."""

    def __init__(self, left: float, right: float, y: float, theme: Theme) -> None:
        self.left, self.right_end, self.y = left, right, y
        super().__init__(self.at(1.0), Role.LINE, theme, stroke=1.4)

    def at(self, share: float) -> Points:
        """The arrow grown to `share` of its length."""
        tip = self.left + (self.right_end - self.left) * share
        head = min(_ARROW_HEAD, (self.right_end - self.left) * 0.4)
        shaft = polyline([(self.left, self.y), (max(tip - head, self.left), self.y)])
        corners = [(tip, self.y), (tip - head, self.y + head / 2), (tip - head, self.y - head / 2)]
        return np.concatenate([shaft, polyline([*corners, corners[0]])])


def polyline(corners: list[tuple[float, float]]) -> Points:
    """Straight segments from corner to corner, as cubic curves."""
    curves = []
    for (x0, y0), (x1, y1) in pairwise(corners):
        start, end = np.array([x0, y0, 0.0]), np.array([x1, y1, 0.0])
        curves += [start, start + (end - start) / 3, end - (end - start) / 3, end]
    return np.array(curves)


def rounded_box(left: float, bottom: float, right: float, top: float, radius: float) -> Points:
    """A rectangle with rounded corners, anticlockwise from the bottom edge."""
    r = min(radius, (right - left) / 2, (top - bottom) / 2)
    k = r * 0.5523  # cubic that stays within 0.03 % of a quarter circle
    curves: list[list[tuple[float, float]]] = [
        [(left + r, bottom), (right - r, bottom)],
        [
            (right - r, bottom),
            (right - r + k, bottom),
            (right, bottom + r - k),
            (right, bottom + r),
        ],
        [(right, bottom + r), (right, top - r)],
        [(right, top - r), (right, top - r + k), (right - r + k, top), (right - r, top)],
        [(right - r, top), (left + r, top)],
        [(left + r, top), (left + r - k, top), (left, top - r + k), (left, top - r)],
        [(left, top - r), (left, bottom + r)],
        [(left, bottom + r), (left, bottom + r - k), (left + r - k, bottom), (left + r, bottom)],
    ]
    points: list[Points] = []
    for curve in curves:
        if len(curve) == 2:
            points.append(polyline(curve))
        else:
            points.append(np.array([[x, y, 0.0] for x, y in curve]))
    return np.concatenate(points)


def _outline(ink: Ink) -> None:
    """Draw strokes only."""
    ink.filled = False
    ink.paint(ink.bright)
