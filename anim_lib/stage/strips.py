"""Rows as strips of blocks on stage: hollow while they wait, solid when done.

Four inks hold all blocks, one for each colour and state; the rows' numbers are inks of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from manim.utils.rate_functions import ease_in_out_sine, smooth
from numpy.typing import NDArray

from anim_lib.stage.cells import MOVES, Boxes, Cells, Change, progress
from anim_lib.stage.ink import Ink, Slots
from anim_lib.stage.lanes_plan import LanesPlan
from anim_lib.stage.motion import Motion, together
from anim_lib.stage.paths import Path, through
from anim_lib.stage.slots import MIN_DIGIT
from anim_lib.stage.theme import Rgb, Role, Theme, hex_to_rgb, mix
from anim_lib.stage.verbs import Appear, Fly, Slide, Tint, Vanish

Place = tuple[float, float]  # a strip's left end and middle

_TRAVEL, _LAG = 0.8, 0.2
_SWAPS = 0.15  # of a journey a number takes to fade


class Strips:
    """Strips at their places, one for each row of `places`; `on_one_lane` says how they lie."""

    def __init__(
        self,
        plan: LanesPlan,
        places: Sequence[Place],
        theme: Theme,
        *,
        on_one_lane: bool = False,
        numbered: bool = True,
    ) -> None:
        self.plan, self.places, self.theme = plan, tuple(places), theme
        self.on_one_lane = on_one_lane
        boxes = self._boxes()
        roles = (Role.WEIGHT, Role.BIAS)
        self.hollow = [Cells(b, r, theme, hollow=True) for b, r in zip(boxes, roles, strict=True)]
        self.solid = [Cells(b, r, theme) for b, r in zip(boxes, roles, strict=True)]
        for ink in self.hollow:
            ink.set_z_index(1)
        for ink in self.solid:
            ink.set_z_index(2)
        self.numbers: list[Slots] = []
        for i in range(len(self.places) if numbered else 0):
            number = Slots(str(i + 1), MIN_DIGIT, Role.QUIET, theme, centred=True)
            number.place(*self._number_place(i, self.places[i], on_one_lane))
            number.set_z_index(5)
            self.numbers.append(number)

    @property
    def inks(self) -> list[Ink]:
        """What stands while nothing is done."""
        return [*self.hollow, *self.numbers]

    # Where ---------------------------------------------------------------------------------

    def _boxes(self, offsets: NDArray[np.float64] | None = None) -> tuple[Boxes, Boxes]:
        """Boxes of the multiply-adds and of the bias adds, strip after strip."""
        plan = self.plan
        places = np.array(self.places) if offsets is None else offsets
        left = places[:, :1] + plan.pitch * np.arange(plan.steps)
        low = np.broadcast_to(places[:, 1:] - plan.height / 2, left.shape)
        boxes = np.stack([left, low, left + plan.pitch - plan.gap, low + plan.height], axis=2)
        return boxes[:, :-1].reshape(-1, 4), boxes[:, -1]

    def _number_place(self, row: int, place: Place, on_one_lane: bool) -> Place:
        """In the first block; where that is too narrow, left of the lane or under the strip."""
        plan, (x, y) = self.plan, place
        if plan.numbers_inside:
            return x + (plan.pitch - plan.gap) / 2, y
        if on_one_lane:
            return x + (plan.steps * plan.pitch - plan.gap) / 2, y - plan.height / 2 - 0.25
        return x - 0.22, y

    # Motions -------------------------------------------------------------------------------

    def appear(self) -> list[Motion]:
        """Hollow strips and their numbers in place."""
        return [Appear(ink, 0.3) for ink in self.inks]

    def close_up(self, weights: Boxes, biases: Boxes, seconds: float) -> list[Motion]:
        """The hollow blocks come from these boxes and close up to strips."""
        motions: list[Motion] = []
        for ink, start, end in zip(self.hollow, (weights, biases), self._boxes(), strict=True):
            motions.append(Change(ink, _between(ink, start, end), seconds, rate=smooth))
        return motions

    def to(self, places: Sequence[Place], *, copies: bool) -> list[Motion]:
        """All strips travel onto the one lane, or as copies from there, the last one first."""
        starts, n = self.places, len(places)
        corners = [
            (one[0], other[1]) if self.on_one_lane else (other[0], one[1])
            for one, other in zip(starts, places, strict=True)
        ]
        paths = [
            through(*(np.array([*at, 0.0]) for at in way))
            for way in zip(starts, corners, places, strict=True)
        ]
        lag = min(_LAG, 0.7 / max(n - 1, 1))
        delays = [lag * (n - 1 - i if copies else i) for i in range(n)]
        whole = _TRAVEL + lag * (n - 1)
        self.places, self.on_one_lane = tuple(places), not copies

        def act(ink: Cells, kind: int) -> Callable[[float], None]:
            def show(share: float) -> None:
                at = [
                    path(ease_in_out_sine(min(max((share * whole - d) / _TRAVEL, 0.0), 1.0)))
                    for path, d in zip(paths, delays, strict=True)
                ]
                ink.stand(self._boxes(np.array(at)[:, :2])[kind])

            return show

        motions: list[Motion] = [
            Change(ink, act(ink, kind), whole) for kind, ink in enumerate(self.hollow)
        ]
        for i, number in enumerate(self.numbers):
            before = self._number_place(i, starts[i], copies)
            after = self._number_place(i, places[i], self.on_one_lane)
            if not self.plan.numbers_inside:  # beside a strip it would cross it on the way
                number.place(*after)
                motions.append(Change(number, _swap(number, before, copies), whole))
                continue
            way = _beside(paths[i], starts[i], before)
            if copies:  # unseen until it leaves: it lies on the number that it is a copy of
                number.place(*after)
                motions.append(Fly(number, way, seconds=_TRAVEL, delay=delays[i]))
            else:
                goal = np.array([*after, 0.0])
                motions.append(Slide(number, goal, _TRAVEL, delays[i], ease_in_out_sine, way))
        return motions

    def run(self, seconds: float, *, one_by_one: bool, delay: float = 0.0) -> list[Motion]:
        """Every step is done at its tick: strip after strip, or all strips side by side."""
        plan, rows = self.plan, np.arange(len(self.places))
        first = rows * plan.steps if one_by_one else 0 * rows
        starts: NDArray[np.float64] = first[:, None] + np.arange(float(plan.steps))
        ticks = seconds / plan.tick
        kinds = (starts[:, :-1].ravel(), starts[:, -1])

        def act(ink: Cells, boxes: Boxes, when: NDArray[np.float64]) -> Callable[[float], None]:
            return lambda share: ink.stand(boxes, progress(share * ticks, when))

        motions: list[Motion] = [
            Change(ink, act(ink, boxes, when), seconds, delay)
            for ink, boxes, when in zip(self.solid, self._boxes(), kinds, strict=True)
        ]
        if plan.numbers_inside:
            ground = hex_to_rgb(self.theme.background)
            motions += [
                Tint(number, ground, 0.1, delay + (first[i] + MOVES / 2) * plan.tick - 0.05)
                for i, number in enumerate(self.numbers)
            ]
        return motions

    def empty(self) -> list[Motion]:
        """What was done fades out; the strips are hollow again."""
        return [Vanish(ink, 0.2) for ink in self.solid]

    def fold(self, side: float, colour: Rgb, seconds: float) -> list[Motion]:
        """Every strip folds to one square at its left end, in this colour."""
        motions: list[Motion] = together(
            [Vanish(ink, 0.2) for ink in self.hollow],
            [Vanish(ink, 0.2) for ink in self.numbers],
        )
        places = np.array(self.places)
        square = np.concatenate([places, places], axis=1)
        square += [0.0, self.plan.height / 2 - side, side, self.plan.height / 2]
        for ink, start in zip(self.solid, self._boxes(), strict=True):
            end = np.repeat(square, len(start) // len(square), axis=0)
            motions.append(
                Change(ink, _between(ink, start, end, colour), seconds, rate=ease_in_out_sine)
            )
        return motions


def _between(
    ink: Cells, start: Boxes, end: Boxes, colour: Rgb | None = None
) -> Callable[[float], None]:
    """Boxes on their way from `start` to `end`, perhaps to a colour too."""
    bright = ink.bright

    def act(share: float) -> None:
        ink.stand(start + (end - start) * share)
        if colour is not None:
            ink.paint(mix(bright, colour, share))

    return act


def _beside(path: Path, start: Place, number: Place) -> Path:
    """The way of a number that stands in a strip's first block."""
    shift = np.array([number[0] - start[0], number[1] - start[1], 0.0])
    return lambda share: path(share) + shift


def _swap(number: Slots, before: Place, is_copy: bool) -> Callable[[float], None]:
    """A number leaves its old place while the strips set off, and is there when they arrive."""
    shape, end, colour = number.points, number.home, number.rgb
    back = np.array([*before, 0.0]) - end

    def act(share: float) -> None:
        leaving = 0.0 if is_copy else max(1 - share / _SWAPS, 0.0)
        arriving = max((share - 1) / _SWAPS + 1, 0.0)
        number.points = shape + back if share < 0.5 else shape
        number.paint(colour, leaving if share < 0.5 else arriving)

    return act
