"""The sweep's own measures: each tells what is wrong, and has nothing against what is right."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from anim_lib.nn.quantity import Quantity
from anim_lib.stage.frame import Frame
from anim_lib.stage.ink import Ink, Number, Words
from anim_lib.stage.slots import MIN_DIGIT
from anim_lib.stage.theme import THEMES, Role
from tests.stage.stagehand import PIXEL, Shown
from tests.sweep.functions import FUNCTIONS, exp
from tests.sweep.independent import Anew, names_in
from tests.sweep.measure import look_at
from tests.sweep.printing import NUMBER, Truth, is_as_written, is_printed, is_rounded_input, printed
from tests.sweep.texts import number_faults, strangers

FRAME = Frame.of_aspect(16 / 9)
DARK = THEMES["dark"]


# ----------------------------------------------------------------------------------------- printing


@pytest.mark.parametrize(
    ("exact", "decimals", "text"),
    [
        ("-0.285", 2, "−0.29"),
        ("0.125", 2, "0.13"),
        ("0", 2, "0.00"),
        ("0.004", 2, "0.004"),
        ("-0.00004", 2, "−4.0e−5"),
        ("999999.996", 2, "1.0e6"),
        ("0.5", 0, "1"),
        ("0.4", 0, "0.4"),
        ("12345678", 4, "1.2e7"),
        ("0.99995", 4, "1.0000"),
    ],
)
def test_numbers_are_printed_by_the_rules(exact: str, decimals: int, text: str) -> None:
    assert printed(Fraction(exact), decimals) == text


def test_a_text_is_the_number_or_it_is_not() -> None:
    truth = Truth.within(Fraction("0.2849"), Fraction(1))
    assert is_printed("0.28", truth, 2)
    assert not any(is_printed(text, truth, 2) for text in ("0.29", "0.285", "−0.28", "0.3"))
    at_the_edge = Truth.within(Fraction("0.285") - Fraction(1, 10**13), Fraction(1))
    assert is_printed("0.28", at_the_edge, 2)
    assert is_printed("0.29", at_the_edge, 2)
    nothing = Truth.within(Fraction(1, 10**15), Fraction(1))  # under the noise of its sum
    assert is_printed("0.00", nothing, 2)
    assert not is_printed("−0.00", nothing, 2)
    assert not is_printed("0.00", Truth.within(Fraction(1, 10**9), Fraction(1)), 2)


def test_inputs_are_as_written_or_have_three_digits() -> None:
    assert is_as_written("−0.60", "-0.60")
    assert is_as_written("0.0", "-0.0")
    assert not is_as_written("−0.6", "-0.60")
    assert is_rounded_input("0.123", "0.12345678")
    assert is_rounded_input("0.0405", "0.040476628")
    assert is_rounded_input("123000", "123456")
    assert not is_rounded_input("0.124", "0.12345678")
    assert not is_rounded_input("0.12", "0.12345678")


@pytest.mark.parametrize("z", [-38.0, -7.5, -0.75, -1e-9, 0.0, 1e-6, 0.3, 5.0, 60.0])
def test_functions_agree_with_what_mathematics_offers(z: float) -> None:
    own = {name: float(function(Fraction(z))) for name, function in FUNCTIONS.items()}
    known = {
        "gelu": z * 0.5 * math.erfc(-z / math.sqrt(2)),
        "tanh": math.tanh(z),
        "sigmoid": math.exp(z) / (1 + math.exp(z)),
        "relu": max(z, 0.0),
        "leaky_relu": max(z, 0.01 * z),
        "identity": z,
    }
    assert own == pytest.approx(known, rel=1e-12, abs=1e-300)
    assert float(exp(Fraction(z))) == pytest.approx(math.exp(z), rel=1e-12)


# ------------------------------------------------------------------------------------------ numbers

LAYER = """
[dense]
W = [[0.5, 0.25, -1.0, 2], [0.1, 0, 0, 3]]
x = [1.0, 2.0, 3, -0.5]
b = [0.1, -0.1]
activation = "relu"
[lanes]
rows = 5000
lanes = 2048
[display]
decimals = 2
"""
STEP = """
[attention]
tokens = ["a", "b", "c"]
query = "b"
keys = [[1, 0], [0.5, 2], [3, 1]]
[display]
decimals = 2
"""


@pytest.mark.parametrize(
    ("source", "name", "text", "others"),
    [
        (LAYER, "dense.W[0,1]", "0.25", "0.250"),
        (LAYER, "dense.products[0,2]", "−3.00", "−3"),
        (LAYER, "dense.partial[0,2]", "−2.00", "−3.00"),
        (LAYER, "dense.pre_activation[0]", "−2.90", "2.90"),
        (LAYER, "dense.output[0]", "0.00", "−2.90"),
        (LAYER, "dense.hidden[0]", "−2.50", "−3.00"),  # columns 2 and 3
        (LAYER, "dense.folded[0,1]", "−2.00", "0.50"),
        (LAYER, "lanes.wide_parallel_steps", "15", "13"),
        (LAYER, "lanes.waves", "3", "2"),
        (LAYER, "relu.above", "0", "1"),
        (STEP, "attention.scores[2]", "2.47", "2.48"),
        (STEP, "attention.weights[1]", "0.60", "0.61"),
        (STEP, "attention.others_weight", "0.35", "0.60"),  # word 3
        (STEP, "blend.shares[1]", "60%", "61%"),
        (STEP, "blend.output[0]", "1.41", "1.40"),
        (STEP, "attention.nothing[0]", "", "1.00"),
    ],
)
def test_numbers_are_computed_anew(source: str, name: str, text: str, others: str) -> None:
    seen = {"dense.x[0]", "dense.x[3]", "attention.scores[0]", "attention.scores[1]"}
    anew = Anew(source)
    assert not text or anew.fault(name, text, names_in(seen)) is None
    assert anew.fault(name, others, names_in(seen)) is not None


# ----------------------------------------------------------------------------------------- pictures


def number(text: str, x: float, y: float, h: float = MIN_DIGIT) -> Number:
    ink = Number(Quantity.of_input("dense.x[0]", text), h, Role.TEXT, DARK)
    ink.place(x, y)
    return ink


def words(text: str, x: float, y: float, em: float = 0.4) -> Words:
    ink = Words(text, em, Role.TEXT, DARK)
    ink.place(x, y)
    return ink


def kinds(*inks: Ink) -> list[str]:
    shown = [Shown(ink, ink.box(), 1.0) for ink in inks]
    return [kind for kind, _ in look_at(FRAME, shown, [])]


def test_pictures_are_measured() -> None:
    assert kinds(number("0.5", 0, 0), number("0.7", 1, 0), words("sum", -1, 1)) == []
    one = number("0.5", 0, 0)
    right = one.box()[2]
    gap = number("0.7", 0, 0)
    near = number("0.7", right - gap.box()[0] + 2.5 * PIXEL, 0)
    assert kinds(one, near) == ["overlap"]
    assert kinds(one, words("sum", right - 0.1, 0)) == ["overlap"]
    assert kinds(number("0.5", 6.3, 0)) == ["outside"]
    assert kinds(number("0.5", 0, 0, h=0.24)) == ["small"]
    assert kinds(words("sum", 0, 0, em=0.3)) == ["small"]


def test_captions_say_only_what_is_so() -> None:
    texts, counts = {"−0.80", "41%"}, {3, 5, 4096}
    right = (
        "Below zero, so ReLU outputs −0.80.",
        "Row 4 makes output 4.",
        "Five terms, one sum.",
        "Five terms, three of them together: one sum.",
        "Now 4,096 rows.",
        "The new “7 up” is 41% itself, and 41% from four others.",
        "The new “7 up” is 41% “a”, hardly itself, 41% from three others.",
        "New “7 up”: 41% “a”, 41% itself, 41% the other three words.",
        "tanh(z) = 1 − 2 / (exp(2z) + 1)",
    )
    wrong = (
        "Below zero, so ReLU outputs −0.81.",
        "Row 6 makes output 6.",
        "Six terms, one sum.",
        "Five terms, four of them together: one sum.",
        "Now 4,097 rows.",
        "The new “7 up” is 42% itself.",
        "The new “7 up” is 41% “a”, 41% itself, 41% from 14 others.",
    )
    assert [number_faults(line, texts, counts, 5) for line in right] == [[]] * len(right)
    assert all(number_faults(line, texts, counts, 5) for line in wrong)


def test_digits_on_stage_belong_to_something() -> None:
    def found(*inks: Ink) -> list[str]:
        return strangers([Shown(ink, ink.box(), 1.0) for ink in inks], {"In 9 words."}, {4}, 2)

    assert found(words("4 steps", 0, 0), words("In 9 words.", 0, -3), number("7", 0, 1)) == []
    assert found(words("9 steps", 0, 0)) == ["9 steps"]
    assert NUMBER.findall("1–3, 5 of −1,024.5e−3") == ["1", "3", "5", "−1,024.5e−3"]
