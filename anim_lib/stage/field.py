"""The wide machine on stage: a field of squares, one for each lane, and the one zoom to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from manim.utils.rate_functions import ease_in_out_sine, smooth
from numpy.typing import NDArray

from anim_lib.stage.cells import MOVES, Boxes, Cells, Change
from anim_lib.stage.field_plan import FieldPlan, outline, span, square, zoom_start
from anim_lib.stage.ink import Ink
from anim_lib.stage.lanes_plan import LanesPlan
from anim_lib.stage.marks import Ring
from anim_lib.stage.motion import Motion
from anim_lib.stage.theme import Rgb, Role, Theme, hex_to_rgb, mix
from anim_lib.stage.typeset import Points
from anim_lib.stage.verbs import Appear

ZOOM, SPREAD = 2.4, 1.2  # seconds; the latter where the squares have their size already
_DIM = 0.72  # a waiting square: its colour mixed so far towards the background
_ENTERS = 0.3  # of the zoom the other squares take to fade in
_MELT = (5 / 45, 2.5 / 45)  # pitches between which the gaps of a solid field fade out
_FADE = 0.2


class Field:
    """Squares from the lanes' size down to the field's; the first ones are the lesson's rows."""

    def __init__(self, plan: FieldPlan, lanes: LanesPlan, theme: Theme, top: float) -> None:
        self.plan, self.lanes, self.theme = plan, lanes, theme
        self.start = zoom_start(plan, lanes, top)
        self.bright = theme.rgb(Role.WEIGHT)
        self.ground = hex_to_rgb(theme.background)
        self.dim: Rgb = mix(self.bright, self.ground, _DIM)
        spans = {
            "late": (0, plan.last_busy),  # busy in every wave
            "early": (plan.last_busy, plan.busy),  # idle in the last wave
            "idle": (plan.busy, plan.lanes),
        }
        self.squares = {name: self._ink(Role.WEIGHT, 1) for name in spans}
        self.spans = spans
        self.own = self._ink(Role.WEIGHT, 2)
        self.grid = self._ink(Role.LINE, 3)
        self.grid.paint(self.ground)
        self.box = Ring((0.0, 0.0, 1.0, 1.0), theme)
        self.box.set_z_index(4)
        self._stand(0.0)

    def _ink(self, role: Role, depth: int) -> Cells:
        ink = Cells(np.array([[0.0, 0.0, 1.0, 1.0]]), role, self.theme)
        ink.set_z_index(depth)
        ink.paint(self.dim)
        return ink

    def own_squares(self, rows: Sequence[int]) -> Boxes:
        """Where the lanes of these rows (from 0) fold to, before the zoom.

        Lanes that the wide machine does not have stay where they are, or share its last square.
        """
        plan = self.plan
        if not self.lanes.hidden:
            return np.array([square(row, self.lanes.rows, self.start) for row in rows])
        return np.array([square(min(row, plan.own - 1), plan.down, self.start) for row in rows])

    def hatch(self, seconds: float) -> list[Motion]:
        """The lesson's own squares come in where the lanes fold to them."""
        self._stand(0.0)
        return [Appear(ink, seconds / 2, seconds / 2) for ink in (self.own, self.grid)]

    # The zoom ------------------------------------------------------------------------------

    def zoom(self) -> list[Motion]:
        """From a few squares to the whole field, in one breath; the pitch shrinks evenly."""
        inks: list[Ink] = [*self.squares.values(), self.own, self.grid, self.box]
        # One motion moves them all, the others only tell Manim what is moved.
        first, *others = inks
        seconds = ZOOM if self.start[2] != self.plan.pitch else SPREAD
        return [
            Change(first, self._stand, seconds, rate=ease_in_out_sine),
            *(Change(ink, _nothing, seconds) for ink in others),
        ]

    def _stand(self, share: float) -> None:
        """Everything as it stands at `share` of the zoom."""
        plan = self.plan
        left, top, pitch, gap = self.start
        now = pitch * (plan.pitch / pitch) ** share
        way = share if plan.pitch == pitch else (pitch - now) / (pitch - plan.pitch)
        left, top = left + (plan.left - left) * way, top + (plan.top - top) * way
        gap = now * (gap / pitch + (plan.gap / plan.pitch - gap / pitch) * way)
        if share == 1.0:
            left, top, now, gap = plan.left, plan.top, plan.pitch, plan.gap
        for name, (first, last) in self.spans.items():
            ink = self.squares[name]
            ink.points = _sharp(self._window(self._span(first, last, left, top, now, gap)))
            ink.paint(self._resting(name), min(share / _ENTERS, 1.0))
        own = self._span(0, plan.own, left, top, now, gap)
        self.own.points = _sharp(self._window(own))
        self.own.paint(self.dim, 1.0 if share < 1 else 0.0)
        self._stand_grid(left, top, now, gap)
        self._stand_box(left, top, now, gap)

    def _span(
        self, first: int, last: int, left: float, top: float, pitch: float, gap: float
    ) -> Boxes:
        blocks = []
        for column, row, columns, rows in span(first, last, self.plan.down):
            # Gaps inside the field are the grid's; a rectangle of its own would show its edge.
            right = gap if column + columns == self.plan.across else 0.0
            low = gap if row + rows == self.plan.down else 0.0
            x, y = left + column * pitch, top - row * pitch
            blocks.append((x, y - rows * pitch + low, x + columns * pitch - right, y))
        return np.array(blocks).reshape(-1, 4)

    def _window(self, boxes: Boxes) -> Boxes:
        """The part of the boxes that is inside the stage."""
        low = np.array([-np.inf, self.plan.bottom, -np.inf, self.plan.bottom])
        high = np.array([self.plan.right_edge, np.inf, self.plan.right_edge, np.inf])
        kept = np.clip(boxes, low, high)
        return kept[(kept[:, 2] > kept[:, 0]) & (kept[:, 3] > kept[:, 1])]

    def _stand_grid(self, left: float, top: float, pitch: float, gap: float) -> None:
        """The gaps between the squares, as lines in the background's colour."""
        plan = self.plan
        fade = 1.0
        if plan.is_solid:
            fade = float(np.clip((pitch - _MELT[1]) / (_MELT[0] - _MELT[1]), 0.0, 1.0))
        if fade == 0.0:
            self.grid.points = np.zeros((0, 3))
            return
        right = min(left + plan.across * pitch - gap, plan.right_edge)
        bottom = max(top - plan.down * pitch + gap, plan.bottom)
        x = left + pitch * np.arange(1, min(plan.across, int((right - left) / pitch) + 1))
        y = top - pitch * np.arange(1, min(plan.down, int((top - bottom) / pitch) + 1))
        upright = np.stack([x - gap, np.full_like(x, bottom), x, np.full_like(x, top)], axis=1)
        level = np.stack([np.full_like(y, left), y, np.full_like(y, right), y + gap], axis=1)
        self.grid.points = _sharp(self._window(np.concatenate([upright, level])))
        self.grid.paint(self.ground, fade)

    def _stand_box(self, left: float, top: float, pitch: float, gap: float) -> None:
        """The outline that follows the lesson's own rows, until they are too small to be held."""
        corners = np.array(outline(self.plan.own, self.plan.down, (left, top, pitch, gap)))
        self.box.points = _lines(corners)
        if self.plan.own == self.plan.lanes:  # around all of them it would tell nothing
            self.box.paint(self.box.bright, 0.0)
            return
        tall = float(corners[:, 1].max() - corners[:, 1].min() - gap) * 45
        self.box.paint(self.box.bright, float(np.clip((tall - 2) / 2, 0.0, 1.0)))

    # The ticks -----------------------------------------------------------------------------

    def wave(self, number: int, seconds: float) -> list[Motion]:
        """Every lane that has a row brightens with every tick, all of them together."""
        steps = self.lanes.steps

        def act(ink: Cells) -> Callable[[float], object]:
            return lambda share: ink.paint(mix(self.dim, self.bright, level(share * steps, steps)))

        return [Change(ink, act(ink), seconds) for ink in self._busy(number)]

    def take_rows(self, number: int) -> list[Motion]:
        """The lanes that take a row of this wave dim; those without one have nothing to do."""
        idle = self.run_dry() if number == self.plan.waves else []
        return [*(self._tint(ink, self.dim) for ink in self._busy(number)), *idle]

    def last_wave(self) -> list[Motion]:
        """Where not all waves are run, the lanes end as the last one leaves them."""
        return self.run_dry() if self.plan.waves > self.plan.waves_shown else []

    def run_dry(self) -> list[Motion]:
        """The lanes that have no row in the last wave look as idle as those that never had one."""
        early = self.squares["early"]
        return [self._tint(early, self._resting("idle"))] if len(early.points) else []

    def _tint(self, ink: Cells, goal: Rgb) -> Motion:
        now = ink.rgb
        return Change(ink, lambda share: ink.paint(mix(now, goal, smooth(share))), _FADE)

    def _busy(self, number: int) -> list[Cells]:
        """The squares whose lanes have a row in this wave, counted from 1."""
        names = ["late"] if number == self.plan.waves else ["late", "early"]
        return [self.squares[name] for name in names if len(self.squares[name].points)]

    def _resting(self, name: str) -> Rgb:
        return mix(self.dim, self.ground, 0.5) if name == "idle" else self.dim


def level(ticks: float, steps: int) -> float:
    """How bright a square is after so many ticks, 0..1: a step up with each tick, then a rest."""
    whole = min(int(ticks), steps - 1)
    return (whole + float(smooth(min((ticks - whole) / MOVES, 1.0)))) / steps


def _nothing(share: float) -> None:
    """Another motion moves this ink."""


def _sharp(boxes: Boxes) -> Points:
    """Plain rectangles, four straight curves each."""
    left, bottom, right, top = boxes.T
    x = np.stack([left, right, right, left, left], axis=1)
    y = np.stack([bottom, bottom, top, top, bottom], axis=1)
    return _lines(np.stack([x, y], axis=2))


def _lines(corners: NDArray[np.float64]) -> Points:
    """Straight cubic curves from corner to corner, (…, corners, 2)."""
    start, end = corners[..., :-1, :], corners[..., 1:, :]
    third = (end - start) / 3
    flat = np.stack([start, start + third, end - third, end], axis=-2).reshape(-1, 2)
    return np.concatenate([flat, np.zeros((len(flat), 1))], axis=1)
