"""The small table of sums and outputs beside a plot: where everything stands, without Manim."""

from __future__ import annotations

from dataclasses import dataclass

from anim_lib.nn.relu import ReluTrace
from anim_lib.stage.slots import Extent, joined
from anim_lib.stage.table_plan import LABEL_EM, SMALL_EM, words_width

PITCH = 0.62
_HEADER = 0.80  # from the header's middle to the first row's
_TOP = 3.25  # header words reach no higher
_GAP = 0.46  # between columns
_PAD = 0.16  # of the band, on both sides
_DOT, _BESIDE = 0.09, 0.1  # a dot's radius, and the air between it and its row's number
MIDDLE = 0.45  # the stage's middle


@dataclass(frozen=True)
class SumTablePlan:
    """Row numbers, sums, outputs. Numbers stand by their decimal points' x."""

    h: float  # digit height
    row_middle: float  # the head word's middle x
    dots: float  # each row's dot, as on the plot
    numbers: float  # row numbers' middle x
    sums: float
    outputs: float
    sums_middle: float  # header words' middle x
    outputs_middle: float
    rows: tuple[float, ...]  # digits' middle y
    header_y: float
    left: float  # of the band
    right: float

    def moved(self, by: float) -> SumTablePlan:
        """The same table, further right."""
        return SumTablePlan(
            h=self.h,
            row_middle=self.row_middle + by,
            dots=self.dots + by,
            numbers=self.numbers + by,
            sums=self.sums + by,
            outputs=self.outputs + by,
            sums_middle=self.sums_middle + by,
            outputs_middle=self.outputs_middle + by,
            rows=self.rows,
            header_y=self.header_y,
            left=self.left + by,
            right=self.right + by,
        )


def plan_sum_table(trace: ReluTrace, h: float) -> SumTablePlan:
    """The table as tight as its numbers allow, its left end at x = 0."""
    sums = _column([q.text for q in trace.z], "sum", h)
    outputs = _column([q.text for q in trace.y], trace.activation.label, h)
    number = max(words_width("row", SMALL_EM), 2 * _DOT + _BESIDE + 0.76 * h)
    x = _PAD + number
    sums_x = x + _GAP + sums.left
    outputs_x = sums_x + sums.right + _GAP + outputs.left
    rows = len(trace.z)
    first = MIDDLE + (PITCH * (rows - 1) - _HEADER) / 2
    lines = len(trace.activation.label.split(" "))  # a word a line
    first = min(first, _TOP - _HEADER - LABEL_EM * lines)
    return SumTablePlan(
        h=h,
        numbers=_PAD + number / 2 + _DOT + _BESIDE / 2,
        dots=_PAD + number / 2 - 0.38 * h - _BESIDE / 2,
        row_middle=_PAD + number / 2,
        sums=sums_x,
        outputs=outputs_x,
        sums_middle=sums_x + _middle([q.text for q in trace.z], h),
        outputs_middle=outputs_x + _middle([q.text for q in trace.y], h),
        rows=tuple(first - PITCH * i for i in range(rows)),
        header_y=first + _HEADER,
        left=0.0,
        right=outputs_x + outputs.right + _PAD,
    )


def _column(texts: list[str], label: str, h: float) -> Extent:
    """A column's reach about its decimal points, its header word included."""
    half = max(words_width(word, LABEL_EM) for word in label.split(" ")) / 2
    middle = _middle(texts, h)
    return joined(texts, h).joined(Extent(half - middle, half + middle))


def _middle(texts: list[str], h: float) -> float:
    own = joined(texts, h)
    return (own.right - own.left) / 2
