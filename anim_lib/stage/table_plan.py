"""The records of a row-by-row table's layout: what is measured, and where everything stands."""

from __future__ import annotations

from dataclasses import dataclass

from anim_lib.stage.typeset import text_line

LABEL_EM = 0.40  # header words: "sum", "ReLU"
SMALL_EM = 0.34  # quiet words in the gutter: "so far"
COUNT_EM = 0.38  # quiet words with a count in them: its digits are as tall as the smallest
LEADING = 1.15 * LABEL_EM  # between the lines of a header of more words
WORD_ASCENT, WORD_DESCENT = 0.76, 0.26  # how far our English words reach off their line, in em
NAME_EM = 0.50  # single letters in maths italics: W, x, b


@dataclass(frozen=True)
class RowTableSpec:
    """The texts of a row-by-row table: a header over rows, worked one by one.

    Shapes: header (columns,); cells and products (rows, columns); totals the same or empty; aside
    (rows,) or empty; each result column (rows,). `products` and `aside_terms` carry their signs.
    Only what is shown is counted; the hidden columns are one column.
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
    hidden_at: int | None = None  # the column that stands for the hidden ones; its cells are ""
    hidden_label: str = ""  # what stands at its head: "60 more"
    hidden_terms: str = ""  # what a list says in place of their pairs: "60 more terms"
    gap: int | None = None  # after how many rows the line for the hidden ones stands
    gap_label: str = ""  # what that line says: "60 more rows"
    flush: bool = False  # columns share their right end where their points have no room

    @property
    def lines(self) -> int:
        """Lines of the table: its rows, and one for the hidden ones."""
        return len(self.cells) + (self.gap is not None)


@dataclass(frozen=True)
class Bracket:
    """The two bracket strokes' x."""

    left: float
    right: float


@dataclass(frozen=True)
class TermList:
    """Where a row's terms stand one under another, in units."""

    h: float  # digit height
    split: float  # where a pair's two factors meet
    pairs_right: float  # the right end of the pairs and of the words beside them
    products: float  # decimal points' x
    totals: float
    ys: tuple[float, ...]  # a line a term, and one for the aside where there is one
    head_y: float  # of the words over the columns
    rule_y: float
    result_y: float
    result: float  # the result's decimal point: under the totals' where its line has room
    root_y: float | None  # where the divisor is explained
    rule_left: float
    rule_right: float
    flush: bool = False  # as in the table


@dataclass(frozen=True)
class RowTablePlan:
    """Where a row-by-row table and its workbench stand, in units."""

    form: str  # "full" (pairs, products, so far), "compact" (products, so far) or "list"
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
    pitch: float = 0.62  # distance between lines
    gap_y: float | None = None  # the line that stands for the hidden rows
    gap_inside: bool = True  # its words stand inside the brackets, else where the row names stand
    hidden_x: float = 0.0  # the middle of the words that stand for the hidden columns
    list: TermList | None = None  # in the list form: a row's working
    flush: bool = False  # whether a column's x is where its numbers end
    opens_beside: bool = True  # whether x and b have room beside W before x lies down
    formula_y: float | None = None  # where the formula stands; None: under the opening

    @property
    def top(self) -> float:
        """The middle of the highest line."""
        return max(self.rows[0], self.rows[0] if self.gap_y is None else self.gap_y)

    @property
    def bottom(self) -> float:
        """The middle of the lowest line."""
        return min(self.rows[-1], self.rows[-1] if self.gap_y is None else self.gap_y)


def row_name_em(pitch: float) -> float:
    """The size of a row's name: in close rows smaller, so that brackets and tails stay apart."""
    return LABEL_EM if pitch >= 0.47 else SMALL_EM


def word_em(h: float) -> float:
    """The size of words that stand in a line with digits `h` tall."""
    return max(LABEL_EM, 1.25 * h)


def signed(text: str) -> str:
    """A number as a term of a sum: always with its sign."""
    return text if text.startswith("−") else f"+{text}"


def words_width(text: str, em: float) -> float:
    """The width of a line of words, in units."""
    return text_line(text).width * em
