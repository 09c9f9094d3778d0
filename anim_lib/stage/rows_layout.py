"""How much of a row-by-row table is shown, and in which form: the first choice that fits.

Whole where its digits stay legible; else inputs are written with three digits, or columns stand
together as one term. Never by smaller digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

from anim_lib.nn.numbers import parse_printed
from anim_lib.nn.quantity import Quantity
from anim_lib.stage.frame import Frame
from anim_lib.stage.list_plan import plan_list
from anim_lib.stage.plan import NoFitError, no_fit, plan_row_table
from anim_lib.stage.result_line import result_width
from anim_lib.stage.rows import Rows
from anim_lib.stage.slots import MIN_DIGIT, extent
from anim_lib.stage.table_plan import RowTablePlan, RowTableSpec
from anim_lib.stage.view import FEWEST_HIDDEN, View

DIGITS = 3  # significant digits of inputs that would not fit otherwise
MOST_ROWS, FIRST_ROWS = 8, 3  # of more rows the first three and the last are shown
MOST_TALL, MOST_SQUARE = 7, 5  # where a row's terms need room below
_MOST_COLUMNS, _MOST_ELIDED = 8, 5
_ROUNDED_WHOLE = 6  # so many columns are rounded before any is hidden
ROOT_GAP, _EDGE = 0.5, 0.05  # from what is said of the divisor to the division; at the frame
_EASY = 0.28  # digits that hidden columns buy

Build = Callable[[View, bool], Rows]  # the rows of a view, and whether its inputs are rounded


@dataclass(frozen=True)
class RowsLayout:
    """What is shown of a table, and where it stands."""

    rows: Rows
    plan: RowTablePlan
    shortens: bool  # whether inputs of more than three significant digits are written with three

    @property
    def rounded(self) -> bool:
        """Whether an input on screen is not worth what was written in the lesson."""
        return self.rounds(self.rows.inputs())

    def rounds(self, numbers: Iterable[Quantity | None]) -> bool:
        """Whether one of these inputs is not worth what was written in the lesson."""
        held = (q for q in numbers if q is not None)
        return self.shortens and any(parse_printed(q.text) != q.exact for q in held)

    @property
    def shortened(self) -> bool:
        """Whether an input on screen is written in other digits, rounded or not: 4.2e9."""
        return self.shortens and any(
            parse_printed(q.text).as_tuple() != q.exact.as_tuple() for q in self.rows.inputs()
        )

    @property
    def view(self) -> View:
        """The rows and columns that are shown."""
        return self.rows.view


@dataclass(frozen=True)
class RowSets:
    """Which rows are shown where a row's terms stand beside one another, and where below."""

    beside: tuple[int, ...]
    below: Sequence[tuple[int, ...]]  # the best choice first


def lay_out_rows(
    build: Build,
    shape: tuple[int, int],
    frame: Frame,
    row_sets: RowSets,
    columns: tuple[int, ...] = (),
    root: tuple[str, float] = ("", 0.0),
) -> RowsLayout:
    """The first choice that fits for a table of `shape`, whose shown rows are among `row_sets`.

    `columns` are those that were asked for, if any; `root` is the divisor and the width of what
    is said of it. Raises NoFitError, whose cell is counted in the whole table, if nothing fits.
    """
    refusal: NoFitError | None = None
    for table, rounded, plan in _candidates(build, shape, frame, row_sets, columns, root):
        try:
            return RowsLayout(table, plan(), rounded)
        except NoFitError as error:
            refusal = _in_whole(error, table)
    assert refusal is not None
    raise refusal


def _candidates(
    build: Build,
    shape: tuple[int, int],
    frame: Frame,
    row_sets: RowSets,
    columns: tuple[int, ...],
    root: tuple[str, float],
) -> Iterator[tuple[Rows, bool, Callable[[], RowTablePlan]]]:
    """Rows, whether rounded, and what plans them; the best choice first.

    Where a wide frame has no room for a row's terms beside one another, the list has.
    """
    if frame.is_wide:
        for view, rounded, least in _wide_choices(shape, row_sets.beside, columns):
            rows = build(view, rounded)
            yield rows, rounded, partial(_plan_beside, rows.spec(), frame, least, root)
    for flush in (False, True):  # points share an x before numbers are only flush
        for view, rounded in _list_choices(shape, row_sets.below, columns):
            for with_sum in (True, False):  # the sum's column is left out before any input is
                rows = build(view, rounded).as_list(with_sum=with_sum)
                spec = replace(rows.spec(), flush=flush)
                yield rows, rounded, partial(plan_list, spec, frame, *root)


def _plan_beside(
    spec: RowTableSpec, frame: Frame, least: float, root: tuple[str, float]
) -> RowTablePlan:
    """The table whose divisor, where it has one, is explained left of the division."""
    plan, (divisor, width) = plan_row_table(spec, frame, least), root
    if divisor:
        (_, sums), (label, outputs) = spec.results
        line = result_width(label, sums, outputs, plan.h, divisor)
        end = plan.results[-1] + max(extent(y, plan.h).right for y in outputs)
        if end - line - ROOT_GAP - width < _EDGE - frame.safe_x:
            raise no_fit(spec)
    return plan


def _list_choices(
    shape: tuple[int, int], row_sets: Sequence[tuple[int, ...]], columns: tuple[int, ...]
) -> Iterator[tuple[View, bool]]:
    """Views, and whether rounded; the best choice first."""
    for rounded, kinds in _stages(shape[1], columns):
        ranked = sorted(product(range(len(row_sets)), range(len(kinds))), key=_hides)
        yield from ((View(row_sets[r], kinds[c], *shape), rounded) for r, c in ranked)


def _hides(choice: tuple[int, int]) -> tuple[int, int]:
    """How much a choice of rows and of columns gives up, together and in rows."""
    return sum(choice), choice[0]


def _stages(width: int, columns: tuple[int, ...]) -> Iterator[tuple[bool, list[tuple[int, ...]]]]:
    """Whether rounded, and the columns to try, most first."""
    elided = _elided(width, _MOST_ELIDED)
    whole = [tuple(range(width))] if width <= _MOST_COLUMNS else []
    if columns:
        whole, elided = [columns], []
    yield False, whole
    if width <= _ROUNDED_WHOLE or columns:
        yield True, whole
    yield False, elided
    yield True, elided


def _elided(width: int, most: int) -> list[tuple[int, ...]]:
    """The first columns and the last one, most first; a single one is the first.

    So the first step of a row is always a pair to be multiplied.
    """
    fewer = range(min(most, width - FEWEST_HIDDEN), 1, -1)
    several = [(*range(k - 1), width - 1) for k in fewer]
    return [*several, (0,)] if width > FEWEST_HIDDEN else []


def usual_rows(count: int, frame: Frame) -> RowSets:
    """The rows of a table that are shown where none were asked for."""
    beside = tuple(range(count)) if count <= MOST_ROWS else (*range(FIRST_ROWS), count - 1)
    most = MOST_TALL if frame.shape == "tall" else MOST_SQUARE
    whole = [tuple(range(count))] if count <= most else []
    below = [(*range(k), count - 1) for k in (3, 2, 1) if count - k - 1 >= 2]
    return RowSets(beside, whole + below)


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
    elided = [View(rows, shown, height, width) for shown in _elided(width, _MOST_ELIDED)]
    yield from ((view, False, _EASY) for view in elided[:-1])
    yield from ((view, True, MIN_DIGIT) for view in elided[:-1])
    yield from ((view, rounded, MIN_DIGIT) for view in elided[-1:] for rounded in (False, True))


def _in_whole(error: NoFitError, table: Rows) -> NoFitError:
    """The same refusal with its cell counted in the whole table."""
    row, term = error.widest
    columns = list(table.view.columns)
    if table.hidden_at is not None:
        columns.insert(table.hidden_at, columns[0])
    place = (table.view.rows[row], columns[term])
    return NoFitError(place, error.reason, error.part, error.text)
