"""Rows as strips of blocks on stage: hollow while they wait, solid when done.

Four inks hold all pieces, one for each colour and state. Pieces that stand for many steps are
too slender for outlines: while they wait they are solid and dim.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from manim.utils.rate_functions import ease_in_out_sine, smooth
from numpy.typing import NDArray

from anim_lib.stage.cells import Boxes, Cells, Change, progress
from anim_lib.stage.lanes_plan import LanesPlan
from anim_lib.stage.lanes_units import Lie, Pieces, Units, boxes
from anim_lib.stage.motion import Motion
from anim_lib.stage.paths import Path, through
from anim_lib.stage.theme import Rgb, Role, Theme, hex_to_rgb, mix
from anim_lib.stage.verbs import Vanish

TRAVEL = 0.8
_LAG = 0.2
_DIM = 0.72  # a waiting bar: its colour mixed so far towards the background
_UNSEEN = 0.02  # strips smaller than this are not drawn


class Strips:
    """Strips of these rows (from 0) as they lie now."""

    def __init__(
        self,
        plan: LanesPlan,
        rows: Sequence[int],
        lie: Lie,
        pieces: Pieces,
        theme: Theme,
        *,
        outlined: bool,
    ) -> None:
        self.plan, self.rows, self.lie, self.pieces = plan, tuple(rows), lie, pieces
        self.theme = theme
        roles = (Role.WEIGHT, Role.BIAS)
        here = self.boxes()
        self.hollow = [
            Cells(b, r, theme, hollow=outlined) for b, r in zip(here, roles, strict=True)
        ]
        self.solid = [Cells(b, r, theme) for b, r in zip(here, roles, strict=True)]
        for ink in self.hollow:
            ink.set_z_index(1)
            if not outlined:
                ink.bright = ink.towards_background(_DIM)
                ink.paint(ink.bright)
        for ink in self.solid:
            ink.set_z_index(2)
        if plan.axis.grain == "all" and not outlined:  # bars that touch make one bar
            for ink in (*self.hollow, *self.solid):
                ink.radius = 0.0
        self.outlined = outlined
        self.place()

    def place(self) -> None:
        """The waiting strips stand as they lie now."""
        for ink, box in zip(self.hollow, self.boxes(), strict=True):
            ink.stand(box)

    def boxes(self, lie: Lie | None = None) -> tuple[Boxes, Boxes]:
        """Boxes of the multiply-adds and of the bias adds that are seen, strip after strip."""
        weights, biases = (self._seen(units, lie or self.lie) for units in self.pieces)
        return weights, biases

    def _seen(self, units: Units, lie: Lie) -> Boxes:
        seen = lie.size[units.strip] > _UNSEEN
        return boxes(units, lie, self.plan.height)[seen]

    # Motions -------------------------------------------------------------------------------

    def close_up(self, weights: Boxes, biases: Boxes, seconds: float) -> list[Motion]:
        """The waiting pieces come from these boxes, one for each piece, and close up to strips."""
        motions: list[Motion] = []
        starts = (weights, biases)
        for ink, units, start in zip(self.hollow, self.pieces, starts, strict=True):
            end = boxes(units, self.lie, self.plan.height)
            motions.append(Change(ink, _between(ink, start, end), seconds, rate=smooth))
        return motions

    def ways(self, goal: Lie, *, copies: bool) -> tuple[list[Path], list[float], float]:
        """Each strip's way to its goal, its delay, and the seconds of all; copies: last first."""
        here, there = self.lie.places, goal.places
        corners = np.stack(
            [here[:, 0], there[:, 1]] if copies else [there[:, 0], here[:, 1]], axis=1
        )
        paths = [
            through(*(np.array([*at, 0.0]) for at in way))
            for way in zip(here, corners, there, strict=True)
        ]
        n = len(paths)
        lag = min(_LAG, 0.7 / max(n - 1, 1))
        delays = [lag * (n - 1 - i if copies else i) for i in range(n)]
        return paths, delays, TRAVEL + lag * (n - 1)

    def travel(self, goal: Lie, *, copies: bool) -> list[Motion]:
        """All strips travel onto the one lane, or as copies from there, the last one first."""
        start = self.lie
        paths, delays, whole = self.ways(goal, copies=copies)
        self.lie = goal

        def act(ink: Cells, units: Units) -> Callable[[float], None]:
            def show(share: float) -> None:
                gone = [
                    ease_in_out_sine(min(max((share * whole - d) / TRAVEL, 0.0), 1.0))
                    for d in delays
                ]
                at = np.array([path(g)[:2] for path, g in zip(paths, gone, strict=True)])
                ink.stand(self._seen(units, start.between(goal, at, np.array(gone))))

            return show

        return [
            Change(ink, act(ink, units), whole)
            for ink, units in zip(self.hollow, self.pieces, strict=True)
        ]

    def run(self, seconds: float, *, one_by_one: bool, delay: float = 0.0) -> list[Motion]:
        """Every step is done at its tick: strip after strip, or all strips side by side."""
        plan, ticks = self.plan, seconds / self.plan.tick
        rows = np.array(self.rows, dtype=float)

        def act(ink: Cells, units: Units) -> Callable[[float], None]:
            first = rows[units.strip] * plan.steps if one_by_one else 0.0
            seen = self.lie.size[units.strip] > _UNSEEN
            starts, lengths = (first + units.start)[seen], units.length[seen]
            here = self._seen(units, self.lie)
            return lambda share: ink.stand(here, _done(share * ticks, starts, lengths))

        return [
            Change(ink, act(ink, units), seconds, delay)
            for ink, units in zip(self.solid, self.pieces, strict=True)
        ]

    def empty(self) -> list[Motion]:
        """What was done fades out; the strips are hollow again."""
        return [Vanish(ink, 0.2) for ink in self.solid]

    def fold(self, squares: Boxes, colour: Rgb, seconds: float) -> list[Motion]:
        """Every strip that is seen folds to its square, in this colour."""
        motions: list[Motion] = [Vanish(ink, 0.2) for ink in self.hollow]
        for ink, units in zip(self.solid, self.pieces, strict=True):
            seen = self.lie.size[units.strip] > _UNSEEN
            end = squares[units.strip[seen]]
            act = _between(ink, self._seen(units, self.lie), end, colour)
            motions.append(Change(ink, act, seconds, rate=ease_in_out_sine))
        return motions

    @property
    def dim(self) -> Rgb:
        """A waiting multiply-add where it is solid."""
        return mix(self.theme.rgb(Role.WEIGHT), hex_to_rgb(self.theme.background), _DIM)


def _done(
    ticks: float, starts: NDArray[np.float64], lengths: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How much of each piece is done: one step moves and rests, a run of steps fills evenly."""
    even = np.clip((ticks - starts) / lengths, 0.0, 1.0)
    return np.where(lengths == 1, progress(ticks, starts), even)


def _between(
    ink: Cells, start: Boxes, end: Boxes, colour: Rgb | None = None
) -> Callable[[float], None]:
    """Boxes on their way from `start` to `end`, perhaps to a colour too; no empty ones."""
    bright = ink.bright

    def act(share: float) -> None:
        now = start + (end - start) * share
        ink.stand(now[(now[:, 2] > now[:, 0]) & (now[:, 3] > now[:, 1])])
        if colour is not None:
            ink.paint(mix(bright, colour, share))

    return act
