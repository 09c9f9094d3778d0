"""The opening of a layer on stage: W x + b side by side, then x lies down over the columns."""

from __future__ import annotations

import numpy as np
from manim.utils.rate_functions import ease_in_out_sine

from anim_lib.stage.ink import DIGIT_EM, Formula, Ink, Slots, Words
from anim_lib.stage.marks import Bracket
from anim_lib.stage.motion import Motion
from anim_lib.stage.opening_plan import OpeningPlan, plan_opening
from anim_lib.stage.paths import through
from anim_lib.stage.row_table import RowTable
from anim_lib.stage.rows import Rows
from anim_lib.stage.table_plan import NAME_EM, SMALL_EM
from anim_lib.stage.theme import Role, Theme
from anim_lib.stage.verbs import STEP, Slide, Vanish, wipe, write

_TURN, _LAG = 1.2, 0.24  # the farthest input crosses most of the frame: the eye must follow
_NAME_AIR = 0.14  # between a bracket's top and the baseline of the name over it


class Opening:
    """W x + b in one line and the formula beneath, until x lies down over the columns."""

    def __init__(self, table: RowTable, formula: Formula) -> None:
        self.table = table
        plan, rows, theme = table.plan, table.content, table.theme
        self.plan: OpeningPlan = plan_opening(rows.spec(), plan)
        self.formula = formula
        self.is_beside = plan.opens_beside
        self.homes = [ink.home.copy() for ink in table.header]
        self.upright_more: list[Ink] = []
        self.upright_brackets: list[Bracket] = []
        self.upright_name: list[Ink] = []
        self.plus: list[Ink] = []
        self.aside_homes = [part.home.copy() for part in self._aside()]
        if self.is_beside:
            self._stand_upright(rows, theme)
            self._stand_apart(theme)

    def _stand_upright(self, rows: Rows, theme: Theme) -> None:
        """x stands beside W in brackets of its own."""
        for j, (ink, y) in enumerate(zip(self.table.header, self.plan.header_ys, strict=True)):
            if j == rows.hidden_at:  # its words come when x lies down: upright there is no room
                middle = (self.plan.header_bracket.left + self.plan.header_bracket.right) / 2
                more = Words("⋮", SMALL_EM, Role.QUIET, theme, align=0.5)
                self.upright_more.append(more.place(middle, y - DIGIT_EM * SMALL_EM / 2))
            else:
                ink.place(self.plan.header_x, y)
        held = self.plan.header_bracket
        low, high = self.plan.header_bottom, self.plan.header_top
        self.upright_brackets = [
            Bracket(held.left, low, high, -1, rows.header_role, theme),
            Bracket(held.right, low, high, 1, rows.header_role, theme),
        ]
        name = Formula(rows.header_name, NAME_EM, {"": rows.header_role}, theme)
        name.place((held.left + held.right) / 2, high + _NAME_AIR)
        self.upright_name = name.inks

    def _stand_apart(self, theme: Theme) -> None:
        """b stands behind a plus."""
        table, plan = self.table, self.table.plan
        plus = Slots("+", plan.h, Role.TEXT, theme, centred=True)
        self.plus = [plus.place(self.plan.plus_x, (plan.top + plan.bottom) / 2)]
        shift = self.plan.aside - (plan.aside or 0.0)
        for part in self._aside():
            part.place(part.home[0] + shift, part.home[1])
        for part in table.aside_name:  # as near to its bracket as x's name is to its own
            part.place(part.home[0], table.aside_brackets[0].box()[3] + _NAME_AIR)

    def _aside(self) -> list[Ink]:
        table = self.table
        return [*table.aside, *table.gap_aside, *table.aside_brackets, *table.aside_name]

    def _laid_down(self) -> list[Ink]:
        """The inputs that are shown, which go round the corner."""
        hidden = self.table.content.hidden_at
        return [ink for j, ink in enumerate(self.table.header) if j != hidden]

    def inks(self) -> list[Ink]:
        """Everything on the first picture; where there is no room beside W, x lies over it."""
        table = self.table
        laid = [] if self.is_beside else [*table.header, *table.header_brackets]
        laid += [] if self.is_beside else table.header_name.inks
        return [
            *laid,
            *self.table.matrix,
            *self._aside(),
            *(self._laid_down() if self.is_beside else []),
            *self.upright_more,
            *self.upright_brackets,
            *self.upright_name,
            *self.plus,
            *self.formula.inks,
        ]

    def open_brackets(self) -> list[Motion]:
        """The upright x loses its brackets and its name; the plus leaves."""
        return wipe(*self.upright_brackets, *self.upright_name, *self.upright_more, *self.plus)

    def lay_down(self) -> list[Motion]:
        """x goes up and round the corner, first input first, each over its own column."""
        if not self.is_beside:
            return []
        corner = np.array([self.plan.header_x, self.table.plan.header_y, 0.0])
        return [
            Slide(ink, home, _TURN, _LAG * j, ease_in_out_sine, through(ink.home, corner, home))
            for j, (ink, home) in enumerate(zip(self.table.header, self.homes, strict=True))
            if j != self.table.content.hidden_at
        ]

    def close_brackets(self) -> list[Motion]:
        """Brackets and name around the header where it lies now."""
        if not self.is_beside:
            return []
        hidden = self.table.content.hidden_at
        more = [] if hidden is None else [self.table.header[hidden]]
        return write(*self.table.header_brackets, *self.table.header_name.inks, *more)

    def close_up(self) -> list[Motion]:
        """b closes up to W, and its name takes its place among the headers."""
        if not self.is_beside:
            return []
        return [
            Slide(ink, home, STEP)
            for ink, home in zip(self._aside(), self.aside_homes, strict=True)
        ]

    def leave(self) -> list[Motion]:
        """The formula leaves."""
        return [Vanish(ink) for ink in self.formula.inks]
