"""The numbers of a layer's rows beside their strips: inside the first block, left of it, or under.

Inside, a number travels with its strip; else it would cross other strips on its way, so that it
leaves its old place as the strips set off, and is at its new one when they arrive.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from manim.utils.rate_functions import ease_in_out_sine

from anim_lib.stage.cells import MOVES
from anim_lib.stage.ink import Slots
from anim_lib.stage.lanes_place import Place
from anim_lib.stage.lanes_plan import LanesPlan, Scale, digits_width
from anim_lib.stage.lanes_units import SHRINKS
from anim_lib.stage.motion import Motion, together
from anim_lib.stage.paths import Path
from anim_lib.stage.slots import MIN_DIGIT
from anim_lib.stage.strips import TRAVEL, Strips
from anim_lib.stage.theme import Role, Theme, hex_to_rgb
from anim_lib.stage.verbs import Appear, Fly, Slide, Tint, Vanish

_BESIDE = 0.125  # from a number to its lane
_UNDER = 0.25  # from a strip's edge to a number's middle
_BEFORE = 0.07  # from a number under a strip to the strip's end
_SWAP = 0.2  # seconds

Numbers = dict[int, Slots]  # by row, from 0


def in_lanes(plan: LanesPlan, scale: Scale, theme: Theme) -> Numbers:
    """Of the rows that have a lane of their own."""
    return {row: _number(row, lane_place(plan, scale, row), theme) for row in plan.shown}


def on_one_lane(plan: LanesPlan, theme: Theme) -> Numbers:
    """Of the rows of the one lane, as many as there is room for."""
    if plan.rows == 1:
        return {}
    return {row: _number(row, axis_place(plan, row), theme) for row in plan.numbered}


def _number(row: int, place: Place, theme: Theme) -> Slots:
    number = Slots(f"{row + 1:,}", MIN_DIGIT, Role.QUIET, theme, centred=True)
    number.place(*place)
    number.set_z_index(5)
    return number


def lane_place(plan: LanesPlan, scale: Scale, row: int) -> Place:
    """In the first block of the row's lane, or left of it."""
    if scale.holds(plan.rows):
        return plan.left + (scale.pitch - scale.gap) / 2, plan.y_of(row)
    return plan.left - _BESIDE - digits_width(f"{row + 1:,}") / 2, plan.y_of(row)


def axis_place(plan: LanesPlan, row: int) -> Place:
    """In the row's first block on the one lane, or under its strip."""
    left, y = plan.strip_left(row), plan.stand.lane_y
    if plan.numbers_inside:
        return left + (plan.pitch - plan.gap) / 2, y
    half = digits_width(f"{row + 1:,}") / 2
    middle = left + (plan.steps * plan.pitch - plan.gap) / 2
    end = plan.end_of((row + 1) * plan.steps)  # where a line may mark the end of a run
    return min(middle, end - _BEFORE - half), y - plan.height / 2 - _UNDER


# Motions -------------------------------------------------------------------------------------


def swap(old: Iterable[Slots], new: Iterable[Slots], seconds: float) -> list[Motion]:
    """The old numbers leave at once, the new ones are there as the strips arrive."""
    return together(
        [Vanish(number, _SWAP) for number in old],
        [Appear(number, _SWAP, seconds - _SWAP) for number in new],
    )


def ride(
    numbers: Numbers, strips: Strips, goals: Mapping[int, Place], ways: Ways, *, copies: bool
) -> list[Motion]:
    """The numbers go inside their strips' first blocks to their goals.

    A copy is not seen until it leaves: it lies on the number that it is a copy of.
    """
    paths, delays, _ = ways
    motions: list[Motion] = []
    for row, number in numbers.items():
        k = strips.rows.index(row)
        goal = np.array([*goals[row], 0.0])
        path = _inside(paths[k], number.home, goal)
        if copies:
            number.place(*goals[row])
            motions.append(Fly(number, path, seconds=TRAVEL, delay=delays[k]))
        else:
            motions.append(Slide(number, goal, TRAVEL, delays[k], ease_in_out_sine, path))
    return motions


Ways = tuple[list[Path], list[float], float]


def _inside(path: Path, start: np.ndarray, goal: np.ndarray) -> Path:
    """The way of a number in the middle of a strip's first block, which may shrink on its way."""
    before, after = start - path(0.0), goal - path(1.0)

    def way(share: float) -> np.ndarray:
        return path(share) + before + (after - before) * min(SHRINKS * share, 1.0)

    return way


def cover(numbers: Numbers, plan: LanesPlan, theme: Theme, *, one_by_one: bool) -> list[Motion]:
    """Each number turns dark on its block as that is done."""
    ground = hex_to_rgb(theme.background)
    return [
        Tint(
            number,
            ground,
            0.1,
            ((row * plan.steps if one_by_one else 0) + MOVES / 2) * plan.tick - 0.05,
        )
        for row, number in numbers.items()
    ]
