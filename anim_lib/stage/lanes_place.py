"""Where lanes, their names and the time axis stand in a frame; pure arithmetic, no Manim.

In a wide frame the names stand beside the lanes; in a narrow one above them, since time runs to
the right and takes the whole width.
"""

from __future__ import annotations

from dataclasses import dataclass

from anim_lib.nn.lanes import LanesTrace
from anim_lib.stage.frame import Frame
from anim_lib.stage.slots import extent
from anim_lib.stage.table_plan import LABEL_EM, SMALL_EM, words_width
from anim_lib.stage.wording import counted

COUNT_H = 0.666 * LABEL_EM  # digits as tall as those of the words beside them
NAMES = {True: 2.6, False: 0.72}  # units at the left: names and "tick" if wide, else "tick"
LEGEND = 3.7  # room for the colours' legend beside the strips
LANE_Y = 2.3  # of the one lane in a wide frame
MIDDLE_Y = -0.3  # of the lanes side by side
LINE = 0.46  # from a lane's name to its count
_MOST = 8  # lanes that are all shown
_CLOSEST = 0.42  # from lane to lane
_PITCH, _HEIGHT, _APART = 0.6, 0.48, 0.09
_LABELS = 0.32  # from a strip's edge to the middle of the ticks' numbers
_OVER = 0.43  # from there up to the baseline of a name
_UNDER = 0.4  # from the last strip's edge to the time axis
_COUNTS = 2.5  # units at most for a count beside the lanes
_GAP = 0.35  # between a name and its count on one line

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Stand:
    """Middles and baselines, in units."""

    left: float  # where tick 1 starts
    height: float  # of a strip
    lane_y: float  # of the one lane
    label_y: float  # the ticks' numbers
    lane_ys: tuple[float, ...]  # of the lanes side by side; the last but one may be for the others
    axis_y: float
    one_name: Place  # baselines' left ends
    many_name: Place
    one_count: Place
    many_count: Place
    legend: tuple[Place, Place] | None  # middles of the blocks' left edges; None: beside the strips
    words: tuple[float, float] | None  # top and bottom of words that a line down must not cross

    @property
    def beside(self) -> bool:
        """Whether names stand beside the lanes, out of the strips' way."""
        return self.words is None


def stand(frame: Frame, rows: int, left: float, *, numbers_under: bool) -> Stand:
    """Place the lanes; `numbers_under` keeps room for the rows' numbers under the one lane."""
    if frame.is_wide:
        return _beside(frame, rows, left)
    return _above(frame, rows, left, numbers_under=numbers_under)


def _slots(rows: int, room: float) -> int:
    """How many lines the lanes side by side take: one each, or three, the others', and the last."""
    return rows if rows <= _MOST and (rows - 1) * _CLOSEST <= room else 5


def _beside(frame: Frame, rows: int, left: float) -> Stand:
    x, slots = -frame.safe_x, _slots(rows, 3.0)
    pitch = min(_PITCH, 3.0 / max(slots - 1, 1))
    height = min(_HEIGHT, pitch - _APART)
    first = MIDDLE_Y + pitch * (slots - 1) / 2
    ys = tuple(first - pitch * i for i in range(slots))
    one, many = LANE_Y - 0.22 + 0.1, MIDDLE_Y + 0.1
    return Stand(
        left=left,
        height=height,
        lane_y=LANE_Y,
        label_y=LANE_Y + height / 2 + _LABELS,
        lane_ys=ys,
        axis_y=ys[-1] - height / 2 - _UNDER,
        one_name=(x, one),
        many_name=(x, many),
        one_count=(x, one - LINE),
        many_count=(x, many - LINE),
        legend=None,
        words=None,
    )


def _above(frame: Frame, rows: int, left: float, *, numbers_under: bool) -> Stand:
    """Names over the lanes; the whole stands in the middle of a tall stage."""
    x = -frame.safe_x
    tall = frame.shape == "tall"
    between = (0.95 if numbers_under else 0.8) + (0.5 if tall else 0.0)  # strip to next name
    top, bottom = frame.stage_top - 0.2, frame.stage_bottom + 0.15
    head = _OVER + _LABELS  # from the one lane's edge up to its name's baseline
    room = top - bottom - head - between - 0.22 - _UNDER  # for the strips of both
    slots = _slots(rows, room - 2 * (_CLOSEST - _APART))
    pitch = min(0.74 if tall else _PITCH, room / (slots + 1), (room - _CLOSEST) / slots)
    height = min(0.58 if tall else _HEIGHT, pitch - _APART)
    used = head + height + between + 0.22 + height + pitch * (slots - 1) + _UNDER
    down = (top - bottom - used) * (0.4 if tall else 0.3)
    one = top - max(down, 0.0)
    lane_y = one - head - height / 2
    many = lane_y - height / 2 - between
    first = many - 0.22 - height / 2
    ys = tuple(first - pitch * i for i in range(slots))
    axis_y = ys[-1] - height / 2 - _UNDER
    over = words_width(counted(1, "lane"), LABEL_EM) + _GAP
    said = words_width(counted(rows, "lane"), LABEL_EM) + _GAP
    side = min(_HEIGHT, height)
    legend = 2 * side + 0.9 + words_width("multiply-add", LABEL_EM) + words_width("bias add", 0.4)
    start = -legend / 2
    return Stand(
        left=left,
        height=height,
        lane_y=lane_y,
        label_y=lane_y + height / 2 + _LABELS,
        lane_ys=ys,
        axis_y=axis_y,
        one_name=(x, one),
        many_name=(x, many),
        one_count=(x + over, one),
        many_count=(x + said, many),
        legend=(
            (start, axis_y),
            (start + side + 0.7 + words_width("multiply-add", LABEL_EM), axis_y),
        ),
        words=(many + 0.36, many - 0.14),
    )


def each_words(trace: LanesTrace) -> str:
    """What stands after one row's steps: "steps each", shorter after a long number."""
    number = extent(trace.parallel_steps.text, COUNT_H).width
    fits = number + words_width("steps each", LABEL_EM) <= _COUNTS
    return "steps each" if fits else "each"


def names_width(trace: LanesTrace) -> float:
    """The widest name or count beside the lanes, in units."""

    def count(text: str, words: str) -> float:
        return extent(text, COUNT_H).width + 0.06 + words_width(words, LABEL_EM)

    return max(
        words_width(counted(1, "lane"), LABEL_EM),
        words_width(lanes_name(trace), LABEL_EM),
        words_width("time", SMALL_EM),
        count(trace.serial_steps.text, "steps"),
        count(trace.parallel_steps.text, each_words(trace)),
    )


def lanes_name(trace: LanesTrace) -> str:
    """The name of the lanes side by side: "four lanes", "65,536 lanes"."""
    rows = int(trace.rows.exact)
    return counted(rows, "lane") if rows <= 10 else f"{trace.lanes.text} lanes"
