"""Finding a clear place for a label among boxes that are taken. Pure arithmetic, in units."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

Box = tuple[float, float, float, float]  # left, bottom, right, top
Spot = tuple[float, float]  # a box's left end and bottom

AIR = 0.08  # between a label and what it must not touch: 3.6 reference pixels
_STEP = 0.06  # a slanted line is taken as boxes this long


def apart(one: Box, other: Box, air: float = AIR) -> bool:
    """Whether the boxes keep at least `air` between them."""
    across = max(one[0] - other[2], other[0] - one[2])
    up = max(one[1] - other[3], other[1] - one[3])
    return max(across, up) >= air - 1e-9


def around(x: float, y: float, reach: float) -> Box:
    """The square of half-width `reach` about a point."""
    return (x - reach, y - reach, x + reach, y + reach)


def along(corners: list[tuple[float, float]]) -> list[Box]:
    """Small boxes that cover a line through these corners."""
    boxes: list[Box] = []
    for (x0, y0), (x1, y1) in pairwise(corners):
        if x0 == x1 or y0 == y1:
            boxes.append((min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)))
            continue
        pieces = max(1, math.ceil(math.hypot(x1 - x0, y1 - y0) / _STEP))
        for k in range(pieces):
            a, b = k / pieces, (k + 1) / pieces
            xs = sorted((x0 + (x1 - x0) * a, x0 + (x1 - x0) * b))
            ys = sorted((y0 + (y1 - y0) * a, y0 + (y1 - y0) * b))
            boxes.append((xs[0], ys[0], xs[1], ys[1]))
    return boxes


def first_clear(
    spots: list[Spot], width: float, height: float, taken: list[Box], bounds: Box
) -> Box | None:
    """The first spot where a box of this size keeps clear of all that is taken; None if none."""
    for left, bottom in spots:
        box = (left, bottom, left + width, bottom + height)
        inside = (
            box[0] >= bounds[0]
            and box[1] >= bounds[1]
            and box[2] <= bounds[2]
            and box[3] <= bounds[3]
        )
        if inside and all(apart(box, other) for other in taken):
            return box
    return None


def rings_about(x: float, y: float, width: float, height: float) -> Iterator[Spot]:
    """Spots on growing rings about a point, below and right of it first."""
    for ring in range(1, 14):
        reach = 0.2 * ring
        for turn in range(24):
            angle = -math.pi / 4 + (turn + 1) // 2 * (1 if turn % 2 else -1) * math.pi / 12
            across, up = math.cos(angle), math.sin(angle)
            middle_x = x + across * (reach + width / 2)
            middle_y = y + up * (reach + height / 2)
            yield (middle_x - width / 2, middle_y - height / 2)
