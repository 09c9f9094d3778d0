"""What is written by the lanes: their names and counts, the colours' legend, the others' line."""

from __future__ import annotations

import numpy as np

from anim_lib.nn.lanes import LanesTrace
from anim_lib.nn.quantity import Quantity
from anim_lib.stage.cells import Cells
from anim_lib.stage.ink import Ink, Number, Words
from anim_lib.stage.lanes_place import COUNT_H, Place, each_words, lanes_name
from anim_lib.stage.lanes_plan import LanesPlan
from anim_lib.stage.slots import dot_offset
from anim_lib.stage.table_plan import LABEL_EM, SMALL_EM
from anim_lib.stage.theme import Role, Theme

_LEGEND_SIDE = 0.3  # units at least of a block in the legend
_BESIDE = 0.25  # from where a strip or a run ends to the words at its right


class LanesSigns:
    """The words and plain shapes around the strips."""

    def __init__(self, trace: LanesTrace, plan: LanesPlan, theme: Theme) -> None:
        self.plan, self.theme = plan, theme
        at = plan.stand
        self.one_name = self._words("one lane", at.one_name)
        self.one_count = self._count(trace.serial_steps, "steps", at.one_count)
        self.many_name = self._words(lanes_name(trace), at.many_name)
        self.many_count = self._count(trace.parallel_steps, each_words(trace), at.many_count)
        self.legend = self._legend()
        self.more_rows = self._more("row", plan.left)
        self.more_lanes = self._more("lane", plan.end_of(plan.steps) + _BESIDE)
        self.note = self._note()

    def _words(self, words: str, place: Place) -> Words:
        return Words(words, LABEL_EM, Role.TEXT, self.theme).place(*place)

    def _count(self, quantity: Quantity, words: str, place: Place) -> list[Ink]:
        h, (x, y) = COUNT_H, place
        number = Number(quantity, h, Role.TEXT, self.theme)
        width = dot_offset(quantity.text) * h
        number.place(x + width, y + h / 2)
        return [number, self._words(words, (x + width + 0.06, y))]

    def _legend(self) -> list[Ink]:
        """A block of each colour and what it is: beside the strips, or under them."""
        plan, at = self.plan, self.plan.stand.legend
        strip = plan.strip
        side = min(max(strip.pitch - strip.gap, _LEGEND_SIDE), plan.height)
        if at is None:
            x = plan.left + plan.steps * strip.pitch - strip.gap / 2 + 0.7
            middle = (plan.stand.lane_ys[0] + plan.stand.lane_ys[-1]) / 2
            at = ((x, middle + 0.3), (x, middle - 0.3))
        inks: list[Ink] = []
        kinds = ((Role.WEIGHT, "multiply-add"), (Role.BIAS, "bias add"))
        for (role, words), (x, y) in zip(kinds, at, strict=True):
            box = np.array([[x, y - plan.height / 2, x + side, y + plan.height / 2]])
            inks += [Cells(box, role, self.theme), self._words(words, (x + side + 0.2, y - 0.12))]
        return inks

    def _more(self, noun: str, x: float) -> list[Ink]:
        """The line that stands for all others."""
        plan = self.plan
        if plan.more_y is None:
            return []
        said = f"⋮ {plan.hidden:,} more {noun}{'s' if plan.hidden > 1 else ''}"
        words = Words(said, LABEL_EM, Role.QUIET, self.theme)
        return [words.place(x, plan.more_y - 0.12)]

    def _note(self) -> list[Ink]:
        """What is said where the end of the short run is drawn later than it is."""
        plan = self.plan
        if plan.to_scale or plan.rows == 1:
            return []
        words = Words("not to scale", SMALL_EM, Role.QUIET, self.theme)
        return [words.place(plan.end_of(plan.steps) + _BESIDE, plan.lane_ys[0] - 0.1)]
