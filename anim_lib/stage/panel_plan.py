"""Where the wide machine and its words stand in a frame; pure arithmetic, no Manim.

In a wide frame the words stand right of the field. In a square one the strip goes under the
field, so that both columns are wide enough; in a tall one all words go under it.
"""

from __future__ import annotations

from dataclasses import dataclass

from anim_lib.nn.lanes import LanesTrace
from anim_lib.stage.frame import Frame
from anim_lib.stage.lanes_place import COUNT_H, Place
from anim_lib.stage.slots import MAX_DIGIT, MIN_DIGIT, extent
from anim_lib.stage.table_plan import LABEL_EM, words_width

SIDE = 64 * 4 / 45  # units of the largest field: 64 squares of four reference pixels
INSET = 0.12  # room for the box around the first squares
_LEAST = 1.4  # units of the smallest field
_APART = {"wide": 0.9, "square": 0.35}  # from the field to its words
_STEP = 0.48  # from a line of words to the next
_TOTALS, _PARTED = 1.22, 1.6  # from one total to the other; the latter with two lines of words
_WIDE_WORDS = 3.3  # what the words beside the field have at least
_SQUARE_WORDS = 2.35  # what the words beside a square frame's field need at least
_STRIP = 0.95  # from the field's edge to the middle of a strip beside its words
_WAVES = 1.7  # units of the first waves' numbers, before the last one
_AIR = 0.06
_EDGE = 0.06  # room for the last tick's number


@dataclass(frozen=True, slots=True)
class PanelPlan:
    """Middles of lines, as (left end, y), in units."""

    room: float  # the largest side of the field
    left: float  # of that room
    top: float
    rows: Place
    machine: Place
    each: Place  # the words over or beside the strip
    said: str  # these words
    strip: Place
    strip_room: float
    waves: Place
    waves_room: float
    totals: tuple[Place, Place]
    parted: bool  # whether "ticks side by side" takes two lines
    stacked: bool  # whether "rows" and "lanes" stand under their numbers


def plan_panel(trace: LanesTrace, frame: Frame) -> PanelPlan:
    """Place the words, and give the field what they leave."""
    return {"wide": _right, "square": _around, "tall": _under}[frame.shape](trace, frame)


def _right(trace: LanesTrace, frame: Frame) -> PanelPlan:
    left, whole = -frame.safe_x + INSET, 2 * frame.safe_x - INSET - _APART["wide"]
    words = max(_lines(trace), words_width("ticks side by side", LABEL_EM), _totals(trace))
    room = min(SIDE, max(whole - max(words, _WIDE_WORDS), _LEAST))
    x = left + room + _APART["wide"]
    up = 0.24 if _waves_lines(trace, frame.safe_x - x) > 1 else 0.0
    return PanelPlan(
        room=room,
        left=left,
        top=3.15,
        rows=(x, 2.92),
        machine=(x, 2.44),
        each=(x, 1.82 + 0.7 * up),
        said=_said(trace, long=True),
        strip=(x, 0.84 + 0.65 * up),
        strip_room=frame.safe_x - _EDGE - x,
        waves=(x, 0.2 + 1.1 * up),
        waves_room=frame.safe_x - x,
        totals=((x, -0.58), (x, -1.8)),
        parted=False,
        stacked=False,
    )


def _around(trace: LanesTrace, frame: Frame) -> PanelPlan:
    left, whole = -frame.safe_x + INSET, 2 * frame.safe_x - INSET - _APART["square"]
    stacked = _lines(trace) > _SQUARE_WORDS
    words = max(_SQUARE_WORDS, _numbers(trace) if stacked else _lines(trace), _totals(trace))
    room = max(min(SIDE, whole - words, 4.28), _LEAST)
    crowded = stacked or trace.waves.exact > 1  # the words reach down to the strip
    foot = frame.stage_bottom + 0.35
    top = frame.stage_top - 0.15
    if crowded:
        room = min(room, top - foot - 1.4)
    else:  # both in the middle of a stage that is taller than they are
        free = max(top - room - _STRIP - foot, 0.0)
        top -= 0.4 * free
        foot = top - room - _STRIP if free else foot
    x = left + room + _APART["square"]
    rows, down = top - 0.23, 2 * _STEP if stacked else _STEP
    below = rows - 2 * down
    totals = below - _waves_lines(trace, frame.safe_x - x) * _STEP - 0.36
    parted = frame.safe_x - x < words_width("ticks side by side", LABEL_EM)
    beside = words_width(_said(trace, long=False), LABEL_EM) + 0.3
    strip = (left + (0.0 if crowded else beside), foot)
    return PanelPlan(
        room=room,
        left=left,
        top=top,
        rows=(x, rows),
        machine=(x, rows - down),
        each=(left, foot + 0.98 if crowded else foot),
        said=_said(trace, long=False),
        strip=strip,
        strip_room=(x - 0.4 if crowded else frame.safe_x - _EDGE) - strip[0],
        waves=(x, below),
        waves_room=frame.safe_x - x,
        totals=((x, totals), (x, totals - (_PARTED if parted else _TOTALS))),
        parted=parted,
        stacked=stacked,
    )


def _under(trace: LanesTrace, frame: Frame) -> PanelPlan:
    bottom, top = frame.stage_bottom + 0.15, frame.stage_top - 0.05
    left = -frame.safe_x + INSET
    totals = max(_totals(trace), words_width("ticks side by side", LABEL_EM))
    x = min(0.4, frame.safe_x - totals)
    # Long lines take the whole width, and the totals stand under them.
    long = _lines(trace) > x - left - 0.3 or _waves_lines(trace, frame.safe_x - x) > 1
    lines = (3 if trace.waves.exact > 1 else 2) * _STEP if long else 0.0
    words = 2.35 + (lines - 2 * _STEP if long else 0.0) + (0.6 if long else 0.0)
    room = min(SIDE, top - bottom - words - 0.55)
    free = max(top - bottom - words - 0.55 - room, 0.0)
    top -= free * 0.45
    y = top - room - 0.55 - free * 0.1
    below = y - lines - (0.1 if long else 0.0)
    each = y - 2 * _STEP - 0.12
    return PanelPlan(
        room=room,
        left=-room / 2,
        top=top,
        rows=(left, y),
        machine=(left, y - _STEP),
        each=(left, below if long else each),
        said=_said(trace, long=False),
        strip=(left, (below if long else each) - 1.05),
        strip_room=x - left - 0.6,
        waves=(left, y - 2 * _STEP) if long else (x, y - 2.1),
        waves_room=2 * frame.safe_x if long else frame.safe_x - x,
        totals=((x, below), (x, below - 1.1)),
        parted=False,
        stacked=False,
    )


# Widths --------------------------------------------------------------------------------------


def _said(trace: LanesTrace, *, long: bool) -> str:
    """Whose steps the strip shows: "in every lane" only where none is ever idle."""
    rows, lanes = int(trace.wide_rows.exact), int(trace.wide_lanes.exact)
    if lanes == 1:
        return "in the lane"
    if rows == 1:
        return "in the busy lane" if long else "in one lane"
    if rows % lanes == 0:
        return "in every lane"
    return "in every busy lane" if long else "in busy lanes"


def _lines(trace: LanesTrace) -> float:
    """The widest line of a number and its noun, in units."""
    lines = [(trace.wide_rows, "rows"), (trace.wide_lanes, "lanes")]
    if trace.waves.exact > 1:
        lines.append((trace.waves, "waves"))
    return max(
        extent(q.text, COUNT_H).width + _AIR + words_width(noun, LABEL_EM) for q, noun in lines
    )


def _numbers(trace: LanesTrace) -> float:
    """The widest of these numbers alone."""
    numbers = (trace.wide_rows, trace.wide_lanes, trace.waves)
    return max(extent(q.text, COUNT_H).width for q in numbers)


def _waves_lines(trace: LanesTrace, room: float) -> int:
    """How many lines the waves take: where no list fits they are counted, at worst in two."""
    if trace.waves.exact == 1:
        return 0
    return 1 if min(waves_width(trace), counted_width(trace)) <= room else 2


def _totals(trace: LanesTrace) -> float:
    return extent(trace.wide_serial_steps.text, MAX_DIGIT).width


def total_h(trace: LanesTrace, room: float) -> float:
    """The digit height of both totals: the largest with which the longer one has room."""
    wanted = _totals(trace)
    return max(MIN_DIGIT, min(MAX_DIGIT, MAX_DIGIT * room / wanted))


def counted_width(trace: LanesTrace) -> float:
    """The number of waves and its noun on one line."""
    return extent(trace.waves.text, COUNT_H).width + _AIR + words_width("waves", LABEL_EM)


def waves_width(trace: LanesTrace) -> float:
    """The waves' numbers on one line."""
    last = extent(trace.waves.text, COUNT_H).width
    return words_width("wave", LABEL_EM) + _WAVES + last
