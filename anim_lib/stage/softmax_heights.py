"""The vertical layout of the softmax: its header, lines, total and bars."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from anim_lib.stage.frame import Frame
from anim_lib.stage.slots import MAX_DIGIT, MIN_DIGIT
from anim_lib.stage.table_plan import LABEL_EM, row_name_em

BarForm = Literal["beside", "under"]  # where a bar stands, seen from its numbers

_LINE_PITCH, _CLOSE_PITCH, _CLOSE_HEADER, _BLOCK = 0.8, 0.46, 0.5, 4.86
_MOST_WIDE, _APART = 12, 0.418  # so many lines keep this much apart: their names stay clear
_RAISED = 0.06  # close lines hang so much higher than the middle
_FEW = 8  # lines that the stage holds at leisure
_LOOSEST = {"wide": 1.3, "square": 1.3, "tall": 1.5}  # the pitch of lines with their bar under them
_BAR_UNDER = {"wide": 0.22, "square": 0.22, "tall": 0.3}
_AIR, _LINE_AIR = 0.13, 0.2  # between numbers and their bar, between a bar and the next numbers
_HEADER_GAP, _HEADER_TOP = 0.62, 0.2
_MOST_UNDER = 6  # lines with their bar under them


@dataclass(frozen=True)
class Heights:
    """The middles of everything that stands on a line of its own, and the bars' thickness."""

    name_em: float
    header: float
    rows: tuple[float, ...]
    rule: float
    total: float
    bars: tuple[float, ...]
    total_bar: float
    thickness: float

    @property
    def pitch(self) -> float:
        """The least distance between lines, the total's included."""
        return min(above - below for above, below in pairwise((*self.rows, self.total)))


def heights_beside(count: int, frame: Frame, h: float) -> Heights | None:
    """A bar on each line, at the right of its numbers. None where lines would be too close."""
    pitch = min(_LINE_PITCH, 4.4 / (count + 1))
    header_gap = min(0.75, pitch + 0.1)
    if count > _FEW:
        pitch, header_gap = min(_CLOSE_PITCH, _BLOCK / count), _CLOSE_HEADER
        if frame.is_wide and count <= _MOST_WIDE:
            pitch = max(pitch, _APART)
    if pitch < h + 0.125:
        return None
    height = pitch * count + 0.12  # from the first row to the total
    top = (frame.stage_top + frame.stage_bottom) / 2 + (height + header_gap) / 2
    if frame.is_wide:
        top = 0.45 + (height + header_gap) / 2
    if count > _FEW:
        top += _RAISED
    first = top - header_gap
    total = first - height
    rows = tuple(first - pitch * i for i in range(count))
    return Heights(
        name_em=row_name_em(pitch),
        header=top,
        rows=rows,
        rule=(rows[-1] + total) / 2,
        total=total,
        bars=rows,
        total_bar=total,
        thickness=min(0.46, 0.62 * pitch),
    )


def most_under(frame: Frame) -> int:
    """How many lines with their bars under them are served well, at the smallest digits."""
    room, down = _room_under(frame)
    return min(_MOST_UNDER, int(room / _closest_under(frame, MIN_DIGIT, down)))


def _room_under(frame: Frame) -> tuple[float, float]:
    """Room for the lines and the total, and how far a bar stands below its numbers."""
    thickness = _BAR_UNDER[frame.shape]
    down = MAX_DIGIT / 2 + _AIR + thickness / 2
    room = frame.stage_top - frame.stage_bottom - _HEADER_TOP - _HEADER_GAP
    return room - down - thickness / 2, down


def _closest_under(frame: Frame, h: float, down: float) -> float:
    """The least pitch of lines with their bars under them."""
    return h / 2 + down + _BAR_UNDER[frame.shape] / 2 + _LINE_AIR


def heights_under(count: int, frame: Frame, h: float) -> Heights | None:
    """A bar under the numbers of each line. None where lines would be too close."""
    room, down = _room_under(frame)
    thickness = _BAR_UNDER[frame.shape]
    pitch = min(_LOOSEST[frame.shape], room / count)
    if pitch < _closest_under(frame, h, down):
        return None
    spare = room - pitch * count
    header = frame.stage_top - _HEADER_TOP - spare / 2
    first = header - _HEADER_GAP
    rows = tuple(first - pitch * i for i in range(count))
    total = rows[-1] - pitch
    last_bar = rows[-1] - down - thickness / 2
    return Heights(
        name_em=LABEL_EM,
        header=header,
        rows=rows,
        rule=(last_bar + total + h / 2) / 2,
        total=total,
        bars=tuple(y - down for y in rows),
        total_bar=total - down,
        thickness=thickness,
    )
