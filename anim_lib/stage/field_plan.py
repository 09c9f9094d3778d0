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
from anim_lib.stage.panel_plan import PanelPlan, plan_panel

_DEEPEST = -2.6  # nothing of the field is drawn below, in a wide frame
_SMALLEST = 2 / 45  # square and gap that can still be told apart, in units
_ALL_WAVES = 3  # up to so many waves are all run
_WAVES_RUN = 5.0  # seconds at most of all that are run, if they are more than one

Box = tuple[float, float, float, float]  # left, bottom, right, top
Grid = tuple[float, float, float, float]  # left, top, pitch, gap


@dataclass(frozen=True, slots=True)
class FieldPlan:
    """Squares of the wide machine and the waves in which its lanes take the rows."""

    lanes: int
    busy: int  # lanes that have a row in the first wave
    last_busy: int  # lanes that have a row in the last wave
    own: int  # squares that stand for the lesson's own rows
    waves: int
    wave_seconds: float
    down: int  # squares in a column
    across: int  # columns, the last one perhaps not full
    pitch: float
    gap: float
    left: float
    top: float
    right_edge: float  # nothing of the field is drawn beyond
    bottom: float
    panel: PanelPlan  # the words beside the field

    @property
    def is_solid(self) -> bool:
        """Whether the squares are too small to be told apart."""
        return self.pitch < _SMALLEST - 1e-9

    @property
    def waves_shown(self) -> int:
        """How many waves are run, each in full."""
        shown = self.waves if self.waves <= _ALL_WAVES else 2
        return max(min(shown, int(_WAVES_RUN / self.wave_seconds)), 1)


def plan_field(trace: LanesTrace, lanes: LanesPlan, frame: Frame, pixel: float) -> FieldPlan:
    """The wide machine as a field; `pixel` is a picture element's side in units."""
    count, rows, waves = (int(q.exact) for q in (trace.wide_lanes, trace.wide_rows, trace.waves))
    own, panel = min(lanes.rows, count), plan_panel(trace, frame)
    room = panel.room
    stacked = count * lanes.lane_pitch <= room  # few lanes stand as those before them did
    down = count if stacked else isqrt(count - 1) + 1
    if down < own <= len(lanes.shown):  # they stand in one column
        down = own
    across = ceil(count / down)
    pitch = min(lanes.lane_pitch, room / down)
    if pitch >= 2 * pixel:  # whole picture elements: no beat between squares and pixels
        pitch = int(pitch / pixel + 1e-6) * pixel
    gap = pitch / 4
    if gap >= pixel:
        gap = round(gap / pixel) * pixel
    left = panel.left + (room - across * pitch) / 2
    top = panel.top - (room - down * pitch) / 2
    return FieldPlan(
        lanes=count,
        busy=min(rows, count),
        last_busy=rows - (waves - 1) * count,
        own=own,
        waves=waves,
        wave_seconds=lanes.steps * lanes.tick,
        down=down,
        across=across,
        pitch=pitch,
        gap=gap,
        left=round(left / pixel) * pixel,
        top=round(top / pixel) * pixel,
        right_edge=frame.safe_x,
        bottom=_DEEPEST if frame.is_wide else frame.stage_bottom,
        panel=panel,
    )


def zoom_start(plan: FieldPlan, lanes: LanesPlan, top: float) -> Grid:
    """The grid that the lanes fold to, of which the field grows; `top` is the lanes' edge.

    Lanes that are all on stage become squares as they stand. Of many, some of them counted in a
    line, the squares stand as large as fits, or at once where the field has them.
    """
    pitch = lanes.lane_pitch
    if not lanes.hidden:
        return lanes.left, top, pitch, pitch - lanes.height
    deep = lanes.lane_ys[0] - lanes.lane_ys[-1] + lanes.height
    pitch = min(pitch, deep / plan.own)
    if plan.own > plan.down or pitch <= plan.pitch:
        return plan.left, plan.top, plan.pitch, plan.gap
    return lanes.left, top, pitch, pitch / 4


def square(k: int, down: int, grid: Grid) -> Box:
    """Square `k` (from 0) of a grid whose columns hold `down`."""
    left, top, pitch, gap = grid
    column, row = divmod(k, down)
    x, y, side = left + column * pitch, top - row * pitch, pitch - gap
    return (x, y - side, x + side, y)


def outline(count: int, down: int, grid: Grid) -> list[tuple[float, float]]:
    """The corners around the first `count` squares, back to the first corner."""
    left, top, pitch, gap = grid
    columns, rest = divmod(count, down)
    pad = gap / 2
    x0, y0 = left - pad, top + pad
    rows = min(count, down)

    def at(column: int, row: int) -> tuple[float, float]:
        """The lower right corner of a span of so many columns and rows."""
        return left + column * pitch - gap + pad, top - row * pitch + gap - pad

    right, low = at(columns + 1, rest)
    inner, deep = at(max(columns, 1), rows)
    if columns == 0 or rest == 0:
        corners = [(x0, deep), (inner, deep), (inner, y0), (x0, y0)]
    else:
        corners = [(x0, deep), (inner, deep), (inner, low), (right, low), (right, y0), (x0, y0)]
    return [*corners, corners[0]]


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
