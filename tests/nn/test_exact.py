"""Sums of which floats lose the digits that are drawn are done digit for digit."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from anim_lib import Lesson, LessonError
from anim_lib.nn.exact import lost
from anim_lib.nn.numbers import print_result


def text_of(exact: Fraction, decimals: int) -> str:
    """As it should be drawn; the numbers here are decimals with an end."""
    return print_result(Decimal(exact.numerator) / Decimal(exact.denominator), decimals)


@pytest.mark.parametrize(
    ("weights", "text"),
    [
        (["1000000000000", "0.9", "-1000000000000"], "0.90"),
        (["10000000000", "0.004", "-10000000000"], "0.004"),
        (["100000000", "0.00055", "-100000000"], "0.0006"),
        (["1e20", "1", "-1e20"], "1.00"),
        (["1e300", "-1e-300", "-1e300"], "−1.0e−300"),
        (["0.1", "0.2", "-0.3"], "0.00"),  # 5.6e−17 in floats
        (["1234567.891", "0.004", "-1234560"], "7.90"),  # 7.895
    ],
)
def test_a_small_sum_of_large_terms_is_not_lost(weights: list[str], text: str) -> None:
    W = [[Decimal(weight) for weight in weights]]
    dense = Lesson.dense(W, [1, 1, 1], activation="identity").dense_trace
    assert dense is not None
    assert (dense.partial[0][-1].text, dense.pre_activation[0].text) == (text, text)
    assert dense.output[0].text == text
    assert dense.folded((0,), (1,)).totals[0][-1].text == text
    # The large ones cancel among the hidden columns.
    assert dense.folded((0,), (1,)).products[0][1].exact == Decimal(weights[0]) + Decimal(
        weights[2]
    )
    step = Lesson.attention(["a"], [1, 1, 1], W).attention_trace
    assert step is not None
    assert step.dot[0].text == text


def test_a_bias_that_cancels_a_sum_leaves_what_is_true() -> None:
    dense = Lesson.dense([[10**12, 0.25]], [1, 1], [-(10**12)]).dense_trace
    assert dense is not None
    assert dense.pre_activation[0].text == "0.25"


sizes = st.integers(-12, 12)
numbers = st.builds(
    lambda digits, power: Decimal(digits).scaleb(power), st.integers(-9999, 9999), sizes
)


@example(terms=[Decimal(1), Decimal("-3.15e12")], back=[], decimals=0)  # 3.149…, not 3.2
@given(
    terms=st.lists(numbers, min_size=1, max_size=7),
    back=st.lists(st.integers(0, 6), max_size=7),
    decimals=st.integers(0, 6),
)
def test_whatever_cancels_is_drawn_as_it_is_in_truth(
    terms: list[Decimal], back: list[int], decimals: int
) -> None:
    """Some terms come back with the other sign, so that little is left."""
    row = [*terms, *(-terms[i % len(terms)] for i in back)]
    lesson = Lesson.dense([row], [1] * len(row), [terms[0]], "identity", decimals=decimals)
    dense = lesson.dense_trace
    assert dense is not None
    total = Fraction(0)
    for term, drawn in zip(row, dense.partial[0], strict=True):
        total += Fraction(term)
        assert drawn.text == text_of(total, decimals)
    assert dense.pre_activation[0].text == text_of(total + Fraction(terms[0]), decimals)


def test_large_scores_that_differ_by_little_keep_their_difference() -> None:
    step = Lesson.attention(["a", "b"], [1], [[10**12], [Decimal("1000000000000.5")]])
    trace, blend = step.attention_trace, step.blend_trace
    assert trace is not None
    assert blend is not None
    assert [shifted.text for shifted in trace.shifted] == ["−0.50", "0.00"]
    assert [weight.text for weight in trace.weights] == ["0.38", "0.62"]


def test_values_that_cancel_leave_what_is_true() -> None:
    keys, values = [[0], [0], [0]], [[10**12], [Decimal("0.9")], [-(10**12)]]
    blend = Lesson.attention(["a", "b", "c"], [1], keys, values).blend_trace
    assert blend is not None
    assert blend.output[0].text == "0.30"


@pytest.mark.parametrize(
    ("value", "scale", "is_lost"),
    [
        (0.0, 0.0, False),
        (0.0, 1.0, True),
        (5.6e-17, 0.8, True),
        (0.83, 1.6, False),
        (0.9, 1e12, True),
        (3e5, 2e6, False),
        (3.15e12, 3.15e12, True),
        (0.285, 0.285, True),
        (2e6, 2e6, False),
        (-4.5, 99999.0, False),
    ],
)
def test_a_sum_is_lost_where_noise_reaches_its_digits(
    value: float, scale: float, *, is_lost: bool
) -> None:
    assert lost(value, scale, 2) is is_lost


def test_a_product_without_digits_is_refused_and_not_drawn_as_zero() -> None:
    with pytest.raises(LessonError) as caught:
        Lesson.dense([[1, 1], [1e-300, 0]], [1e-300, 1])
    (fault,) = caught.value.faults
    assert (fault.key, fault.cell) == ("dense", "row 2")
    assert fault.found == "row 2: a product is too small for a 64-bit float"
    assert fault.mend.startswith("Write 0 for one of the factors")
    with pytest.raises(LessonError, match="row 1: a product is too small"):
        Lesson.attention(["a"], [1e-200], [[1e-200]])
    zero = Lesson.dense([[0, 1e-300]], [1e-300, 0]).dense_trace
    assert zero is not None
    assert [product.text for product in zero.products[0]] == ["0.00", "0.00"]


def test_shares_without_an_end_add_up_to_what_they_are_shares_of() -> None:
    """A third of 0.003 is 0.001, also where the third has sixty digits."""
    keys, values = [[0], [0], [0]], [[Decimal("0.001")]] * 3
    blend = Lesson.attention(["a", "b", "c"], [1], keys, values).blend_trace
    assert blend is not None
    assert blend.output[0].exact == Decimal("0.001")
    assert blend.output[0].text == "0.001"


def test_a_weight_too_small_for_a_float_is_nothing_in_exact_sums_too() -> None:
    step = Lesson.attention(["a", "b"], [1], [[0], [-2000]], [[0], [1]])
    assert step.blend_trace is not None
    assert step.blend_trace.output[0].text == "0.00"
