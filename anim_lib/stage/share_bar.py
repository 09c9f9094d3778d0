"""One bar split by shares: a part carries its share and, below it, its word."""

from __future__ import annotations

from anim_lib.nn.quantity import Quantity
from anim_lib.stage.bars import Bar, Cut, cut_before, parts
from anim_lib.stage.blend_lines import BlendLines
from anim_lib.stage.blend_plan import BESIDE, BlendPlan, fits_inside
from anim_lib.stage.ink import Ink, Words
from anim_lib.stage.motion import Motion
from anim_lib.stage.table_plan import LABEL_EM, SMALL_EM
from anim_lib.stage.theme import Role, Theme
from anim_lib.stage.tokens import shorten
from anim_lib.stage.verbs import STEP, WRITE, Appear, write

_SHORTEST_NAME = 5  # letters of a shortened word under its part of the bar
_PART = 0.3  # between the starts of a split bar's parts
_ALL_PARTS = 2.4  # the last part starts by then


class ShareBar:
    """The bar that the lines' weights make together."""

    def __init__(self, lines: BlendLines, plan: BlendPlan, theme: Theme) -> None:
        self.lines, self.plan, self.theme = lines, plan, theme

    def split(self) -> list[Motion]:
        """The parts grow one after another, each with its labels."""
        plan, lines = self.plan, self.lines
        length, y, thick = plan.bar_right - plan.bar_left, plan.heights.bar, plan.heights.thickness
        lag = min(_PART, _ALL_PARTS / lines.count)
        motions: list[Motion] = []
        for i, x in enumerate(parts(lines.parts, plan.bar_left, length)):
            others, room = lines.is_others(i), lines.parts[i] * length
            bar = Bar(x, y, lines.parts[i], length, thick, self.theme, least=0.0, outlined=others)
            motions.append(bar.grow(STEP, lag * i))
            labels = self._labels(lines.shares[i], lines.labels[i], x + room / 2, room, others)
            motions += write(*labels, delay=lag * i + STEP)
            if cut_before(lines.parts, i, length):
                motions.append(Appear(Cut(x, y, thick, self.theme), WRITE, lag * i))
        return motions

    def _labels(
        self, share: Quantity, word: str, middle: float, room: float, others: bool
    ) -> list[Ink]:
        if not fits_inside(share.text, LABEL_EM, room):
            return []
        heights, role = self.plan.heights, Role.OUTPUT if others else Role.BACKGROUND
        inside = Words(share.text, LABEL_EM, role, self.theme, align=0.5)
        inside.set_z_index(6)
        inside.quantities = (share,)
        labels: list[Ink] = [inside.place(middle, heights.bar - 0.13)]
        name = shorten(word, SMALL_EM, room - BESIDE)
        if name == word or (len(name) >= _SHORTEST_NAME and not others):
            role = Role.QUIET if others else Role.KEY
            below = Words(name, SMALL_EM, role, self.theme, align=0.5)
            if others and self.lines.others is not None:
                below.quantities = (self.lines.others.count,)
            labels.append(below.place(middle, heights.bar - heights.thickness / 2 - 0.3))
        return labels
