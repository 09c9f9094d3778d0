"""Which words of a long sentence are shown by name: the query's own and the largest weights.

The scores' table, the softmax and the blend choose alike, so that a word which is worked in the
table is found again beside its bar.
"""

from __future__ import annotations

from anim_lib.nn.attention import AttentionTrace

MOST_LINES = 8  # of the blend: its words, and one for the others
_SPOKEN_OF = 3


def table_words(trace: AttentionTrace, most: int, chosen: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The words whose scores are worked, at most `most`, in the sentence's order.

    `chosen` are the rows that the lesson asks for; where it asks for none, the query's own word
    and those with the largest weights. Rows that the sentence does not have count for nothing.
    """
    return _first(_asked_for(trace, chosen) or _by_weight(trace), most)


def softmax_words(
    trace: AttentionTrace, most: int, chosen: tuple[int, ...] = ()
) -> tuple[int, ...]:
    """The words with a line of their own, at most `most`, in the sentence's order.

    The query's own and the heaviest two, of which the clip's last words speak; those asked for;
    then by weight. The others stand together in one line.
    """
    ranked = _by_weight(trace)
    return _first([*ranked[:_SPOKEN_OF], *_asked_for(trace, chosen), *ranked], most)


def others_of(trace: AttentionTrace, shown: tuple[int, ...]) -> tuple[int, ...]:
    """The words that are not among those shown, in the sentence's order."""
    return tuple(i for i in range(len(trace.tokens)) if i not in set(shown))


def _by_weight(trace: AttentionTrace) -> list[int]:
    """All words: the query's own, then by weight, the earlier of two equal ones first."""
    own = trace.query_token
    ranked = sorted(range(len(trace.tokens)), key=lambda i: -trace.weights[i].value)
    return ranked if own is None else [own, *(i for i in ranked if i != own)]


def _asked_for(trace: AttentionTrace, chosen: tuple[int, ...]) -> list[int]:
    """The words that are asked for and exist, the heaviest first."""
    asked = {i for i in chosen if i < len(trace.tokens)}
    return [i for i in _by_weight(trace) if i in asked]


def _first(ranked: list[int], most: int) -> tuple[int, ...]:
    """The first `most` of them, each once, in the sentence's order."""
    return tuple(sorted(list(dict.fromkeys(ranked))[:most]))
