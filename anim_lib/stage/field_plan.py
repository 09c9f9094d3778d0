"""Where the wide machine's lanes stand, one square each; pure arithmetic, no Manim.

Squares fill columns from the top, as lanes stand one under the other. A span of them is at most
three rectangles, and the gaps are lines, so the cost of a picture hardly grows with the lanes.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, isqrt

from anim_lib.nn.lanes import LanesTrace
from anim_lib.stage.frame import Frame
from anim_lib.stage.lanes_plan import LanesPlan

SIDE = 64 * 4 / 45  # units of the largest field: 64 squares of four reference pixels
TOP, BOTTOM = 3.15, -2.6
_INSET = 0.12  # room for the box around the first squares
_SMALLEST = 2 / 45  # square and gap that can still be told apart, in units
_ALL_WAVES = 3  # up to so many waves are all run

Box = tuple[float, float, float, float]  # left, bottom, right, top


@dataclass(frozen=True, slots=True)
class FieldPlan:
    """Squares of the wide machine and the waves in which its lanes take the rows."""

    lanes: int
    busy: int  # lanes that have a row in the first wave
    last_busy: int  # lanes that have a row in the last wave
    own: int  # squares that stand for the lesson's own rows
    waves: int
    down: int  # squares in a column
    across: int  # columns, the last one perhaps not full
    pitch: float
    gap: float
    left: float
    top: float
    right_edge: float  # nothing of the field is drawn beyond
    panel: float  # where the words beside the field start

    @property
    def is_solid(self) -> bool:
        """Whether the squares are too small to be told apart."""
        return self.pitch < _SMALLEST - 1e-9

    @property
    def waves_shown(self) -> int:
        """How many waves are run, each in full."""
        return self.waves if self.waves <= _ALL_WAVES else 2


def plan_field(trace: LanesTrace, lanes: LanesPlan, frame: Frame, pixel: float) -> FieldPlan:
    """The wide machine as a field; `pixel` is a picture element's side in units."""
    count, rows, waves = (int(q.exact) for q in (trace.wide_lanes, trace.wide_rows, trace.waves))
    own = min(lanes.rows, count)
    room = min(SIDE, frame.safe_x - 0.7)  # narrower frames keep half of their width for words
    stacked = count * lanes.lane_pitch <= room  # few lanes stand as those before them did
    down = count if stacked else max(isqrt(count - 1) + 1, own)
    across = ceil(count / down)
    pitch = min(lanes.lane_pitch, room / down)
    if pitch >= 2 * pixel:  # whole picture elements: no beat between squares and pixels
        pitch = int(pitch / pixel + 1e-6) * pixel
    gap = pitch / 4
    if gap >= pixel:
        gap = round(gap / pixel) * pixel
    left = -frame.safe_x + _INSET + (room - across * pitch) / 2
    top = TOP - (room - down * pitch) / 2
    return FieldPlan(
        lanes=count,
        busy=min(rows, count),
        last_busy=rows - (waves - 1) * count,
        own=own,
        waves=waves,
        down=down,
        across=across,
        pitch=pitch,
        gap=gap,
        left=round(left / pixel) * pixel,
        top=round(top / pixel) * pixel,
        right_edge=frame.safe_x,
        panel=-frame.safe_x + _INSET + room + 0.9,
    )


def span(first: int, last: int, down: int) -> list[tuple[int, int, int, int]]:
    """Squares `first` … `last − 1` as blocks of (column, row, columns, rows), at most three."""
    if first >= last:
        return []
    (c0, r0), (c1, r1) = divmod(first, down), divmod(last, down)
    if c0 == c1:
        return [(c0, r0, 1, r1 - r0)]
    blocks = []
    if r0:
        blocks.append((c0, r0, 1, down - r0))
        c0 += 1
    if c1 > c0:
        blocks.append((c0, 0, c1 - c0, down))
    if r1:
        blocks.append((c1, 0, 1, r1))
    return blocks
