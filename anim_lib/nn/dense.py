"""The dense layer y = f(Wx + b), with every step kept."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from anim_lib.nn.activations import Activation
from anim_lib.nn.exact import ExactProducts
from anim_lib.nn.fold import Folded, fold
from anim_lib.nn.numbers import EXACT, NumberArray, Relation, either, parse_printed, relation
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
    follow_ups,
    largest_so_far,
    printed_product,
    printed_sum,
    refuse_overflow,
    refuse_underflow,
    result_matrix,
    result_vector,
    running_relation,
    step_relation,
)

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class DenseSteps:
    """What numpy computed on the way to the output."""

    products: Floats  # (rows, inputs)
    partial: Floats  # (rows, inputs), running totals without the bias
    pre_activation: Floats  # (rows,)
    output: Floats  # (rows,)


def dense(W: Floats, x: Floats, b: Floats, activation: Activation) -> DenseSteps:
    """Compute y = f(Wx + b) for W (rows, inputs), x (inputs,), b (rows,)."""
    products = W * x  # (rows, inputs)
    partial = np.cumsum(products, axis=1)  # (rows, inputs)
    pre_activation = partial[:, -1] + b  # (rows,)
    return DenseSteps(products, partial, pre_activation, activation(pre_activation))


@dataclass(frozen=True)
class DenseTrace:
    """Every number of one dense layer that may be seen."""

    W: Matrix  # (rows, inputs)
    x: Vector  # (inputs,)
    b: Vector  # (rows,)
    products: Matrix  # (rows, inputs)
    partial: Matrix  # (rows, inputs), running totals without the bias
    pre_activation: Vector  # (rows,)
    output: Vector  # (rows,)
    activation: Activation
    decimals: int

    @property
    def n_rows(self) -> int:
        """Outputs of the layer."""
        return len(self.W)

    @property
    def n_inputs(self) -> int:
        """Inputs of the layer."""
        return len(self.x)

    def quantities(self) -> Iterator[Quantity]:
        """All numbers: W, x, b, products, partial, pre_activation, output."""
        inputs = chain(chain.from_iterable(self.W), self.x, self.b)
        steps = chain(chain.from_iterable(self.products), chain.from_iterable(self.partial))
        return chain(inputs, steps, self.pre_activation, self.output)

    def rounded(self, digits: int) -> "DenseTrace":
        """The same layer whose W, x and b are written with at most so many significant digits.

        Every result is computed from what the user wrote; relations speak of what is written.
        """
        return replace(
            self,
            W=rounded_matrix(self.W, digits),
            x=rounded(self.x, digits),
            b=rounded(self.b, digits),
        )

    def folded(self, rows: tuple[int, ...], columns: tuple[int, ...]) -> Folded:
        """Products and running totals of these rows, all but these columns as one sum."""

        def product(i: int, j: int) -> Decimal:
            return EXACT.multiply(self.W[i][j].exact, self.x[j].exact)

        return fold(self.products, self.partial, product, rows, columns, self.decimals, "dense")

    def product_relation(self, i: int, j: int) -> Relation:
        """Printed weight × printed input, against the printed product."""
        return relation(printed_product(self.W[i][j], self.x[j]), self.products[i][j].text)

    def step_relation(self, i: int, j: int) -> Relation:
        """Printed total before term j + printed product j, against the printed total."""
        return step_relation(self.products[i], self.partial[i], j)

    def bias_relation(self, i: int) -> Relation:
        """Printed last total + printed bias, against the printed pre-activation."""
        total = printed_sum([self.partial[i][-1], self.b[i]])
        return relation(total, self.pre_activation[i].text)

    def running_relation(self, i: int) -> Relation:
        """Give "≈" if any printed step of row i's running total fails to add up as printed."""
        terms = running_relation(self.products[i : i + 1], self.partial[i : i + 1])
        return either([terms, self.bias_relation(i)])

    def sum_relation(self, i: int) -> Relation:
        """Printed pairs multiplied and added, with the bias, against the pre-activation."""
        total = parse_printed(self.b[i].text)
        for w, x in zip(self.W[i], self.x, strict=True):
            total = EXACT.add(total, printed_product(w, x))
        return relation(total, self.pre_activation[i].text)

    def products_relation(self, i: int) -> Relation:
        """Printed products added, with the bias, against the pre-activation."""
        return relation(printed_sum([*self.products[i], self.b[i]]), self.pre_activation[i].text)

    def activation_relation(self, i: int) -> Relation:
        """Activation of the printed pre-activation, against the printed output."""
        return self.activation.relation(self.pre_activation[i], self.output[i])


def trace_dense(
    W: NumberArray, x: NumberArray, b: NumberArray, activation: Activation, decimals: int
) -> DenseTrace:
    """Every step of y = f(Wx + b) for W (rows, inputs), x (inputs,), b (rows,).

    Raises RangeError naming the row whose numbers a 64-bit float cannot hold ("row 3").
    """
    with np.errstate(all="ignore"):  # what is not finite is refused by row
        steps = dense(W.values, x.values, b.values, activation)
    refuse_overflow(steps.partial, steps.pre_activation)
    refuse_underflow(steps.products, W.values, x.values)
    largest = largest_so_far(steps.products)  # (rows, inputs)
    with_bias = np.maximum(largest[:, -1], np.abs(b.values))  # (rows,)
    exact, sizes = ExactProducts(W, x), np.abs(steps.products)
    z = result_vector(
        "dense.pre_activation",
        steps.pre_activation,
        with_bias,
        decimals,
        lambda i: exact.total(i, more=str(b.texts[i])),
    )
    y_exact = activation(exact_floats(z))  # (rows,)
    return DenseTrace(
        W=input_matrix("dense.W", W),
        x=input_vector("dense.x", x),
        b=input_vector("dense.b", b),
        products=result_matrix("dense.products", steps.products, sizes, decimals, exact.row),
        partial=result_matrix("dense.partial", steps.partial, largest, decimals, exact.totals),
        pre_activation=z,
        output=follow_ups("dense.output", steps.output, y_exact, decimals),
        activation=activation,
        decimals=decimals,
    )
