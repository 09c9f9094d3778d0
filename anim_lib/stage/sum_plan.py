"""The small table of sums and outputs beside a plot: where everything stands, without Manim."""

from __future__ import annotations

from dataclasses import dataclass

from anim_lib.nn.relu import ReluTrace
from anim_lib.stage.slots import Extent, joined
from anim_lib.stage.table_plan import LABEL_EM, SMALL_EM, words_width

PITCH = 0.62
_HEADER = 0.80  # from the header's middle to the first row's
_GAP = 0.46  # between columns
_PAD = 0.16  # of the band, on both sides
MIDDLE = 0.45  # the stage's middle


@dataclass(frozen=True)
class SumTablePlan:
    """Row numbers, sums, outputs. Numbers stand by their decimal points' x."""

    h: float  # digit height
    numbers: float  # row numbers' middle x
    sums: float
    outputs: float
    sums_middle: float  # header words' middle x
    outputs_middle: float
    rows: tuple[float, ...]  # digits' middle y
    header_y: float
    left: float  # of the band
    right: float
    dots: float  # where a row's dot sets out

    def moved(self, by: float) -> SumTablePlan:
        """The same table, further right."""
        return SumTablePlan(
            h=self.h,
            numbers=self.numbers + by,
            sums=self.sums + by,
            outputs=self.outputs + by,
            sums_middle=self.sums_middle + by,
            outputs_middle=self.outputs_middle + by,
            rows=self.rows,
            header_y=self.header_y,
            left=self.left + by,
            right=self.right + by,
            dots=self.dots + by,
        )


def plan_sum_table(trace: ReluTrace, h: float) -> SumTablePlan:
    """The table as tight as its numbers allow, its left end at x = 0."""
    sums = _column([q.text for q in trace.z], "sum", h)
    outputs = _column([q.text for q in trace.y], trace.activation.label, h)
    number = max(words_width("row", SMALL_EM), 0.76 * h)
    x = _PAD + number
    sums_x = x + _GAP + sums.left
    outputs_x = sums_x + sums.right + _GAP + outputs.left
    rows = len(trace.z)
    first = MIDDLE + (PITCH * (rows - 1) - _HEADER) / 2
    return SumTablePlan(
        h=h,
        numbers=_PAD + number / 2,
        sums=sums_x,
        outputs=outputs_x,
        sums_middle=sums_x + _middle([q.text for q in trace.z], h),
        outputs_middle=outputs_x + _middle([q.text for q in trace.y], h),
        rows=tuple(first - PITCH * i for i in range(rows)),
        header_y=first + _HEADER,
        left=0.0,
        right=outputs_x + outputs.right + _PAD,
        dots=_PAD / 2,
    )


def _column(texts: list[str], label: str, h: float) -> Extent:
    """A column's reach about its decimal points, its header word included."""
    half, middle = words_width(label, LABEL_EM) / 2, _middle(texts, h)
    return joined(texts, h).joined(Extent(half - middle, half + middle))


def _middle(texts: list[str], h: float) -> float:
    own = joined(texts, h)
    return (own.right - own.left) / 2
