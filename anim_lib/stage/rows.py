"""What a row-by-row table is about: its quantities, names and roles, before any layout.

The dense layer and the attention scores are the same table with two sets of names; this record
is where they meet. It holds what is shown: hidden columns are one column without cells, whose
product is their sum. Pure data; the planner measures it, the table draws it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from anim_lib.nn.attention import AttentionTrace
from anim_lib.nn.dense import DenseTrace
from anim_lib.nn.fold import Folded
from anim_lib.nn.numbers import either
from anim_lib.nn.quantity import Matrix, Quantity, Vector
from anim_lib.stage.table_plan import RowTableSpec, signed
from anim_lib.stage.theme import Role
from anim_lib.stage.view import View

DOTS = "···"  # in a row, where columns are hidden
_DOT = "q\u2009·\u2009k"  # thin spaces: one word, so that it stays on one line

Entries = tuple[Quantity | None, ...]  # (terms,), None where the hidden columns stand


@dataclass(frozen=True)
class ResultColumn:
    """A column that fills row by row: its header word, its role and its numbers."""

    label: str
    role: Role
    numbers: Vector  # (rows,)


@dataclass(frozen=True)
class Rows:
    """A header laid over rows; each row multiplies, adds and ends in its result columns."""

    view: View
    header_name: str
    header_role: Role
    header: Entries
    matrix_name: str  # one letter, or "" where rows have names of their own
    matrix_role: Role
    cells: tuple[Entries, ...]  # (rows, terms)
    products: Matrix  # (rows, terms)
    totals: Matrix  # (rows, terms), running
    sums: Vector  # (rows,) what each row's terms add up to
    results: tuple[ResultColumn, ...]  # the sum's column first, where it has one
    row_names: tuple[str, ...] = ()
    names_role: Role = Role.QUIET
    noun: str = "row"  # what a row is called
    aside_name: str = ""
    aside_role: Role = Role.BIAS
    aside: Vector = ()  # (rows,), or empty where nothing is added to the products
    shows_totals: bool = True  # whether the running totals are written out
    exact_totals: tuple[bool, ...] = ()  # whether a row's printed totals add up as printed, (rows,)
    pairs_relations: tuple[str, ...] = ()  # "=" or "≈" after the pairs, (rows,)
    products_relations: tuple[str, ...] = ()  # "=" or "≈" after the printed products, (rows,)
    apply_relations: tuple[str, ...] = ()  # "=" or "≈" before the last result, (rows,)
    is_list: bool = False  # whether a row's terms stand one under another
    divisor: Quantity | None = None  # the last result is sum / divisor, not a function of the sum

    def as_list(self, *, with_sum: bool) -> Rows:
        """For the list form, which shows totals and may leave the sum's column out."""
        results = self.results if with_sum else self.results[-1:]
        totals = self.totals
        if not self.aside:  # the last total is the sum, which is carried on from there
            totals = tuple((*row[:-1], z) for row, z in zip(totals, self.sums, strict=True))
        return replace(self, is_list=True, shows_totals=True, results=results, totals=totals)

    def inputs(self) -> Iterator[Quantity]:
        """All that the lesson gave and the table shows: the header, the cells, what is added."""
        held = chain(self.header, *self.cells, self.aside)
        return (quantity for quantity in held if quantity is not None)

    @property
    def shows_sums(self) -> bool:
        """Whether the sums have a column of their own."""
        return len(self.results) > 1

    @property
    def hidden_at(self) -> int | None:
        """The term that stands for the hidden columns."""
        return self.header.index(None) if None in self.header else None

    @property
    def hidden_label(self) -> str:
        """What stands at the head of the hidden columns: "60 more"; dots where a list says it."""
        if not self.view.hidden_columns:
            return ""
        return DOTS if self.is_list else f"{self.view.hidden_columns:,} more"

    @property
    def hidden_terms(self) -> str:
        """What a list says in place of the hidden columns' pairs: "60 more terms"."""
        return f"{self.view.hidden_columns:,} more terms" if self.view.hidden_columns else ""

    @property
    def gap_label(self) -> str:
        """What the line for the hidden rows says: "60 more rows", or in a list "60 more"."""
        count = self.view.hidden_rows
        if self.is_list:
            return f"{count:,} more"
        return f"{count:,} more {self.noun}{'s' if count > 1 else ''}"

    def so_far(self, i: int) -> str:
        """The label of row i's running totals."""
        return "so far" if self.exact_totals[i] else "so far ≈"

    def spec(self) -> RowTableSpec:
        """The texts that the planner measures."""
        names = (*self.row_names, self.header_name) if self.row_names else ()
        return RowTableSpec(
            header=_texts(self.header),
            cells=tuple(_texts(row) for row in self.cells),
            products=tuple(tuple(signed(q.text) for q in row) for row in self.products),
            totals=tuple(_texts(row) for row in self.totals) if self.shows_totals else (),
            aside=_texts(self.aside),
            aside_terms=tuple(signed(q.text) for q in self.aside),
            aside_totals=_texts(self.sums) if self.aside else (),
            results=tuple((column.label, _texts(column.numbers)) for column in self.results),
            row_names=names,
            so_far="so far" if all(self.exact_totals) else "so far ≈",
            pairs_allowed=self.shows_totals and self.hidden_at is None,
            hidden_at=self.hidden_at,
            hidden_label=self.hidden_label,
            hidden_terms=self.hidden_terms,
            gap=self.view.gap,
            gap_label=self.gap_label,
        )


def dense_rows(trace: DenseTrace, view: View | None = None) -> Rows:
    """The layer's table: x over the rows of W, b beside them, sum and activation at the right."""
    view = view or View.whole(trace.n_rows, trace.n_inputs)
    folded = trace.folded(view.rows, view.columns)
    b, z = _picked(trace.b, view), _picked(trace.pre_activation, view)
    shown = list(enumerate(view.rows))
    return Rows(
        view=view,
        header_name="x",
        header_role=Role.INPUT,
        header=_entries(trace.x, folded),
        matrix_name="" if view.hidden_rows else "W",
        matrix_role=Role.WEIGHT,
        cells=tuple(_entries(trace.W[i], folded) for i in view.rows),
        products=folded.products,
        totals=folded.totals,
        sums=z,
        results=(
            ResultColumn("sum", Role.TEXT, z),
            ResultColumn(trace.activation.label, Role.OUTPUT, _picked(trace.output, view)),
        ),
        row_names=tuple(f"{i + 1:,}" for i in view.rows) if view.hidden_rows else (),
        aside_name="b",
        aside=b,
        exact_totals=tuple(
            either([folded.running_relation(k), trace.bias_relation(i)]) == "=" for k, i in shown
        ),
        pairs_relations=tuple(trace.sum_relation(i) for i in view.rows),
        products_relations=tuple(folded.sum_relation(k, z[k], b[k]) for k, _ in shown),
        apply_relations=tuple(trace.activation_relation(i) for i in view.rows),
    )


def attention_rows(
    trace: AttentionTrace, labels: tuple[str, ...], view: View | None = None
) -> Rows:
    """The scores' table: the query over the rows of keys, a word each; then divided by √d.

    `labels` are all words as they are drawn.
    """
    view = view or View.whole(len(trace.tokens), len(trace.query))
    folded = trace.folded(view.rows, view.columns)
    dot = _picked(trace.dot, view)
    shown = list(enumerate(view.rows))
    return Rows(
        view=view,
        header_name="query",
        header_role=Role.INPUT,
        header=_entries(trace.query, folded),
        matrix_name="",
        matrix_role=Role.KEY,
        cells=tuple(_entries(trace.keys[i], folded) for i in view.rows),
        products=folded.products,
        totals=folded.totals,
        sums=dot,
        results=(
            ResultColumn(_DOT, Role.TEXT, dot),
            ResultColumn("score", Role.TEXT, _picked(trace.scores, view)),
        ),
        row_names=tuple(labels[i] for i in view.rows),
        names_role=Role.KEY,
        noun="word",
        shows_totals=False,
        exact_totals=tuple(folded.running_relation(k) == "=" for k, _ in shown),
        products_relations=tuple(folded.sum_relation(k, dot[k]) for k, _ in shown),
        apply_relations=tuple(trace.score_relation(i) for i in view.rows),
        divisor=trace.scale,
    )


def _picked(numbers: Vector, view: View) -> Vector:
    return tuple(numbers[i] for i in view.rows)


def _entries(numbers: Vector, folded: Folded) -> Entries:
    return tuple(None if j is None else numbers[j] for j in folded.columns)


def _texts(numbers: Entries) -> tuple[str, ...]:
    return tuple("" if number is None else number.text for number in numbers)
