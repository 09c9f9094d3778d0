"""The sums' table on stage: what is left of the layer's table when its weights have gone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from anim_lib.nn.relu import ReluTrace
from anim_lib.stage.ink import DIGIT_EM, Ink, Number, Slots, Words
from anim_lib.stage.marks import Band
from anim_lib.stage.motion import Motion
from anim_lib.stage.paths import Point, straight
from anim_lib.stage.row_dots import Dot
from anim_lib.stage.settle import Settle
from anim_lib.stage.sum_plan import MORE, Block, SumTablePlan
from anim_lib.stage.table_plan import COUNT_EM, LABEL_EM, LEADING, SMALL_EM
from anim_lib.stage.theme import Role, Theme
from anim_lib.stage.verbs import DROP_HEIGHT, Appear, Fly, Ghost, Slide, Tint, Vanish, drop, write

_SLIDE = 0.8
_PART = 1.2  # one column of sums becomes two
_TURN = 0.3  # the band goes to another row
_COPY = 0.5  # a sum that stays as it is goes across
_BAND = 0.5
_HAIR = 0.04
_LAG = 0.06  # between numbers that come together


@dataclass(frozen=True)
class Carried:
    """What stays of the layer's table: sums by their rows, and the words over its columns."""

    sums: dict[int, Number] = field(default_factory=dict)
    heads: Sequence[Words] = ()

    @property
    def inks(self) -> list[Ink]:
        """All of it."""
        return [*self.sums.values(), *self.heads]


class SumTable:
    """Row numbers, sums that came from the layer's table, outputs that fill."""

    def __init__(
        self, trace: ReluTrace, plan: SumTablePlan, theme: Theme, carried: Carried
    ) -> None:
        """`carried` stands as in the layer's table; all else is new."""
        self.trace, self.plan, self.theme, self.carried = trace, plan, theme, carried
        self.rows = [line.row for line in plan.lines]
        self.lines = {line.row: line for line in plan.lines}
        h = plan.h
        self.row_heads: list[Ink] = [
            Words("row", SMALL_EM, Role.QUIET, theme, align=0.5).place(
                block.row_middle, plan.header_y - h / 2
            )
            for block in plan.blocks
        ]
        self.row_numbers = {
            row: Slots(f"{row + 1:,}", h, Role.TEXT, theme).place(line.block.units, line.y)
            for row, line in self.lines.items()
        }
        self.dots = {
            row: Dot(line.block.dots, line.y, Role.TEXT, theme) for row, line in self.lines.items()
        }
        self.sums = {
            row: carried.sums.get(row)
            or Number(trace.z[row], h, Role.TEXT, theme).place(line.block.sums, line.y)
            for row, line in self.lines.items()
        }
        self.outputs = {
            row: Number(trace.y[row], h, Role.OUTPUT, theme).place(line.block.outputs, line.y)
            for row, line in self.lines.items()
        }
        self.new_heads: list[Words] = []
        self._settling: list[Motion] = []
        self._take_heads()
        self.more = self._more()
        self.counts = [
            Words(c.text, c.em, Role.TEXT if c.above else Role.BELOW_ZERO, theme).place(c.x, c.y)
            for c in plan.counts
        ]
        for words, count in zip(self.counts, plan.counts, strict=True):
            words.quantities = (trace.above if count.above else trace.not_above,)
        first = plan.blocks[0]
        height = min(_BAND, plan.pitch - 0.02)
        self.band = Band(first.left, first.right, plan.lines[0].y, height, theme)
        self._band_at: int | None = None
        self._filled: set[int] = set()

    # Parts -----------------------------------------------------------------------------------

    def _take_heads(self) -> None:
        """Words over the columns: carried ones move to their places, others are new."""
        left = list(self.carried.heads)
        for block in self.plan.blocks:
            for text, role, x, y in self._heads(block):
                ink = next((head for head in left if head.words == text), None)
                if ink is None:
                    new = Words(text, LABEL_EM, role, self.theme, align=0.5)
                    self.new_heads.append(new.place(x, y))
                else:
                    left.remove(ink)
                    to = np.array([x, y, 0.0])
                    self._settling.append(self._settle(ink, to, LABEL_EM / ink.em))

    def _heads(self, block: Block) -> list[tuple[str, Role, float, float]]:
        """Each word, its role and where it stands; an activation's words stand on one another."""
        base = self.plan.header_y - self.plan.h / 2
        words = enumerate(reversed(self.trace.activation.label.split(" ")))
        outputs = [
            (word, Role.OUTPUT, block.outputs_middle, base + k * LEADING) for k, word in words
        ]
        return [("sum", Role.TEXT, block.sums_middle, base), *outputs]

    def _more(self) -> list[Ink]:
        """The line for the hidden rows."""
        if self.plan.gap_y is None:
            return []
        x, y = self.plan.blocks[0].more, self.plan.gap_y - DIGIT_EM * COUNT_EM / 2
        dots = Words(MORE, COUNT_EM, Role.QUIET, self.theme, align=0.5).place(x, y)
        label = Words(self.plan.gap_label, COUNT_EM, Role.QUIET, self.theme)
        return [dots, label.place(self.plan.gap_x, y)]

    def _row(self, row: int) -> list[Ink]:
        outputs = [self.outputs[row]] if row in self._filled else []
        return [self.dots[row], self.row_numbers[row], self.sums[row], *outputs]

    def _new_sums(self) -> list[Number]:
        return [ink for row, ink in self.sums.items() if row not in self.carried.sums]

    @property
    def inks(self) -> list[Ink]:
        """The table with its sums, its outputs still empty."""
        rows = [ink for row in self.rows for ink in self._row(row)]
        return [*self.row_heads, *self.new_heads, *rows, *self.more]

    @property
    def _seconds(self) -> float:
        """How long the sums are on their way."""
        return _SLIDE if len(self.plan.blocks) == 1 else _PART

    def _settle(self, ink: Ink, to: Point, scale: float) -> Motion:
        return Settle(ink, to, scale, self._seconds, sideways=len(self.plan.blocks) > 1)

    def _drop(self, ink: Ink, delay: float) -> Motion:
        """A number falls into its place, in close rows not from over the row above."""
        return drop(ink, delay, min(DROP_HEIGHT, self.plan.pitch - self.plan.h - _HAIR))

    # Motions ---------------------------------------------------------------------------------

    def gather(self) -> list[Motion]:
        """Sums and header words move to the places that they keep; rows get their numbers."""
        settling: list[Motion] = []
        for row, ink in self.sums.items():
            if row in self.carried.sums:
                line = self.lines[row]
                to = np.array([line.block.sums, line.y, 0.0])
                settling.append(self._settle(ink, to, self.plan.h / ink.h))
        beside: list[Ink] = [
            *self.row_heads,
            *self.new_heads,
            *self.dots.values(),
            *self.row_numbers.values(),
            *self.more,
        ]
        here = self._seconds - 0.1
        new = [self._drop(ink, here + 0.1 + k * _LAG) for k, ink in enumerate(self._new_sums())]
        return [*settling, *self._settling, *write(*beside, delay=here), *new]

    def count(self) -> list[Motion]:
        """How many sums are on either side of zero."""
        return write(*self.counts)

    def point_at(self, row: int) -> list[Motion]:
        """The band comes to a row; the others go quiet."""
        if self._band_at == row:
            return []
        line = self.lines[row]
        if self._band_at is None:
            self.band.place(line.block.left, line.y)
            motions: list[Motion] = [Appear(self.band, _TURN)]
        else:
            to = np.array([line.block.left, line.y, 0.0])
            motions = [Slide(self.band, to, _TURN)]
        self._band_at = row
        return [*motions, *self._light({row})]

    def light(self, rows: Sequence[int]) -> list[Motion]:
        """These rows and their count are bright, the others go quiet."""
        sides = {self.trace.z[row].sign > 0 for row in rows}
        counts = [
            Tint(ink, ink.bright if c.above in sides else ink.waiting, _TURN)
            for ink, c in zip(self.counts, self.plan.counts, strict=True)
        ]
        return [*counts, *self._light(set(rows))]

    def _light(self, rows: set[int]) -> list[Motion]:
        motions: list[Motion] = []
        for row in self.rows:
            for ink in self._row(row):
                target = ink.bright if row in rows else ink.waiting
                if ink.rgb != target:
                    motions.append(Tint(ink, target, _TURN))
        return motions

    def fill(self, row: int, delay: float = 0.0) -> list[Motion]:
        """The row's output: a copy of the sum where nothing changed, else a new number."""
        self._filled.add(row)
        source, output = self.sums[row], self.outputs[row]
        if self.trace.z[row].exact != self.trace.y[row].exact or self.trace.z[row].sign == 0:
            return [self._drop(output, delay)]
        path = straight(source.home, output.home)
        flight = Fly(output, path, colour=source.rgb, seconds=_COPY, delay=delay)
        return [Ghost(source, _COPY, delay), flight]

    def fill_all(self, rows: Sequence[int]) -> list[Motion]:
        """The outputs of those of these rows that are shown."""
        shown = [row for row in self.rows if row in set(rows)]
        return [m for k, row in enumerate(shown) for m in self.fill(row, k * _LAG)]

    def release(self) -> list[Motion]:
        """All rows bright, the band gone."""
        inks = [*(ink for row in self.rows for ink in self._row(row)), *self.counts]
        bright = [Tint(ink, ink.bright, _TURN) for ink in inks if ink.rgb != ink.bright]
        leaving: list[Motion] = [] if self._band_at is None else [Vanish(self.band, _TURN)]
        self._band_at = None
        return [*leaving, *bright]
