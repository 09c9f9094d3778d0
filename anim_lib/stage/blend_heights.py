"""The vertical layout of the blend: its lines, their sum, and the bar that is split."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from anim_lib.stage.frame import Frame

BlendForm = Literal["beside", "stacked"]  # where names and weights stand, seen from their values

_ROW, _ROW_TALL, _TABLE = 0.72, 0.9, 3.2  # the loosest pitches; how high the rows are at most
_STACK, _CLOSEST_STACK = 1.4, 1.12  # the pitch of lines whose values stand under their names
_BELOW = 0.6  # from a name down to its values
_HEADER, _OVER_BRACKET = 0.45, 0.33  # from the first row up to the words over hidden columns
_BAR, _BAR_NAMES = 0.46, 0.5  # the split bar's height, and the room for the names below it
_OUTPUT_DROP, _BAR_DROP = 0.72, 0.85  # from the last row to the output, from there to the bar
_WORKING_DROP = 1.1  # from the last row to the working, which is not to look like one more row


@dataclass(frozen=True)
class BlendHeights:
    """The middles of everything that stands on a line of its own, and the bar's thickness."""

    heads: tuple[float, ...]  # of names, weights and signs
    rows: tuple[float, ...]  # of values
    header: float | None  # on which the words over the hidden columns stand
    rule: float
    output_head: float
    output: float
    working: float  # of the first row's products, written out before there is an output
    bar: float
    thickness: float

    @property
    def pitch(self) -> float:
        """Distance between rows; 0.72 where there is one row only."""
        return self.rows[0] - self.rows[1] if len(self.rows) > 1 else _ROW


def heights_of(
    count: int, hidden: bool, frame: Frame, form: BlendForm, h: float
) -> BlendHeights | None:
    """The heights of so many lines; None where they would be too close."""
    header = _HEADER if hidden and form == "beside" else 0.0
    below = _BELOW if form == "stacked" else 0.0
    ends = header + 2 * below + _OUTPUT_DROP + _BAR_DROP + _BAR_NAMES
    room = frame.stage_top - frame.stage_bottom - ends
    table = min(room, _TABLE) if frame.is_wide else room
    loosest = _ROW_TALL if frame.shape == "tall" else _ROW
    pitch = min(_STACK if below else loosest, table / max(count - 1, 1))
    if pitch < (_CLOSEST_STACK if below else h + 0.125):
        return None
    height = ends + pitch * (count - 1)
    # In a wide frame the block hangs a little higher than the middle of its stage.
    middle = 0.42 if frame.is_wide else (frame.stage_top + frame.stage_bottom) / 2
    first = middle + height / 2 - header
    heads = tuple(first - pitch * i for i in range(count))
    last = heads[-1] - below
    output_head = last - _OUTPUT_DROP
    output = output_head - below
    return BlendHeights(
        heads=heads,
        rows=tuple(y - below for y in heads),
        # Over the first row's brackets, or in the line of the first name.
        header=(first - h / 2 if below else first + _OVER_BRACKET) if hidden else None,
        rule=(last + output_head) / 2,
        output_head=output_head,
        output=output,
        working=last - _WORKING_DROP,
        bar=output - _BAR_DROP,
        thickness=_BAR,
    )
