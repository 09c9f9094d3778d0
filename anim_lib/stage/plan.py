"""The planner: where everything stands, decided before the first frame, without Manim.

Every number that will ever be shown is measured first, so nothing has to move aside later. The
first form that fits is taken, at the largest digits that fit: never below the smallest legible.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from anim_lib.stage.frame import Frame
from anim_lib.stage.slots import MAX_DIGIT, MIN_DIGIT, OPERATOR, Extent, extent, joined
from anim_lib.stage.typeset import text_line

LABEL_EM = 0.40  # header words: "sum", "ReLU"
SMALL_EM = 0.34  # quiet words in the gutter: "so far"
NAME_EM = 0.50  # single letters in maths italics: W, x, b

_PAD = 0.22  # between a bracket and the digits it holds
_EDGE = 0.05  # ink stays this far inside the safe area
_TIGHTEST = 0.76  # table gap, in digit heights


@dataclass(frozen=True)
class RowTableSpec:
    """The texts of a row-by-row table: a header over rows, worked one by one.

    Shapes: header (columns,), cells, products and totals (rows, columns), aside (rows,) or
    empty, each result column (rows,). `products` and `aside_terms` carry their signs.
    """

    header: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    products: tuple[tuple[str, ...], ...]
    totals: tuple[tuple[str, ...], ...]
    aside: tuple[str, ...] = ()
    aside_terms: tuple[str, ...] = ()
    aside_totals: tuple[str, ...] = ()
    results: tuple[tuple[str, tuple[str, ...]], ...] = ()  # (label, numbers)
    row_names: tuple[str, ...] = ()
    so_far: str = "so far"  # the workbench's label for the running totals
    pairs_allowed: bool = True


@dataclass(frozen=True)
class Bracket:
    """The two bracket strokes' x."""

    left: float
    right: float


@dataclass(frozen=True)
class RowTablePlan:
    """Where a row-by-row table and its workbench stand, in units."""

    form: str  # "full" (pairs, products, so far) or "compact" (products, so far)
    h: float  # digit height
    pair_h: float  # digit height of the pairs' line
    columns: tuple[float, ...]  # decimal points' x
    aside: float | None
    results: tuple[float, ...]
    result_centres: tuple[float, ...]  # where the header words stand
    rows: tuple[float, ...]  # digits' middle y
    header_y: float
    rule_y: float
    pairs_y: float | None
    products_y: float
    so_far_y: float
    bracket: Bracket
    aside_bracket: Bracket | None
    gutters: tuple[float, ...]  # for each column the x its numbers fall along
    left: float
    right: float
    so_far_right: float  # the right end of the words "so far"
    name_right: float  # the right end of the row names or of the matrix's letter
    notes: tuple[str, ...] = field(default=())

    @property
    def pitch(self) -> float:
        """Distance between rows; 0.62 where there is one row only."""
        return self.rows[0] - self.rows[1] if len(self.rows) > 1 else 0.62


class NoFitError(ValueError):
    """No legible form holds these numbers; `widest` is the (row, column) that asks for most."""

    def __init__(self, widest: tuple[int, int], reason: str) -> None:
        super().__init__(reason)
        self.widest = widest
        self.reason = reason


def plan_row_table(spec: RowTableSpec, frame: Frame) -> RowTablePlan:
    """The first form that fits, at its largest digits. Raises NoFitError when none does."""
    rows, columns = len(spec.cells), len(spec.header)
    for form, h in _candidates(rows, columns, spec.pairs_allowed):
        plan = _lay_out(spec, frame, form, h)
        if plan is not None:
            return plan
    widest = max(
        ((i, j) for i in range(rows) for j in range(columns)),
        key=lambda at: len(spec.cells[at[0]][at[1]]) + len(spec.products[at[0]][at[1]]) / 100,
    )
    raise NoFitError(widest, f"{rows} rows of {columns} such numbers do not fit legibly")


def signed(text: str) -> str:
    """A number as a term of a sum: always with its sign."""
    return text if text.startswith("−") else f"+{text}"


def words_width(text: str, em: float) -> float:
    """The width of a line of words, in units."""
    return text_line(text).width * em


def _candidates(rows: int, columns: int, pairs: bool) -> Iterator[tuple[str, float]]:
    heights = [round(MAX_DIGIT - 0.01 * k, 2) for k in range(9)]
    if pairs and columns <= 3 and rows <= 5:
        yield from (("full", h) for h in heights if h >= 0.29)
    if columns <= 7 and rows <= 8:
        yield from (("compact", h) for h in heights if h >= MIN_DIGIT)


@dataclass(frozen=True)
class _Line:
    """One horizontal line of the picture: what each column holds and the least gap between."""

    extents: tuple[Extent, ...]
    gap: float


def _lines(spec: RowTableSpec, form: str, h: float, pair_h: float) -> list[_Line]:
    rows, columns = range(len(spec.cells)), range(len(spec.header))
    table = [joined([spec.header[j], *(spec.cells[i][j] for i in rows)], h) for j in columns]
    products = [joined([spec.products[i][j] for i in rows], h) for j in columns]
    totals = [joined([spec.totals[i][j] for i in rows], h) for j in columns]
    flying = max(extent(spec.cells[i][j], h).width for i in rows for j in columns)
    gap = max(_TIGHTEST * h, flying + 0.2) if form == "full" else _TIGHTEST * h
    if spec.aside:
        table.append(joined(list(spec.aside), h))
        products.append(joined(list(spec.aside_terms), h))
        totals.append(joined(list(spec.aside_totals), h))
    lines = [
        _Line(tuple(table), gap),
        _Line(tuple(products), 0.8 * h if form == "full" else 0.7 * h),
        _Line(tuple(totals), 0.55 if form == "full" else 0.2),
    ]
    if form == "full":
        pairs = [_pair_extent(spec, j, pair_h) for j in columns]
        if spec.aside:
            pairs.append(joined(list(spec.aside), pair_h))
        lines.append(_Line(tuple(pairs), OPERATOR * pair_h + 0.18))
    return lines


def _pair_extent(spec: RowTableSpec, column: int, h: float) -> Extent:
    """A pair (w)(x) meets at the column's decimal point."""
    left = max(extent(f"({row[column]})", h).width for row in spec.cells)
    return Extent(left, extent(f"({spec.header[column]})", h).width)


def _lay_out(spec: RowTableSpec, frame: Frame, form: str, h: float) -> RowTablePlan | None:
    pair_h = max(MIN_DIGIT, round(0.87 * h, 3))
    ys = _heights(len(spec.cells), form, h)
    if ys is None:
        return None
    lines = _lines(spec, form, h, pair_h)
    across = _Across(spec, lines, h, -frame.safe_x + _EDGE, frame.safe_x - _EDGE)
    leftover = across.leftover()
    if leftover < 0:
        return None
    across.spread(leftover, 1.15 if len(spec.header) <= 3 else 0.5)
    columns, aside, results = across.columns, across.aside, across.results
    table = lines[0].extents
    gutters = _gutters(columns, table, across.pad)
    right = across.right_end()
    rows, header_y, rule_y, pairs_y, products_y, so_far_y = ys
    so_far = lines[2].extents[0]
    return RowTablePlan(
        form=form,
        h=h,
        pair_h=pair_h,
        columns=tuple(columns),
        aside=aside,
        results=tuple(results),
        result_centres=tuple(
            x + (e.right - e.left) / 2 for x, e in zip(results, across.result_extents, strict=True)
        ),
        rows=rows,
        header_y=header_y,
        rule_y=rule_y,
        pairs_y=pairs_y,
        products_y=products_y,
        so_far_y=so_far_y,
        bracket=across.bracket(),
        aside_bracket=across.aside_bracket(),
        gutters=gutters,
        left=across.bracket().left - 0.12,
        right=right,
        so_far_right=columns[0] - so_far.left - 0.2,
        name_right=across.bracket().left - 0.16,
    )


def _gutters(columns: list[float], table: tuple[Extent, ...], pad: float) -> tuple[float, ...]:
    """Each column's numbers fall right of it; the last one's fall left of it.

    A single column has no neighbour: its numbers fall inside its right pad.
    """
    between = [
        (columns[j] + table[j].right + columns[j + 1] - table[j + 1].left) / 2
        for j in range(len(columns) - 1)
    ]
    if not between:
        return (columns[0] + table[0].right + pad / 2,)
    return (*between, between[-1])


Heights = tuple[tuple[float, ...], float, float, float | None, float, float]


def _heights(rows: int, form: str, h: float) -> Heights | None:
    """Row middles, header, rule, pairs', products' and totals' y; None if rows are too close."""
    if form == "full":
        first, rule, bench = 2.00, -0.28, (-0.78, -1.50, -2.20)
    else:
        first, rule, bench = (2.12 if rows > 4 else 2.00), -0.98, (0.0, -1.50, -2.20)
    pitch = min(0.62, (first - rule - 0.36) / max(rows - 1, 1))
    if pitch < h + 0.125:
        return None
    # A short table would leave a hole above the rule: close it from both sides.
    slack = first - rule - 0.42 - pitch * (rows - 1)
    down = min(max(slack, 0.0) / 2, 0.75)
    header = 2.95 - down
    middles = tuple(first - down - pitch * i for i in range(rows))
    rule = max(rule, middles[-1] - 0.42)
    up = min(max(slack, 0.0) / 2, 0.75)
    pairs, products, totals = (y + up for y in bench)
    rule = (middles[-1] + (pairs if form == "full" else products)) / 2 - 0.02
    return middles, header, rule, (pairs if form == "full" else None), products, totals


class _Across:
    """The horizontal layout: the tightest one first, then what is left over is shared out."""

    def __init__(
        self, spec: RowTableSpec, lines: list[_Line], h: float, left: float, right: float
    ) -> None:
        self.lines, self.h, self.limit = lines, h, right
        n = len(spec.header)
        table = lines[0].extents
        names = max((words_width(name, LABEL_EM) for name in spec.row_names), default=0.62)
        so_far = words_width(spec.so_far, SMALL_EM) + 0.2
        # One column has no gutter between columns: its numbers fall inside wider pads.
        self.pad = _PAD if n > 1 or len(lines) < 4 else max(_PAD, table[0].width + 0.2)
        x = left + names + 0.16 + self.pad + table[0].left
        x = max(x, left + so_far + lines[2].extents[0].left)
        x = max([x] + [left + line.extents[0].left for line in lines])
        self.columns = [x]
        for j in range(1, n):
            self.columns.append(self.columns[-1] + self._step(j - 1, j))
        self.aside: float | None = None
        edge = self.bracket().right
        if spec.aside:
            tight = self.columns[-1] + self._step(n - 1, n, table=False)
            self.aside = max(edge + 0.32 + _PAD + table[n].left, tight)
            bracket = self.aside_bracket()
            assert bracket is not None
            edge = bracket.right
        self.results: list[float] = []
        self.result_extents: list[Extent] = []
        for label, numbers in spec.results:
            label_half = words_width(label, LABEL_EM) / 2
            own = joined(list(numbers), h)
            middle = (own.right - own.left) / 2
            reach = own.joined(Extent(label_half - middle, label_half + middle))
            gap = 0.35 + (OPERATOR * h + 0.1 if not self.results else 0.0)
            if not self.results:  # "= −0.80" stands before the first result on the workbench
                base = self.aside if self.aside is not None else self.columns[-1]
                tight = base + max(line.extents[-1].right for line in lines[1:]) + own.left
                position = max(edge + 0.3 + reach.left, tight + OPERATOR * h + 0.24)
            else:
                position = edge + gap + reach.left
            self.results.append(position)
            self.result_extents.append(own)
            edge = position + reach.right
        self.edge_right = edge

    def _step(self, j: int, k: int, *, table: bool = True) -> float:
        """The least distance between the decimal points of neighbouring columns j and k."""
        lines = self.lines if table else self.lines[1:]
        return max(line.extents[j].right + line.gap + line.extents[k].left for line in lines)

    def bracket(self) -> Bracket:
        table = self.lines[0].extents
        n = len(self.columns)
        return Bracket(
            self.columns[0] - table[0].left - self.pad,
            self.columns[-1] + table[n - 1].right + self.pad,
        )

    def aside_bracket(self) -> Bracket | None:
        if self.aside is None:
            return None
        held = self.lines[0].extents[len(self.columns)]
        return Bracket(self.aside - held.left - _PAD, self.aside + held.right + _PAD)

    def right_end(self) -> float:
        return self.edge_right

    def leftover(self) -> float:
        return self.limit - self.edge_right

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


