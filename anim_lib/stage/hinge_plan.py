"""The plot of an activation: axes, curve, and where each row's sum goes. Without Manim.

Functions without bounds start from the dashed diagonal "unchanged", on equal units; functions
that squash start from the axis of sums, and their outputs have a scale of their own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from anim_lib.nn.activations import Activation
from anim_lib.nn.relu import ReluTrace
from anim_lib.stage.axis import Axis, sides

Corner = tuple[float, float]
Line = tuple[Corner, ...]

DOT = 0.09  # radius
UNSEEN = 0.03  # a dot's shorter way is no way: 1.4 reference pixels
NEAR = 0.42  # points nearer than this share one label
LARGEST, GOOD, SMALLEST = 5.3, 3.4, 3.0  # sides of the square plot
WIDEST, TALLEST, FLATTEST = 6.6, 5.6, 2.9  # of a plot whose outputs are bounded
_SLACK = 1e-9
_MARGIN = 0.36  # of the axes beyond the outermost values
_BOUNDED_SUMS = 3.0  # the least sum shown on both sides, so that the bend is seen
_OUTPUT_UNIT = 3.3  # units for 1 where outputs lie in 0…1; half of it for −1…1
_HEADROOM = 0.85  # above the largest output: the function's name
_SAMPLES = 120


@dataclass(frozen=True)
class Point:
    """One row's dot: it stands over its sum, at `start` before the activation, then at `end`."""

    row: int
    x: float
    start: float
    end: float


@dataclass(frozen=True)
class Cluster:
    """Rows whose points stand so near one another that they share one label."""

    rows: tuple[int, ...]  # in order
    x: float  # middle of their points
    y: float

    @property
    def text(self) -> str:
        """Row numbers as people count: "2, 4"; three or more in a row as a range: "1–8"."""
        runs: list[list[int]] = []
        for row in self.rows:
            if runs and row == runs[-1][-1] + 1:
                runs[-1].append(row)
            else:
                runs.append([row])
        parts: list[str] = []
        for run in runs:
            numbers = [str(row + 1) for row in run]
            parts += [f"{numbers[0]}–{numbers[-1]}"] if len(run) > 2 else numbers
        return ", ".join(parts)


@dataclass(frozen=True)
class PlotPlan:
    """Everything on the plot but its texts, in units."""

    across: Axis  # of sums
    up: Axis  # of outputs
    unchanged: Line | None  # the dashed diagonal
    limits: tuple[Line, ...]  # dashed lines that the outputs never pass
    curve: Line
    points: tuple[Point, ...]  # one a row
    clusters: tuple[Cluster, ...]


@dataclass(frozen=True)
class Room:
    """Where a plot may stand, in units."""

    left: float
    middle: float  # y
    width: float
    height: float


def plot_size(activation: Activation, width: float, height: float) -> tuple[float, float]:
    """The width and height that the plot takes of a room."""
    if activation.bounds is None:
        side = min(width, height, LARGEST)
        return side, side
    return min(width, WIDEST), min(height, TALLEST)


def is_legible(activation: Activation, width: float, height: float, least: float) -> bool:
    """Whether a plot of this size says something: `least` is the side of one on equal units."""
    if activation.bounds is None:
        return min(width, height) >= least - _SLACK
    return width >= least - _SLACK and height >= min(least, FLATTEST) - _SLACK


def plan_plot(trace: ReluTrace, room: Room) -> PlotPlan:
    """The plot that fills this room."""
    if trace.activation.bounds is None:
        return _on_equal_units(trace, room)
    return _on_own_scale(trace, trace.activation.bounds, room)


def _sums(trace: ReluTrace) -> list[float]:
    return [float(q.exact) for q in trace.z]


def _on_equal_units(trace: ReluTrace, room: Room) -> PlotPlan:
    left, side = room.left, min(room.width, room.height)
    z, y = _sums(trace), [float(q.exact) for q in trace.y]
    scale = max((abs(value) for value in z), default=0.0) or 1.0
    below, above = sides(min(z) / scale, max(z) / scale)
    reach = (side - 2 * _MARGIN) / (below + above)
    bottom = room.middle - side / 2
    origin = _MARGIN + below * reach
    across = Axis(left + origin, reach, scale, left, left + side)
    up = Axis(bottom + origin, reach, scale, bottom, bottom + side)
    points = tuple(
        Point(i, across.at(value), up.at(value), up.at(y[i])) for i, value in enumerate(z)
    )
    return PlotPlan(
        across=across,
        up=up,
        unchanged=((left, bottom), (left + side, bottom + side)),
        limits=(),
        curve=_curve(trace.activation, across, up),
        points=points,
        clusters=_clusters(points),
    )


def _on_own_scale(trace: ReluTrace, bounds: tuple[float, float], room: Room) -> PlotPlan:
    left, width = room.left, room.width
    z, y = _sums(trace), [float(q.exact) for q in trace.y]
    lowest, highest = bounds
    scale = max(_BOUNDED_SUMS, *(abs(value) for value in z))  # of both sides: so is the curve
    across = Axis(left + width / 2, width / 2 - _MARGIN, scale, left, left + width)
    depth = _HEADROOM if lowest == 0 else _MARGIN
    unit = _OUTPUT_UNIT / (highest - lowest) * (1.0 if lowest == 0 else 1.3)
    unit = min(unit, (room.height - _HEADROOM - depth) / (highest - lowest))
    height = (highest - lowest) * unit + _HEADROOM + depth
    origin = room.middle - height / 2 + depth - lowest * unit
    bottom = origin + lowest * unit - (_MARGIN if lowest else 0.2)
    up = Axis(origin, unit, 1.0, bottom, origin + highest * unit + _HEADROOM)
    points = tuple(Point(i, across.at(v), origin, up.at(y[i])) for i, v in enumerate(z))
    limits = [((across.origin, up.at(highest)), (across.high, up.at(highest)))]
    if lowest:
        limits.append(((across.low, up.at(lowest)), (across.origin, up.at(lowest))))
    return PlotPlan(
        across=across,
        up=up,
        unchanged=None,
        limits=tuple(limits),
        curve=_curve(trace.activation, across, up),
        points=points,
        clusters=_clusters(points),
    )


def _curve(activation: Activation, across: Axis, up: Axis) -> Line:
    """The function from end to end of the axis; zero, where it may bend, is a corner."""
    places = np.concatenate(
        [
            np.linspace(across.low, across.origin, _SAMPLES, endpoint=False),
            np.linspace(across.origin, across.high, _SAMPLES + 1),
        ]
    )
    largest = np.finfo(np.float64).max
    with np.errstate(over="ignore"):
        sums = np.array([across.value(x) for x in places.tolist()])
    outputs = activation(np.clip(sums, -largest, largest))
    return tuple((x, up.at(v)) for x, v in zip(places.tolist(), outputs.tolist(), strict=True))


def _clusters(points: tuple[Point, ...]) -> tuple[Cluster, ...]:
    """Neighbours nearer than NEAR stand together, from left to right."""
    ordered = sorted(points, key=lambda p: p.x)
    groups = [[ordered[0]]]
    for one, other in pairwise(ordered):
        if math.hypot(other.x - one.x, other.start - one.start) < NEAR:
            groups[-1].append(other)
        else:
            groups.append([other])
    return tuple(
        Cluster(
            rows=tuple(sorted(p.row for p in group)),
            x=(group[0].x + group[-1].x) / 2,
            y=(group[0].start + group[-1].start) / 2,
        )
        for group in groups
    )
