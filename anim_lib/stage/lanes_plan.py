"""Where the lanes' blocks stand and how long a tick lasts; pure arithmetic, no Manim.

A block is one small step: a multiply-add or the bias add. Both runs, one lane and many, stand on
one time axis with one scale and one tick length. Where single steps are too small to be seen, a
bar stands for a row, and where these are too small, one bar for all.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Literal

from anim_lib.nn.lanes import LanesTrace
from anim_lib.stage.frame import Frame
from anim_lib.stage.lanes_place import LEGEND, NAMES, Stand, names_width, stand
from anim_lib.stage.slots import DIGIT, MIN_DIGIT, POINT

Grain = Literal["block", "row", "all"]  # what one drawn piece of the one lane stands for

PIXEL = 1 / 45  # one reference picture element, in units
WIDEST = 0.8  # block and gap; a strip of seven fits beside the field
NUMBERED = 0.40  # block and gap that can hold a row's number
SMALLEST_BLOCK = 4 * PIXEL
SMALLEST_ROW = 3 * PIXEL
LEAST = 2 * PIXEL  # a run that ends sooner is drawn this wide, and said to be
_SNAPS = 12 * PIXEL  # rows closer than this are whole picture elements apart
_GAP = 0.08
_IN_BLOCK = 0.1  # around a number in its block
_EDGE = {True: 0.12, False: 0.06}  # room for the last tick's number, if wide or not
_LONGEST_RUN = 6.5  # seconds
_SHORTEST = 0.1  # seconds of a tick that can still be counted
_SWEEP = 4.5  # seconds of a run whose single ticks are too short to be counted
_LABEL_AIR = 0.3  # between two numbers of ticks


@dataclass(frozen=True, slots=True)
class Scale:
    """How large a step is drawn, in units."""

    pitch: float  # from a step's left edge to the next one's
    gap: float  # between two pieces
    grain: Grain

    def holds(self, rows: int) -> bool:
        """Whether the numbers of so many rows can stand in their first blocks."""
        widest = digits_width(f"{rows:,}") + _IN_BLOCK
        return self.grain == "block" and self.pitch >= NUMBERED and self.pitch - self.gap >= widest


@dataclass(frozen=True, slots=True)
class LanesPlan:
    """Blocks, lanes and ticks of the lesson's own layer, in units and seconds."""

    rows: int
    steps: int  # of one row: its multiply-adds and its bias add
    axis: Scale  # of the one time axis
    strip: Scale  # of a row's strip on its own, before it goes to the axis
    stand: Stand  # where lanes, names and axis stand
    shown: tuple[int, ...]  # rows that have a lane of their own side by side, from 0
    tick: float  # seconds
    labels: tuple[int, ...]  # ticks whose number is written, from 1
    numbered: tuple[int, ...]  # rows whose number stands by the one lane, from 0

    # The axis ------------------------------------------------------------------------------

    @property
    def pitch(self) -> float:
        """From a step's left edge to the next one's, on the axis."""
        return self.axis.pitch

    @property
    def gap(self) -> float:
        """Between two pieces on the axis."""
        return self.axis.gap

    @property
    def height(self) -> float:
        """Of every strip."""
        return self.stand.height

    @property
    def left(self) -> float:
        """Where tick 1 starts."""
        return self.stand.left

    @property
    def numbers_inside(self) -> bool:
        """Whether a row's number stands in its first block on the axis."""
        return self.axis.holds(self.rows)

    @property
    def is_sweep(self) -> bool:
        """Whether single ticks are too short to be counted."""
        return self.tick < _SHORTEST

    @property
    def to_scale(self) -> bool:
        """Whether the end of one row's steps can be drawn where it is."""
        return self.steps * self.pitch >= LEAST

    @property
    def lane_ys(self) -> tuple[float, ...]:
        """Middles of the lanes side by side that are shown."""
        return tuple(self.y_of(row) for row in self.shown)

    @property
    def more_y(self) -> float | None:
        """The middle of the line that stands for all other lanes; None if there are none."""
        return self.stand.lane_ys[-2] if self.hidden else None

    @property
    def hidden(self) -> int:
        """Rows without a lane of their own on stage."""
        return self.rows - len(self.shown)

    @property
    def lane_pitch(self) -> float:
        """From a lane's middle to the next one's."""
        ys = self.stand.lane_ys
        return ys[0] - ys[1] if len(ys) > 1 else 0.6

    @property
    def label_y(self) -> float:
        """The middle of the ticks' numbers."""
        return self.stand.label_y

    @property
    def axis_y(self) -> float:
        """The time axis under the lanes."""
        return self.stand.axis_y

    def y_of(self, row: int) -> float:
        """The middle of this row's lane, or of the line that it is counted in."""
        if row not in self.shown:
            return self.stand.lane_ys[-2]
        return self.stand.lane_ys[row if row + 1 < self.rows else -1]

    def end_of(self, tick: int) -> float:
        """The x at which a tick (from 1) is over."""
        if tick == self.steps and not self.to_scale:
            return self.left + LEAST
        return self.left + tick * self.pitch - self.gap / 2

    def middle_of(self, tick: int) -> float:
        """The x of the middle of a tick's block."""
        return self.left + (tick - 0.5) * self.pitch - self.gap / 2

    def strip_left(self, row: int) -> float:
        """Where a row's strip starts on the one lane."""
        return self.left + row * self.steps * self.pitch


def plan_lanes(trace: LanesTrace, frame: Frame, pixel: float = PIXEL) -> LanesPlan:
    """The largest blocks that fit on one time axis; `pixel` is a picture element's side."""
    rows, steps = int(trace.rows.exact), int(trace.inputs.exact) + 1
    right = frame.safe_x - _EDGE[frame.is_wide]
    beside = LEGEND if frame.is_wide else 0.0  # the colours' legend

    def scales(left: float) -> tuple[Scale, float]:
        room = right - left
        return _axis(rows, steps, room, beside, pixel), (room - beside) / steps

    left = -frame.safe_x + NAMES[frame.is_wide]
    axis, widest = scales(left)
    inside = axis.holds(rows)
    if not inside:  # the rows' numbers stand between the names and the lanes
        named = names_width(trace) if frame.is_wide else 0.0
        own = digits_width(trace.rows.text) + (0.42 if frame.is_wide else 0.14)
        left = max(-frame.safe_x + named + own, left)
        axis, widest = scales(left)
    large = _strip(min(WIDEST, widest))  # a wide frame has blocks that need not shrink
    strip = axis if inside and frame.is_wide else large
    total = rows * steps
    at = stand(frame, rows, left, numbers_under=not inside)
    return LanesPlan(
        rows=rows,
        steps=steps,
        axis=axis,
        strip=strip,
        stand=at,
        shown=tuple(range(rows)) if len(at.lane_ys) == rows else (0, 1, 2, rows - 1),
        tick=tick_seconds(total),
        labels=tick_labels(total, steps, axis.pitch),
        numbered=numbered_rows(rows, steps, axis.pitch),
    )


def _axis(rows: int, steps: int, room: float, beside: float, pixel: float) -> Scale:
    """The first grain that can be told apart on the axis."""
    total = rows * steps
    pitch = min(WIDEST, room / total, (room - beside) / steps)
    if pitch >= SMALLEST_BLOCK:
        return Scale(pitch, min(_GAP, pitch / 4), "block")
    pitch = room / total
    row = steps * pitch
    if row < SMALLEST_ROW:
        return Scale(pitch, 0.0, "all")
    if 2 * pixel <= row < _SNAPS:  # no beat between rows and picture elements
        row = int(row / pixel + 1e-6) * pixel
        return Scale(row / steps, max(round(row / 4 / pixel), 1) * pixel, "row")
    gap = min(_GAP, row / 4)
    if pitch >= 2 * PIXEL:  # half of the bias add stays to be seen
        gap = min(gap, pitch / 2)
    return Scale(pitch, gap, "row")


def _strip(pitch: float) -> Scale:
    """A strip on its own: blocks as long as they can be told apart."""
    if pitch >= SMALLEST_BLOCK:
        return Scale(pitch, min(_GAP, pitch / 4), "block")
    return Scale(pitch, 0.0, "row")


def panel_scale(plan: LanesPlan, room: float) -> Scale:
    """One lane's strip beside the field: no larger than before, no wider than `room`."""
    widest = plan.axis.pitch if plan.numbers_inside else plan.strip.pitch
    pitch = min(widest, room / plan.steps)
    if pitch == widest and plan.numbers_inside:
        return plan.axis
    return _strip(pitch)


# Ticks ---------------------------------------------------------------------------------------


def tick_seconds(ticks: int) -> float:
    """The longest of a few lengths with which so many ticks run for 6.5 s at most.

    More ticks than can be counted one by one run through in 4.5 s.
    """
    lengths = (0.4, 0.3, 0.25, 0.2, 0.15, _SHORTEST)
    return next((s for s in lengths if ticks * s <= _LONGEST_RUN), _SWEEP / ticks)


def tick_labels(ticks: int, steps: int, pitch: float) -> tuple[int, ...]:
    """The ticks to number: all where there is room, else those at which a row ends.

    Where rows end too close to one another only some of these: the first, the last, and such as
    stand apart from both.
    """
    widest = digits_width(f"{ticks:,}")
    if pitch >= widest + 0.12:
        return tuple(range(1, ticks + 1))
    rows = spread(ticks // steps, steps * pitch, widest + _LABEL_AIR)
    return tuple((row + 1) * steps for row in rows)


def numbered_rows(rows: int, steps: int, pitch: float) -> tuple[int, ...]:
    """The rows (from 0) whose number has room by the one lane: all, or those of `tick_labels`."""
    if steps * pitch >= digits_width(f"{rows:,}") + 0.15:
        return tuple(range(rows))
    return spread(rows, steps * pitch, digits_width(f"{rows * steps:,}") + _LABEL_AIR)


def spread(count: int, pitch: float, apart: float) -> tuple[int, ...]:
    """Which of so many things (from 0), a `pitch` each, are named when names stand `apart` apart.

    All, or the first, the last and, evenly between them, every k-th; a part of all or a round k.
    """
    if pitch >= apart or count == 1:
        return tuple(range(count))
    before = 1.5 * apart  # the last name is moved in where it would pass the end
    least = min(ceil(max(apart / pitch + 1, before / pitch) - 1e-9), count)
    parts = [k for k in range(least, min(2 * least, count) + 1) if count % k == 0]
    size = 10 ** (len(str(least)) - 1)
    every = parts[0] if parts else next(size * k for k in (1, 2, 5, 10) if size * k >= least)
    between = [k - 1 for k in range(every, count, every) if (count - k) * pitch >= before]
    return tuple(sorted({0, *between, count - 1}))


def digits_width(text: str) -> float:
    """The width of a whole number at the smallest digits, in units."""
    return sum(POINT if c == "," else DIGIT for c in text) * MIN_DIGIT
