"""The ticks' numbers over the first lane, and the lines that mark where both runs end."""

from __future__ import annotations

import numpy as np

from anim_lib.stage.ink import Ink, Slots, Words
from anim_lib.stage.lanes_plan import LANE_Y, LanesPlan
from anim_lib.stage.marks import Arrow, polyline
from anim_lib.stage.motion import Motion, together
from anim_lib.stage.slots import MIN_DIGIT
from anim_lib.stage.table_plan import SMALL_EM
from anim_lib.stage.theme import Role, Theme
from anim_lib.stage.verbs import Appear, Grow, Tint, quieten, write

_NOTCH = 0.07


class Upright(Ink):
    """A thin line from top to bottom."""

    def __init__(self, x: float, top: float, bottom: float, role: Role, theme: Theme) -> None:
        self.x, self.top, self.bottom = x, top, bottom
        super().__init__(self.at(1.0), role, theme, stroke=1.8)
        self.filled = False
        self.paint(self.bright)

    def at(self, share: float) -> np.ndarray:
        """The line grown down to `share` of its length."""
        return polyline([(self.x, self.top), (self.x, self.top + (self.bottom - self.top) * share)])


class TimeAxis:
    """One axis for all lanes: tick numbers above, an arrow and end lines below."""

    def __init__(self, plan: LanesPlan, name_x: float, right: float, theme: Theme) -> None:
        self.plan = plan
        total = plan.rows * plan.steps
        self.labels = {
            tick: Slots(str(tick), MIN_DIGIT, Role.TEXT, theme, centred=True).place(
                plan.middle_of(tick), plan.label_y
            )
            for tick in plan.labels
        }
        baseline = plan.label_y - MIN_DIGIT / 2
        self.name = Words("tick", SMALL_EM, Role.QUIET, theme).place(name_x, baseline)
        y, end = plan.axis_y, plan.end_of(total)
        self.arrow = Arrow(plan.left, min(end + 0.3, right), y, theme)
        self.time = Words("time", SMALL_EM, Role.QUIET, theme).place(name_x, y - 0.08)
        top = LANE_Y + plan.height / 2 + 0.08
        self.ends = [
            Upright(plan.end_of(tick), top, y - _NOTCH, Role.TEXT, theme)
            for tick in (plan.steps, total)
        ]
        self.notches = [
            Upright(plan.end_of(row * plan.steps), y + _NOTCH, y - _NOTCH, Role.TEXT, theme)
            for row in range(2, plan.rows)
        ]

    def count(self, delay: float = 0.0) -> list[Motion]:
        """Each number lands with its tick."""
        tick = self.plan.tick
        return [
            Appear(ink, tick / 2, delay + (number - 1) * tick)
            for number, ink in self.labels.items()
        ]

    def pale(self) -> list[Motion]:
        """The numbers wait for the next run."""
        return quieten(*self.labels.values())

    def count_again(self) -> list[Motion]:
        """The numbers of one row's ticks are lit once more, each with its tick."""
        tick = self.plan.tick
        return [
            Tint(ink, ink.bright, tick / 2, (number - 1) * tick)
            for number, ink in self.labels.items()
            if number <= self.plan.steps
        ]

    def mark_ends(self) -> list[Motion]:
        """An arrow for time, then a line down from where each run ended, and its tick lit."""
        last = self.labels[self.plan.rows * self.plan.steps]
        return together(
            [Tint(last, last.bright, 0.3, 0.7)],
            write(self.time),
            Grow(self.arrow, self.arrow.at, 0.5),
            *(Grow(line, line.at, 0.5, 0.3 + 0.4 * k) for k, line in enumerate(self.ends)),
            *write(*self.notches, delay=1.2),
        )

    @property
    def over(self) -> list[Ink]:
        """What stands over the first lane."""
        return [self.name, *self.labels.values()]

    @property
    def under(self) -> list[Ink]:
        """What marks the ends."""
        return [self.time, self.arrow, *self.ends, *self.notches]
