"""The plot on stage: axes with their ticks and names, the dashed diagonal, the curve."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from manim.utils.rate_functions import linear, smooth

from anim_lib.stage.hinge_boxes import DIGIT
from anim_lib.stage.hinge_labels import SUM_NAME, TICK, UNCHANGED, PlotLabels, TickMark
from anim_lib.stage.hinge_plan import PlotPlan
from anim_lib.stage.ink import Ink, Slots, Words
from anim_lib.stage.marks import polyline
from anim_lib.stage.motion import Motion
from anim_lib.stage.plot_shapes import AXIS_STROKE, Curve, Dashed, PlotShape, line
from anim_lib.stage.table_plan import LABEL_EM, SMALL_EM
from anim_lib.stage.theme import Role, Theme
from anim_lib.stage.typeset import Points
from anim_lib.stage.verbs import Grow, write

DRAW = 1.5  # the curve, from end to end


class Hinge:
    """The plot's inks, each at its final place, and the motions that bring them."""

    def __init__(self, plan: PlotPlan, labels: PlotLabels, name: str, theme: Theme) -> None:
        self.plan, self.labels, self.theme = plan, labels, theme
        across, up = plan.across, plan.up
        self.axes = [
            line([(across.low, up.origin), (across.high, up.origin)], Role.QUIET, -6, theme),
            line([(across.origin, up.low), (across.origin, up.high)], Role.QUIET, -6, theme),
        ]
        self.marks: list[Ink] = [self._tick_marks()]
        self.marks += [self._number(m) for m in labels.sum_ticks if m.text]
        self.output_numbers = [self._number(m) for m in labels.output_ticks if m.text]
        self.sum_name = Words(SUM_NAME, SMALL_EM, Role.TEXT, theme).place(*labels.sum_name)
        self.output_name = Words(f"{name}(z)", LABEL_EM, Role.OUTPUT, theme)
        self.output_name.place(*labels.output_name)
        self.diagonal = [Dashed(plan.unchanged, theme)] if plan.unchanged else []
        self.limits = [Dashed(limit, theme) for limit in plan.limits]
        self.unchanged: list[Ink] = []
        if labels.unchanged is not None:
            word = Words(UNCHANGED, SMALL_EM, Role.QUIET, theme).place(*labels.unchanged)
            self.unchanged.append(word)
        self.curve = Curve(plan.curve, theme)

    # Parts -----------------------------------------------------------------------------------

    def _tick_marks(self) -> PlotShape:
        x, y = self.plan.across.origin, self.plan.up.origin
        marks = [
            polyline([(m.tick.place, y - TICK), (m.tick.place, y + TICK)])
            for m in self.labels.sum_ticks
        ]
        marks += [
            polyline([(x - TICK, m.tick.place), (x + TICK, m.tick.place)])
            for m in self.labels.output_ticks
        ]
        points = np.concatenate(marks) if marks else np.zeros((0, 3))
        return PlotShape(points, Role.QUIET, self.theme, stroke=AXIS_STROKE).stroked(-6)

    def _number(self, mark: TickMark) -> Slots:
        assert mark.text is not None
        number = Slots(mark.tick.text, DIGIT, Role.QUIET, self.theme, centred=True)
        return number.place(*mark.text)

    # Motions ---------------------------------------------------------------------------------

    def draw_axes(self) -> list[Motion]:
        """Axes from their ends, then ticks and the name of the sums' axis."""
        growing = [Grow(axis, _growing(axis.points), 0.5, rate=smooth) for axis in self.axes]
        return [*growing, *write(*self.marks, *self.output_numbers, self.sum_name, delay=0.4)]

    def draw_unchanged(self) -> list[Motion]:
        """The dashed diagonal, where each sum would stay as it is."""
        drawn = [Grow(dashed, dashed.upto, 0.5, rate=smooth) for dashed in self.diagonal]
        return [*drawn, *write(*self.unchanged, delay=0.4)]

    def draw_curve(self) -> list[Motion]:
        """The activation from left to right, once, and its name."""
        return [
            Grow(self.curve, self.curve.upto, DRAW, rate=linear),
            *(Grow(limit, limit.upto, DRAW, rate=linear) for limit in self.limits),
            *write(self.output_name, delay=0.2),
        ]


def _growing(whole: Points) -> Callable[[float], Points]:
    """A straight line as long as its share, from its first end."""
    (x0, y0, _), (x1, y1, _) = whole[0].tolist(), whole[-1].tolist()
    return lambda share: polyline([(x0, y0), (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)])
