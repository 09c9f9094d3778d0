"""Folded rows: what is hidden is one true sum, and the totals pass through it."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from anim_lib.nn.activations import ACTIVATIONS
from anim_lib.nn.dense import DenseTrace, trace_dense
from anim_lib.nn.fold import HIDDEN, Folded
from anim_lib.nn.numbers import NumberArray, parse_printed

tenths = st.integers(-99, 99).map(lambda n: f"{n / 10:.1f}")


def layer(W: list[list[str]], x: list[str]) -> DenseTrace:
    """A layer without biases."""
    return trace_dense(
        NumberArray.from_texts(W),
        NumberArray.from_texts(x),
        NumberArray.from_texts(["0"] * len(W)),
        ACTIVATIONS["relu"],
        2,
    )


def folded(trace: DenseTrace, shown: tuple[int, ...]) -> Folded:
    """All rows of it, folded to some columns."""
    rows = tuple(range(trace.n_rows))
    assert trace.decimals == 2
    return trace.folded(rows, shown)


@given(st.data(), st.integers(2, 12), st.integers(1, 3))
@settings(max_examples=60)
def test_every_printed_total_is_the_exact_sum_of_its_columns(
    data: st.DataObject, width: int, height: int
) -> None:
    W = data.draw(
        st.lists(st.lists(tenths, min_size=width, max_size=width), min_size=height, max_size=height)
    )
    x = data.draw(st.lists(tenths, min_size=width, max_size=width))
    shown = tuple(sorted(data.draw(st.sets(st.integers(0, width - 1), min_size=1))))
    found = folded(layer(W, x), shown)
    assert found.count == width - len(shown)
    assert [c for c in found.columns if c is not HIDDEN] == list(shown)
    for i, (terms, totals) in enumerate(zip(found.products, found.totals, strict=True)):
        exact = [Fraction(w) * Fraction(v) for w, v in zip(W[i], x, strict=True)]
        total = Fraction(0)
        for column, term, so_far in zip(found.columns, terms, totals, strict=True):
            if column is HIDDEN:
                value = sum((exact[j] for j in range(width) if j not in shown), Fraction(0))
                assert term.name == f"dense.hidden[{i}]"
            else:
                value = exact[column]
                assert term.name == f"dense.products[{i},{column}]"
            total += value
            # Two decimals hold a product of tenths exactly, so the texts are the exact values.
            assert Fraction(parse_printed(term.text)) == value
            assert Fraction(parse_printed(so_far.text)) == total
        assert total == sum(exact)


def test_the_hidden_columns_stand_before_the_last_one_or_at_the_end() -> None:
    trace = layer([["1", "2", "3", "4", "5"]], ["1"] * 5)
    assert folded(trace, (0, 1, 4)).columns == (0, 1, HIDDEN, 4)
    assert folded(trace, (0, 1)).columns == (0, 1, HIDDEN)
    assert folded(trace, (4,)).columns == (HIDDEN, 4)
    assert folded(trace, (0, 1, 2, 3, 4)).hidden_at is None
    assert folded(trace, (0, 1, 4)).hidden_at == 2


def test_totals_of_the_first_columns_are_the_row_s_own() -> None:
    trace = layer([["1", "2", "3", "4", "5"]], ["1"] * 5)
    names = [q.name for q in folded(trace, (0, 1, 4)).totals[0]]
    assert names == [f"dense.partial[0,{j}]" for j in (0, 1, 3, 4)]
    names = [q.name for q in folded(trace, (2, 4)).totals[0]]
    assert names == ["dense.folded[0,0]", "dense.partial[0,3]", "dense.partial[0,4]"]
