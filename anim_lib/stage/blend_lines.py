"""What the lines of the blend say: a word each, one for the words that stand together, their sum.

Columns that are not shown stand together too, as dots: their numbers are neither written nor
worked.
"""

from __future__ import annotations

from dataclasses import dataclass

from anim_lib.nn.attention import AttentionTrace
from anim_lib.nn.blend import BlendTrace
from anim_lib.nn.numbers import Relation
from anim_lib.nn.others import Others, others_in_attention, others_in_blend, output_relation
from anim_lib.nn.quantity import Matrix, Quantity, Vector
from anim_lib.stage.softmax_lines import others_label
from anim_lib.stage.word_choice import others_of


@dataclass(frozen=True)
class BlendLines:
    """The numbers of each line in the shown columns; the others' line is the last one."""

    words: tuple[int, ...]  # which words have a line of their own, from 0
    others: Others | None  # the words that share the last line
    labels: tuple[str, ...]  # (lines,)
    columns: tuple[int, ...]  # which values are shown, from 0
    hidden: Quantity | None  # how many are not
    weights: Vector  # (words,)
    values: Matrix  # (words, columns)
    scaled: Matrix  # (lines, columns)
    relations: tuple[Relation, ...]  # (columns,) of the first line's products
    output: Vector  # (columns,)
    exact: bool  # whether every shown column adds up as printed
    parts: tuple[float, ...]  # (lines,) of one bar
    shares: Vector  # (lines,) as percentages

    @property
    def count(self) -> int:
        """How many lines there are, the output's left out."""
        return len(self.labels)

    @property
    def hidden_at(self) -> int | None:
        """Before which shown column the dots for the hidden ones stand; None without any.

        Before the last one where that is the last of all, else behind it.
        """
        if self.hidden is None:
            return None
        width = int(self.hidden.value) + len(self.columns)
        return len(self.columns) - (self.columns[-1] == width - 1)

    def is_others(self, line: int) -> bool:
        """Whether this is the line of the words that stand together."""
        return self.others is not None and line == self.count - 1


def blend_lines(
    trace: BlendTrace,
    attention: AttentionTrace,
    labels: tuple[str, ...],
    words: tuple[int, ...],
    columns: tuple[int, ...],
) -> BlendLines:
    """The lines of these words in these columns. `labels` (tokens,) are the words as drawn."""
    hidden = others_of(attention, words)
    others = others_in_attention(attention, hidden) if hidden else None
    names = [labels[i] for i in words]
    scaled = [tuple(trace.scaled[i][j] for j in columns) for i in words]
    weights = [trace.weights[i] for i in words]
    shares = [trace.shares[i] for i in words]
    if others is not None:
        blended = others_in_blend(trace, others)
        names.append(others_label(others))
        scaled.append(tuple(blended.scaled[j] for j in columns))
        shares.append(blended.share)
    left_out = len(trace.output) - len(columns)
    sums = zip(columns, zip(*scaled, strict=True), strict=True)
    return BlendLines(
        words=words,
        others=others,
        labels=tuple(names),
        columns=columns,
        hidden=Quantity.of_count("blend.hidden", left_out) if left_out else None,
        weights=tuple(weights),
        values=tuple(tuple(trace.values[i][j] for j in columns) for i in words),
        scaled=tuple(scaled),
        relations=tuple(trace.scaled_relation(words[0], j) for j in columns),
        output=tuple(trace.output[j] for j in columns),
        exact=all(output_relation(trace, j, held) == "=" for j, held in sums),
        parts=tuple(q.value for q in [*weights, *([others.weight] if others else [])]),
        shares=tuple(shares),
    )


def hidden_label(hidden: Quantity) -> str:
    """What stands at the head of the columns that are not shown: "60 more"."""
    return f"{hidden.text} more"
