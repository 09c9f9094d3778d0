"""The activations against independent references, and what their captions claim."""

import math
import pickle
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anim_lib.nn.activations import ACTIVATIONS, gelu, leaky_relu, relu, sigmoid
from anim_lib.nn.dense import trace_dense
from anim_lib.nn.numbers import NumberArray
from anim_lib.nn.quantity import Quantity

REFERENCES: dict[str, Callable[[float], float]] = {
    "relu": lambda z: z if z > 0 else 0.0,
    "leaky_relu": lambda z: z if z > 0 else z / 100,
    "sigmoid": lambda z: 1 / (1 + math.exp(-z)),
    "tanh": lambda z: (math.exp(2 * z) - 1) / (math.exp(2 * z) + 1),
    "gelu": lambda z: z * (1 + math.erf(z / 2**0.5)) / 2,
    "identity": lambda z: z,
}


@pytest.mark.parametrize("name", ACTIVATIONS)
@given(z=st.floats(-5, 5))
def test_every_activation_of_the_table_has_a_reference_that_it_meets(name: str, z: float) -> None:
    assert ACTIVATIONS[name].at(z) == pytest.approx(REFERENCES[name](z), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_no_activation_warns_or_breaks_at_the_extremes(name: str) -> None:
    z = np.array([-1e308, -800.0, -40.0, 0.0, 40.0, 800.0, 1e308])
    assert np.isfinite(ACTIVATIONS[name](z)).all()


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_outputs_stay_within_the_bounds_and_come_close_to_both(name: str) -> None:
    y = ACTIVATIONS[name](np.linspace(-50.0, 50.0, 201))
    bounds = ACTIVATIONS[name].bounds
    if bounds is None:
        assert y.max() == pytest.approx(50.0)
    else:
        assert (y.min(), y.max()) == pytest.approx(bounds, abs=1e-9)


def test_far_below_zero_the_small_results_keep_their_digits() -> None:
    assert sigmoid.at(-50.0) == pytest.approx(1.928749847963918e-22, rel=1e-12)
    assert gelu.at(-10.0) == pytest.approx(-7.61985302416e-23, rel=1e-9)


@pytest.mark.parametrize("name", ["sigmoid", "gelu"])
def test_what_has_lost_its_digits_to_underflow_counts_as_zero(name: str) -> None:
    results = [ACTIVATIONS[name].at(float(z)) for z in np.arange(-760.0, -30.0, 0.1)]
    assert 0.0 in results
    assert min(abs(y) for y in results if y) >= np.finfo(np.float64).tiny


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_an_activation_survives_a_pickle_as_itself(name: str) -> None:
    copy = pickle.loads(pickle.dumps(ACTIVATIONS[name]))  # noqa: S301 (our own bytes)
    assert copy is ACTIVATIONS[name]


def one(z: str, name: str) -> tuple[Quantity, Quantity]:
    read = NumberArray.from_texts
    trace = trace_dense(read([[z]]), read(["1"]), read(["0"]), ACTIVATIONS[name], 2)
    return trace.pre_activation[0], trace.output[0]


@pytest.mark.parametrize(
    ("z", "short", "full"),
    [
        (
            "-0.8",
            "Below zero, so ReLU outputs 0.00.",
            "Row 3 is below zero, so ReLU outputs 0.00.",
        ),
        ("2.7", "Above zero, so ReLU keeps 2.70.", "Row 3 is above zero, so ReLU keeps 2.70."),
        ("0", "Zero stays 0.00.", "Row 3 is zero and stays 0.00."),
        (
            "-0.0004",
            "Below zero, so ReLU outputs 0.00.",
            "Row 3 is below zero, so ReLU outputs 0.00.",
        ),
    ],
)
def test_the_caption_of_relu_is_true_for_the_number(z: str, short: str, full: str) -> None:
    quantities = one(z, "relu")
    assert relu.says("Row 3", *quantities, full=False) == short
    assert relu.says("Row 3", *quantities, full=True) == full


def test_captions_of_the_others_say_what_they_do() -> None:
    assert leaky_relu.says("", *one("-0.8", "leaky_relu")) == (
        "Below zero: leaky ReLU keeps a hundredth, −0.01."
    )
    assert sigmoid.says("", *one("-0.8", "sigmoid")) == "sigmoid(−0.80) = 0.31"
    assert sigmoid.says("Row 1", *one("-0.8", "sigmoid"), full=True) == (
        "Row 1: sigmoid(−0.80) = 0.31"
    )
    assert gelu.says("", *one("1.004", "gelu")).startswith("GELU(1.00) ")


def test_a_curve_of_a_rounded_sum_is_marked_where_the_print_differs() -> None:
    z, y = one("-3.664", "sigmoid")  # 0.02498, while sigmoid(−3.66) is 0.02508
    assert sigmoid.says("", z, y) == "sigmoid(−3.66) ≈ 0.02"


@pytest.mark.parametrize("name", ACTIVATIONS)
@pytest.mark.parametrize("z", ["-0.8", "0", "2.7"])
def test_a_caption_is_at_most_twelve_words(name: str, z: str) -> None:
    caption = ACTIVATIONS[name].says("Row 3", *one(z, name), full=True)
    assert 1 <= len(caption.split()) <= 12
