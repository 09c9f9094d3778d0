"""The words beside the field: how many rows and lanes, one lane's steps, and both totals."""

from __future__ import annotations

from collections.abc import Sequence

from anim_lib.nn.lanes import LanesTrace
from anim_lib.nn.quantity import Quantity
from anim_lib.stage.field_plan import FieldPlan
from anim_lib.stage.ink import Ink, Number, Slots, Words
from anim_lib.stage.lanes_place import COUNT_H, Place
from anim_lib.stage.lanes_plan import LanesPlan, panel_scale, tick_labels
from anim_lib.stage.lanes_units import lying, pieces
from anim_lib.stage.motion import Motion, together
from anim_lib.stage.panel_plan import counted_width, total_h, waves_width
from anim_lib.stage.slots import dot_offset, extent
from anim_lib.stage.strips import Strips
from anim_lib.stage.table_plan import LABEL_EM
from anim_lib.stage.theme import Role, Theme
from anim_lib.stage.time_axis import LANDS, tick_number
from anim_lib.stage.verbs import WRITE, Appear, drop, write

_UNDER = 0.46  # from a number's line to the words under it
_LEADING = 0.42  # between two lines of words


class Counted:
    """A quantity of the trace and what it counts, side by side or one over the other."""

    def __init__(
        self,
        quantity: Quantity,
        words: Sequence[str],
        place: Place,
        theme: Theme,
        *,
        h: float = COUNT_H,
        stacked: bool = False,
    ) -> None:
        x, y = place
        self.number = Number(quantity, h, Role.TEXT, theme)
        self.number.place(x + dot_offset(quantity.text) * h, y)
        across, down = (0.0, _UNDER) if stacked else (extent(quantity.text, h).width + 0.06, 0.0)
        role = Role.QUIET if stacked else Role.TEXT
        self.words = [
            Words(line, LABEL_EM, role, theme).place(x + across, y - h / 2 - down - k * _LEADING)
            for k, line in enumerate(words)
        ]

    @property
    def inks(self) -> list[Ink]:
        """Number and words."""
        return [self.number, *self.words]

    def land(self, delay: float = 0.0) -> list[Motion]:
        """The number drops in, then its words."""
        return together(
            drop(self.number, delay), [Appear(line, WRITE, delay + 0.15) for line in self.words]
        )


class Panel:
    """Everything beside the field, or under it."""

    def __init__(self, trace: LanesTrace, field: FieldPlan, lanes: LanesPlan, theme: Theme) -> None:
        self.lanes, self.field, self.theme = lanes, field, theme
        at = field.panel
        self.rows, self.machine = (
            Counted(q, [_noun(noun, q)], place, theme, stacked=at.stacked)
            for q, noun, place in (
                (trace.wide_rows, "row", at.rows),
                (trace.wide_lanes, "lane", at.machine),
            )
        )
        self.each = Words(at.said, LABEL_EM, Role.QUIET, theme).place(at.each[0], at.each[1] - 0.12)
        scale = panel_scale(lanes, at.strip_room)
        held = pieces(1, lanes.steps, scale)
        lie = lying([at.strip], scale, [1.0], 0.0)
        self.strip = Strips(lanes, (0,), lie, held, theme, outlined=scale.grain == "block")
        width = lanes.steps * scale.pitch
        self.ticks = {
            tick: tick_number(
                tick,
                at.strip[0] + (tick - 0.5) * scale.pitch - scale.gap / 2,
                at.strip[1] + lanes.height / 2 + 0.3,
                (at.strip[0], at.strip[0] + width),
                theme,
            )
            for tick in tick_labels(lanes.steps, lanes.steps, scale.pitch)
        }
        self.waves = self._waves(trace, theme) if field.waves > 1 else []
        h = total_h(trace, field.right_edge - at.totals[0][0])
        self.one_by_one, self.side_by_side = (
            Counted(q, self._total(how), place, theme, h=h, stacked=True)
            for q, how, place in (
                (trace.wide_serial_steps, "one by one", at.totals[0]),
                (trace.wide_parallel_steps, _beside(trace), at.totals[1]),
            )
        )

    def _total(self, how: str) -> list[str]:
        return ["ticks", how] if self.field.panel.parted else [f"ticks {how}"]

    def _waves(self, trace: LanesTrace, theme: Theme) -> list[list[Ink]]:
        """The word and a number for each wave that is run; the last one is the trace's count.

        Where there is no room for such a list, the waves are counted as the last one is over.
        """
        (x, y), waves, room = self.field.panel.waves, trace.waves, self.field.panel.waves_room
        if waves_width(trace) > room:
            stacked = counted_width(trace) > room
            counted = Counted(waves, ["waves"], (x, y), theme, stacked=stacked)
            return [[] for _ in range(min(self.field.waves_shown, self.field.waves - 1))] + [
                counted.inks
            ]
        word = Words("wave", LABEL_EM, Role.QUIET, theme).place(x, y - COUNT_H / 2)
        at = x + word.width_set + 0.3
        groups: list[list[Ink]] = []
        shown = self.field.waves_shown
        for k in range(1, shown + 1):
            if k == self.field.waves:
                break
            number = Slots(str(k), COUNT_H, Role.TEXT, theme, centred=True)
            groups.append([number.place(at, y)])
            at += 0.5
        if self.field.waves > shown + 1:
            dots = Words("…", LABEL_EM, Role.QUIET, theme)
            dots.place(at - 0.1, y - COUNT_H / 2)
            at += 0.5
            last: list[Ink] = [dots]
        else:
            last = []
        number = Number(waves, COUNT_H, Role.TEXT, theme)
        number.place(at - 0.1 + dot_offset(waves.text) * COUNT_H, y)
        groups.append([*last, number])
        groups[0].insert(0, word)
        return groups

    # Motions -------------------------------------------------------------------------------

    def size(self) -> list[Motion]:
        """How many rows, how many lanes."""
        return together(self.rows.land(), self.machine.land(0.4))

    def wait(self) -> list[Motion]:
        """One lane's strip, not yet done."""
        return together(write(self.each), [Appear(ink, 0.3) for ink in self.strip.hollow])

    def run(self, seconds: float, *, again: bool) -> list[Motion]:
        """The strip fills tick by tick, its ticks are counted."""
        tick = self.lanes.tick
        count = [
            Appear(ink, max(tick / 2, LANDS), (number - 1) * tick)
            for number, ink in self.ticks.items()
        ]
        lit = [] if again else count
        return together(self.strip.run(seconds, one_by_one=False), lit)

    def land_wave(self, k: int) -> list[Motion]:
        """The number of the wave that is over."""
        return write(*self.waves[k]) if k < len(self.waves) else []

    def land_totals(self) -> list[Motion]:
        """Both totals, one after the other."""
        return together(self.one_by_one.land(), self.side_by_side.land(0.6))


def _beside(trace: LanesTrace) -> str:
    """How the wide machine takes its ticks."""
    one = min(trace.wide_rows.exact, trace.wide_lanes.exact) == 1
    return "on one lane" if one else "side by side"


def _noun(noun: str, count: Quantity) -> str:
    return noun if count.exact == 1 else f"{noun}s"
