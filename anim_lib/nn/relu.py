"""The layer's own sums meeting its activation."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from anim_lib.nn.activations import Activation
from anim_lib.nn.dense import DenseTrace
from anim_lib.nn.numbers import Relation
from anim_lib.nn.quantity import Quantity, Vector


@dataclass(frozen=True)
class ReluTrace:
    """Sums before and after the activation; named for ReLU, true for each of the table."""

    z: Vector  # (rows,)
    y: Vector  # (rows,)
    activation: Activation
    decimals: int

    def quantities(self) -> Iterator[Quantity]:
        """All numbers: z, y."""
        return chain(self.z, self.y)

    @property
    def n_above(self) -> int:
        """Rows whose sum is above zero."""
        return sum(quantity.sign > 0 for quantity in self.z)

    @property
    def n_below(self) -> int:
        """Rows whose sum is below zero."""
        return sum(quantity.sign < 0 for quantity in self.z)

    @property
    def n_zero(self) -> int:
        """Rows whose sum is zero."""
        return len(self.z) - self.n_above - self.n_below

    @property
    def above(self) -> Quantity:
        """How many sums are above zero, as a number to be shown."""
        return Quantity.of_count("relu.above", self.n_above)

    @property
    def not_above(self) -> Quantity:
        """How many sums are at or below zero, as a number to be shown."""
        return Quantity.of_count("relu.not_above", self.n_zero + self.n_below)

    def relation(self, i: int) -> Relation:
        """Activation of the printed sum, against the printed output."""
        return self.activation.relation(self.z[i], self.y[i])


def trace_relu(layer: DenseTrace) -> ReluTrace:
    """The pre-activations and outputs of a dense layer, under names of their own."""
    z = tuple(replace(q, name=f"relu.z[{i}]") for i, q in enumerate(layer.pre_activation))
    y = tuple(replace(q, name=f"relu.y[{i}]") for i, q in enumerate(layer.output))
    return ReluTrace(z, y, layer.activation, layer.decimals)
