"""The words that stand together as one, against decimal arithmetic with digits to spare."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anim_lib.nn.others import (
    others_in_attention,
    others_in_blend,
    output_relation,
    total_relation,
)
from anim_lib.stage.word_choice import others_of
from tests.scenes.attention_told import done_anew, prints, step_of

NUMBER = st.integers(-300, 300).map(lambda n: f"{n / 100:.2f}")


@st.composite
def steps(draw: st.DrawFn) -> tuple[list[list[str]], list[str], list[list[str]], set[int]]:
    """Keys (2–40, 1–4), a query, values (2–40, 1–3), and which words are hidden."""
    count, d, width = draw(st.integers(2, 40)), draw(st.integers(1, 4)), draw(st.integers(1, 3))
    keys = draw(st.lists(st.lists(NUMBER, min_size=d, max_size=d), min_size=count, max_size=count))
    values = [draw(st.lists(NUMBER, min_size=width, max_size=width)) for _ in keys]
    hidden = draw(st.sets(st.integers(0, count - 1), min_size=1))
    return keys, draw(st.lists(NUMBER, min_size=d, max_size=d)), values, hidden


@given(steps())
def test_the_others_are_true_sums(
    drawn: tuple[list[list[str]], list[str], list[list[str]], set[int]],
) -> None:
    keys, query, values, hidden = drawn
    lesson = step_of(keys, query, values=values)
    trace, blend, anew = lesson.attention_trace, lesson.blend_trace, done_anew(lesson)
    assert trace is not None
    assert blend is not None
    others = others_in_attention(trace, tuple(sorted(hidden)))
    blended = others_in_blend(blend, others)
    assert others.count.text == str(len(hidden))
    exp = sum((anew.exp[i] for i in hidden), Decimal(0))
    weight = sum((anew.weights[i] for i in hidden), Decimal(0))
    assert prints(exp, others.exp.text)
    assert prints(weight, others.weight.text)
    assert others.weight.value == pytest.approx(float(weight))
    for j, scaled in enumerate(blended.scaled):
        terms = [anew.weights[i] * Decimal(values[i][j]) for i in hidden]
        largest = max(map(abs, terms))
        noise = Decimal("1e-11") * largest
        assert any(
            prints(sum(terms, Decimal(0)) + nudge, scaled.text) for nudge in (0, noise, -noise)
        )
    assert blended.share.text.endswith("%")
    shown = others_of(trace, others.words)
    exps = [*(trace.exp[i] for i in shown), others.exp]
    added = sum((Decimal(q.text.replace("−", "-")) for q in exps), Decimal(0))
    assert (total_relation(trace, exps) == "=") == prints(added, trace.total.text)


def test_a_line_of_others_may_make_a_sum_print_true_or_untrue() -> None:
    """Three times 0.333 prints as 0.33 each, but their sum as 1.00."""
    lesson = step_of([["0"]] * 3, ["1"], values=[["1"], ["1"], ["1"]])
    trace, blend = lesson.attention_trace, lesson.blend_trace
    assert trace is not None
    assert blend is not None
    others = others_in_attention(trace, (1, 2))
    assert (others.exp.text, others.weight.text) == ("2.00", "0.67")
    assert others.weight_relation(trace.total) == "="
    blended = others_in_blend(blend, others)
    assert (blended.scaled[0].text, blended.share.text) == ("0.67", "67%")
    assert output_relation(blend, 0, [blend.scaled[0][0], blended.scaled[0]]) == "="
    assert blend.output_relation(0) == "≈"
