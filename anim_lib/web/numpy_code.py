"""The layer as a few lines of numpy, with the lesson's own arrays; they run as they stand."""

from __future__ import annotations

from collections.abc import Iterable

from anim_lib.nn.dense import DenseTrace
from anim_lib.nn.numbers import MINUS
from anim_lib.nn.quantity import Quantity, Vector

# The activations of anim_lib.nn.activations as one would write them on a blackboard.
EXPRESSIONS = {
    "relu": "np.maximum(0, z)",
    "leaky_relu": "np.maximum(0.01 * z, z)",
    "sigmoid": "1 / (1 + np.exp(-z))",
    "tanh": "np.tanh(z)",
    "gelu": "z * np.vectorize(math.erfc)(-z / math.sqrt(2)) / 2",
    "identity": "z",
}


def dense_code(trace: DenseTrace) -> str:
    """Imports, arrays, and the two lines that are the layer; the results stand as comments."""
    expression = EXPRESSIONS.get(trace.activation.name)
    lines = ["import numpy as np", ""]
    if expression is None:  # an activation that somebody added
        expression = "f(z)"
    elif "math." in expression:
        lines.insert(0, "import math")
    lines += [
        f"W = np.array([{_rows(trace.W)}])",
        f"x = np.array([{_listed(trace.x)}])",
        f"b = np.array([{_listed(trace.b)}])",
        "",
        f"z = W @ x + b{_result(trace.pre_activation)}",
        f"y = {expression}{_result(trace.output)}",
    ]
    if expression == "f(z)":
        lines[-1] += f"; f(z) = {trace.activation.formula}"
    return "\n".join(lines)


def _rows(matrix: Iterable[Vector]) -> str:
    return ",\n              ".join(f"[{_listed(row)}]" for row in matrix)


def _listed(vector: Iterable[Quantity]) -> str:
    """The inputs as written, with the minus that Python reads."""
    return ", ".join(quantity.text.replace(MINUS, "-") for quantity in vector)


def _result(vector: Vector) -> str:
    """The printed results, with the minus of print."""
    return f"  # {', '.join(quantity.text for quantity in vector)}"
