"""The planner: where everything stands, decided before the first frame, without Manim.

Every number that will ever be shown is measured first, so nothing has to move aside later. The
first form that fits is taken, at the largest digits that fit: never below the smallest legible.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from anim_lib.lesson.words import counted
from anim_lib.stage.across import (
    GUTTER_AIR,
    ROOMY,
    TIGHT,
    Across,
    Spacing,
    flying_width,
    hidden_middle,
    measure_lines,
)
from anim_lib.stage.frame import Frame
from anim_lib.stage.slots import MAX_DIGIT, MIN_DIGIT, Extent
from anim_lib.stage.table_plan import RowTablePlan, RowTableSpec

_EDGE = 0.05  # ink stays this far inside the safe area
MOST_LINES = 8
_BOX = 0.12  # room for the box around the last column


Part = Literal["cell", "header", "aside", "result"]


class NoFitError(ValueError):
    """No legible form holds these numbers; `widest` is the (row, column) that asks for most.

    `part` says of what: a cell of the matrix, or the header, the aside, a result.
    """

    def __init__(
        self, widest: tuple[int, int], reason: str, part: Part = "cell", text: str = ""
    ) -> None:
        super().__init__(reason)
        self.widest, self.reason = widest, reason
        self.part: Part = part
        self.text = text  # as it is drawn


def plan_row_table(spec: RowTableSpec, frame: Frame, least: float = MIN_DIGIT) -> RowTablePlan:
    """The first form that fits, at its largest digits, `least` units tall at least.

    Raises NoFitError when none does.
    """
    for form, h, spacing in _candidates(spec, least):
        plan = _lay_out(spec, frame, form, h, spacing)
        if plan is not None:
            return plan
    raise no_fit(spec)


def no_fit(spec: RowTableSpec) -> NoFitError:
    """The refusal of a table, which names the number that asks for the most room."""
    found: list[tuple[str, Part, tuple[int, int]]] = []
    for i, row in enumerate(spec.cells):
        found += [(text, "cell", (i, j)) for j, text in enumerate(row)]
        found += [(text, "aside", (i, 0)) for text in spec.aside[i : i + 1]]
        found += [(numbers[i], "result", (i, 0)) for _, numbers in spec.results]
    found += [(text, "header", (0, j)) for j, text in enumerate(spec.header)]
    text, part, widest = max(found, key=lambda one: len(one[0]))
    rows, columns = counted(len(spec.cells), "row"), len(spec.header)
    return NoFitError(widest, f"{rows} of {columns} such numbers do not fit", part, text)


def _candidates(spec: RowTableSpec, least: float) -> Iterator[tuple[str, float, Spacing]]:
    heights = [round(MAX_DIGIT - 0.01 * k, 2) for k in range(9)]
    if spec.pairs_allowed and len(spec.header) <= 3 and spec.lines <= 5:
        yield from (("full", h, ROOMY) for h in heights if h >= 0.29)
    if len(spec.header) <= 8 and spec.lines <= MOST_LINES:
        yield from (("compact", h, ROOMY) for h in heights if h >= least)
        if least == MIN_DIGIT:
            yield "compact", MIN_DIGIT, TIGHT


def _lay_out(
    spec: RowTableSpec, frame: Frame, form: str, h: float, spacing: Spacing
) -> RowTablePlan | None:
    pair_h = max(MIN_DIGIT, round(0.87 * h, 3)) if form == "full" else h
    ys = _heights(spec, form, h)
    if ys is None:
        return None
    lines = measure_lines(spec, form, h, pair_h, spacing)
    left, right = -frame.safe_x + _EDGE, frame.safe_x - _EDGE - _BOX
    across = Across(spec, lines, h, left, right, spacing)
    leftover = across.leftover()
    if leftover < 0:
        return None
    across.spread(leftover, 1.15 if len(spec.header) <= 3 else 0.5)
    columns, aside, results = across.columns, across.aside, across.results
    table = lines[0].extents
    gutters = _gutters(spec, columns, table, across.pad, h)
    right = across.right_end()
    lines_y, header_y, rule_y, pairs_y, products_y, so_far_y = ys
    hidden = spec.hidden_at
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
        rows=tuple(y for k, y in enumerate(lines_y) if k != spec.gap),
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
        pitch=lines_y[0] - lines_y[1] if len(lines_y) > 1 else 0.62,
        gap_y=None if spec.gap is None else lines_y[spec.gap],
        gap_inside=across.gap_inside,
        hidden_x=0.0 if hidden is None else columns[hidden] + hidden_middle(spec, h),
    )


def _gutters(
    spec: RowTableSpec, columns: list[float], table: tuple[Extent, ...], pad: float, h: float
) -> tuple[float, ...]:
    """Each column's numbers fall right of it; the last one's fall left of it.

    A single column has no neighbour: its numbers fall inside its right pad.
    """
    between = [
        (columns[j] + table[j].right + columns[j + 1] - table[j + 1].left) / 2
        for j in range(len(columns) - 1)
    ]
    if not between:
        return (columns[0] + table[0].right + pad / 2,)
    last = len(columns) - 1
    close = flying_width(spec, last, h) / 2 + GUTTER_AIR
    return (*between, columns[last] - table[last].left - close)


Heights = tuple[tuple[float, ...], float, float, float | None, float, float]


def _heights(spec: RowTableSpec, form: str, h: float) -> Heights | None:
    """Row middles, header, rule, pairs', products' and totals' y; None if rows are too close."""
    rows = spec.lines
    if form == "full":
        first, rule, bench = 2.00, -0.28, (-0.78, -1.50, -2.20)
    else:
        first, rule, bench = (2.12 if rows > 4 else 2.00), -0.98, (0.0, -1.50, -2.20)
    if spec.row_names and rows == MOST_LINES:  # names are taller than digits
        first, rule = first + 0.08, rule - 0.09
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
