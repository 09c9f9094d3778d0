"""What strips of steps are drawn of: pieces, and where these lie; arrays only, no Manim.

A piece is one step where steps can be told apart, else a run of them: a row's multiply-adds, a
row, all rows between two. Strips lie somewhere at some scale; a strip of size 0 is not seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from anim_lib.stage.lanes_place import Place
from anim_lib.stage.lanes_plan import LEAST, PIXEL, LanesPlan, Scale

Array = NDArray[np.float64]
Boxes = NDArray[np.float64]  # (n, 4): left, bottom, right, top
SHRINKS = 3.0  # times as fast as it travels, so that a long strip does not leave the frame
_BIAS_SEEN = PIXEL  # a bias add drawn smaller than this at a bar's end would only tint it


@dataclass(frozen=True)
class Units:
    """Pieces of one colour; all arrays (n,)."""

    strip: NDArray[np.int64]  # which strip a piece belongs to, from 0
    start: Array  # ticks from its strip's start
    length: Array  # ticks
    last: NDArray[np.bool_]  # whether the gap between pieces comes after it


Pieces = tuple[Units, Units]  # in the weights' colour, in the biases' colour


@dataclass(frozen=True)
class Lie:
    """How strips lie: left ends and middles, scale and sizes."""

    places: Array  # (strips, 2)
    pitch: Array  # (strips,) from a step to the next one
    gap: Array  # (strips,) after a step, or after a bar's last one
    size: Array  # (strips,) 0 where a strip is not seen
    least: Array  # (strips,) no piece is narrower

    def between(self, other: Lie, way: Array, share: Array) -> Lie:
        """Strips on their way: `way` are their places (strips, 2), `share` how far they are."""

        def mixed(here: Array, there: Array, share: Array = share) -> Array:
            return here + (there - here) * share

        shrunk = np.minimum(SHRINKS * share, 1.0)

        return Lie(
            way,
            mixed(self.pitch, other.pitch, shrunk),
            mixed(self.gap, other.gap, shrunk),
            mixed(self.size, other.size),
            mixed(self.least, other.least),
        )


def pieces(
    strips: int, steps: int, scale: Scale, cuts: Sequence[int] = (), *, bias: bool = False
) -> Pieces:
    """Pieces of so many strips, each of `steps` ticks.

    `cuts` are the ticks at which a bar's multiply-adds are parted; only bars heed them. A bar has
    its bias add apart where that can be seen, or always with `bias`.
    """
    which, block = np.arange(strips), scale.grain == "block"
    apart = bias or block or scale.pitch - scale.gap >= _BIAS_SEEN
    end = steps - 1 if apart else steps
    starts = range(end) if block else [0, *(cut for cut in cuts if 0 < cut < end)]
    edges = np.array([*starts, end], dtype=float)
    weights = _repeat(which, edges[:-1], np.diff(edges), block=block, ends=not apart)
    last = np.array([float(end)] if apart else [])
    return weights, _repeat(which, last, np.ones(len(last)), block=block, ends=True)


def bars(lengths: Sequence[int]) -> Pieces:
    """One piece a strip, of so many ticks each, no gaps between."""
    which, none = np.arange(len(lengths)), np.zeros(0)
    ticks = np.array(lengths, dtype=float)
    weights = Units(which, np.zeros(len(lengths)), ticks, np.ones(len(lengths), dtype=bool))
    return weights, Units(which[:0], none, none, none.astype(bool))


def _repeat(
    which: NDArray[np.int64],
    start: Array,
    length: Array,
    *,
    block: bool,
    ends: bool,
) -> Units:
    """The same pieces in every strip."""
    n = len(start)
    last = np.full(n, block)
    if n and ends:
        last[-1] = True
    strips = len(which)
    return Units(
        np.repeat(which, n), np.tile(start, strips), np.tile(length, strips), np.tile(last, strips)
    )


def boxes(units: Units, lie: Lie, height: float) -> Boxes:
    """Where the pieces stand, (n, 4)."""
    which = units.strip
    place, size, pitch = lie.places[which], lie.size[which], lie.pitch[which]
    left = place[:, 0] + units.start * pitch * size
    gap = np.where(units.last, lie.gap[which], 0.0)
    right = left + np.maximum(units.length * pitch - gap, lie.least[which]) * size
    low, top = place[:, 1] - height / 2 * size, place[:, 1] + height / 2 * size
    return np.stack([left, low, right, top], axis=1)


# How the lesson's strips lie -----------------------------------------------------------------


def lying(
    places: Sequence[Place], scale: Scale, size: Sequence[float] | Array, least: float
) -> Lie:
    """Strips at these places, all at one scale."""
    one = np.ones(len(places))
    at = np.array(places, dtype=float).reshape(-1, 2)
    return Lie(at, scale.pitch * one, scale.gap * one, np.array(size, dtype=float), least * one)


def in_lanes(plan: LanesPlan, rows: Sequence[int], scale: Scale) -> Lie:
    """Each of these rows in its lane; the others unseen where their line stands.

    What is not seen has the axis's scale, at which it comes and goes.
    """
    places = [(plan.left, plan.y_of(row)) for row in rows]
    size = np.array([float(row in plan.shown) for row in rows])
    # On the axis a row that can be seen ends where it does.
    exact = scale.grain == "block" or (scale == plan.axis and scale.grain == "row")
    lie = lying(places, scale, size, 0.0 if exact else LEAST)
    own = np.where(size > 0, lie.pitch, plan.pitch)
    return replace(lie, pitch=own)


def on_one_lane(plan: LanesPlan, rows: Sequence[int]) -> Lie:
    """These rows one after another."""
    places = [(plan.strip_left(row), plan.stand.lane_y) for row in rows]
    return lying(places, plan.axis, [1.0] * len(rows), 0.0)
