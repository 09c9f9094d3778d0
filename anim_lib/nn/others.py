"""The words of a long sentence that have no line of their own, as one: true sums of theirs."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from anim_lib.nn.attention import AttentionTrace
from anim_lib.nn.blend import BlendTrace, share_of
from anim_lib.nn.numbers import Relation, parse_printed, relation
from anim_lib.nn.quantity import Quantity, Vector
from anim_lib.nn.steps import follow_up, printed_quotient, printed_sum


@dataclass(frozen=True)
class Others:
    """What some words of an attention step come to together."""

    words: tuple[int, ...]  # which, from 0
    count: Quantity  # how many
    exp: Quantity  # their exponentials' sum
    weight: Quantity  # their weights' sum

    def weight_relation(self, total: Quantity) -> Relation:
        """Their printed exponentials / printed total, against their printed weight, never all."""
        if parse_printed(self.weight.text) == 1:
            return "≈"
        return relation(printed_quotient(self.exp, total), self.weight.text)


@dataclass(frozen=True)
class BlendedOthers:
    """What some words bring to a blend together."""

    scaled: Vector  # (width,) their products' sum in each column
    share: Quantity  # their weight as a percentage


def others_in_attention(trace: AttentionTrace, words: tuple[int, ...]) -> Others:
    """The sums over these words' exponentials and weights; at least one word."""
    return Others(
        words,
        Quantity.of_count("attention.others", len(words)),
        _sum("attention.others_exp", (trace.exp[i] for i in words), trace.decimals),
        _sum("attention.others_weight", (trace.weights[i] for i in words), trace.decimals),
    )


def others_in_blend(trace: BlendTrace, others: Others) -> BlendedOthers:
    """The sums over these words' weighted values, column by column."""
    columns = range(len(trace.output))
    scaled = []
    for j in columns:
        products = [trace.scaled[i][j] for i in others.words]
        total = sum(product.value for product in products)
        scale = max(abs(product.value) for product in products)
        name = f"blend.others_scaled[{j}]"
        exactly = partial(trace.exact.total, j, others.words)
        scaled.append(Quantity.of_result(name, total, scale, trace.decimals, exactly))
    return BlendedOthers(tuple(scaled), share_of("blend.others_share", others.weight))


def total_relation(trace: AttentionTrace, shown: Iterable[Quantity]) -> Relation:
    """The shown exponentials as printed, added, against the printed total."""
    return relation(printed_sum(shown), trace.total.text)


def output_relation(trace: BlendTrace, j: int, shown: Iterable[Quantity]) -> Relation:
    """The shown products of column j as printed, added, against the printed output."""
    return relation(printed_sum(shown), trace.output[j].text)


def _sum(name: str, terms: Iterable[Quantity], decimals: int) -> Quantity:
    """The sum of numbers of one sign, from their floats, printed without float noise."""
    held = list(terms)
    clean = sum(float(term.exact) for term in held)
    return follow_up(name, sum(term.value for term in held), clean, decimals)
