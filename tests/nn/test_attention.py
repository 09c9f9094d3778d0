"""One attention step and the blend, against decimal arithmetic with digits to spare."""

from collections.abc import Iterable
from decimal import Context, Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anim_lib.nn.attention import AttentionTrace, trace_attention
from anim_lib.nn.blend import BlendTrace, trace_blend
from anim_lib.nn.numbers import NumberArray, print_result
from anim_lib.nn.quantity import Quantity

PAGE_KEYS = [["0.9", "0.1", "-0.2", "0.4"], ["0.8", "0.0", "-0.3", "0.5"]]
PAGE_KEYS += [["-0.5", "0.6", "0.7", "-0.1"]]
PAGE_TOKENS = ("export", "fail", "why")
PRECISE = Context(prec=60)


def trace(
    query: list[str], keys: list[list[str]], decimals: int = 2, tokens: tuple[str, ...] = ()
) -> AttentionTrace:
    tokens = tokens or tuple(f"t{i}" for i in range(len(keys)))
    read = NumberArray.from_texts
    return trace_attention(tokens, read(query), read(keys), decimals, query_token=0)


def page() -> AttentionTrace:
    return trace(PAGE_KEYS[0], PAGE_KEYS, tokens=PAGE_TOKENS)


def blend(attention: AttentionTrace, values: list[list[str]]) -> BlendTrace:
    return trace_blend(attention, NumberArray.from_texts(values), values_are_keys=False)


def texts(quantities: Iterable[Quantity]) -> list[str]:
    return [quantity.text for quantity in quantities]


def test_the_pages_step_is_printed_as_on_the_page() -> None:
    step = page()
    assert texts(step.products[0]) == ["0.81", "0.01", "0.04", "0.16"]
    assert texts(step.dot) == ["1.02", "0.98", "−0.57"]
    assert (step.d.text, step.scale.text) == ("4", "2")
    assert texts(step.scores) == ["0.51", "0.49", "−0.29"]
    assert texts(step.exp) == ["1.67", "1.63", "0.75"]
    assert step.total.text == "4.05"
    assert texts(step.weights) == ["0.41", "0.40", "0.19"]
    assert step.weights_total.text == "1"
    assert (step.shift, step.shifted) == (None, ())


def test_the_pages_blend_is_printed_as_on_the_page() -> None:
    blended = blend(page(), PAGE_KEYS)
    assert texts(blended.output) == ["0.60", "0.15", "−0.07", "0.35"]
    assert texts(blended.shares) == ["41%", "40%", "19%"]
    assert texts(blended.scaled[0]) == ["0.37", "0.04", "−0.08", "0.16"]


def test_the_pages_working_holds_as_printed() -> None:
    step = page()
    assert step.running_relation() == step.total_relation() == step.weights_relation() == "="
    assert step.scale_relation() == "="
    for i in range(3):
        relations = [
            step.dot_relation(i),
            step.score_relation(i),
            step.shifted_relation(i),
            step.exp_relation(i),
            step.weight_relation(i),
        ]
        assert relations == ["="] * 5


def test_weights_that_print_to_less_than_one_are_marked() -> None:
    step = trace(PAGE_KEYS[2], PAGE_KEYS)
    assert texts(step.weights) == ["0.23", "0.22", "0.54"]
    assert step.weights_relation() == "≈"


def test_a_root_that_has_no_end_is_marked() -> None:
    step = trace(["1"] * 8, [["1"] * 8])
    assert (step.d.text, step.scale.text, step.scale_relation()) == ("8", "2.83", "≈")


def test_exp_is_taken_of_the_exact_score() -> None:
    step = trace(["4.504"], [["1"]])  # exp(4.50) would print 90.02
    assert (step.scores[0].text, step.exp[0].text) == ("4.50", "90.38")
    assert step.exp_relation(0) == "≈"


def test_scores_far_below_zero_share_evenly() -> None:
    step = trace(["-10000"], [["1"], ["1"]])
    assert texts(step.scores) == ["−10000.00", "−10000.00"]
    assert texts(step.weights) == ["0.50", "0.50"]
    assert step.shift is not None
    assert step.shift.text == "−10000.00"
    assert texts(step.shifted) == ["0.00", "0.00"]
    assert texts(step.exp) == ["1.00", "1.00"]
    assert texts(step.exponents) == ["0.00", "0.00"]
    assert [step.shifted_relation(i) for i in range(2)] == ["=", "="]


def test_scores_far_apart_leave_the_small_one_nothing() -> None:
    step = trace(["10000"], [["1"], ["-1"]])
    assert texts(step.shifted) == ["0.00", "−20000.00"]
    assert texts(step.weights) == ["1.00", "0.00"]
    assert step.exp_relation(1) == "="


def test_a_tiny_share_beside_a_large_negative_score_keeps_its_digits() -> None:
    step = trace(["1"], [["-210.21"], ["-876.0"]])  # exp(−876) is no float any more
    assert step.exp[1].text == "0.00"
    assert step.weights[1].text == "7.1e−290"


def test_a_dot_product_that_is_zero_in_truth_scores_zero() -> None:
    step = trace(["1.0", "2.0", "-1.0"], [["-0.6", "0.4", "0.2"]])
    assert step.dot[0].value != 0.0
    assert (step.dot[0].text, step.scores[0].text, step.scores[0].sign) == ("0.00", "0.00", 0)


def test_one_token_takes_everything() -> None:
    step = trace(["0"], [["0"]])
    assert texts(step.weights) == ["1.00"]
    assert texts(blend(step, [["3", "-0.5"]]).output) == ["3.00", "−0.50"]


def test_a_small_share_is_not_shown_as_nothing() -> None:
    step = trace(["5.5"], [["1"], ["0"]])
    assert texts(step.weights) == ["1.00", "0.004"]
    assert texts(blend(step, [["1"], ["1"]]).shares) == ["100%", "0.4%"]
    step = trace(["25"], [["1"], ["0"]])
    assert texts(step.weights) == ["1.00", "1.4e−11"]
    assert texts(blend(step, [["1"], ["1"]]).shares) == ["100%", "1.4e−9%"]


@pytest.mark.parametrize(
    ("decimals", "shares"),
    [(0, ["40%", "40%", "20%"]), (1, ["40%", "40%", "20%"]), (3, ["41.1%", "40.3%", "18.6%"])],
)
def test_shares_are_rounded_as_the_weights_are(decimals: int, shares: list[str]) -> None:
    step = trace(PAGE_KEYS[0], PAGE_KEYS, decimals)
    assert texts(blend(step, PAGE_KEYS).shares) == shares


def test_names_follow_the_contract() -> None:
    step = trace(["1"], [["2"]])
    names = [q.name for q in (*step.quantities(), *blend(step, [["3"]]).quantities())]
    assert names == [
        "attention.d",
        "attention.query[0]",
        "attention.keys[0,0]",
        "attention.products[0,0]",
        "attention.partial[0,0]",
        "attention.dot[0]",
        "attention.scale",
        "attention.scores[0]",
        "attention.exp[0]",
        "attention.total",
        "attention.weights[0]",
        "attention.weights_total",
        "blend.values[0,0]",
        "blend.scaled[0,0]",
        "blend.output[0]",
        "blend.shares[0]",
    ]
    shifted = [q.name for q in trace(["1e4"], [["1"]]).quantities()]
    assert {"attention.shift", "attention.shifted[0]"} < set(shifted)


def test_an_overflow_is_refused_by_row() -> None:
    with pytest.raises(ValueError, match="row 2: the sum is too large"):
        trace(["1e200"], [["1"], ["1e200"]])


numbers = st.decimals(-9, 9, places=2).map(str)


@st.composite
def steps(draw: st.DrawFn) -> tuple[list[str], list[list[str]], list[list[str]]]:
    tokens, d = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    row = st.lists(numbers, min_size=d, max_size=d)
    keys = st.lists(row, min_size=tokens, max_size=tokens)
    query = draw(row)
    size = draw(st.sampled_from([Decimal(1), Decimal(100)]))  # the latter for scores up to 1e4
    return [str(Decimal(q) * size) for q in query], draw(keys), draw(keys)


@given(steps())
def test_every_quantity_is_what_decimal_arithmetic_gives(
    case: tuple[list[str], list[list[str]], list[list[str]]],
) -> None:
    query, keys, values = case
    step = trace(query, keys)
    dot = [sum((Decimal(q) * Decimal(k) for q, k in zip(query, key, strict=True)), Decimal(0))
           for key in keys]  # fmt: skip
    root = PRECISE.sqrt(Decimal(len(query)))
    scores = [PRECISE.divide(total, root) for total in dot]
    shift = max(scores) if step.shift is not None else Decimal(0)
    exp = [PRECISE.exp(score - shift) for score in scores]
    total = sum(exp, Decimal(0))
    weights = [PRECISE.divide(e, total) for e in exp]

    for got, truth in zip(step.dot, dot, strict=True):
        assert got.text == print_result(truth, 2)
    for name, truths in (("scores", scores), ("exp", exp), ("weights", weights)):
        for got, truth in zip(getattr(step, name), truths, strict=True):
            assert got.value == pytest.approx(float(truth), rel=1e-8, abs=1e-9), got.name
            assert_reads_as(got, truth)
    assert step.total.value == pytest.approx(float(total), rel=1e-8)
    assert sum(weight.value for weight in step.weights) == pytest.approx(1.0)
    output = blend(step, values).output
    for j, got in enumerate(output):
        truth = sum((w * Decimal(v[j]) for w, v in zip(weights, values, strict=True)), Decimal(0))
        assert got.value == pytest.approx(float(truth), rel=1e-8, abs=1e-8)


def assert_reads_as(got: Quantity, truth: Decimal) -> None:
    """Same text; 0.00 where exp has fallen under the smallest normal float."""
    if got.value == 0.0 and truth != 0:
        assert abs(truth) < Decimal("2.3e-308")
        assert got.text == "0.00"
    else:
        near = {print_result(truth * (1 + e), 2) for e in (Decimal(0), NEAR, -NEAR)}
        assert got.text in near


NEAR = Decimal("1e-9")  # two texts are right within this of a tie


@given(st.lists(numbers, min_size=1, max_size=8), st.integers(1, 8))
def test_equal_keys_share_evenly(query: list[str], tokens: int) -> None:
    step = trace(query, [query] * tokens)
    assert np.allclose([weight.value for weight in step.weights], 1 / tokens)
    assert len(set(texts(step.weights))) == 1
