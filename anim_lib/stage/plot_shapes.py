"""The lines and shapes of a plot: a graph, dashed lines, trails, dots. Each is one ink."""

from __future__ import annotations

from typing import Self

import numpy as np

from anim_lib.stage.hinge_plan import DOT, Corner, Line
from anim_lib.stage.ink import Ink
from anim_lib.stage.marks import polyline, rounded_box
from anim_lib.stage.theme import Role, Theme
from anim_lib.stage.typeset import Points

AXIS_STROKE, CURVE_STROKE, THIN_STROKE = 1.6, 4.4, 1.8
_DASH, _SPACE = 0.11, 0.09


class PlotShape(Ink):
    """A line, a curve or a dot of the plot: no text."""

    def stroked(self, depth: int) -> Self:
        """Strokes only, at this depth."""
        self.filled = False
        self.paint(self.bright)
        self.set_z_index(depth)
        return self


def line(corners: list[Corner], role: Role, depth: int, theme: Theme) -> PlotShape:
    """A thin line from corner to corner."""
    return PlotShape(polyline(corners), role, theme, stroke=AXIS_STROKE).stroked(depth)


class Curve(PlotShape):
    """The activation's graph."""

    def __init__(self, line: Line, theme: Theme) -> None:
        self.corners = np.array([[x, y, 0.0] for x, y in line])
        super().__init__(polyline(list(line)), Role.OUTPUT, theme, stroke=CURVE_STROKE)
        self.stroked(0)

    def upto(self, share: float) -> Points:
        """The graph from its left end to `share` of its width."""
        return _cut(self.points_whole(), share)

    def points_whole(self) -> Points:
        """All of the graph."""
        return polyline([(float(x), float(y)) for x, y, _ in self.corners])


class Dashed(PlotShape):
    """A dashed straight line."""

    def __init__(self, line: Line, theme: Theme) -> None:
        (x0, y0), (x1, y1) = line
        length = float(np.hypot(x1 - x0, y1 - y0))
        count = max(1, round(length / (_DASH + _SPACE)))
        part = _DASH / (_DASH + _SPACE)
        dashes = []
        for k in range(count):
            a, b = k / count, (k + part) / count
            dashes.append(
                polyline(
                    [
                        (x0 + (x1 - x0) * a, y0 + (y1 - y0) * a),
                        (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b),
                    ]
                )
            )
        self.whole = np.concatenate(dashes)
        super().__init__(self.whole, Role.QUIET, theme, stroke=THIN_STROKE)
        self.stroked(-5)

    def upto(self, share: float) -> Points:
        """The dashes up to `share` of the line."""
        count = len(self.whole) // 4
        return self.whole[: 4 * max(1, round(share * count))]


class Trail(PlotShape):
    """The way that a dot took."""

    def __init__(self, x: float, start: float, end: float, role: Role, theme: Theme) -> None:
        self.x, self.start, self.end = x, start, end
        super().__init__(self.upto(1.0), role, theme, stroke=THIN_STROKE)
        self.bright = self.waiting
        self.stroked(-3)

    def upto(self, share: float) -> Points:
        """The trail as long as the dot has come."""
        sign = 1.0 if self.end > self.start else -1.0
        begin = self.start + sign * min(DOT, abs(self.end - self.start) * share)
        tip = self.start + (self.end - self.start) * share
        return polyline([(self.x, begin), (self.x, tip)])


def _cut(whole: Points, share: float) -> Points:
    """A graph's straight pieces up to `share` of its width."""
    left, right = whole[0, 0], whole[-1, 0]
    edge = left + (right - left) * share
    kept = whole[: 4 * max(1, int(np.searchsorted(whole[3::4, 0], edge)) + 1)].copy()
    start, end = kept[-4].copy(), kept[-1].copy()
    if end[0] > edge and end[0] > start[0]:
        tip = start + (end - start) * max((edge - start[0]) / (end[0] - start[0]), 0.0)
        kept[-4:] = [start, start + (tip - start) / 3, tip - (tip - start) / 3, tip]
    return kept


def circle(x: float, y: float, radius: float) -> Points:
    """A circle about (x, y), anticlockwise."""
    return rounded_box(x - radius, y - radius, x + radius, y + radius, radius)
