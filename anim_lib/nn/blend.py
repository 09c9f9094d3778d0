"""Values blended by attention weights into the query token's new vector."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import chain

import numpy as np

from anim_lib.nn.attention import AttentionTrace
from anim_lib.nn.exact import ExactBlend
from anim_lib.nn.numbers import MINUS, NumberArray, Relation, parse_printed, relation
from anim_lib.nn.quantity import Matrix, Quantity, Vector, input_matrix
from anim_lib.nn.steps import (
    printed_product,
    printed_sum,
    refuse_overflow,
    result_matrix,
    result_vector,
)


@dataclass(frozen=True)
class BlendTrace:
    """Every number of the blend that may be seen."""

    tokens: tuple[str, ...]  # (tokens,)
    query_token: int | None
    weights: Vector  # (tokens,), those of the attention step
    values: Matrix  # (tokens, width)
    values_are_keys: bool  # each word's value is its own vector
    scaled: Matrix  # (tokens, width), weight × value
    output: Vector  # (width,)
    shares: Vector  # (tokens,), the printed weights as percentages: "41%"
    decimals: int
    exact: ExactBlend = field(repr=False, compare=False)

    def quantities(self) -> Iterator[Quantity]:
        """The blend's own numbers: values, scaled, output, shares."""
        return chain(*self.values, *self.scaled, self.output, self.shares)

    def scaled_relation(self, i: int, j: int) -> Relation:
        """Printed weight × printed value, against the printed product."""
        product = printed_product(self.weights[i], self.values[i][j])
        return relation(product, self.scaled[i][j].text)

    def output_relation(self, j: int) -> Relation:
        """Printed products of column j added, against the printed output."""
        return relation(printed_sum(row[j] for row in self.scaled), self.output[j].text)


def trace_blend(
    attention: AttentionTrace, values: NumberArray, values_are_keys: bool
) -> BlendTrace:
    """Every step of Σ weight × value for values (tokens, width).

    Raises ValueError naming the row whose product is too large for a 64-bit float ("row 3").
    """
    weights = np.array([weight.value for weight in attention.weights])  # (tokens,)
    with np.errstate(all="ignore"):  # what is not finite is refused by row
        scaled = weights[:, None] * values.values  # (tokens, width)
        output = scaled.sum(axis=0)  # (width,)
    refuse_overflow(scaled)
    sizes = np.abs(scaled)
    decimals = attention.decimals
    exact = ExactBlend(attention.exact, values)
    return BlendTrace(
        tokens=attention.tokens,
        query_token=attention.query_token,
        weights=attention.weights,
        values=input_matrix("blend.values", values),
        values_are_keys=values_are_keys,
        scaled=result_matrix("blend.scaled", scaled, sizes, decimals),
        output=result_vector(
            "blend.output",
            output,
            sizes.max(axis=0),
            decimals,
            lambda j: exact.total(j, range(len(attention.tokens))),
        ),
        exact=exact,
        shares=tuple(
            share_of(f"blend.shares[{i}]", weight) for i, weight in enumerate(attention.weights)
        ),
        decimals=decimals,
    )


def share_of(name: str, weight: Quantity) -> Quantity:
    """The printed weight times a hundred, so that "0.41" and "41%" never disagree."""
    if "e" in weight.text:
        mantissa, _, power = weight.text.partition("e")
        text = f"{mantissa}e{int(power.replace(MINUS, '-')) + 2}".replace("-", MINUS)
    else:
        text = f"{(parse_printed(weight.text) * 100).normalize():f}"
        places = max(0, len(weight.text.partition(".")[2]) - 2)
        text = f"{Decimal(text):.{places}f}"
    return Quantity(name, weight.value * 100.0, f"{text}%", weight.exact * 100)
