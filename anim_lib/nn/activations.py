"""The nonlinearities, in one table. A further one is one more decorated function."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anim_lib.nn.numbers import Relation, denoise, parse_printed, relation
from anim_lib.nn.quantity import Quantity

Floats = NDArray[np.float64]  # (n,)


@dataclass(frozen=True)
class Activation:
    """y = f(z), element by element."""

    name: str  # as in the lesson file: "leaky_relu"
    label: str  # as drawn: "leaky ReLU"
    formula: str  # "max(0, z)"
    function: Callable[[Floats], Floats]  # (n,) to (n,)
    verb: str | None = None  # what it does to a sum below zero; None for smooth curves
    bounds: tuple[float, float] | None = None  # what its outputs stay between, if anything

    def __call__(self, z: Floats) -> Floats:
        """f(z), of z's shape."""
        return self.function(z)

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickled by name: the decorated function itself is not importable under its own.
        return by_name, (self.name,)

    def at(self, z: float) -> float:
        """The activation of one number."""
        return float(self.function(np.array([z], dtype=np.float64))[0])

    def relation(self, z: Quantity, y: Quantity) -> Relation:
        """Give "=" if f of the printed z, rounded as printed, is the printed y.

        A bound is only come near to: tanh(11.90) ≈ 1.00.
        """
        if self.bounds is not None and float(parse_printed(y.text)) in self.bounds:
            return "≈"
        value = self.at(float(parse_printed(z.text)))
        return relation(denoise(value, value), y.text)

    def says(self, row_label: str, z: Quantity, y: Quantity, full: bool = False) -> str:
        """A caption of at most 12 words, true for these numbers.

        `full` names the row: "Row 3 is above zero, so ReLU keeps 2.70." instead of
        "Above zero, so ReLU keeps 2.70."
        """
        if self.verb is None:
            line = f"{self.label}({z.text}) {self.relation(z, y)} {y.text}"
            return f"{row_label}: {line}" if full else line
        if z.sign == 0:
            return f"{row_label} is zero and stays {y.text}." if full else f"Zero stays {y.text}."
        side = "below" if z.sign < 0 else "above"
        verb = self.verb if z.sign < 0 else "keeps"
        if " " in verb:  # more words there, fewer around them
            place = f"{row_label}, {side} zero" if full else f"{side.capitalize()} zero"
            return f"{place}: {self.label} {verb}, {y.text}."
        place = f"{row_label} is {side} zero" if full else f"{side.capitalize()} zero"
        return f"{place}, so {self.label} {verb} {y.text}."


ACTIVATIONS: dict[str, Activation] = {}


def by_name(name: str) -> Activation:
    """The activation of that name in the table. Raises KeyError."""
    return ACTIVATIONS[name]


def activation(
    label: str,
    formula: str,
    verb: str | None = None,
    bounds: tuple[float, float] | None = None,
) -> Callable[[Callable[[Floats], Floats]], Activation]:
    """Register the function under its own name and give back the Activation."""

    def register(function: Callable[[Floats], Floats]) -> Activation:
        name = function.__name__
        ACTIVATIONS[name] = Activation(name, label, formula, function, verb, bounds)
        return ACTIVATIONS[name]

    return register


@activation("ReLU", "max(0, z)", verb="outputs")
def relu(z: Floats) -> Floats:
    """Rectified linear unit: max(0, z)."""
    return np.maximum(0.0, z)


@activation("leaky ReLU", "max(0.01 z, z)", verb="keeps a hundredth")
def leaky_relu(z: Floats) -> Floats:
    """Leaky ReLU with the usual slope of 0.01 below zero (Maas et al., 2013)."""
    return np.maximum(0.01 * z, z)


@activation("sigmoid", "1 / (1 + exp(−z))", bounds=(0.0, 1.0))
def sigmoid(z: Floats) -> Floats:
    """Logistic function, written so that exp never overflows and small results keep digits."""
    e = np.exp(-np.abs(z))
    return _normal(np.where(z >= 0, 1.0, e) / (1.0 + e))


@activation("tanh", "tanh(z)", bounds=(-1.0, 1.0))
def tanh(z: Floats) -> Floats:
    """Hyperbolic tangent."""
    return np.asarray(np.tanh(z), dtype=np.float64)


@activation("GELU", "z · Φ(z)")
def gelu(z: Floats) -> Floats:
    """Gaussian error linear unit, exact form: z times the normal distribution function of z."""
    # erfc keeps the digits of the left tail, where 1 + erf would cancel.
    phi = [0.5 * math.erfc(-value / math.sqrt(2.0)) for value in z.tolist()]
    return _normal(z * np.array(phi, dtype=np.float64))


@activation("identity", "z")
def identity(z: Floats) -> Floats:
    """No nonlinearity: z itself."""
    return z.copy()


def _normal(values: Floats) -> Floats:
    """The same, but 0 under the smallest normal float, 2.2e−308: few digits are left there."""
    tiny = np.finfo(np.float64).tiny
    return np.asarray(np.where(np.abs(values) < tiny, 0.0, values), dtype=np.float64)
