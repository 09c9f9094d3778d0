"""The words beside the field: how many rows and lanes, one lane's steps, and both totals."""

from __future__ import annotations

from anim_lib.nn.lanes import LanesTrace
from anim_lib.nn.quantity import Quantity
from anim_lib.stage.field_plan import FieldPlan
from anim_lib.stage.ink import Ink, Number, Slots, Words
from anim_lib.stage.lanes_plan import COUNT_H, LanesPlan, tick_labels
from anim_lib.stage.motion import Motion, together
from anim_lib.stage.slots import MAX_DIGIT, MIN_DIGIT, dot_offset, extent
from anim_lib.stage.strips import Strips
from anim_lib.stage.table_plan import LABEL_EM
from anim_lib.stage.theme import Role, Theme
from anim_lib.stage.verbs import WRITE, Appear, drop, write

_ROWS_Y, _LANES_Y, _EACH_Y, _STRIP_Y, _WAVES_Y = 2.92, 2.44, 1.82, 0.84, 0.2
_TOTALS_Y = (-0.58, -1.8)


class Counted:
    """A quantity of the trace and what it counts, side by side or one over the other."""

    def __init__(
        self,
        quantity: Quantity,
        words: str,
        x: float,
        y: float,
        theme: Theme,
        *,
        h: float = COUNT_H,
        stacked: bool = False,
    ) -> None:
        self.number = Number(quantity, h, Role.TEXT, theme)
        self.number.place(x + dot_offset(quantity.text) * h, y)
        across, down = (0.0, 0.46) if stacked else (extent(quantity.text, h).width + 0.06, 0.0)
        role = Role.QUIET if stacked else Role.TEXT
        self.words = Words(words, LABEL_EM, role, theme).place(x + across, y - h / 2 - down)

    @property
    def inks(self) -> list[Ink]:
        """Number and words."""
        return [self.number, self.words]

    def land(self, delay: float = 0.0) -> list[Motion]:
        """The number drops in, then its words."""
        return together(drop(self.number, delay), Appear(self.words, WRITE, delay + 0.15))


class Panel:
    """Everything right of the field."""

    def __init__(self, trace: LanesTrace, field: FieldPlan, lanes: LanesPlan, theme: Theme) -> None:
        x, self.lanes, self.field = field.panel, lanes, field
        self.rows = Counted(trace.wide_rows, _noun("row", trace.wide_rows), x, _ROWS_Y, theme)
        self.machine = Counted(
            trace.wide_lanes, _noun("lane", trace.wide_lanes), x, _LANES_Y, theme
        )
        self.each = Words(
            "in the lane" if field.lanes == 1 else "in every lane", LABEL_EM, Role.QUIET, theme
        ).place(x, _EACH_Y - 0.12)
        self.strip = Strips(lanes, [(x, _STRIP_Y)], theme, numbered=False)
        self.ticks = {
            tick: Slots(str(tick), MIN_DIGIT, Role.TEXT, theme, centred=True).place(
                x + lanes.middle_of(tick) - lanes.left, _STRIP_Y + lanes.height / 2 + 0.3
            )
            for tick in tick_labels(lanes.steps, lanes.steps, lanes.pitch)
        }
        self.waves = self._waves(trace.waves, x, theme) if field.waves > 1 else []
        self.one_by_one = Counted(
            trace.wide_serial_steps,
            "ticks one by one",
            x,
            _TOTALS_Y[0],
            theme,
            h=MAX_DIGIT,
            stacked=True,
        )
        self.side_by_side = Counted(
            trace.wide_parallel_steps,
            "ticks side by side",
            x,
            _TOTALS_Y[1],
            theme,
            h=MAX_DIGIT,
            stacked=True,
        )

    def _waves(self, waves: Quantity, x: float, theme: Theme) -> list[list[Ink]]:
        """The word and a number for each wave that is run; the last one is the trace's count."""
        word = Words("wave", LABEL_EM, Role.QUIET, theme).place(x, _WAVES_Y - COUNT_H / 2)
        at = x + word.width_set + 0.3
        groups: list[list[Ink]] = []
        shown = self.field.waves_shown
        for k in range(1, shown + 1):
            if k == self.field.waves:
                break
            number = Slots(str(k), COUNT_H, Role.TEXT, theme, centred=True)
            groups.append([number.place(at, _WAVES_Y)])
            at += 0.5
        if self.field.waves > shown:
            dots = Words("…", LABEL_EM, Role.QUIET, theme)
            dots.place(at - 0.1, _WAVES_Y - COUNT_H / 2)
            at += 0.5
            last: list[Ink] = [dots]
        else:
            last = []
        number = Number(waves, COUNT_H, Role.TEXT, theme)
        number.place(at - 0.1 + dot_offset(waves.text) * COUNT_H, _WAVES_Y)
        groups.append([*last, number])
        groups[0].insert(0, word)
        return groups

    # Motions -------------------------------------------------------------------------------

    def size(self) -> list[Motion]:
        """How many rows, how many lanes."""
        return together(self.rows.land(), self.machine.land(0.4))

    def wait(self) -> list[Motion]:
        """One lane's strip, not yet done."""
        return together(write(self.each), self.strip.appear())

    def run(self, seconds: float, *, again: bool) -> list[Motion]:
        """The strip fills tick by tick, its ticks are counted."""
        tick = self.lanes.tick
        count = [Appear(ink, tick / 2, (number - 1) * tick) for number, ink in self.ticks.items()]
        lit = [] if again else count
        return together(self.strip.run(seconds, one_by_one=False), lit)

    def land_wave(self, k: int) -> list[Motion]:
        """The number of the wave that is over."""
        return write(*self.waves[k]) if k < len(self.waves) else []

    def land_totals(self) -> list[Motion]:
        """Both totals, one after the other."""
        return together(self.one_by_one.land(), self.side_by_side.land(0.6))


def _noun(noun: str, count: Quantity) -> str:
    return noun if count.exact == 1 else f"{noun}s"
