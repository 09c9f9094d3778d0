"""One step of scaled dot-product attention (Vaswani et al., 2017), with every step kept."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from anim_lib.nn.exact import PRECISE, ExactProducts
from anim_lib.nn.fold import Folded, fold
from anim_lib.nn.numbers import EXACT, NumberArray, Relation, denoise, parse_printed, relation
from anim_lib.nn.quantity import (
    Matrix,
    Quantity,
    Vector,
    input_matrix,
    input_vector,
    rounded,
    rounded_matrix,
)
from anim_lib.nn.steps import (
    exact_floats,
    follow_up,
    follow_ups,
    largest_so_far,
    printed_quotient,
    printed_sum,
    refuse_overflow,
    refuse_underflow,
    result_matrix,
    result_vector,
    running_relation,
    step_relation,
)

Floats = NDArray[np.float64]

# exp(709.8) overflows, and below exp(-745) all shares would be 0 / 0. Up to here the scores are
# left alone, because the unshifted working is what the page shows.
SHIFT_BEYOND = 700.0


@dataclass(frozen=True)
class AttentionSteps:
    """What numpy computed on the way to the weights."""

    products: Floats  # (tokens, d)
    partial: Floats  # (tokens, d), running totals
    dot: Floats  # (tokens,)
    scores: Floats  # (tokens,)


def attention_scores(query: Floats, keys: Floats) -> AttentionSteps:
    """Scores q·k / √d of a query (d,) against keys (tokens, d)."""
    products = keys * query  # (tokens, d)
    partial = np.cumsum(products, axis=1)  # (tokens, d)
    dot = partial[:, -1]  # (tokens,)
    return AttentionSteps(products, partial, dot, dot / math.sqrt(len(query)))


def needs_shift(scores: Floats) -> bool:
    """Whether exp of these scores (tokens,) would overflow or vanish altogether."""
    return bool(abs(scores.max()) > SHIFT_BEYOND)


def softmax(
    scores: Floats, from_top: Floats, shifted: bool = False
) -> tuple[Floats, float, Floats]:
    """Exponentials (tokens,), their total, and the weights exp / total (tokens,).

    `from_top` (tokens,) are the scores less the largest one; `shifted` takes exp of these. The
    weights are the same either way; they always come from the shifted scores, where the digits of
    a small one beside a large negative score are not lost.
    """
    exp = exponential(from_top if shifted else scores)  # (tokens,)
    stable = exponential(from_top)  # (tokens,)
    return exp, float(exp.sum()), stable / stable.sum()


def exponential(z: Floats) -> Floats:
    """Exponentials of z (n,); one under the smallest normal float, 2.2e−308, counts as 0.

    Floats below that have few digits left, and those would be drawn.
    """
    with np.errstate(under="ignore"):
        exp = np.exp(z)
    return np.where(exp < np.finfo(np.float64).tiny, 0.0, exp)


@dataclass(frozen=True)
class AttentionTrace:
    """Every number of one attention step that may be seen."""

    tokens: tuple[str, ...]  # (tokens,), as written
    query_token: int | None  # which token asks; None when the query is a vector of its own
    d: Quantity  # entries of the query
    query: Vector  # (d,)
    keys: Matrix  # (tokens, d)
    products: Matrix  # (tokens, d)
    partial: Matrix  # (tokens, d), running totals
    dot: Vector  # (tokens,)
    scale: Quantity  # √d
    scores: Vector  # (tokens,)
    shift: Quantity | None  # the largest score, where exp needs the scores shifted
    shifted: Vector  # (tokens,) score − shift; empty without a shift
    exp: Vector  # (tokens,)
    total: Quantity
    weights: Vector  # (tokens,)
    weights_total: Quantity  # 1
    decimals: int
    exact: ExactProducts = field(repr=False, compare=False)

    @property
    def exponents(self) -> Vector:
        """What exp is taken of: the shifted scores where there are any, else the scores."""
        return self.shifted or self.scores

    def quantities(self) -> Iterator[Quantity]:
        """All numbers, in the order of the working."""
        shift = () if self.shift is None else (self.shift,)
        return chain(
            (self.d,),
            self.query,
            *self.keys,
            *self.products,
            *self.partial,
            self.dot,
            (self.scale,),
            self.scores,
            shift,
            self.shifted,
            self.exp,
            (self.total,),
            self.weights,
            (self.weights_total,),
        )

    def rounded(self, digits: int) -> "AttentionTrace":
        """The same step whose query and keys are written with at most so many digits.

        Every result is computed from what the user wrote; relations speak of what is written.
        """
        keys = rounded_matrix(self.keys, digits)
        return replace(self, keys=keys, query=rounded(self.query, digits))

    def folded(self, rows: tuple[int, ...], columns: tuple[int, ...]) -> Folded:
        """Products and running totals of these words, all but these columns as one sum."""

        def product(i: int, j: int) -> Decimal:
            return EXACT.multiply(self.keys[i][j].exact, self.query[j].exact)

        return fold(self.products, self.partial, product, rows, columns, self.decimals, "attention")

    def step_relation(self, i: int, j: int) -> Relation:
        """Printed total before term j + printed product j, against the printed total."""
        return step_relation(self.products[i], self.partial[i], j)

    def running_relation(self) -> Relation:
        """Give "≈" if any printed step of any row's running total fails to add up as printed."""
        return running_relation(self.products, self.partial)

    def dot_relation(self, i: int) -> Relation:
        """Printed products added, against the printed dot product."""
        return relation(printed_sum(self.products[i]), self.dot[i].text)

    def scale_relation(self) -> Relation:
        """Give "=" only for a whole root: √4 = 2, but √8 ≈ 2.83."""
        return "=" if self.scale.value.is_integer() else "≈"

    def score_relation(self, i: int) -> Relation:
        """Printed dot product / printed scale, against the printed score."""
        return relation(printed_quotient(self.dot[i], self.scale), self.scores[i].text)

    def shifted_relation(self, i: int) -> Relation:
        """Printed score − printed shift, against the printed shifted score."""
        if self.shift is None:
            return "="
        difference = parse_printed(self.scores[i].text) - parse_printed(self.shift.text)
        return relation(difference, self.shifted[i].text)

    def exp_relation(self, i: int) -> Relation:
        """Exponential of the printed score, against the printed exponential."""
        printed = np.array([float(parse_printed(self.exponents[i].text))])
        value = float(exponential(printed)[0])
        return relation(denoise(value, value), self.exp[i].text)

    def total_relation(self) -> Relation:
        """Printed exponentials added, against the printed total."""
        return relation(printed_sum(self.exp), self.total.text)

    def weight_relation(self, i: int) -> Relation:
        """Printed exponential / printed total, against the printed weight.

        Among several words none has all: a weight printed as 1 is only near it.
        """
        if len(self.weights) > 1 and parse_printed(self.weights[i].text) == 1:
            return "≈"
        return relation(printed_quotient(self.exp[i], self.total), self.weights[i].text)

    def weights_relation(self) -> Relation:
        """Printed weights added, against 1, digit for digit."""
        return "=" if printed_sum(self.weights) == 1 else "≈"


def trace_attention(
    tokens: tuple[str, ...],
    query: NumberArray,
    keys: NumberArray,
    decimals: int,
    query_token: int | None = None,
) -> AttentionTrace:
    """Every step of softmax(q·k / √d) for a query (d,) and keys (tokens, d).

    Raises RangeError naming the row whose numbers a 64-bit float cannot hold ("row 3").
    """
    with np.errstate(all="ignore"):  # what is not finite is refused by row
        steps = attention_scores(query.values, keys.values)
    refuse_overflow(steps.partial)
    refuse_underflow(steps.products, keys.values, query.values)
    largest = largest_so_far(steps.products)  # (tokens, d)
    sizes = np.abs(steps.products)
    exact = ExactProducts(keys, query)
    dot = result_vector("attention.dot", steps.dot, largest[:, -1], decimals, exact.total)
    root = math.sqrt(len(query.values))
    clean = exact_floats(dot) / root  # (tokens,)
    scores = follow_ups("attention.scores", steps.scores, clean, decimals)
    below = _below_top(exact, clean)  # (tokens,)
    shift, shifted = _shifted(scores, below, decimals)
    exp, total, weights = _softmax_quantities(
        steps.scores, clean, below, shift is not None, decimals
    )
    return AttentionTrace(
        tokens=tokens,
        query_token=query_token,
        d=Quantity.of_count("attention.d", len(query.values)),
        query=input_vector("attention.query", query),
        keys=input_matrix("attention.keys", keys),
        products=result_matrix("attention.products", steps.products, sizes, decimals, exact.row),
        partial=result_matrix("attention.partial", steps.partial, largest, decimals, exact.totals),
        dot=dot,
        scale=_scale(root, decimals),
        scores=scores,
        shift=shift,
        shifted=shifted,
        exp=exp,
        total=total,
        weights=weights,
        weights_total=Quantity.of_count("attention.weights_total", 1),
        decimals=decimals,
        exact=exact,
    )


def _scale(root: float, decimals: int) -> Quantity:
    if root.is_integer():
        return Quantity.of_count("attention.scale", int(root))
    return Quantity.of_result("attention.scale", root, root, decimals)


def _below_top(exact: ExactProducts, clean: Floats) -> Floats:
    """How far each score (tokens,) lies below the largest; large ones are done in decimals.

    Of scores like 10¹² floats keep no digits of a difference that decides all weights.
    """
    if not needs_shift(clean):
        return np.asarray(clean - clean.max())
    tokens, d = exact.matrix.shape
    root = PRECISE.sqrt(Decimal(d))
    dots = [exact.total(i) for i in range(tokens)]
    top = max(dots)
    return np.array([float(PRECISE.divide(EXACT.subtract(dot, top), root)) for dot in dots])


def _shifted(scores: Vector, below: Floats, decimals: int) -> tuple[Quantity | None, Vector]:
    """The largest score and what is left of each (tokens,), where exp needs it."""
    values = np.array([score.value for score in scores])
    if not needs_shift(values):
        return None, ()
    top = scores[int(values.argmax())]
    shift = Quantity("attention.shift", top.value, top.text, top.exact)
    return shift, follow_ups("attention.shifted", below, below, decimals)


def _softmax_quantities(
    scores: Floats, clean: Floats, below: Floats, shifted: bool, decimals: int
) -> tuple[Vector, Quantity, Vector]:
    exp, total, weights = softmax(scores, scores - scores.max(), shifted)
    clean_exp, clean_total, clean_weights = softmax(clean, below, shifted)
    return (
        follow_ups("attention.exp", exp, clean_exp, decimals),
        follow_up("attention.total", total, clean_total, decimals),
        follow_ups("attention.weights", weights, clean_weights, decimals),
    )
