"""One bar split by shares: a part carries its share and, below it, its word."""

from __future__ import annotations

from anim_lib.nn.quantity import Quantity
from anim_lib.stage.bars import Bar, Cut, cut_before, parts
from anim_lib.stage.blend_lines import BlendLines
from anim_lib.stage.blend_plan import BESIDE, BlendPlan, fits_inside
from anim_lib.stage.ink import Ink, Words
from anim_lib.stage.motion import Motion
from anim_lib.stage.table_plan import LABEL_EM, SMALL_EM, words_width
from anim_lib.stage.theme import Role, Theme
from anim_lib.stage.verbs import STEP, WRITE, Appear, write

_BEYOND = 0.5  # of a part's length: how far its name may reach under a neighbour at most
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
        named = self._named(length)
        motions: list[Motion] = []
        for i, x in enumerate(parts(lines.parts, plan.bar_left, length)):
            others, room = lines.is_others(i), lines.parts[i] * length
            bar = Bar(x, y, lines.parts[i], length, thick, self.theme, least=0.0, outlined=others)
            motions.append(bar.grow(STEP, lag * i))
            labels = self._share(lines.shares[i], x + room / 2, room, others)
            if i in named:
                labels.append(self._name(i, named[i]))
            motions += write(*labels, delay=lag * i + STEP)
            if cut_before(lines.parts, i, length):
                motions.append(Appear(Cut(x, y, thick, self.theme), WRITE, lag * i))
        return motions

    def _share(self, share: Quantity, middle: float, room: float, others: bool) -> list[Ink]:
        if not fits_inside(share.text, LABEL_EM, room):
            return []
        role = Role.OUTPUT if others else Role.BACKGROUND
        inside = Words(share.text, LABEL_EM, role, self.theme, align=0.5)
        inside.set_z_index(6)
        inside.quantities = (share,)
        return [inside.place(middle, self.plan.heights.bar - 0.13)]

    def _named(self, length: float) -> dict[int, float]:
        """The middles of the names below their parts, each as elsewhere in the clip or not at all.

        The largest first. A name may reach a little under its neighbours where nothing stands.
        """
        lines, plan = self.lines, self.plan
        taken: list[tuple[float, float]] = []
        named: dict[int, float] = {}
        starts = parts(lines.parts, plan.bar_left, length)
        for i in sorted(range(lines.count), key=lambda i: -lines.parts[i]):
            room, width = lines.parts[i] * length, words_width(lines.labels[i], SMALL_EM)
            low = max(starts[i] + (room - width) / 2, plan.bar_left)
            low = min(low, plan.bar_right - width)
            high = low + width
            beyond = max(starts[i] - low, high - starts[i] - room)
            free = all(high + BESIDE <= left or right + BESIDE <= low for left, right in taken)
            if (
                fits_inside(lines.shares[i].text, LABEL_EM, room)
                and beyond <= _BEYOND * room
                and free
            ):
                named[i] = (low + high) / 2
                taken.append((low, high))
        return named

    def _name(self, line: int, middle: float) -> Words:
        others, heights = self.lines.is_others(line), self.plan.heights
        role = Role.QUIET if others else Role.KEY
        below = Words(self.lines.labels[line], SMALL_EM, role, self.theme, align=0.5)
        if others and self.lines.others is not None:
            below.quantities = (self.lines.others.count,)
        return below.place(middle, heights.bar - heights.thickness / 2 - 0.3)
