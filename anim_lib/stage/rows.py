"""What a row-by-row table is about: its quantities, names and roles, before any layout.

The dense layer and the attention scores are the same table with two sets of names; this record
is where they meet. Pure data; the planner measures it, the table draws it.
"""

from __future__ import annotations

from dataclasses import dataclass

from anim_lib.nn.attention import AttentionTrace
from anim_lib.nn.dense import DenseTrace
from anim_lib.nn.quantity import Matrix, Quantity, Vector
from anim_lib.stage.table_plan import RowTableSpec, signed
from anim_lib.stage.theme import Role

_DOT = "q\u2009·\u2009k"  # thin spaces: one word, so that it stays on one line


@dataclass(frozen=True)
class ResultColumn:
    """A column that fills row by row: its header word, its role and its numbers."""

    label: str
    role: Role
    numbers: Vector  # (rows,)


@dataclass(frozen=True)
class Rows:
    """A header laid over rows; each row multiplies, adds and ends in its result columns."""

    header_name: str
    header_role: Role
    header: Vector  # (columns,)
    matrix_name: str  # one letter, or "" where rows have names of their own
    matrix_role: Role
    cells: Matrix  # (rows, columns)
    products: Matrix  # (rows, columns)
    totals: Matrix  # (rows, columns), running
    results: tuple[ResultColumn, ...]
    row_names: tuple[str, ...] = ()
    aside_name: str = ""
    aside_role: Role = Role.BIAS
    aside: Vector = ()  # (rows,), or empty where nothing is added to the products
    shows_totals: bool = True  # whether the running totals are written out
    exact_totals: tuple[bool, ...] = ()  # whether a row's printed totals add up as printed, (rows,)
    pairs_relations: tuple[str, ...] = ()  # "=" or "≈" after the pairs, (rows,)
    products_relations: tuple[str, ...] = ()  # "=" or "≈" after the printed products, (rows,)
    apply_relations: tuple[str, ...] = ()  # "=" or "≈" before the last result, (rows,)
    divisor: Quantity | None = None  # the last result is sum / divisor, not a function of the sum

    @property
    def sums(self) -> Vector:
        """What each row's terms add up to: the first result column."""
        return self.results[0].numbers

    def so_far(self, i: int) -> str:
        """The label of row i's running totals."""
        return "so far" if self.exact_totals[i] else "so far ≈"

    def spec(self) -> RowTableSpec:
        """The texts that the planner measures."""
        return RowTableSpec(
            header=_texts(self.header),
            cells=tuple(_texts(row) for row in self.cells),
            products=tuple(tuple(signed(q.text) for q in row) for row in self.products),
            totals=tuple(_texts(row) for row in self.totals) if self.shows_totals else (),
            aside=_texts(self.aside),
            aside_terms=tuple(signed(q.text) for q in self.aside),
            aside_totals=_texts(self.sums) if self.aside else (),
            results=tuple((column.label, _texts(column.numbers)) for column in self.results),
            row_names=(*self.row_names, self.header_name) if self.row_names else (),
            so_far="so far" if all(self.exact_totals) else "so far ≈",
            pairs_allowed=self.shows_totals,
        )


def dense_rows(trace: DenseTrace) -> Rows:
    """The layer's table: x over the rows of W, b beside them, sum and activation at the right."""
    return Rows(
        header_name="x",
        header_role=Role.INPUT,
        header=trace.x,
        matrix_name="W",
        matrix_role=Role.WEIGHT,
        cells=trace.W,
        products=trace.products,
        totals=trace.partial,
        results=(
            ResultColumn("sum", Role.TEXT, trace.pre_activation),
            ResultColumn(trace.activation.label, Role.OUTPUT, trace.output),
        ),
        aside_name="b",
        aside=trace.b,
        exact_totals=tuple(trace.running_relation(i) == "=" for i in range(trace.n_rows)),
        pairs_relations=tuple(trace.sum_relation(i) for i in range(trace.n_rows)),
        products_relations=tuple(trace.products_relation(i) for i in range(trace.n_rows)),
        apply_relations=tuple(trace.activation_relation(i) for i in range(trace.n_rows)),
    )


def attention_rows(trace: AttentionTrace, labels: tuple[str, ...]) -> Rows:
    """The scores' table: the query over the rows of keys, a word each; then divided by √d."""
    count = len(labels)
    return Rows(
        header_name="query",
        header_role=Role.INPUT,
        header=trace.query,
        matrix_name="",
        matrix_role=Role.KEY,
        cells=trace.keys,
        products=trace.products,
        totals=trace.partial,
        results=(
            ResultColumn(_DOT, Role.TEXT, trace.dot),
            ResultColumn("score", Role.TEXT, trace.scores),
        ),
        row_names=labels,
        shows_totals=False,
        products_relations=tuple(trace.dot_relation(i) for i in range(count)),
        apply_relations=tuple(trace.score_relation(i) for i in range(count)),
        divisor=trace.scale,
    )


def _texts(numbers: Vector) -> tuple[str, ...]:
    return tuple(number.text for number in numbers)
