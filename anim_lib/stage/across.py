"""The horizontal layout of a row-by-row table: the tightest one first, then what is left over."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from anim_lib.stage.opening_plan import opening_width
from anim_lib.stage.slots import NOTHING, OPERATOR, Extent, column, extent, joined
from anim_lib.stage.table_plan import (
    COUNT_EM,
    LABEL_EM,
    SMALL_EM,
    Bracket,
    RowTableSpec,
    words_width,
)

GUTTER_AIR = 0.09  # on both sides of a flying number
_LETTER = 0.5  # room for W beside its bracket
_HEADER_LETTER = 0.32  # room for x beside its own


@dataclass(frozen=True, slots=True)
class Spacing:
    """The least air between things: the first three in units, the others in digit heights."""

    pad: float  # between a bracket and the digits it holds
    result_gap: float  # before b's bracket and before each result column
    equals_air: float  # around the equals sign before the sum
    table_gap: float
    terms_gap: float  # between products, and between totals


ROOMY = Spacing(pad=0.22, result_gap=0.3, equals_air=0.24, table_gap=0.76, terms_gap=0.7)
# The last resort, at the smallest digits: 4.7 reference pixels between neighbouring slots.
TIGHT = Spacing(pad=0.17, result_gap=0.2, equals_air=0.16, table_gap=0.56, terms_gap=0.42)


@dataclass(frozen=True)
class Line:
    """One horizontal line of the picture: what each column holds and the least gap between.

    Where only one row's numbers are ever shown at a time, `rows` has each row's own extents:
    neighbours of different rows never meet.
    """

    extents: tuple[Extent, ...]
    gap: float
    rows: tuple[tuple[Extent, ...], ...] = ()

    def step(self, j: int, k: int) -> float:
        """The least distance between the decimal points of neighbouring columns j and k."""
        return max(row[j].right + self.gap + row[k].left for row in self.rows or (self.extents,))


def measure_lines(
    spec: RowTableSpec, form: str, h: float, pair_h: float, spacing: Spacing = ROOMY
) -> list[Line]:
    """The table, the products, the totals and, in the full form, the pairs."""
    columns = range(len(spec.header))
    table = [_column_extent(spec, j, h) for j in columns]
    products = _worked(spec.products, spec.aside_terms, h)
    totals = _worked(spec.totals, spec.aside_totals, h)
    flying = max(extent(text, h).width for row in (*spec.cells, spec.header) for text in row)
    gap, terms_gap = spacing.table_gap * h, spacing.terms_gap * h
    if spec.aside:
        table.append(column(spec.aside, h, flush=spec.flush))
    if form == "full":
        gap = max(gap, flying + 0.2)
    lines = [
        Line(tuple(table), gap),
        Line(_widest(products, len(table)), 0.8 * h if form == "full" else terms_gap, products),
        Line(_widest(totals, len(table)), 0.55 if form == "full" else terms_gap, totals),
    ]
    if form == "full":
        pairs = [_pair_extent(spec, j, pair_h) for j in columns]
        if spec.aside:
            pairs.append(joined(list(spec.aside), pair_h))
        lines.append(Line(tuple(pairs), OPERATOR * pair_h + 0.18))
        lines.append(_last_gutter(spec, table, pairs, h))
    return lines


def _column_extent(spec: RowTableSpec, j: int, h: float) -> Extent:
    """What a column of the table holds; the hidden columns' words stand over their products."""
    if j != spec.hidden_at:
        return column([spec.header[j], *_column(spec, j)], h, flush=spec.flush)
    half, middle = words_width(spec.hidden_label, COUNT_EM) / 2, hidden_middle(spec, h)
    return Extent(max(half - middle, 0.0), max(half + middle, 0.0))


def hidden_middle(spec: RowTableSpec, h: float) -> float:
    """How far right of its decimal points the middle of the hidden columns' sums is."""
    assert spec.hidden_at is not None
    if spec.flush:
        return 0.0
    sums = joined([row[spec.hidden_at] for row in spec.products], h)
    return (sums.right - sums.left) / 2


def _worked(
    terms: tuple[tuple[str, ...], ...], aside: tuple[str, ...], h: float
) -> tuple[tuple[Extent, ...], ...]:
    """The extents of each row's terms, with the one beside them."""
    return tuple(
        tuple(extent(text, h) for text in (*row, *aside[i : i + 1])) for i, row in enumerate(terms)
    )


def _widest(rows: tuple[tuple[Extent, ...], ...], columns: int) -> tuple[Extent, ...]:
    if not rows:
        return (NOTHING,) * columns
    return tuple(reduce(Extent.joined, column) for column in zip(*rows, strict=True))


def flying_width(spec: RowTableSpec, column: int, h: float) -> float:
    """The widest number of a column that flies down to the pairs' line."""
    return max(extent(text, h).width for text in (spec.header[column], *_column(spec, column)))


def _column(spec: RowTableSpec, column: int) -> list[str]:
    return [row[column] for row in spec.cells]


def _last_gutter(spec: RowTableSpec, table: list[Extent], pairs: list[Extent], h: float) -> Line:
    """The last column's numbers come in from the left, past the pair that already stands there."""
    last = len(spec.header) - 1
    held = [NOTHING] * len(table)
    if last > 0:
        held[last - 1] = table[last - 1].joined(pairs[last - 1])
        held[last] = table[last]
    return Line(tuple(held), flying_width(spec, last, h) + 2 * GUTTER_AIR)


def _pair_extent(spec: RowTableSpec, column: int, h: float) -> Extent:
    """A pair (w)(x) meets at the column's decimal point."""
    left = max(extent(f"({row[column]})", h).width for row in spec.cells)
    return Extent(left, extent(f"({spec.header[column]})", h).width)


def names_width(spec: RowTableSpec, *, outside: bool) -> float:
    """The room of the row names, or of the matrix's letter, left of the brackets.

    `outside` says that the line for the hidden rows has its words there.
    """
    named = [words_width(name, LABEL_EM) for name in spec.row_names]
    widths = [_HEADER_LETTER, *named] if named else [_LETTER]
    if spec.gap is not None and outside:
        widths.append(words_width(spec.gap_label, COUNT_EM))
    return max(widths)


class Across:
    """The horizontal layout: the tightest one first, then what is left over is shared out."""

    def __init__(
        self,
        spec: RowTableSpec,
        lines: list[Line],
        h: float,
        left: float,
        right: float,
        spacing: Spacing = ROOMY,
    ) -> None:
        self.lines, self.h, self.limit, self.spacing = lines, h, right, spacing
        n = len(spec.header)
        table = lines[0].extents
        so_far = words_width(spec.so_far, SMALL_EM) + 0.2
        # One column has no gutter between columns: its numbers fall inside wider pads.
        pad, gap = spacing.pad, spacing.result_gap
        self.pad = pad if n > 1 or len(lines) < 4 else max(pad, table[0].width + 0.2)
        offsets = [0.0]
        for j in range(1, n):
            offsets.append(offsets[-1] + self._step(j - 1, j))
        inside = table[0].left + offsets[-1] + table[n - 1].right
        self.gap_inside = words_width(f"⋮ {spec.gap_label}", COUNT_EM) <= inside
        x = left + names_width(spec, outside=not self.gap_inside) + 0.16 + self.pad + table[0].left
        if spec.totals:
            x = max(x, left + so_far + lines[2].extents[0].left)
        x = max([x] + [left + line.extents[0].left for line in lines])
        self.columns = [x + offset for offset in offsets]
        self.aside: float | None = None
        edge = self.bracket().right
        if spec.aside:
            tight = self.columns[-1] + self._step(n - 1, n, table=False)
            self.aside = max(edge + gap + pad + table[n].left, tight)
            bracket = self.aside_bracket()
            assert bracket is not None
            edge = bracket.right
        self.results: list[float] = []
        self.result_extents = [column(numbers, h, flush=spec.flush) for _, numbers in spec.results]
        for (label, _), own in zip(spec.results, self.result_extents, strict=True):
            widest = max(words_width(word, LABEL_EM) for word in label.split(" "))
            half, middle = widest / 2, (own.right - own.left) / 2
            reach = own.joined(Extent(half - middle, half + middle))
            position = edge + gap + reach.left
            if not self.results and lines[1:]:  # "= −0.80" stands before it on the workbench
                base = self.aside if self.aside is not None else self.columns[-1]
                terms = base + max(line.extents[-1].right for line in lines[1:])
                position = max(position, terms + OPERATOR * h + spacing.equals_air + own.left)
            self.results.append(position)
            edge = position + reach.right
        self.edge_right = edge
        # Before the results come, x and b stand there: the opening must fit as well.
        opening = self.bracket().right + opening_width(spec, h) if spec.aside else edge
        self.reach = max(edge, opening)

    def _step(self, j: int, k: int, *, table: bool = True) -> float:
        """The least distance between the decimal points of neighbouring columns j and k."""
        lines = self.lines if table else self.lines[1:]
        return max((line.step(j, k) for line in lines), default=0.0)

    def bracket(self) -> Bracket:
        """The matrix's brackets."""
        table = self.lines[0].extents
        n = len(self.columns)
        return Bracket(
            self.columns[0] - table[0].left - self.pad,
            self.columns[-1] + table[n - 1].right + self.pad,
        )

    def aside_bracket(self) -> Bracket | None:
        """The aside's brackets, where there is an aside."""
        if self.aside is None:
            return None
        held = self.lines[0].extents[len(self.columns)]
        pad = self.spacing.pad
        return Bracket(self.aside - held.left - pad, self.aside + held.right + pad)

    def right_end(self) -> float:
        """Where the last result column ends."""
        return self.edge_right

    def leftover(self) -> float:
        """The room that is left; negative where the table is too wide."""
        return self.limit - self.reach

    def spread(self, leftover: float, per_gap: float) -> None:
        """Widen the gaps between columns first, then before aside and results, then centre."""
        gaps = len(self.columns) - 1
        widen = min(per_gap, leftover / gaps) if gaps else 0.0
        self.columns = [x + widen * j for j, x in enumerate(self.columns)]
        self._shift_tail(widen * gaps)
        leftover -= widen * gaps
        tail = len(self.results) + (self.aside is not None)
        more = min(0.45, leftover / (tail + 1))
        moved = 0.0
        if self.aside is not None:
            moved += more
            self.aside += moved
        for k in range(len(self.results)):
            moved += more
            self.results[k] += moved
        self.edge_right += moved
        centre = (leftover - moved) / 2
        self.columns = [x + centre for x in self.columns]
        self._shift_tail(centre)

    def _shift_tail(self, by: float) -> None:
        self.aside = None if self.aside is None else self.aside + by
        self.results = [x + by for x in self.results]
        self.edge_right += by
