"""The plot on stage: axes, dashed diagonal, curve, dots that keep their sums and then move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

import numpy as np
from manim.utils.rate_functions import ease_in_out_sine, linear, smooth

from anim_lib.stage.hinge_labels import DIGIT, SUM_NAME, TICK, UNCHANGED, PlotLabels, TickMark
from anim_lib.stage.hinge_plan import DOT, Corner, Line, PlotPlan
from anim_lib.stage.ink import Ink, Slots, Words
from anim_lib.stage.marks import polyline, rounded_box
from anim_lib.stage.motion import Motion, later
from anim_lib.stage.paths import through
from anim_lib.stage.table_plan import LABEL_EM, SMALL_EM
from anim_lib.stage.theme import Rgb, Role, Theme, mix
from anim_lib.stage.typeset import Points
from anim_lib.stage.verbs import Appear, Fly, Grow, write

RISE = 0.7  # a dot's way to its output
DRAW = 1.5  # the curve, from end to end
_FLIGHT = 0.7  # a dot's way from its row
_AXIS_STROKE, _CURVE_STROKE, _THIN_STROKE = 1.6, 4.4, 1.8
_DASH, _SPACE = 0.11, 0.09
_PULSE = 1.7  # how much a dot swells that stays where it is
_UNSEEN = 0.03  # a shorter way is no way: 1.4 reference pixels


class PlotShape(Ink):
    """A line, a curve or a dot of the plot: no text."""

    def stroked(self, depth: int) -> Self:
        """Strokes only, at this depth."""
        self.filled = False
        self.paint(self.bright)
        self.set_z_index(depth)
        return self


class Dot(PlotShape):
    """A row's dot."""

    def __init__(self, x: float, y: float, role: Role, theme: Theme) -> None:
        super().__init__(_circle(x, y, DOT), role, theme, stroke=0)
        self.home = np.array([x, y, 0.0])


class Move(Motion):
    """A dot goes to its output and takes the outputs' colour; one that stays swells and shrinks."""

    def __init__(self, dot: Dot, y: float, colour: Rgb, delay: float = 0.0) -> None:
        super().__init__(dot, RISE, delay, ease_in_out_sine)
        self.dot, self.y, self.colour = dot, y, colour

    def remember(self) -> None:
        self.start, self.before_colour = self.dot.home.copy(), self.dot.rgb
        self.shape = self.dot.points - self.start
        self.way = np.array([0.0, self.y - self.start[1], 0.0])
        self.swells = abs(self.way[1]) < _UNSEEN

    def show(self, share: float) -> None:
        swell = 1 + (_PULSE - 1) * np.sin(np.pi * share) if self.swells else 1.0
        self.dot.points = self.shape * swell + self.start + self.way * share
        self.dot.paint(mix(self.before_colour, self.colour, share))

    def finish(self) -> None:
        self.show(1.0)
        self.dot.points = self.shape + self.start + self.way
        self.dot.home = self.start + self.way
        self.dot.bright = self.colour


class Hinge:
    """The plot's inks, each at its final place, and the motions that bring them."""

    def __init__(self, plan: PlotPlan, labels: PlotLabels, name: str, theme: Theme) -> None:
        self.plan, self.labels, self.theme = plan, labels, theme
        across, up = plan.across, plan.up
        self.axes = [
            self._line([(across.low, up.origin), (across.high, up.origin)], Role.QUIET, -6),
            self._line([(across.origin, up.low), (across.origin, up.high)], Role.QUIET, -6),
        ]
        self.marks: list[Ink] = [self._tick_marks()]
        self.marks += [self._number(m) for m in labels.sum_ticks if m.text]
        self.output_numbers = [self._number(m) for m in labels.output_ticks if m.text]
        self.sum_name = Words(SUM_NAME, SMALL_EM, Role.TEXT, theme).place(*labels.sum_name)
        self.output_name = Words(f"{name}(z)", LABEL_EM, Role.OUTPUT, theme)
        self.output_name.place(*labels.output_name)
        self.diagonal = [_Dashed(plan.unchanged, theme)] if plan.unchanged else []
        self.limits = [_Dashed(line, theme) for line in plan.limits]
        self.unchanged: list[Ink] = []
        if labels.unchanged is not None:
            word = Words(UNCHANGED, SMALL_EM, Role.QUIET, theme).place(*labels.unchanged)
            self.unchanged.append(word)
        self.curve = _Curve(plan.curve, theme)
        self.dots = [self._dot(p.x, p.start) for p in plan.points]
        self.numbers = [
            Slots(p.cluster.text, DIGIT, Role.TEXT, theme, centred=True).place(p.x, p.y)
            for p in labels.points
        ]
        self.leaders = [
            self._line(list(p.leader), Role.QUIET, -4) if p.leader else None for p in labels.points
        ]
        self._numbered: set[int] = set()

    # Parts -----------------------------------------------------------------------------------

    def _line(self, corners: list[Corner], role: Role, depth: int) -> PlotShape:
        line = PlotShape(polyline(corners), role, self.theme, stroke=_AXIS_STROKE)
        return line.stroked(depth)

    def _tick_marks(self) -> PlotShape:
        x, y = self.plan.across.origin, self.plan.up.origin
        marks = [
            polyline([(m.tick.place, y - TICK), (m.tick.place, y + TICK)])
            for m in self.labels.sum_ticks
        ]
        marks += [
            polyline([(x - TICK, m.tick.place), (x + TICK, m.tick.place)])
            for m in self.labels.output_ticks
        ]
        points = np.concatenate(marks) if marks else np.zeros((0, 3))
        return PlotShape(points, Role.QUIET, self.theme, stroke=_AXIS_STROKE).stroked(-6)

    def _number(self, mark: TickMark) -> Slots:
        assert mark.text is not None
        number = Slots(mark.tick.text, DIGIT, Role.QUIET, self.theme, centred=True)
        return number.place(*mark.text)

    def _dot(self, x: float, y: float) -> Dot:
        dot = Dot(x, y, Role.TEXT, self.theme)
        dot.set_z_index(4)
        return dot

    # Motions ---------------------------------------------------------------------------------

    def draw_axes(self) -> list[Motion]:
        """Axes from their ends, then ticks and the name of the sums' axis."""
        growing = [Grow(axis, _growing(axis.points), 0.5, rate=smooth) for axis in self.axes]
        return [*growing, *write(*self.marks, *self.output_numbers, self.sum_name, delay=0.4)]

    def draw_unchanged(self) -> list[Motion]:
        """The dashed diagonal, where each sum would stay as it is."""
        drawn = [Grow(dashed, dashed.upto, 0.5, rate=smooth) for dashed in self.diagonal]
        return [*drawn, *write(*self.unchanged, delay=0.4)]

    def land(self, row: int, start: Corner) -> list[Motion]:
        """A row's dot goes along the axis to its sum, and from there to its place.

        On that way it meets no text. Its number appears as it lands.
        """
        dot, across, level = self.dots[row], self.plan.across, self.plan.up.origin
        gutter = (across.high + start[0]) / 2
        corners = [start, (gutter, start[1]), (gutter, level), (float(dot.home[0]), level)]
        path = through(*(np.array([*corner, 0.0]) for corner in corners), dot.home)
        return [Fly(dot, path, seconds=_FLIGHT), *later(_FLIGHT - 0.1, self._number_of(row))]

    def _number_of(self, row: int) -> list[Motion]:
        """Rows that share a label get it when the last of them has landed."""
        self._numbered.add(row)
        for label, number, leader in zip(
            self.labels.points, self.numbers, self.leaders, strict=True
        ):
            if row in label.cluster.rows and self._numbered.issuperset(label.cluster.rows):
                return write(number, *([leader] if leader else []))
        return []

    def draw_curve(self) -> list[Motion]:
        """The activation from left to right, once, and its name."""
        return [
            Grow(self.curve, self.curve.upto, DRAW, rate=linear),
            *(Grow(limit, limit.upto, DRAW, rate=linear) for limit in self.limits),
            *write(self.output_name, delay=0.2),
        ]

    def move(self, row: int) -> list[Motion]:
        """A row's dot goes to its output; a hollow dot and a faint trail stay behind."""
        point, dot = self.plan.points[row], self.dots[row]
        moving: list[Motion] = [Move(dot, point.end, self.theme.rgb(Role.OUTPUT))]
        if abs(point.end - point.start) < _UNSEEN:
            return moving
        below = point.x < self.plan.across.origin
        role = Role.BELOW_ZERO if below else Role.QUIET
        ghost = PlotShape(_circle(point.x, point.start, DOT), role, self.theme, _THIN_STROKE)
        trail = _Trail(point.x, point.start, point.end, role, self.theme)
        return [
            Appear(ghost.stroked(1), 0.1),
            Grow(trail, trail.upto, RISE, rate=ease_in_out_sine),
            *moving,
        ]


class _Curve(PlotShape):
    """The activation's graph."""

    def __init__(self, line: Line, theme: Theme) -> None:
        self.corners = np.array([[x, y, 0.0] for x, y in line])
        super().__init__(polyline(list(line)), Role.OUTPUT, theme, stroke=_CURVE_STROKE)
        self.stroked(0)

    def upto(self, share: float) -> Points:
        """The graph from its left end to `share` of its width."""
        return _cut(self.points_whole(), share)

    def points_whole(self) -> Points:
        """All of the graph."""
        return polyline([(float(x), float(y)) for x, y, _ in self.corners])


class _Dashed(PlotShape):
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
        super().__init__(self.whole, Role.QUIET, theme, stroke=_THIN_STROKE)
        self.stroked(-5)

    def upto(self, share: float) -> Points:
        """The dashes up to `share` of the line."""
        count = len(self.whole) // 4
        return self.whole[: 4 * max(1, round(share * count))]


class _Trail(PlotShape):
    """The way that a dot took."""

    def __init__(self, x: float, start: float, end: float, role: Role, theme: Theme) -> None:
        self.x, self.start, self.end = x, start, end
        super().__init__(self.upto(1.0), role, theme, stroke=_THIN_STROKE)
        self.bright = self.waiting
        self.stroked(-3)

    def upto(self, share: float) -> Points:
        """The trail as long as the dot has come."""
        sign = 1.0 if self.end > self.start else -1.0
        begin = self.start + sign * min(DOT, abs(self.end - self.start) * share)
        tip = self.start + (self.end - self.start) * share
        return polyline([(self.x, begin), (self.x, tip)])


def _growing(whole: Points) -> Callable[[float], Points]:
    """A straight line as long as its share, from its first end."""
    (x0, y0, _), (x1, y1, _) = whole[0].tolist(), whole[-1].tolist()
    return lambda share: polyline([(x0, y0), (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)])


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


def _circle(x: float, y: float, radius: float) -> Points:
    return rounded_box(x - radius, y - radius, x + radius, y + radius, radius)
