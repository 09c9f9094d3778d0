"""How numbers are read, cleaned, rounded and printed."""

import pickle
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anim_lib.nn.numbers import (
    NumberArray,
    denoise,
    either,
    parse_printed,
    print_input,
    print_result,
    print_significant,
    relation,
)


@pytest.mark.parametrize(
    ("written", "drawn"),
    [
        ("0.5", "0.5"),
        ("1.0", "1.0"),
        ("-0.60", "−0.60"),
        ("+1", "1"),
        (".5", "0.5"),
        ("-.5", "−0.5"),
        ("5.", "5"),
        ("1_000", "1000"),
        ("-0.0", "0.0"),
        ("-0", "0"),
        ("007", "7"),
        ("00.50", "0.50"),
        ("1e-9", "1e−9"),
        ("1E+09", "1e9"),
        ("-2.50e-03", "−2.50e−3"),
        ("−3", "−3"),
        (" 3 ", "3"),
        ("123456789.123456789", "123456789.123456789"),
    ],
)
def test_an_input_is_drawn_as_it_was_written(written: str, drawn: str) -> None:
    assert print_input(written) == drawn


@pytest.mark.parametrize(
    "text",
    ["", " ", ".", "-", "e5", "nan", "inf", "-inf", "1,5", "0x10", "1 2", "１", "1__0", "--1"],
)
def test_what_is_no_decimal_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a number"):
        print_input(text)


@pytest.mark.parametrize(
    ("exact", "drawn"),
    [
        ("-0.005", "−0.01"),  # case 1
        ("1.115", "1.12"),  # case 2
        ("-0.015", "−0.02"),
        ("2.385", "2.39"),
        ("-0.285", "−0.29"),
        ("-0.0004", "−0.0004"),  # case 3
        ("0.004", "0.004"),
        ("0.0046", "0.005"),
        ("0.00004", "4.0e−5"),
        ("-1E-9", "−1.0e−9"),
        ("9.96e-10", "1.0e−9"),
        ("0", "0.00"),
        ("-0.0", "0.00"),
        ("0E-30", "0.00"),
        ("999999.99", "999999.99"),
        ("999999.994", "999999.99"),
        ("999999.995", "1.0e6"),
        ("-1234567", "−1.2e6"),
        ("15000000", "1.5e7"),
        ("9.96e7", "1.0e8"),
        ("1.25e7", "1.3e7"),
        ("1e300", "1.0e300"),
    ],
)
def test_a_result_is_drawn_with_two_decimals(exact: str, drawn: str) -> None:
    assert print_result(Decimal(exact), 2) == drawn


@pytest.mark.parametrize(
    ("exact", "decimals", "drawn"),
    [
        ("0.5", 0, "1"),
        ("-2.5", 0, "−3"),
        ("0.4", 0, "0.4"),
        ("0", 0, "0"),
        ("0.04", 0, "0.04"),
        ("0.004", 0, "4.0e−3"),
        ("0.0000005", 6, "0.000001"),
        ("0.0000004", 6, "0.0000004"),
        ("0", 6, "0.000000"),
        ("1.5", 6, "1.500000"),
    ],
)
def test_decimals_are_the_lessons(exact: str, decimals: int, drawn: str) -> None:
    assert print_result(Decimal(exact), decimals) == drawn


@given(st.decimals(allow_nan=False, allow_infinity=False), st.integers(0, 6))
def test_a_result_never_reads_as_zero_or_minus_zero_unless_it_is(
    exact: Decimal, decimals: int
) -> None:
    drawn = print_result(exact, decimals)
    assert (parse_printed(drawn) == 0) == (exact == 0)
    assert drawn.startswith("−") == (exact < 0)
    assert "-" not in drawn


def test_float_noise_is_measured_against_the_largest_term() -> None:
    noise = -0.6 + 0.8 - 0.2
    assert noise != 0.0
    assert denoise(noise, 0.8) == 0
    assert denoise(-0.19999999999999996, 0.6) == Decimal("-0.2")
    assert denoise(1.2099999999999997, 3.0) == Decimal("1.21")


def test_a_small_product_is_measured_against_itself() -> None:
    assert denoise(1e-30, 1e-30) == Decimal("1e-30")


@pytest.mark.parametrize(
    ("recomputed", "printed", "sign"),
    [
        ("0.41234567", "0.41", "="),  # 1.67 / 4.05
        ("0.415", "0.42", "="),
        ("0.415", "0.41", "≈"),
        ("-0.8", "−0.80", "="),
        ("0.99", "1.00", "≈"),
        ("14999999", "1.5e7", "="),
        ("14400000", "1.5e7", "≈"),
        ("0", "1.0e−9", "≈"),
        ("0.0041", "0.004", "="),
        ("0", "0.004", "≈"),
        ("3", "3", "="),
    ],
)
def test_equals_stands_only_where_the_printed_digits_agree(
    recomputed: str, printed: str, sign: str
) -> None:
    assert relation(Decimal(recomputed), printed) == sign


def test_one_approximate_step_makes_the_whole_approximate() -> None:
    assert either(["=", "=", "="]) == "="
    assert either(["=", "≈", "="]) == "≈"


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("0.123456", "0.123"),
        ("-1234.5", "−1230"),
        ("0.5", "0.5"),
        ("1.0", "1.0"),
        ("123456789", "1.23e8"),
        ("0.0000012345", "1.23e−6"),
        ("0.99951", "1.00"),
    ],
)
def test_an_input_too_wide_is_shown_at_three_digits(text: str, drawn: str) -> None:
    assert print_significant(text, 3) == drawn


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        (np.array([0.1, 1.0, -2.5], dtype=np.float32), ("0.1", "1.0", "-2.5")),
        (np.array([0.1], dtype=np.float16), ("0.1",)),
        (np.array([3, -4], dtype=np.int8), ("3", "-4")),
        (np.array([2**63], dtype=np.uint64), (str(2**63),)),
        (np.array([0.1], dtype=">f4"), ("0.1",)),
        ([-0.0, 1e-9, 1e16], ("0.0", "1e-9", "1e16")),
    ],
)
def test_a_numpy_number_is_written_as_its_own_dtype_reads_it(
    values: object, texts: tuple[str, ...]
) -> None:
    array = NumberArray.from_values(np.asarray(values))
    assert array.texts == texts
    assert array.values.tolist() == [float(text) for text in texts]


@pytest.mark.parametrize("values", [np.array([True]), np.array([1j]), np.array(["1"])])
def test_arrays_of_other_things_are_refused(values: np.ndarray) -> None:
    with pytest.raises(TypeError, match="does not hold plain numbers"):
        NumberArray.from_values(values)


def test_nan_is_refused_with_its_cell() -> None:
    with pytest.raises(ValueError, match="row 1, column 2: 'nan' is not a number"):
        NumberArray.from_values([[1.0, float("nan")]])
    with pytest.raises(ValueError, match="number 1: 1e400 is too large"):
        NumberArray.from_texts(["1e400"])


def test_ragged_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="rows differ in length"):
        NumberArray.from_texts([["1", "2"], ["3"]])


def test_an_array_stays_read_only_through_a_pickle() -> None:
    array = NumberArray.from_texts([["0.50", "2"]])
    copy = pickle.loads(pickle.dumps(array))  # noqa: S301 (our own bytes)
    assert copy == array
    assert hash(copy) == hash(array)
    assert copy.texts == (("0.50", "2"),)
    with pytest.raises(ValueError, match="read-only"):
        copy.values[0, 0] = 1.0
