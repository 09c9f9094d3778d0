"""The sums' table on stage: what is left of the layer's table when its weights have gone."""

from __future__ import annotations

import numpy as np

from anim_lib.nn.relu import ReluTrace
from anim_lib.stage.hinge import Dot
from anim_lib.stage.hinge_plan import Corner
from anim_lib.stage.ink import Ink, Number, Slots, Words
from anim_lib.stage.marks import Band
from anim_lib.stage.motion import Motion
from anim_lib.stage.paths import straight
from anim_lib.stage.sum_plan import SumTablePlan
from anim_lib.stage.table_plan import SMALL_EM
from anim_lib.stage.theme import Role, Theme
from anim_lib.stage.verbs import Appear, Fly, Ghost, Slide, Tint, Vanish, drop, write

_SLIDE = 0.8
_TURN = 0.3  # the band goes to another row
_COPY = 0.5  # a sum that stays as it is goes across
_BAND = 0.5


class SumTable:
    """Row numbers, sums that came from the layer's table, outputs that fill."""

    def __init__(
        self,
        trace: ReluTrace,
        plan: SumTablePlan,
        theme: Theme,
        sums: list[Number],
        heads: list[Words],
    ) -> None:
        """`sums` and `heads` (the word "sum", then the outputs') stand as in the layer's table."""
        self.trace, self.plan, self.theme, self.sums, self.heads = trace, plan, theme, sums, heads
        self.row_head = Words("row", SMALL_EM, Role.QUIET, theme, align=0.5)
        self.row_head.place(plan.row_middle, plan.header_y - plan.h / 2)
        self.row_numbers = [
            Slots(str(i + 1), plan.h, Role.TEXT, theme, centred=True).place(plan.numbers, y)
            for i, y in enumerate(plan.rows)
        ]
        self.dots = [Dot(plan.dots, y, Role.TEXT, theme) for y in plan.rows]
        self.outputs = [
            Number(q, plan.h, Role.OUTPUT, theme).place(plan.outputs, y)
            for q, y in zip(trace.y, plan.rows, strict=True)
        ]
        self.band = Band(plan.left, plan.right, plan.rows[0], _BAND, theme)
        self._at: int | None = None
        self._filled: set[int] = set()

    def gather(self) -> list[Motion]:
        """Sums and header words move to the places that they keep; rows get their numbers."""
        plan = self.plan
        up = plan.header_y - plan.h / 2 - self.heads[0].home[1]
        places = [(plan.sums, y) for y in plan.rows]
        places += [
            (plan.outputs_middle if k else plan.sums_middle, head.home[1] + up)
            for k, head in enumerate(self.heads)
        ]
        return [
            *(
                Slide(ink, np.array([x, y, 0.0]), _SLIDE)
                for ink, (x, y) in zip([*self.sums, *self.heads], places, strict=True)
            ),
            *write(self.row_head, *self.dots, *self.row_numbers, delay=_SLIDE - 0.1),
        ]

    def dot_start(self, row: int) -> Corner:
        """Where a row's dot sets out."""
        return (self.plan.dots, self.plan.rows[row])

    def _row(self, i: int) -> list[Ink]:
        outputs = [self.outputs[i]] if i in self._filled else []
        return [self.dots[i], self.row_numbers[i], self.sums[i], *outputs]

    def point_at(self, row: int) -> list[Motion]:
        """The band comes to a row; the others go quiet."""
        if self._at == row:
            return []
        y = self.plan.rows[row]
        if self._at is None:
            self.band.place(self.plan.left, y)
            motions: list[Motion] = [Appear(self.band, _TURN)]
        else:
            motions = [Slide(self.band, np.array([self.plan.left, y, 0.0]), _TURN)]
        self._at = row
        for k in range(len(self.plan.rows)):
            for ink in self._row(k):
                target = ink.bright if k == row else ink.waiting
                if ink.rgb != target:
                    motions.append(Tint(ink, target, _TURN))
        return motions

    def fill(self, row: int) -> list[Motion]:
        """The row's output: a copy of the sum where nothing changed, else a new number."""
        self._filled.add(row)
        source, output = self.sums[row], self.outputs[row]
        if self.trace.z[row].exact != self.trace.y[row].exact or self.trace.z[row].sign == 0:
            return [drop(output)]
        path = straight(source.home, output.home)
        return [Ghost(source, _COPY), Fly(output, path, colour=source.rgb, seconds=_COPY)]

    def release(self) -> list[Motion]:
        """All rows bright, the band gone."""
        bright = [
            Tint(ink, ink.bright, _TURN)
            for i in range(len(self.plan.rows))
            for ink in self._row(i)
            if ink.rgb != ink.bright
        ]
        leaving: list[Motion] = [] if self._at is None else [Vanish(self.band, _TURN)]
        self._at = None
        return [*leaving, *bright]
