"""Where the blend of values stands: names, weights, rows of values, their sum, one split bar."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from anim_lib.nn.blend import BlendTrace
from anim_lib.stage.frame import Frame
from anim_lib.stage.plan import NoFitError
from anim_lib.stage.slots import MAX_DIGIT, MIN_DIGIT, SIGN, Extent, joined
from anim_lib.stage.table_plan import LABEL_EM, Bracket, words_width

MAX_VALUES = 8
BESIDE = 0.16  # room beside a label in its part of the bar, both sides together
_EDGE, _PAD, _AIR = 0.05, 0.24, 0.14
_SHORT_BAR, _LABELLED = 8.0, 0.05  # a share from here on has its label in the bar
_BAR, _BAR_NAMES = 0.46, 0.5  # the split bar's height, and the room for the names below it
_OUTPUT_DROP, _BAR_DROP = 0.72, 0.85  # from the last row to the output, from there to the bar


@dataclass(frozen=True)
class BlendPlan:
    """Decimal points' x of each column, the rows' y, and the bar that is split by the shares."""

    h: float
    name_right: float
    weights: float
    times: float  # the middle of the multiplication signs, later of the plus signs
    columns: tuple[float, ...]
    bracket: Bracket
    rows: tuple[float, ...]
    rule_y: float
    output_y: float
    bar_y: float
    bar_height: float
    bar_left: float
    bar_right: float
    left: float
    right: float

    @property
    def pitch(self) -> float:
        """Distance between rows; 0.72 where there is one row only."""
        return self.rows[0] - self.rows[1] if len(self.rows) > 1 else 0.72


def plan_blend(
    trace: BlendTrace, labels: tuple[str, ...], output_label: str, frame: Frame
) -> BlendPlan:
    """The largest digits that fit. Raises NoFitError when none do."""
    if len(trace.output) > MAX_VALUES:
        raise NoFitError((0, 0), f"values has {len(trace.output)} columns")
    for step in range(round((MAX_DIGIT - MIN_DIGIT) / 0.01) + 1):
        plan = _lay_out(trace, (*labels, output_label), frame, round(MAX_DIGIT - 0.01 * step, 2))
        if plan is not None:
            return plan
    raise NoFitError((0, 0), f"{len(labels)} rows of {len(trace.output)} values do not fit legibly")


def _lay_out(
    trace: BlendTrace, labels: tuple[str, ...], frame: Frame, h: float
) -> BlendPlan | None:
    rows = len(trace.values)
    pitch = min(0.72, 3.2 / max(rows - 1, 1))
    if pitch < h + 0.125:
        return None
    left, right = -frame.safe_x + _EDGE, frame.safe_x - _EDGE
    name_right = left + max(words_width(label, LABEL_EM) for label in labels)
    weight = joined([q.text for q in trace.weights], h)
    weights = name_right + 0.4 + weight.left
    times = weights + weight.right + _AIR + SIGN * h / 2
    start = times + SIGN * h / 2 + _AIR
    extents = [_held(trace, j, h) for j in range(len(trace.output))]
    columns = [start + _PAD + extents[0].left]
    for before, after in pairwise(extents):
        columns.append(columns[-1] + before.right + 0.76 * h + after.left)
    end = columns[-1] + extents[-1].right + _PAD
    if end > right:
        return None
    gaps = len(columns) - 1
    widen = min(0.5, (right - end) / gaps) if gaps else 0.0
    columns = [x + widen * j for j, x in enumerate(columns)]
    end += widen * gaps
    shift = (right - end) / 2
    first, rule_y, output_y, bar_y = _vertical(rows, pitch)
    bar = _bar_length(trace, right - left)
    return BlendPlan(
        h=h,
        name_right=name_right + shift,
        weights=weights + shift,
        times=times + shift,
        columns=tuple(x + shift for x in columns),
        bracket=Bracket(start + shift, end + shift),
        rows=tuple(first - pitch * i for i in range(rows)),
        rule_y=rule_y,
        output_y=output_y,
        bar_y=bar_y,
        bar_height=_BAR,
        bar_left=-bar / 2,
        bar_right=bar / 2,
        left=left + shift,
        right=end + shift,
    )


def _bar_length(trace: BlendTrace, room: float) -> float:
    """A short bar, or one as wide as the stage where a share does not fit inside its part."""
    short = min(_SHORT_BAR, room)
    fit = [
        fits_inside(share.text, LABEL_EM, weight.value * short)
        for share, weight in zip(trace.shares, trace.weights, strict=True)
        if weight.value >= _LABELLED
    ]
    return short if all(fit) else room


def _held(trace: BlendTrace, column: int, h: float) -> Extent:
    """Everything that will ever stand in a column: values, products and their sum."""
    texts = [row[column].text for row in (*trace.values, *trace.scaled)]
    return joined([*texts, trace.output[column].text], h)


def _vertical(rows: int, pitch: float) -> tuple[float, float, float, float]:
    """The first row's, the rule's, the output's and the bar's y, the block in the middle."""
    table = pitch * (rows - 1)
    height = table + _OUTPUT_DROP + _BAR_DROP + _BAR_NAMES
    first = 0.42 + height / 2
    last = first - table
    output = last - _OUTPUT_DROP
    return first, (last + output) / 2, output, output - _BAR_DROP


def fits_inside(text: str, em: float, room: float) -> bool:
    """Whether a label has air on both sides inside a part of the bar."""
    return words_width(text, em) + BESIDE <= room
