"""Where the lanes' blocks stand and how long a tick lasts; pure arithmetic, no Manim.

A block is one small step: a multiply-add or the bias add. Every block of a clip has one size and
every tick one length, so that what is compared differs in nothing but the number of lanes.
"""

from __future__ import annotations

from dataclasses import dataclass

from anim_lib.nn.lanes import LanesTrace
from anim_lib.stage.frame import Frame
from anim_lib.stage.slots import DIGIT, MIN_DIGIT
from anim_lib.stage.table_plan import LABEL_EM

COUNT_H = 0.666 * LABEL_EM  # digits as tall as those of the words beside them
NAMES = 2.6  # units at the left for the lanes' names
LANE_Y = 2.3
MIDDLE_Y = -0.3  # of the lanes side by side
_WIDEST = 0.8  # block and gap; a strip of seven fits beside the field
_NUMBERED = 0.40  # block and gap that can hold a row's number
_LEGEND = 3.7  # room for the colours' legend beside the strips
_EDGE = 0.12  # room for the last tick's number, which may be wider than its block
_LONGEST_RUN = 10.0  # seconds


@dataclass(frozen=True, slots=True)
class LanesPlan:
    """Blocks, lanes and ticks of the lesson's own layer, in units and seconds."""

    rows: int
    steps: int  # of one row: its multiply-adds and its bias add
    pitch: float  # from a block's left edge to the next one's
    gap: float
    height: float
    left: float  # where tick 1 starts
    lane_ys: tuple[float, ...]  # middles of the lanes side by side
    tick: float  # seconds
    labels: tuple[int, ...]  # ticks whose number is written, from 1

    @property
    def numbers_inside(self) -> bool:
        """Whether a row's number stands in its first block."""
        return self.pitch >= _NUMBERED

    @property
    def lane_pitch(self) -> float:
        """From a lane's middle to the next one's."""
        return self.lane_ys[0] - self.lane_ys[1] if self.rows > 1 else 0.6

    @property
    def label_y(self) -> float:
        """The middle of the ticks' numbers."""
        return LANE_Y + self.height / 2 + 0.32

    @property
    def axis_y(self) -> float:
        """The time axis under the lanes."""
        return self.lane_ys[-1] - self.height / 2 - 0.4

    def end_of(self, tick: int) -> float:
        """The x at which a tick (from 1) is over."""
        return self.left + tick * self.pitch - self.gap / 2

    def middle_of(self, tick: int) -> float:
        """The x of the middle of a tick's block."""
        return self.left + (tick - 0.5) * self.pitch - self.gap / 2

    def strip_left(self, row: int) -> float:
        """Where a row's strip starts on the one lane."""
        return self.left + row * self.steps * self.pitch


def plan_lanes(trace: LanesTrace, frame: Frame) -> LanesPlan:
    """The largest blocks that fit on one time axis."""
    rows, steps = int(trace.rows.exact), int(trace.inputs.exact) + 1
    total = rows * steps
    left = -frame.safe_x + NAMES
    room = frame.safe_x - _EDGE - left
    pitch = min(_WIDEST, room / total, (room - _LEGEND) / steps)
    lane_pitch = min(0.6, 3.0 / max(rows - 1, 1))
    first = MIDDLE_Y + lane_pitch * (rows - 1) / 2
    return LanesPlan(
        rows=rows,
        steps=steps,
        pitch=pitch,
        gap=min(0.08, pitch / 4),
        height=min(0.48, lane_pitch - 0.09),
        left=left,
        lane_ys=tuple(first - lane_pitch * i for i in range(rows)),
        tick=tick_seconds(total),
        labels=tick_labels(total, steps, pitch),
    )


def tick_seconds(ticks: int) -> float:
    """The longest of a few lengths with which so many ticks run for ten seconds at most."""
    lengths = (0.4, 0.3, 0.25, 0.2, 0.15)
    return next((s for s in lengths if ticks * s <= _LONGEST_RUN), _LONGEST_RUN / ticks)


def tick_labels(ticks: int, steps: int, pitch: float) -> tuple[int, ...]:
    """The ticks to number: all where there is room, else those at which a row ends."""
    widest = len(str(ticks)) * DIGIT * MIN_DIGIT
    every = 1 if pitch >= widest + 0.12 else steps
    return tuple(range(every, ticks + 1, every))
