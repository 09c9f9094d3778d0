"""Many dots that move together: those of one fate are one ink, however many they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from manim.utils.rate_functions import ease_in_out_sine, linear
from numpy.typing import NDArray

from anim_lib.stage.hinge_plan import UNSEEN, Corner, PlotPlan, Point
from anim_lib.stage.marks import polyline
from anim_lib.stage.motion import Motion
from anim_lib.stage.paths import Path, through
from anim_lib.stage.plot_shapes import THIN_STROKE, PlotShape, circle
from anim_lib.stage.row_dots import FLIGHT
from anim_lib.stage.theme import Rgb, Role, Theme, mix
from anim_lib.stage.typeset import Points
from anim_lib.stage.verbs import Appear, Grow

RISE = 1.0  # all dots of a fate go to their outputs
_STREAM = 2.4  # from the first dot's start to the last one's, at most
_BETWEEN = 0.25  # from one dot's start to the next one's, at most
_RADIUS, _SMALL, _MANY = 0.09, 0.065, 16  # dots of more rows than that are small
_SWELL = 0.5  # how much dots grow, for a while, that stay where they are
_DRAWN_ALL = 200  # of more rows, dots that cover one another are drawn once
_PIXEL = 1 / 45

Places = NDArray[np.float64]  # (n, 2)


class Cloud(PlotShape):
    """The dots of some rows, all of one colour."""

    def __init__(self, points: Sequence[Point], radius: float, theme: Theme) -> None:
        self.rows = [p.row for p in points]
        self.starts = np.array([[p.x, p.start] for p in points])
        self.ends = np.array([[p.x, p.end] for p in points])
        self.radius = radius
        super().__init__(discs(self.starts, radius), Role.TEXT, theme, stroke=0)
        self.set_z_index(4)


class Stream(Motion):
    """Dots set out one after another, each along its own path."""

    def __init__(self, cloud: Cloud, paths: list[Path], starts: NDArray[np.float64]) -> None:
        super().__init__(cloud, float(starts.max()) + FLIGHT, 0.0, linear, introduces=True)
        self.cloud, self.paths, self.starts = cloud, paths, starts

    def before(self) -> None:
        self.cloud.points = np.zeros((0, 3))

    def show(self, share: float) -> None:
        times = (share * self.seconds - self.starts) / FLIGHT
        places = [
            path(ease_in_out_sine(min(float(time), 1.0)))[:2]
            for path, time in zip(self.paths, times, strict=True)
            if time > 0
        ]
        self.cloud.points = discs(np.array(places).reshape(-1, 2), self.cloud.radius)

    def finish(self) -> None:
        self.cloud.points = discs(self.cloud.starts, self.cloud.radius)


class Rise(Motion):
    """Dots go to their outputs and take the outputs' colour; those that stay swell and shrink."""

    def __init__(self, cloud: Cloud, colour: Rgb) -> None:
        super().__init__(cloud, RISE, 0.0, ease_in_out_sine)
        self.cloud, self.colour = cloud, colour
        self.stays = bool(np.abs(cloud.ends - cloud.starts).max() < UNSEEN)

    def remember(self) -> None:
        self.before_colour = self.cloud.rgb

    def show(self, share: float) -> None:
        swell = 1 + _SWELL * np.sin(np.pi * share) if self.stays else 1.0
        places = self.cloud.starts + (self.cloud.ends - self.cloud.starts) * share
        self.cloud.points = discs(places, self.cloud.radius * swell)
        self.cloud.paint(mix(self.before_colour, self.colour, share))

    def finish(self) -> None:
        self.show(1.0)
        self.cloud.bright = self.colour


class Clouds:
    """All dots of the plot, by the groups of rows that are told together."""

    def __init__(self, plan: PlotPlan, groups: Iterable[tuple[int, ...]], theme: Theme) -> None:
        self.plan, self.theme = plan, theme
        count = len(plan.points)
        self.crowded = count > _MANY  # their trails would be one red curtain
        self.radius = _SMALL if self.crowded else _RADIUS
        self.clouds = {
            rows: Cloud(_drawn([plan.points[i] for i in rows], count), self.radius, theme)
            for rows in groups
        }

    def land(self, way: Callable[[int], tuple[Corner, ...]]) -> list[Motion]:
        """Row after row the dots go along the axis to their sums, and from there to their places.

        `way` leads from a row's place in the table to the axis.
        """
        rows = sorted(row for cloud in self.clouds.values() for row in cloud.rows)
        between = min(_BETWEEN, _STREAM / max(len(rows) - 1, 1))
        begins = {row: k * between for k, row in enumerate(rows)}
        return [
            Stream(
                cloud,
                [self._path(row, way(row)) for row in cloud.rows],
                np.array([begins[row] for row in cloud.rows]),
            )
            for cloud in self.clouds.values()
        ]

    def _path(self, row: int, way: tuple[Corner, ...]) -> Path:
        point = self.plan.points[row]
        corners = [*way, (point.x, self.plan.up.origin), (point.x, point.start)]
        return through(*(np.array([*corner, 0.0]) for corner in corners))

    def move(self, rows: tuple[int, ...]) -> list[Motion]:
        """A group's dots go to their outputs; hollow dots stay behind where they came from."""
        cloud = self.clouds[rows]
        rise = Rise(cloud, self.theme.rgb(Role.OUTPUT))
        if rise.stays:
            return [rise]
        left: list[Motion] = []
        for role, kept in self._left_behind(cloud):
            rings = PlotShape(discs(kept[:, 0], self.radius), role, self.theme, THIN_STROKE)
            rings.stroked(1)
            left.append(Appear(rings, 0.1))
            if self.crowded:
                continue
            trails = _Trails(kept, self.radius, role, self.theme)
            left.append(Grow(trails, trails.upto, RISE, rate=ease_in_out_sine))
        return [*left, rise]

    def _left_behind(self, cloud: Cloud) -> list[tuple[Role, NDArray[np.float64]]]:
        """Starts and ends of the dots that move, (n, 2, 2), those below zero apart."""
        both = np.stack([cloud.starts, cloud.ends], axis=1)
        moved = np.abs(both[:, 1, 1] - both[:, 0, 1]) >= UNSEEN
        below = both[:, 0, 0] < self.plan.across.origin
        parts = [(Role.BELOW_ZERO, both[moved & below]), (Role.QUIET, both[moved & ~below])]
        return [(role, part) for role, part in parts if len(part)]


class _Trails(PlotShape):
    """The ways that dots took."""

    def __init__(self, ways: NDArray[np.float64], radius: float, role: Role, theme: Theme) -> None:
        self.ways, self.radius = ways, radius
        super().__init__(self.upto(1.0), role, theme, stroke=THIN_STROKE)
        self.bright = self.waiting
        self.stroked(-3)

    def upto(self, share: float) -> Points:
        """The trails as long as the dots have come."""
        lines = []
        for (x, start), (_, end) in self.ways.tolist():
            way = (end - start) * share
            begin = start + np.sign(way) * min(self.radius, abs(way))
            lines.append(polyline([(x, float(begin)), (x, start + way)]))
        return np.concatenate(lines)


def discs(places: Places, radius: float) -> Points:
    """A circle about each place."""
    one = circle(0.0, 0.0, radius)
    at = np.concatenate([places, np.zeros((len(places), 1))], axis=1)
    return np.asarray((at[:, None, :] + one[None, :, :]).reshape(-1, 3))


def _drawn(points: list[Point], count: int) -> list[Point]:
    """The points whose dots are drawn: of thousands, one for each picture element."""
    if count <= _DRAWN_ALL:
        return points
    seen: dict[tuple[int, int, int], Point] = {}
    for p in points:
        key = (round(p.x / _PIXEL), round(p.start / _PIXEL), round(p.end / _PIXEL))
        seen.setdefault(key, p)
    return list(seen.values())
