"""Which words of a long sentence are named: the query's own, the heaviest, those asked for."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from anim_lib.nn.attention import AttentionTrace
from anim_lib.stage.word_choice import others_of, softmax_words, table_words
from tests.scenes.attention_told import step_of

WEIGHTS = st.lists(st.sampled_from([0.5, 1.0, 2.0, 4.0]), min_size=1, max_size=40)


def trace_of(weights: list[float], own: int | None) -> AttentionTrace:
    lesson = step_of([[repr(math.log(w))] for w in weights], ["1"])
    assert lesson.attention is not None
    object.__setattr__(lesson.attention, "query_token", own)
    assert lesson.attention_trace is not None
    return lesson.attention_trace


@given(WEIGHTS, st.integers(1, 12), st.data())
def test_the_own_word_and_the_heaviest_are_chosen_in_the_sentence_s_order(
    weights: list[float], most: int, data: st.DataObject
) -> None:
    own = data.draw(st.sampled_from([None, *range(len(weights))]))
    trace = trace_of(weights, own)
    shown = table_words(trace, most)
    assert shown == softmax_words(trace, most)
    assert list(shown) == sorted(set(shown))
    assert len(shown) == min(most, len(weights))
    assert own is None or own in shown
    heaviest = [trace.weights[i].value for i in shown if i != own]
    hidden = others_of(trace, shown)
    assert max((trace.weights[i].value for i in hidden), default=0.0) <= min(
        heaviest, default=math.inf
    )
    assert sorted([*shown, *hidden]) == list(range(len(weights)))


def test_words_asked_for_are_the_table_s_and_among_the_softmax_s() -> None:
    trace = trace_of([1.0, 2.0, 4.0, 0.5, 1.0, 2.0], own=0)
    assert table_words(trace, 4, (5, 3, 99)) == (3, 5)
    assert softmax_words(trace, 5, (5, 3, 99)) == (0, 1, 2, 3, 5)
    assert softmax_words(trace, 4, (3, 4)) == (0, 1, 2, 4)  # the heaviest are spoken of
    assert table_words(trace, 2, (99,)) == (0, 2)
    assert table_words(trace, 2, (1, 3, 5)) == (1, 5)  # no room for all: the heaviest


def test_of_equal_words_the_earlier_are_shown() -> None:
    assert table_words(trace_of([1.0] * 9, own=None), 3) == (0, 1, 2)
