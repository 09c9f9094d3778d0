"""How much of a row-by-row table is shown, and in which form: the first choice that fits.

Whole where its digits stay legible; else inputs are written with three digits, or columns stand
together as one term. Never by smaller digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from anim_lib.stage.frame import Frame
from anim_lib.stage.plan import NoFitError, plan_row_table
from anim_lib.stage.rows import Rows
from anim_lib.stage.slots import MIN_DIGIT
from anim_lib.stage.table_plan import RowTablePlan
from anim_lib.stage.view import FEWEST_HIDDEN, View

MOST_ROWS, FIRST_ROWS = 8, 3  # of more rows the first three and the last are shown
_MOST_COLUMNS, _MOST_ELIDED = 8, 5
_ROUNDED_WHOLE = 6  # so many columns are rounded before any is hidden
_EASY = 0.28  # digits that hidden columns buy

Build = Callable[[View, bool], Rows]  # the rows of a view, and whether its inputs are rounded


@dataclass(frozen=True)
class RowsLayout:
    """What is shown of a table, and where it stands."""

    rows: Rows
    plan: RowTablePlan
    rounded: bool  # whether its inputs are written with three significant digits

    @property
    def view(self) -> View:
        """The rows and columns that are shown."""
        return self.rows.view


def lay_out_rows(
    build: Build,
    shape: tuple[int, int],
    frame: Frame,
    rows: tuple[int, ...],
    columns: tuple[int, ...] = (),
) -> RowsLayout:
    """The first choice that fits for a table of `shape` of which `rows` are shown.

    `columns` are those that were asked for, if any. Raises NoFitError, whose cell is counted in
    the whole table, when nothing fits.
    """
    refusal: NoFitError | None = None
    for view, rounded, least in _wide_choices(shape, rows, columns):
        table = build(view, rounded)
        try:
            return RowsLayout(table, plan_row_table(table.spec(), frame, least), rounded)
        except NoFitError as error:
            refusal = _in_whole(error, table)
    assert refusal is not None
    raise refusal


def usual_rows(count: int, most: int = MOST_ROWS, first: int = FIRST_ROWS) -> tuple[int, ...]:
    """The rows of a table that are shown where none were asked for."""
    return tuple(range(count)) if count <= most else (*range(first), count - 1)


def _wide_choices(
    shape: tuple[int, int], rows: tuple[int, ...], columns: tuple[int, ...]
) -> Iterator[tuple[View, bool, float]]:
    """Views, whether rounded, and the least height of their digits; the best choice first."""
    height, width = shape
    if columns:
        view = View(rows, columns, height, width)
        yield from ((view, rounded, MIN_DIGIT) for rounded in (False, True))
        return
    if width <= _MOST_COLUMNS:
        whole = View(rows, tuple(range(width)), height, width)
        yield whole, False, MIN_DIGIT
        if width <= _ROUNDED_WHOLE:
            yield whole, True, MIN_DIGIT
    elided = [
        View(rows, (*range(k - 1), width - 1), height, width)
        for k in range(min(_MOST_ELIDED, width - FEWEST_HIDDEN), 0, -1)
    ]
    yield from ((view, False, _EASY) for view in elided[:-1])
    yield from ((view, True, MIN_DIGIT) for view in elided[:-1])
    yield from ((view, rounded, MIN_DIGIT) for view in elided[-1:] for rounded in (False, True))


def _in_whole(error: NoFitError, table: Rows) -> NoFitError:
    """The same refusal with its cell counted in the whole table."""
    row, term = error.widest
    columns = list(table.view.columns)
    if table.hidden_at is not None:
        columns.insert(table.hidden_at, columns[0])
    return NoFitError((table.view.rows[row], columns[term]), error.reason)
