"""The dense layer against arithmetic that shares nothing with it."""

from collections.abc import Iterable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anim_lib.nn.activations import ACTIVATIONS, identity, relu
from anim_lib.nn.dense import DenseTrace, dense, trace_dense
from anim_lib.nn.numbers import NumberArray
from anim_lib.nn.quantity import Quantity

PAGE_W = [["0.5", "-0.3", "0.8"], ["-0.6", "0.4", "0.2"], ["0.1", "0.9", "-0.5"]]
PAGE_W += [["-0.7", "-0.2", "0.6"]]
PAGE_X = ["1.0", "2.0", "-1.0"]
PAGE_B = ["0.1", "-0.2", "0.3", "0.0"]


def trace(
    W: list[list[str]], x: list[str], b: list[str], activation: str = "relu", decimals: int = 2
) -> DenseTrace:
    read = NumberArray.from_texts
    return trace_dense(read(W), read(x), read(b), ACTIVATIONS[activation], decimals)


def texts(quantities: Iterable[Quantity]) -> list[str]:
    return [quantity.text for quantity in quantities]


def independent_print(value: Fraction, decimals: int) -> str:
    """The printing rule once more, on whole numbers only."""
    sign = "−" if value < 0 else ""
    size = abs(value)
    if value == 0:
        return "0" + ("." + "0" * decimals if decimals else "")
    for places in range(decimals, decimals + 3):
        units = int(size * 10**places + Fraction(1, 2))
        digits = str(units).rjust(places + 1, "0")
        whole, part = digits[: len(digits) - places], digits[len(digits) - places :]
        if len(whole) > 6:
            break
        if units and (places == decimals or size * 10**places >= 1):
            return sign + whole + ("." + part if places else "")
    power = 0
    while size >= 10:
        size, power = size / 10, power + 1
    while size < 1:
        size, power = size * 10, power - 1
    tenths = int(size * 10 + Fraction(1, 2))
    if tenths == 100:
        tenths, power = 10, power + 1
    return f"{sign}{tenths // 10}.{tenths % 10}e{str(power).replace('-', '−')}"


def test_the_pages_numbers_are_printed_as_on_the_page() -> None:
    page = trace(PAGE_W, PAGE_X, PAGE_B)
    assert texts(page.pre_activation) == ["−0.80", "−0.20", "2.70", "−1.70"]
    assert texts(page.output) == ["0.00", "0.00", "2.70", "0.00"]
    assert texts(page.products[0]) == ["0.50", "−0.60", "−0.80"]
    assert texts(page.partial[0]) == ["0.50", "−0.10", "−0.90"]
    assert texts(page.W[0]) == ["0.5", "−0.3", "0.8"]
    assert texts(page.x) == ["1.0", "2.0", "−1.0"]
    assert texts(page.b) == ["0.1", "−0.2", "0.3", "0.0"]


def test_a_total_that_is_zero_in_truth_is_drawn_as_zero() -> None:
    page = trace(PAGE_W, PAGE_X, PAGE_B)
    total = page.partial[1][2]
    assert total.value == pytest.approx(5.6e-17, abs=1e-18)
    assert (total.text, total.sign) == ("0.00", 0)


@pytest.mark.parametrize("activation", ["relu", "leaky_relu", "tanh", "gelu", "identity"])
def test_the_output_of_a_sum_that_is_zero_in_truth_is_zero(activation: str) -> None:
    row = trace([["-0.6", "0.4", "0.2"]], PAGE_X, ["0"], activation)
    assert row.pre_activation[0].value != 0.0
    assert (row.output[0].text, row.output[0].sign) == ("0.00", 0)


def test_the_pages_sums_hold_as_printed() -> None:
    page = trace(PAGE_W, PAGE_X, PAGE_B)
    assert [page.running_relation(i) for i in range(4)] == ["="] * 4
    assert [page.sum_relation(i) for i in range(4)] == ["="] * 4
    assert [page.activation_relation(i) for i in range(4)] == ["="] * 4


def test_rounded_steps_that_do_not_add_up_are_marked_approximate() -> None:
    layer = trace([["0.004", "0.004", "0.004"]], ["1", "1", "1"], ["0"])
    assert texts(layer.partial[0]) == ["0.004", "0.01", "0.01"]
    assert [layer.step_relation(0, j) for j in range(3)] == ["=", "=", "="]
    layer = trace([["0.125", "0.125"]], ["1", "1"], ["0"])
    assert texts(layer.products[0]) == ["0.13", "0.13"]
    assert texts(layer.partial[0]) == ["0.13", "0.25"]
    assert layer.running_relation(0) == "≈"
    assert layer.sum_relation(0) == "="  # the pairs themselves are printed in full


def test_public_layer_of_a_well_known_course() -> None:
    W = [["0.2", "0.8", "-0.5", "1.0"], ["0.5", "-0.91", "0.26", "-0.5"]]
    W += [["-0.26", "-0.27", "0.17", "0.87"]]
    layer = trace(W, ["1.0", "2.0", "3.0", "2.5"], ["2.0", "3.0", "0.5"])
    assert texts(layer.pre_activation) == ["4.80", "1.21", "2.39"]
    assert texts(layer.output) == ["4.80", "1.21", "2.39"]


def test_a_convolution_written_as_a_matrix() -> None:
    W = [["0", "1", "3", "4"], ["1", "2", "4", "5"], ["3", "4", "6", "7"], ["4", "5", "7", "8"]]
    layer = trace(W, ["0", "1", "2", "3"], ["0"] * 4, decimals=0)
    assert texts(layer.pre_activation) == ["19", "25", "37", "43"]


def test_minus_half_a_cent_rounds_away_from_zero() -> None:
    layer = trace([["-0.005"]], ["1"], ["0"])
    for quantity in (layer.products[0][0], layer.partial[0][0], layer.pre_activation[0]):
        assert quantity.text == "−0.01"


def test_very_small_and_very_large_numbers_share_a_matrix() -> None:
    layer = trace([["1e-9", "1e6"]], ["1", "1"], ["0"])
    assert texts(layer.products[0]) == ["1.0e−9", "1.0e6"]
    assert texts(layer.partial[0]) == ["1.0e−9", "1.0e6"]


def test_quantities_come_in_order_under_zero_based_names() -> None:
    layer = trace([["1", "2"]], ["3", "4"], ["5"])
    assert [quantity.name for quantity in layer.quantities()] == [
        "dense.W[0,0]",
        "dense.W[0,1]",
        "dense.x[0]",
        "dense.x[1]",
        "dense.b[0]",
        "dense.products[0,0]",
        "dense.products[0,1]",
        "dense.partial[0,0]",
        "dense.partial[0,1]",
        "dense.pre_activation[0]",
        "dense.output[0]",
    ]
    assert (layer.n_rows, layer.n_inputs) == (1, 2)


def test_a_sum_too_large_for_floats_is_refused_by_row() -> None:
    with pytest.raises(ValueError, match="row 2: the sum is too large"):
        trace([["1", "1"], ["1e308", "1e308"]], ["1", "1"], ["0", "0"])
    with pytest.raises(ValueError, match="row 1: the sum is too large"):
        trace([["1e200"]], ["1e200"], ["0"], "identity")


def test_the_steps_have_the_shapes_on_the_blackboard() -> None:
    steps = dense(np.ones((4, 3)), np.ones(3), np.zeros(4), relu)
    assert steps.products.shape == steps.partial.shape == (4, 3)
    assert steps.pre_activation.shape == steps.output.shape == (4,)
    assert steps.output.tolist() == [3.0] * 4


Layer = tuple[list[list[str]], list[str], list[str]]


@st.composite
def layers(draw: st.DrawFn, places: int = 3) -> Layer:
    numbers = st.decimals(-99, 99, places=places).map(str)
    rows, inputs = draw(st.integers(1, 5)), draw(st.integers(1, 6))
    W = draw(
        st.lists(st.lists(numbers, min_size=inputs, max_size=inputs), min_size=rows, max_size=rows)
    )
    x = draw(st.lists(numbers, min_size=inputs, max_size=inputs))
    return W, x, draw(st.lists(numbers, min_size=rows, max_size=rows))


@given(layers(), st.integers(0, 6))
def test_every_quantity_is_what_fractions_give(layer: Layer, decimals: int) -> None:
    W, x, b = layer
    got = {q.name: q for q in trace(W, x, b, decimals=decimals).quantities()}
    expected: dict[str, Fraction] = {}
    for i, row in enumerate(W):
        total = Fraction(0)
        for j, weight in enumerate(row):
            expected[f"dense.products[{i},{j}]"] = Fraction(weight) * Fraction(x[j])
            total += expected[f"dense.products[{i},{j}]"]
            expected[f"dense.partial[{i},{j}]"] = total
        expected[f"dense.pre_activation[{i}]"] = total + Fraction(b[i])
        expected[f"dense.output[{i}]"] = max(Fraction(0), total + Fraction(b[i]))
    for name, truth in expected.items():
        assert got[name].text == independent_print(truth, decimals), name
        assert Fraction(got[name].exact) == truth, name
        assert got[name].value == pytest.approx(float(truth), rel=1e-9, abs=1e-9), name
        assert got[name].sign == (truth > 0) - (truth < 0), name


@given(layers(places=2))  # so that nothing prints with an exponent
def test_relations_are_true_of_the_printed_digits(layer: Layer) -> None:
    traced = trace(*layer)
    for i in range(traced.n_rows):
        steps_hold = True
        before = Fraction(0)
        for product, total in zip(traced.products[i], traced.partial[i], strict=True):
            steps_hold &= rounds_to(before + as_fraction(product.text), total.text)
            before = as_fraction(total.text)
        z = traced.pre_activation[i].text
        steps_hold &= rounds_to(before + as_fraction(traced.b[i].text), z)
        pairs = (
            as_fraction(w) * as_fraction(x) for w, x in zip(layer[0][i], layer[1], strict=True)
        )
        line_holds = rounds_to(sum(pairs, as_fraction(layer[2][i])), z)
        assert traced.sum_relation(i) == ("=" if line_holds else "≈")
        assert traced.activation_relation(i) == "="
        assert traced.running_relation(i) == ("=" if steps_hold else "≈")


def as_fraction(text: str) -> Fraction:
    return Fraction(text.replace("−", "-"))


def rounds_to(value: Fraction, text: str) -> bool:
    scale = 10 ** len(text.partition(".")[2])
    units = int(abs(value) * scale + Fraction(1, 2)) * (1 if value > 0 else -1)
    return Fraction(units, scale) == as_fraction(text)


def test_hidden_columns_stand_together_as_one_true_sum() -> None:
    folded = trace(PAGE_W, PAGE_X, PAGE_B).folded((0, 3), (0,))
    assert [row[1].text for row in folded.products] == ["−1.40", "−1.00"]
    assert folded.products[1][1].name == "dense.hidden[3]"
    assert [q.text for q in folded.totals[1]] == ["−0.70", "−1.70"]


def test_a_rounded_layer_is_computed_from_all_digits() -> None:
    layer = trace([["-0.123456"]], ["2.00049"], ["1234.56"])
    written = layer.rounded(3)
    assert (written.W[0][0].text, written.x[0].text, written.b[0].text) == (
        "−0.123",
        "2.00",
        "1230",
    )
    assert written.pre_activation == layer.pre_activation
    assert layer.sum_relation(0) == "="
    assert written.sum_relation(0) == "≈"


def test_identity_gives_the_sum_itself() -> None:
    layer = trace(PAGE_W, PAGE_X, PAGE_B, identity.name)
    assert texts(layer.output) == texts(layer.pre_activation)
