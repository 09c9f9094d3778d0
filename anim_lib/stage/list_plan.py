"""The narrow layout of a row-by-row table: the table on top, a row's terms one under another.

For square and tall frames. The table's columns hold its own numbers only; a row's working is a
list under it: pair, product, running total, a line a term, then the result's line.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from anim_lib.stage.across import ROOMY, TIGHT, Across, Spacing, hidden_middle, measure_lines
from anim_lib.stage.frame import Frame
from anim_lib.stage.list_heights import Heights, plan_heights
from anim_lib.stage.opening_plan import opening_width, upright_bottom
from anim_lib.stage.plan import no_fit
from anim_lib.stage.result_line import result_width
from anim_lib.stage.slots import (
    MAX_DIGIT,
    MIN_DIGIT,
    column,
    text_width,
)
from anim_lib.stage.table_plan import (
    SMALL_EM,
    RowTablePlan,
    RowTableSpec,
    TermList,
    word_em,
    words_width,
)

BIAS, MULTIPLY = "bias", "multiply"  # what stands before the bias's term, and over the pairs
MAX_LIST_DIGIT = 0.36
_FORMULA = 0.62  # the formula's height above its baseline, and air
_EDGE, _BOX = 0.05, 0.12  # as in the wide layout
_GAP = 0.3  # between the list's columns, at least
_CLOSE_GAP, _WIDEST_GAP = 0.18, 0.9


def plan_list(
    spec: RowTableSpec, frame: Frame, divisor: str = "", root_width: float = 0.0
) -> RowTablePlan:
    """The largest digits that fit, in the table and in the list under it.

    `divisor` is what the sum is divided by, where it is, and `root_width` the width of what is
    said of it. Raises NoFitError when nothing legible fits.
    """
    for h in _heights(MAX_DIGIT):
        heights = plan_heights(spec, frame, h, has_root=bool(divisor))
        if heights is None:
            continue
        for spacing in (ROOMY, TIGHT) if h == MIN_DIGIT else (ROOMY,):
            plan = _table(spec, frame, h, heights, spacing)
            terms = _terms(spec, frame, heights, divisor, root_width)
            if plan is not None and terms is not None:
                return replace(plan, list=terms)
    raise no_fit(spec)


def _heights(most: float) -> list[float]:
    steps = round((most - MIN_DIGIT) / 0.01)
    return [round(most - 0.01 * k, 2) for k in range(steps + 1)]


def _table(
    spec: RowTableSpec, frame: Frame, h: float, heights: Heights, spacing: Spacing
) -> RowTablePlan | None:
    left, right = -frame.safe_x + _EDGE, frame.safe_x - _EDGE - _BOX
    bare = replace(spec, totals=())
    across = Across(
        bare, measure_lines(bare, "compact", h, h, spacing)[:1], h, left, right, spacing
    )
    leftover = right - across.edge_right
    if leftover < 0:
        return None
    across.spread(leftover, 0.35)
    hidden, lines = spec.hidden_at, heights.lines
    formula_y = (heights.rule_y + frame.stage_bottom) / 2 - 0.2
    columns = across.columns
    return RowTablePlan(
        form="list",
        h=h,
        pair_h=h,
        columns=tuple(columns),
        aside=across.aside,
        results=tuple(across.results),
        result_centres=tuple(
            x + (e.right - e.left) / 2
            for x, e in zip(across.results, across.result_extents, strict=True)
        ),
        rows=tuple(y for k, y in enumerate(lines) if k != spec.gap),
        header_y=heights.header_y,
        rule_y=heights.rule_y,
        pairs_y=None,
        products_y=heights.result_y,
        so_far_y=heights.root_y or heights.result_y,
        bracket=across.bracket(),
        aside_bracket=across.aside_bracket(),
        gutters=(0.0,) * len(columns),  # nothing falls between the columns
        left=-frame.safe_x + _EDGE,
        right=across.right_end(),
        so_far_right=0.0,
        name_right=across.bracket().left - 0.16,
        pitch=heights.pitch,
        gap_y=None if spec.gap is None else lines[spec.gap],
        gap_inside=across.gap_inside,
        hidden_x=0.0 if hidden is None else columns[hidden] + hidden_middle(spec, h),
        flush=spec.flush,
        opens_beside=not spec.flush
        and across.bracket().right + opening_width(spec, h) <= frame.safe_x - _EDGE
        and upright_bottom(spec, heights.header_y, lines, h) >= formula_y + _FORMULA,
        formula_y=formula_y,
    )


def _terms(
    spec: RowTableSpec, frame: Frame, heights: Heights, divisor: str, root_width: float
) -> TermList | None:
    """The list's columns at the largest digits that its lines leave room for."""
    left, right = -frame.safe_x + _EDGE, frame.safe_x - _EDGE - _BOX
    for h in _heights(MAX_LIST_DIGIT):
        if h * 1.6 > heights.step + 1e-9:
            continue
        found = _term_columns(spec, h, left, right, divisor)
        if found is None or root_width > right - left:
            continue
        return TermList(
            h=h,
            split=found.split,
            pairs_right=found.pairs_right,
            products=found.products,
            totals=found.totals,
            ys=heights.terms,
            head_y=heights.head_y,
            rule_y=heights.sum_rule_y,
            result_y=heights.result_y,
            result=found.result,
            root_y=heights.root_y,
            rule_left=found.left,
            rule_right=found.right,
            flush=spec.flush,
        )
    return None


@dataclass(frozen=True)
class _Columns:
    """The list's columns, in units."""

    split: float
    pairs_right: float
    products: float
    totals: float
    result: float
    left: float  # of products and totals together
    right: float


def _term_columns(
    spec: RowTableSpec, h: float, left: float, right: float, divisor: str
) -> _Columns | None:
    """The list's columns at digits `h`; None where they or the result's line have no room."""
    shown = [j for j in range(len(spec.header)) if j != spec.hidden_at]
    value = max(text_width(f"({spec.header[j]})", h) for j in shown)
    pair = max(
        value + max(text_width(f"({row[j]})", h) for row in spec.cells for j in shown),
        words_width(MULTIPLY, SMALL_EM),
        _widest_word(spec, h),
    )
    products_in = [t for row in spec.products for t in row] + list(spec.aside_terms)
    totals_in = [t for row in spec.totals for t in row] + list(spec.aside_totals)
    product = column(products_in, h, flush=spec.flush)
    total = column(totals_in, h, flush=spec.flush)
    total_left = max(total.left, words_width(spec.so_far, SMALL_EM) - total.right)
    gap = _CLOSE_GAP if spec.flush else _GAP
    spare = right - left - (pair + product.width + total_left + total.right + 2 * gap)
    result = column(spec.results[-1][1], h, flush=spec.flush)
    label, outputs = spec.results[-1]
    sums = spec.aside_totals or tuple(row[-1] for row in spec.totals)
    whole = result_width(label, sums, outputs, h, divisor, flush=spec.flush)
    reach = whole - result.right  # left of its decimal point
    if spare < 0 or reach + result.right > right - left:
        return None
    air = min(spare / 3, _WIDEST_GAP)
    pairs_right = left + (spare - 2 * air) / 2 + pair
    products = pairs_right + gap + air + product.left
    totals = products + product.right + gap + air + total_left
    return _Columns(
        split=pairs_right - value,
        pairs_right=pairs_right,
        products=products,
        totals=totals,
        result=max(min(totals, right - result.right), left + reach),
        left=products - product.left,
        right=totals + total.right,
    )


def _widest_word(spec: RowTableSpec, h: float) -> float:
    """The words that may stand where a pair stands."""
    words = [BIAS] if spec.aside else []
    words += [spec.hidden_terms] if spec.hidden_at is not None else []
    return max([words_width(text, word_em(h)) for text in words], default=0.0)
