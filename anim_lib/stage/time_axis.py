"""The ticks' numbers over the first lane, and the lines that mark where both runs end."""

from __future__ import annotations

import numpy as np

from anim_lib.stage.ink import Ink, Slots, Words
from anim_lib.stage.lanes_plan import LanesPlan, digits_width
from anim_lib.stage.marks import Arrow, polyline
from anim_lib.stage.motion import Motion, together
from anim_lib.stage.slots import MIN_DIGIT
from anim_lib.stage.table_plan import SMALL_EM
from anim_lib.stage.theme import Role, Theme
from anim_lib.stage.verbs import Appear, Grow, Tint, quieten, write

LANDS = 0.1  # seconds at least for a tick's number to appear
_NOTCH = 0.07
_OVER = 0.05  # a number may reach so far beyond the end of the lane it stands over


class Upright(Ink):
    """A thin line from top to bottom, perhaps parted where words stand."""

    def __init__(
        self,
        x: float,
        top: float,
        bottom: float,
        theme: Theme,
        words: tuple[float, float] | None = None,
    ) -> None:
        self.x, self.top, self.bottom = x, top, bottom
        self.words = words  # top and bottom of a line of words
        super().__init__(self.at(1.0), Role.TEXT, theme, stroke=1.8)
        self.filled = False
        self.paint(self.bright)

    def at(self, share: float) -> np.ndarray:
        """The line grown down to `share` of its length."""
        end = self.top + (self.bottom - self.top) * share
        if self.words is None or end >= self.words[0]:
            return polyline([(self.x, self.top), (self.x, end)])
        above = polyline([(self.x, self.top), (self.x, self.words[0])])
        if end >= self.words[1]:
            return above
        return np.concatenate([above, polyline([(self.x, self.words[1]), (self.x, end)])])


def tick_number(tick: int, x: float, y: float, ends: tuple[float, float], theme: Theme) -> Slots:
    """A tick's number over the middle of its block, moved in where it would pass the ends."""
    text = f"{tick:,}"
    half = digits_width(text) / 2
    low, high = ends[0] + half, ends[1] - half + _OVER
    at = min(max(x, low), max(high, low))
    return Slots(text, MIN_DIGIT, Role.TEXT, theme, centred=True).place(at, y)


class TimeAxis:
    """One axis for all lanes: tick numbers above, an arrow and end lines below."""

    def __init__(self, plan: LanesPlan, name_x: float, right: float, theme: Theme) -> None:
        self.plan = plan
        total = plan.rows * plan.steps
        ends = (plan.left, plan.end_of(total))
        self.labels = {
            tick: tick_number(tick, plan.middle_of(tick), plan.label_y, ends, theme)
            for tick in plan.labels
        }
        baseline = plan.label_y - MIN_DIGIT / 2
        self.name = Words("tick", SMALL_EM, Role.QUIET, theme).place(name_x, baseline)
        y, end = plan.axis_y, plan.end_of(total)
        self.arrow = Arrow(plan.left, min(end + 0.3, right), y, theme)
        self.time = Words("time", SMALL_EM, Role.QUIET, theme).place(name_x, y - 0.08)
        top = plan.stand.lane_y + plan.height / 2 + 0.08
        self.ends = [
            Upright(plan.end_of(tick), top, y - _NOTCH, theme, words)
            for tick, words in ((plan.steps, plan.stand.words), (total, None))
        ]
        self.notches = [
            Upright(plan.end_of(tick), y + _NOTCH, y - _NOTCH, theme)
            for tick in plan.labels
            if tick % plan.steps == 0 and plan.steps < tick < total
        ]

    def count(self, delay: float = 0.0) -> list[Motion]:
        """Each number lands with its tick."""
        tick = self.plan.tick
        return [
            Appear(ink, max(tick / 2, LANDS), delay + (number - 1) * tick)
            for number, ink in self.labels.items()
        ]

    def pale(self) -> list[Motion]:
        """The numbers wait for the next run."""
        return quieten(*self.labels.values())

    def count_again(self) -> list[Motion]:
        """The numbers of one row's ticks are lit once more, each with its tick."""
        tick = self.plan.tick
        return [
            Tint(ink, ink.bright, max(tick / 2, LANDS), (number - 1) * tick)
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
