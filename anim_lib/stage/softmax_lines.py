"""What the lines of the softmax say: a word each, and one for the words that stand together."""

from __future__ import annotations

from dataclasses import dataclass

from anim_lib.nn.attention import AttentionTrace
from anim_lib.nn.numbers import Relation
from anim_lib.nn.others import Others, others_in_attention, total_relation
from anim_lib.nn.quantity import Quantity, Vector
from anim_lib.stage.word_choice import others_of

SEVERAL = "···"  # stands for several numbers that are not written out
_EACH_ALONE, _FIRST_ALONE = 6, 3  # lines that are worked one by one, and those of a longer table


@dataclass(frozen=True)
class Turn:
    """Lines that are worked in one go."""

    name: str  # as a beat's name ends: "weight-1", "weights-4-10", "weight-others"
    lines: tuple[int, ...]
    others: bool = False  # whether this is the line of the words that stand together

    @property
    def first(self) -> int:
        """The line, or the first of them."""
        return self.lines[0]

    @property
    def is_wave(self) -> bool:
        """Whether several lines are worked at once."""
        return len(self.lines) > 1


@dataclass(frozen=True)
class SoftmaxLines:
    """The numbers of each line, in the order they stand; the others' line is the last one."""

    words: tuple[int, ...]  # which words have a line of their own, from 0
    others: Others | None  # the words that share the last line
    labels: tuple[str, ...]  # (lines,)
    scores: Vector  # (words,)
    shift: Quantity | None
    shifted: Vector  # (words,), or empty
    exp: Vector  # (lines,)
    total: Quantity
    weights: Vector  # (lines,)
    one: Quantity  # the weights' total
    exp_relation: Relation  # of the first line
    total_relation: Relation
    weight_relations: tuple[Relation, ...]  # (lines,)

    @property
    def count(self) -> int:
        """How many lines there are."""
        return len(self.labels)

    @property
    def exponents(self) -> Vector:
        """What exp is taken of: the shifted scores where there are any, else the scores."""
        return self.shifted or self.scores

    @property
    def turns(self) -> list[Turn]:
        """Each line for itself, or, where they are many, the first ones and then a wave.

        The others' line, a sum of its own, always has its own turn.
        """
        words = len(self.words)
        alone = words if self.count <= _EACH_ALONE else _FIRST_ALONE
        turns = [Turn(f"weight-{i + 1}", (i,)) for i in range(min(alone, words))]
        if words > alone:
            turns.append(Turn(f"weights-{alone + 1}-{words}", tuple(range(alone, words))))
        if self.others is not None:
            turns.append(Turn("weight-others", (words,), others=True))
        return turns

    def is_others(self, line: int) -> bool:
        """Whether this is the line of the words that stand together."""
        return self.others is not None and line == self.count - 1


def softmax_lines(
    trace: AttentionTrace, labels: tuple[str, ...], words: tuple[int, ...]
) -> SoftmaxLines:
    """The lines of these words, the first of them worked out; all others in one more line.

    `labels` (tokens,) are the words as drawn.
    """
    hidden = others_of(trace, words)
    others = others_in_attention(trace, hidden) if hidden else None
    exp, weights = _of(trace.exp, words), _of(trace.weights, words)
    relations = tuple(trace.weight_relation(i) for i in words)
    names = tuple(labels[i] for i in words)
    if others is not None:
        exp, weights = (*exp, others.exp), (*weights, others.weight)
        relations = (*relations, others.weight_relation(trace.total))
        names = (*names, others_label(others))
    return SoftmaxLines(
        words=words,
        others=others,
        labels=names,
        scores=_of(trace.scores, words),
        shift=trace.shift,
        shifted=_of(trace.shifted, words) if trace.shifted else (),
        exp=exp,
        total=trace.total,
        weights=weights,
        one=trace.weights_total,
        exp_relation=trace.exp_relation(words[0]),
        total_relation=total_relation(trace, exp),
        weight_relations=relations,
    )


def others_label(others: Others) -> str:
    """What the words that stand together are called: "25 others"."""
    return f"{others.count.text} others" if len(others.words) > 1 else f"{others.count.text} other"


def _of(numbers: Vector, words: tuple[int, ...]) -> Vector:
    return tuple(numbers[i] for i in words)
