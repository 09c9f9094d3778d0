"""The small table of sums and outputs beside a plot: where everything stands, without Manim.

All rows in one block or two, or some rows, a line for the others, and how many sums are on which
side of zero.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from anim_lib.nn.relu import ReluTrace
from anim_lib.stage.slots import DIGIT, POINT, Extent, joined, text_width
from anim_lib.stage.sum_counts import CountLine, Where, plan_counts
from anim_lib.stage.table_plan import (
    COUNT_EM,
    LABEL_EM,
    LEADING,
    SMALL_EM,
    WORD_ASCENT,
    words_width,
)
from anim_lib.stage.view import View

PITCH = 0.62
LEAST_AIR = 0.125  # between the digits of two rows
_DOT, _BESIDE = 0.09, 0.1  # a dot's radius, and the air between it and its row's number
_BESIDE_LONG = 0.15  # where that has more than one digit
_MORE_AIR = 0.2  # between the dots that stand for rows, and their words
MORE = "⋮"


@dataclass(frozen=True)
class TableStyle:
    """How roomy a table is set, in units."""

    gap: float  # between columns
    pad: float  # of the band, on both sides
    header: float  # from the header's middle to the first row's
    between: float = 0.0  # two blocks


ROOMY = TableStyle(gap=0.46, pad=0.16, header=0.80, between=0.5)
TIGHT = TableStyle(gap=0.34, pad=0.12, header=0.62, between=0.36)
UNDER = TableStyle(gap=0.6, pad=0.16, header=0.66, between=0.5)  # a plot that is wider
NARROW = TableStyle(gap=0.2, pad=0.07, header=0.6, between=0.26)


@dataclass(frozen=True)
class Block:
    """The columns of one block. Numbers stand by their decimal points' x."""

    row_middle: float  # the head word's middle x
    dots: float  # each row's dot, as on the plot
    numbers: float  # row numbers' middle x
    units: float  # and where their decimal points would be
    more: float  # the middle of the dots that stand for rows
    sums: float
    outputs: float
    sums_middle: float  # header words' middle x
    outputs_middle: float
    left: float  # of the band
    right: float

    def moved(self, by: float) -> Block:
        """The same block, further right."""
        return Block(*(getattr(self, name) + by for name in self.__dataclass_fields__))


@dataclass(frozen=True)
class RowLine:
    """A shown row: its index in the layer, its block, and its digits' middle y."""

    row: int
    block: Block
    y: float


@dataclass(frozen=True)
class SumTablePlan:
    """Row numbers, sums, outputs; what stands for hidden rows; counts."""

    h: float  # digit height
    pitch: float
    blocks: tuple[Block, ...]
    lines: tuple[RowLine, ...]
    header_y: float
    gap_y: float | None  # the line for the hidden rows, if any
    gap_label: str
    gap_x: float  # where its words begin
    counts: tuple[CountLine, ...]
    left: float
    right: float
    top: float  # of the header's words
    last: float  # the lowest line's middle
    bottom: float  # its lower edge

    def moved(self, by: float, up: float = 0.0) -> SumTablePlan:
        """The same table, further right and further up."""
        blocks = {block: block.moved(by) for block in self.blocks}
        gap_y = None if self.gap_y is None else self.gap_y + up
        return replace(
            self,
            blocks=tuple(blocks.values()),
            lines=tuple(RowLine(ln.row, blocks[ln.block], ln.y + up) for ln in self.lines),
            header_y=self.header_y + up,
            gap_y=gap_y,
            gap_x=self.gap_x + by,
            counts=tuple(c.moved(by, up) for c in self.counts),
            left=self.left + by,
            right=self.right + by,
            top=self.top + up,
            last=self.last + up,
            bottom=self.bottom + up,
        )


@dataclass(frozen=True)
class TableForm:
    """What is shown of the sums, and how large."""

    view: View  # which rows
    blocks: int
    counts: Where
    h: float
    style: TableStyle

    def steps(self) -> float:
        """Pitches from the first line of digits to the last."""
        return -(-self.view.lines // self.blocks) - 1


def plan_sum_table(trace: ReluTrace, form: TableForm, pitch: float) -> SumTablePlan:
    """The table as tight as its numbers allow, its rows' left end at x = 0, the first at y = 0."""
    view, h, style = form.view, form.h, form.style
    first = _block(trace, view.rows, h, style)
    step = first.right + style.between
    blocks = tuple(first.moved(k * step) for k in range(form.blocks))
    in_block = -(-view.lines // form.blocks)
    gap_y, lines = None, []
    for k, row in enumerate(view.rows):
        place = k + (view.gap is not None and k >= view.gap)
        block = blocks[place // in_block]
        lines.append(RowLine(row, block, 0.0 - pitch * (place % in_block)))
    if view.gap is not None:
        gap_y = -pitch * view.gap
    last, right = -pitch * (in_block - 1), blocks[-1].right
    low = last - h / 2
    counts = plan_counts(trace, form.counts, (first.left + style.pad, low, right, h / 2))
    left = min((first.left, *(c.x for c in counts)))
    right = max((right, _gap_end(first, view), *(c.right for c in counts)))
    if counts:
        low = min(low, counts[-1].y)
        last = min(last, low + SMALL_EM / 3)
    words = len(trace.activation.label.split(" "))  # a word a line
    return SumTablePlan(
        h=h,
        pitch=pitch,
        blocks=blocks,
        lines=tuple(lines),
        header_y=style.header,
        gap_y=gap_y,
        gap_label=gap_label(view),
        gap_x=first.more + _MORE_AIR,
        counts=counts,
        left=left,
        right=right,
        top=style.header - h / 2 + WORD_ASCENT * LABEL_EM + (words - 1) * LEADING,
        last=last,
        bottom=low,
    )


def gap_label(view: View) -> str:
    """What is said of the hidden rows: "60 more rows"."""
    return f"{view.hidden_rows:,} more row{'s' if view.hidden_rows > 1 else ''}"


def _gap_end(block: Block, view: View) -> float:
    """Where the line for the hidden rows ends."""
    if view.gap is None:
        return 0.0
    return block.more + _MORE_AIR + words_width(gap_label(view), COUNT_EM)


def _block(trace: ReluTrace, rows: tuple[int, ...], h: float, style: TableStyle) -> Block:
    z, y = [trace.z[i].text for i in rows], [trace.y[i].text for i in rows]
    sums = _column(z, "sum", h)
    outputs = _column(y, trace.activation.label, h)
    longest = max(text_width(f"{i + 1:,}", h) for i in rows)
    beside = _BESIDE if longest < h else _BESIDE_LONG
    number = max(words_width("row", SMALL_EM), 2 * _DOT + beside + longest)
    x = style.pad + number
    sums_x = x + style.gap + sums.left
    outputs_x = sums_x + sums.right + style.gap + outputs.left
    return Block(
        numbers=style.pad + number / 2 + _DOT + beside / 2,
        units=style.pad + (number + longest + beside) / 2 + _DOT + POINT * h / 2,
        more=style.pad + (number + longest + beside) / 2 + _DOT - DIGIT * h / 2,
        dots=style.pad + number / 2 - longest / 2 - beside / 2,
        row_middle=style.pad + number / 2,
        sums=sums_x,
        outputs=outputs_x,
        sums_middle=sums_x + _middle(z, h),
        outputs_middle=outputs_x + _middle(y, h),
        left=0.0,
        right=outputs_x + outputs.right + style.pad,
    )


def _column(texts: list[str], label: str, h: float) -> Extent:
    """A column's reach about its decimal points, its header word included."""
    half = max(words_width(word, LABEL_EM) for word in label.split(" ")) / 2
    middle = _middle(texts, h)
    return joined(texts, h).joined(Extent(half - middle, half + middle))


def _middle(texts: list[str], h: float) -> float:
    own = joined(texts, h)
    return (own.right - own.left) / 2
