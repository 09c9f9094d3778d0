"""Ways for a flying number: straight, or along rows and gutters with rounded corners."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Point = NDArray[np.float64]  # (3,)
Path = Callable[[float], Point]  # share of the way, 0..1 → place

_RADIUS = 0.35


def straight(start: Point, end: Point) -> Path:
    """The shortest way."""
    return lambda share: start + (end - start) * share


def through(*corners: Point) -> Path:
    """Along straight lines from corner to corner, each corner rounded; constant speed."""
    line = _rounded([np.asarray(c, dtype=float) for c in corners])
    steps = np.linalg.norm(np.diff(line, axis=0), axis=1)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    if along[-1] == 0:
        return straight(line[-1], line[-1])

    def at(share: float) -> Point:
        s = share * along[-1]
        return np.array([np.interp(s, along, line[:, axis]) for axis in range(3)])

    return at


def channel(start: Point, end: Point, gutter_x: float) -> Path:
    """Sideways in its own row, straight along the gutter, sideways in."""
    return through(
        start,
        np.array([gutter_x, start[1], 0.0]),
        np.array([gutter_x, end[1], 0.0]),
        end,
    )


def _rounded(corners: list[Point]) -> NDArray[np.float64]:
    """The polyline with each inner corner replaced by a short quadratic curve."""
    points = [corners[0]]
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        into, out = before - corner, after - corner
        reach = min(_RADIUS, float(np.linalg.norm(into)) / 2, float(np.linalg.norm(out)) / 2)
        if reach < 1e-9:
            points.append(corner)
            continue
        a = corner + into / np.linalg.norm(into) * reach
        b = corner + out / np.linalg.norm(out) * reach
        points += [
            (1 - t) ** 2 * a + 2 * t * (1 - t) * corner + t**2 * b for t in np.linspace(0, 1, 9)
        ]
    points.append(corners[-1])
    return np.array(points)
