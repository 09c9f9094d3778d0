"""What is said of lanes: sentences that are true for any shape."""

from __future__ import annotations

from anim_lib.nn.lanes import LanesTrace
from anim_lib.stage.caption import first_that_fits
from anim_lib.stage.frame import Frame
from anim_lib.stage.lanes_place import lanes_name
from anim_lib.stage.lanes_plan import LanesPlan
from anim_lib.stage.wording import sentence

_PARTS = (
    *("", "", "half", "a third of", "a quarter of"),
    *("a fifth of", "a sixth of", "a seventh of", "an eighth of"),
)


class LanesWords:
    """The captions of one lesson's lanes in a frame.

    `is_solid` says that the wide machine's lanes are drawn as one field.
    """

    def __init__(self, trace: LanesTrace, frame: Frame, plan: LanesPlan, *, is_solid: bool) -> None:
        self.trace, self.frame, self.plan, self.is_solid = trace, frame, plan, is_solid
        self.rows = int(trace.rows.exact)
        self.inputs = int(trace.inputs.exact)

    @property
    def lanes(self) -> str:
        """The name of the lanes side by side."""
        return lanes_name(self.trace)

    def table(self) -> str:
        """What the numbers of the table stand for here."""
        if self.rows > 1:
            return "Each weight and each bias is one small step."
        weights = "Each weight" if self.inputs > 1 else "The weight"
        return f"{weights} is one small step, and so is the bias."

    def strips(self) -> str:
        """What a row is here."""
        who = "The" if self.rows == 1 else "Each"
        if self.plan.strip.grain == "block":
            return f"{who} row is a strip of small steps."
        return f"{who} row is a strip of {self.trace.parallel_steps.text} small steps."

    def one_lane(self) -> str:
        """What the one lane does, and what a bar stands for where steps are too small."""
        grain, steps = self.plan.axis.grain, self.trace.parallel_steps.text
        if grain == "block":
            return "One lane does one step per tick."
        if grain == "all" or self.rows == 1:
            sweep = f"{self.trace.serial_steps.text} ticks in one sweep."
            return first_that_fits([f"One step per tick: {sweep}", sentence(sweep)], self.frame)
        short = f"Each bar is one row of {steps} steps."
        return first_that_fits(
            [f"One step per tick; {short[0].lower()}{short[1:]}", short], self.frame
        )

    def side_by_side(self) -> str:
        """What the lanes do."""
        return sentence(f"{self.lanes}: same steps, same tick.")

    def compared(self) -> str:
        """The two ends on the one time axis."""
        serial = self.trace.serial_steps.text
        if self.rows < len(_PARTS):
            return f"Same {serial} steps. {sentence(_PARTS[self.rows])} the time."
        return f"Same {serial} steps in {self.trace.parallel_steps.text} ticks."

    def wide(self) -> str:
        """The wide layer and its machine."""
        rows, lanes = self.trace.wide_rows, self.trace.wide_lanes
        nouns = [_noun("row", rows.text), _noun("lane", lanes.text)]
        if self.rows == rows.exact == lanes.exact:
            if self.rows == 1:
                return "The same row on its lane, now a square."
            return f"The same {rows.text} rows on {lanes.text} lanes, a square each."
        long = f"Now {rows.text} {nouns[0]} on {lanes.text} {nouns[1]}."
        return first_that_fits([long, "Now a much wider layer."], self.frame)

    def all_at_once(self) -> str:
        """The ticks of the wide layer's first wave."""
        ticks = f"{self.trace.parallel_steps.text} ticks"
        if min(self.trace.wide_rows.exact, self.trace.wide_lanes.exact) == 1:
            return f"One lane works: {ticks} a row."
        if self.trace.waves.exact == 1:
            who = "Too many lanes to tell apart" if self.is_solid else "All rows at once"
            return f"{who}: the same {ticks}."
        return f"The rows come in waves, {ticks} each."

    def totals(self) -> str:
        """What both totals say."""
        if self.trace.wide_parallel_steps.exact == self.trace.wide_serial_steps.exact:
            return "A single lane saves no tick." if self.trace.wide_lanes.exact == 1 else _ONE_ROW
        return "Same steps, same tick, fewer ticks."

    def last(self) -> str:
        """The point of the clip."""
        if self.trace.wide_lanes.exact == 1 < self.trace.wide_rows.exact:
            return "More lanes, fewer ticks."
        if self.trace.waves.exact > 1:
            return "Rows wait for a free lane, never for each other."
        return "Rows never wait for each other." if self.trace.wide_rows.exact > 1 else _ALONE


_ONE_ROW = "A single row keeps a single lane busy."
_ALONE = "A row needs no other row’s answer."


def _noun(noun: str, count: str) -> str:
    return noun if count == "1" else f"{noun}s"
