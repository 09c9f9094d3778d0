"""Dots with their rows' numbers beside them: one by one they land, and go to their outputs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim.utils.rate_functions import ease_in_out_sine

from anim_lib.stage.clear_place import along, apart
from anim_lib.stage.hinge_boxes import DIGIT
from anim_lib.stage.hinge_labels import PlotLabels
from anim_lib.stage.hinge_plan import DOT, UNSEEN, Corner, PlotPlan
from anim_lib.stage.hinge_rows import PointLabel
from anim_lib.stage.ink import Ink, Slots, Words
from anim_lib.stage.motion import Motion, later
from anim_lib.stage.paths import through
from anim_lib.stage.plot_shapes import THIN_STROKE, PlotShape, Trail, circle, line
from anim_lib.stage.table_plan import COUNT_EM
from anim_lib.stage.theme import Rgb, Role, Theme, mix
from anim_lib.stage.verbs import Appear, Fly, Grow, write

Way = tuple[Corner, ...]

RISE = 0.7  # a dot's way to its output
FLIGHT = 0.7  # a dot's way from its row
_PULSE = 1.7  # how much a dot swells that stays where it is


class Dot(PlotShape):
    """A row's dot."""

    def __init__(self, x: float, y: float, role: Role, theme: Theme) -> None:
        super().__init__(circle(x, y, DOT), role, theme, stroke=0)
        self.home = np.array([x, y, 0.0])


class Move(Motion):
    """A dot goes to its output and takes the outputs' colour; one that stays swells and shrinks."""

    def __init__(self, dot: Dot, y: float, colour: Rgb, delay: float = 0.0) -> None:
        super().__init__(dot, RISE, delay, ease_in_out_sine)
        self.dot, self.y, self.colour = dot, y, colour

    def remember(self) -> None:
        self.start, self.before_colour = self.dot.home.copy(), self.dot.rgb
        self.shape = self.dot.points - self.start
        self.way = np.array([0.0, self.y - self.start[1], 0.0])
        self.swells = abs(self.way[1]) < UNSEEN

    def show(self, share: float) -> None:
        swell = 1 + (_PULSE - 1) * np.sin(np.pi * share) if self.swells else 1.0
        self.dot.points = self.shape * swell + self.start + self.way * share
        self.dot.paint(mix(self.before_colour, self.colour, share))

    def finish(self) -> None:
        self.show(1.0)
        self.dot.points = self.shape + self.start + self.way
        self.dot.home = self.start + self.way
        self.dot.bright = self.colour


class RowDots:
    """A dot a row, at its sum's place, and the row numbers beside the dots."""

    def __init__(
        self, plan: PlotPlan, labels: PlotLabels, ways: Sequence[Way], theme: Theme
    ) -> None:
        """`ways` lead from each row's place in the table to the axis of sums."""
        self.plan, self.labels, self.theme = plan, labels, theme
        self.ways = [
            (*way, (p.x, plan.up.origin), (p.x, p.start))
            for way, p in zip(ways, plan.points, strict=True)
        ]
        self.dots = [Dot(p.x, p.start, Role.TEXT, theme) for p in plan.points]
        for dot in self.dots:
            dot.set_z_index(4)
        self.numbers = [_label(p, theme) for p in labels.points]
        self.leaders = [
            line(list(p.leader), Role.QUIET, -4, theme) if p.leader else None for p in labels.points
        ]
        self._waits = [self._rows_before(label) for label in labels.points]
        self._landed: set[int] = set()

    def _rows_before(self, label: PointLabel) -> set[int]:
        """The rows that have to land before a label appears: its own, and those that pass it."""
        passing = {
            row
            for row, way in enumerate(self.ways)
            if not all(apart(label.box, part, DOT) for part in along(list(way[-3:])))
        }
        return passing.union(label.cluster.rows)

    def land(self, row: int) -> list[Motion]:
        """A row's dot goes its way to the axis, along it to its sum, and from there to its place.

        On that way it meets no text. Its number appears as soon as no other dot will pass there.
        """
        self._landed.add(row)
        path = through(*(np.array([*corner, 0.0]) for corner in self.ways[row]))
        return [Fly(self.dots[row], path, seconds=FLIGHT), *later(FLIGHT - 0.1, self._due(row))]

    def _due(self, row: int) -> list[Motion]:
        """The labels that waited for this row."""
        inks: list[Ink] = []
        for waits, number, leader in zip(self._waits, self.numbers, self.leaders, strict=True):
            if row in waits and waits <= self._landed:
                inks += [number, *([leader] if leader else [])]
        return write(*inks)

    def move(self, row: int) -> list[Motion]:
        """A row's dot goes to its output; a hollow dot and a faint trail stay behind."""
        point, dot = self.plan.points[row], self.dots[row]
        moving: list[Motion] = [Move(dot, point.end, self.theme.rgb(Role.OUTPUT))]
        if abs(point.end - point.start) < UNSEEN:
            return moving
        below = point.x < self.plan.across.origin
        role = Role.BELOW_ZERO if below else Role.QUIET
        ghost = PlotShape(circle(point.x, point.start, DOT), role, self.theme, THIN_STROKE)
        trail = Trail(point.x, point.start, point.end, role, self.theme)
        return [
            Appear(ghost.stroked(1), 0.1),
            Grow(trail, trail.upto, RISE, rate=ease_in_out_sine),
            *moving,
        ]


def _label(label: PointLabel, theme: Theme) -> Ink:
    if label.worded:
        return Words(label.text, COUNT_EM, Role.TEXT, theme).place(*label.spot)
    return Slots(label.text, DIGIT, Role.TEXT, theme, centred=True).place(*label.spot)
