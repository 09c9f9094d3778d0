"""An attention step computed anew: scores, softmax, blend, and what the hidden words come to."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from tests.sweep.dense_anew import At, Seen, added, shown_order
from tests.sweep.functions import applied, exp, root_of
from tests.sweep.printing import Truth, printed, sum_of, value_of

_OF_A_WORD = {
    *("attention.scores", "attention.shifted", "attention.exp", "attention.weights"),
    *("blend.values", "blend.scaled", "blend.shares"),
}
_SHIFT_BEYOND = 700  # e to more would overflow a float


class AttentionAnew:
    """`[attention]` as TOML gives it, floats as texts."""

    def __init__(self, step: Mapping[str, Any]) -> None:
        keys = [[str(text) for text in row] for row in step["keys"]]
        query, self.tokens = step["query"], list(step["tokens"])
        self.own = None
        if isinstance(query, str):
            numbered = [f"{token} ({i})" for i, token in enumerate(self.tokens, 1)]
            names = self.tokens if query in self.tokens else numbered
            self.own = names.index(query)
        values = [[str(text) for text in row] for row in step.get("values", keys)]
        self.written: dict[str, Any] = {
            "attention.keys": keys,
            "attention.query": [*map(str, query)] if self.own is None else keys[self.own],
            "blend.values": values,
        }
        self.count, self.d, self.width = len(keys), len(keys[0]), len(values[0])
        self.root = root_of(self.d)

    # The step ------------------------------------------------------------------------------

    @cached_property
    def products(self) -> list[list[Fraction]]:
        query = [value_of(text) for text in self.written["attention.query"]]
        rows = self.written["attention.keys"]
        return [[value_of(k) * q for k, q in zip(row, query, strict=True)] for row in rows]

    @cached_property
    def dot(self) -> list[Truth]:
        return [added(row) for row in self.products]

    @cached_property
    def scores(self) -> list[Truth]:
        return [self._score(z) for z in self.dot]

    def _score(self, dot: Truth) -> Truth:
        low, exact, high = (end / self.root for end in (dot.low, dot.exact, dot.high))
        return Truth(low, exact, high).widened(exact)

    @cached_property
    def top(self) -> Truth:
        return max(self.scores, key=lambda score: score.exact)

    @cached_property
    def shifted(self) -> list[Truth]:
        """Scores less the largest one."""
        return [
            Truth(s.low - self.top.high, s.exact - self.top.exact, s.high - self.top.low).widened(
                max(abs(s.exact), abs(self.top.exact))
            )
            for s in self.scores
        ]

    @cached_property
    def exp(self) -> list[Truth]:
        needs_shift = abs(self.top.exact) > _SHIFT_BEYOND
        return [applied(exp, z) for z in (self.shifted if needs_shift else self.scores)]

    @cached_property
    def weights(self) -> list[Truth]:
        # Whatever all scores are shifted by, the weights are the same.
        size = [
            Truth(
                *(
                    exp(s.exact - self.top.exact + off)
                    for off in (s.low - s.exact, 0, s.high - s.exact)
                )
            )
            for s in self.scores
        ]
        lows, highs = sum(e.low for e in size), sum(e.high for e in size)
        total = sum(e.exact for e in size)
        shares = [
            (_part(e.low, highs - e.high), e.exact / total, _part(e.high, lows - e.low))
            for e in size
        ]
        return [Truth(*share).widened(share[1]) for share in shares]

    @cached_property
    def scaled(self) -> list[list[Truth]]:
        """Weight × value, (tokens, width)."""
        rows = zip(self.weights, self.written["blend.values"], strict=True)
        return [[_times(weight, value_of(text)) for text in row] for weight, row in rows]

    # What is asked of a name -----------------------------------------------------------------

    def inputs(self, kind: str, at: At) -> str | None:
        """How an input is written in the lesson."""
        held: Any = self.written.get(kind)
        for index in at if held is not None else ():
            held = held[index]
        return held if isinstance(held, str) else None

    def truth(self, kind: str, at: At, seen: Seen) -> Truth | None:
        """A computed number; `seen` tells which columns or words stand together."""
        part, _, name = kind.partition(".")
        if part == "blend":
            return self._blended(name, at, seen)
        if name in ("dot", "scores", "shifted", "exp", "weights"):
            found: Truth = getattr(self, name)[at[0]]
            return found
        if name == "products":
            product = self.products[at[0]][at[1]]
            return Truth.within(product, product)
        if name == "partial":
            return added(self.products[at[0]][: at[1] + 1])
        if name in ("scale", "shift", "total"):
            return {
                "scale": Truth.within(self.root, self.root),
                "shift": self.top,
                "total": sum_of(self.exp),
            }[name]
        if name in ("others_exp", "others_weight"):
            held = self.exp if name == "others_exp" else self.weights
            return sum_of([held[i] for i in self.others(seen)])
        shown = seen["attention.query"]
        terms = shown_order({j for (j,) in shown}, self.d)
        row = self.products[at[0]]
        if name == "hidden":
            return added(row[j] for j in range(len(row)) if (j,) not in shown)
        if name == "folded":
            return added(row[j] for term in terms[: at[1] + 1] for j in term)
        return None

    def _blended(self, name: str, at: At, seen: Seen) -> Truth | None:
        if name == "scaled":
            return self.scaled[at[0]][at[1]]
        if name == "output":
            return sum_of([row[at[0]] for row in self.scaled])
        if name == "others_scaled":
            return sum_of([self.scaled[i][at[0]] for i in self.others(seen)])
        return None

    def others(self, seen: Seen) -> list[int]:
        """The words of which a picture shows no number: they stand together."""
        named = {at[0] for kind in _OF_A_WORD for at in seen.get(kind, ())}
        return [i for i in range(self.count) if i not in named]

    def counts(self, kind: str, seen: Seen) -> set[str] | None:
        """What a count says."""
        if kind == "attention.d":
            return {f"{self.d:,}"}
        if kind == "attention.weights_total":
            return {"1"}
        if kind == "attention.others":
            return {f"{len(self.others(seen)):,}"}
        if kind == "blend.hidden":
            return {f"{self.width - len({j for _, j in seen['blend.values']}):,}"}
        if kind == "attention.scale" and int(self.root) ** 2 == self.d:
            return {str(int(self.root))}
        return None

    def share(self, kind: str, at: At, seen: Seen, decimals: int) -> set[str] | None:
        """A weight's text as a percentage: "0.41" is "41%"; as many texts as noise allows."""
        if kind == "blend.shares":
            weight = self.weights[at[0]]
        elif kind == "blend.others_share":
            weight = sum_of([self.weights[i] for i in self.others(seen)])
        else:
            return None
        ends = (weight.low, weight.exact, weight.high)
        return {percentage(printed(end, decimals)) for end in ends}

    # What captions may say -------------------------------------------------------------------

    def spoken(self, seen: Seen) -> set[int]:
        """True counts: of words, numbers, hidden columns and words."""
        hidden = self.d - len(seen.get("attention.query", ()))
        hidden_values = self.width - len({j for _, j in seen.get("blend.values", ())})
        others = len(self.others(seen))
        named = self.count - others
        return {self.count, self.d, self.width, hidden, hidden_values, others, named}

    def texts(self, decimals: int) -> set[str]:
        """Scores and weights as printed, and the weights as percentages."""
        weights = {printed(truth.exact, decimals) for truth in self.weights}
        scores = {printed(truth.exact, decimals) for truth in self.scores}
        # What all words but the heaviest few get together, the query's own named as well or not.
        falling = sorted(range(self.count), key=lambda i: -self.weights[i].exact)
        own = [] if self.own is None else [self.own]
        named = {frozenset([*falling[:k], *o]) for k in range(5) for o in ([], own)}
        left = [[self.weights[i] for i in falling if i not in words] for words in named]
        rests = {printed(sum_of(rest).exact, decimals) for rest in left if rest}
        return weights | scores | {percentage(text) for text in weights | rests}


def _part(own: Fraction, others: Fraction) -> Fraction:
    """Its share of the whole; all of it where the others are nothing."""
    return own / (own + others) if own + others else Fraction(1)


def _times(weight: Truth, value: Fraction) -> Truth:
    ends = sorted((weight.low * value, weight.high * value))
    exact = weight.exact * value
    return Truth(ends[0], exact, ends[1]).widened(exact)


def percentage(text: str) -> str:
    """A hundred times a printed weight, with the digits that it has."""
    mantissa, _, power = text.partition("e")
    if power:
        return f"{mantissa}e{int(power.replace('−', '-')) + 2}%".replace("-", "−")
    places = max(0, len(mantissa.partition(".")[2]) - 2)
    said = value_of(text) * 100 * 10**places
    digits = str(int(said)).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}%" if places else f"{digits}%"
