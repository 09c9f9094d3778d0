"""The dense layer y = f(Wx + b), with every step kept."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from anim_lib.nn.activations import Activation, exact_output
from anim_lib.nn.numbers import (
    EXACT,
    NumberArray,
    Relation,
    either,
    parse_printed,
    print_result,
    relation,
)
from anim_lib.nn.quantity import Matrix, Quantity, Vector, input_matrix, input_vector

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

    def step_relation(self, i: int, j: int) -> Relation:
        """Printed total before term j + printed product j, against the printed total."""
        terms = [self.products[i][j]] if j == 0 else [self.partial[i][j - 1], self.products[i][j]]
        return relation(printed_sum(terms), self.partial[i][j].text)

    def bias_relation(self, i: int) -> Relation:
        """Printed last total + printed bias, against the printed pre-activation."""
        return relation(printed_sum([self.partial[i][-1], self.b[i]]), self.pre_activation[i].text)

    def running_relation(self) -> Relation:
        """Give "≈" if any printed step of any row's running total fails to add up as printed."""
        steps = (self.step_relation(i, j) for i in range(self.n_rows) for j in range(self.n_inputs))
        return either(chain(steps, map(self.bias_relation, range(self.n_rows))))

    def product_relation(self, i: int, j: int) -> Relation:
        """Printed weight × printed input, against the printed product."""
        exact = EXACT.multiply(parse_printed(self.W[i][j].text), parse_printed(self.x[j].text))
        return relation(exact, self.products[i][j].text)

    def sum_relation(self, i: int) -> Relation:
        """Printed pairs multiplied and added, with the bias, against the pre-activation."""
        total = parse_printed(self.b[i].text)
        for w, x in zip(self.W[i], self.x, strict=True):
            pair = EXACT.multiply(parse_printed(w.text), parse_printed(x.text))
            total = EXACT.add(total, pair)
        return relation(total, self.pre_activation[i].text)

    def activation_relation(self, i: int) -> Relation:
        """Activation of the printed pre-activation, against the printed output."""
        return self.activation.relation(self.pre_activation[i], self.output[i])


def printed_sum(terms: list[Quantity]) -> Decimal:
    """The sum of numbers as they are printed."""
    total = Decimal(0)
    for term in terms:
        total = EXACT.add(total, parse_printed(term.text))
    return total


def trace_dense(
    W: NumberArray, x: NumberArray, b: NumberArray, activation: Activation, decimals: int
) -> DenseTrace:
    """Every step of y = f(Wx + b) for W (rows, inputs), x (inputs,), b (rows,).

    Raises ValueError naming the row whose sum is too large for a 64-bit float ("row 3").
    """
    with np.errstate(over="ignore", invalid="ignore", under="ignore"):
        steps = dense(W.values, x.values, b.values, activation)
    _refuse_overflow(steps)
    largest = np.maximum.accumulate(np.abs(steps.products), axis=1)  # (rows, inputs)
    largest_with_bias = np.maximum(largest[:, -1], np.abs(b.values))  # (rows,)
    pre_activation = results(
        "dense.pre_activation", steps.pre_activation, largest_with_bias, decimals
    )
    return DenseTrace(
        W=input_matrix("dense.W", W),
        x=input_vector("dense.x", x),
        b=input_vector("dense.b", b),
        products=result_grid("dense.products", steps.products, np.abs(steps.products), decimals),
        partial=result_grid("dense.partial", steps.partial, largest, decimals),
        pre_activation=pre_activation,
        output=activated("dense.output", activation, pre_activation, steps.output, decimals),
        activation=activation,
        decimals=decimals,
    )


def results(name: str, values: Floats, scales: Floats, decimals: int) -> Vector:
    """Computed numbers `name[i]`, each cleaned relative to its own scale (n,)."""
    pairs = zip(values.tolist(), scales.tolist(), strict=True)
    return tuple(
        Quantity.of_result(f"{name}[{i}]", value, scale, decimals)
        for i, (value, scale) in enumerate(pairs)
    )


def result_grid(name: str, values: Floats, scales: Floats, decimals: int) -> Matrix:
    """Computed numbers `name[i,j]`, each cleaned relative to its own scale (rows, columns)."""
    return tuple(
        tuple(
            Quantity.of_result(f"{name}[{i},{j}]", value, scale, decimals)
            for j, (value, scale) in enumerate(zip(row, row_scales, strict=True))
        )
        for i, (row, row_scales) in enumerate(zip(values.tolist(), scales.tolist(), strict=True))
    )


def activated(
    name: str, activation: Activation, z: Vector, values: Floats, decimals: int
) -> Vector:
    """The outputs `name[i]`; their text is f of the sum without float noise."""
    exact = [exact_output(activation, total.exact) for total in z]
    return tuple(
        Quantity(f"{name}[{i}]", value, print_result(clean, decimals), clean)
        for i, (value, clean) in enumerate(zip(values.tolist(), exact, strict=True))
    )


def _refuse_overflow(steps: DenseSteps) -> None:
    finite = np.isfinite(steps.partial).all(axis=1) & np.isfinite(steps.pre_activation)
    if not finite.all():
        row = int(np.argmin(finite)) + 1
        raise ValueError(f"row {row}: the sum is too large for a 64-bit float")
