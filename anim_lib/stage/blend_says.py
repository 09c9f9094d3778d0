"""What is said last of a blend: of what the new vector is made, the query's own word included."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from math import inf, isclose

from anim_lib.nn.attention import AttentionTrace
from anim_lib.nn.blend import BlendTrace, share_of
from anim_lib.nn.others import others_in_attention
from anim_lib.nn.steps import printed_sum
from anim_lib.stage.blend_lines import BlendLines
from anim_lib.stage.caption import first_that_fits
from anim_lib.stage.frame import Frame
from anim_lib.stage.table_plan import LABEL_EM
from anim_lib.stage.tokens import quoted, shorten
from anim_lib.stage.word_choice import others_of
from anim_lib.stage.wording import count_word, counted, sentence

_WORTH_SAYING = 0.005  # a share that rounds to at least one per cent
_ROOMS = (2.2, 1.2)  # of a word within a caption where it cannot stand as it is drawn
_BOTH = 2


@dataclass(frozen=True)
class BlendShares:
    """The last caption's candidates. `labels` (tokens,) are the words as drawn."""

    trace: BlendTrace
    attention: AttentionTrace
    labels: tuple[str, ...]
    lines: BlendLines

    def said(self, frame: Frame) -> str:
        """The largest shares and the query word's own, whatever else must go unnamed."""
        few = [f"The {self._new(room)} holds a little of every word." for room in (inf, *_ROOMS)]
        return first_that_fits([*self._candidates(), *few], frame)

    def _candidates(self) -> Iterator[str]:
        if self._all_equal():
            count = len(self.labels)
            words = "both words" if count == _BOTH else f"all {count_word(count)} words"
            yield from (f"The {self._new(room)} blends {words} equally." for room in (inf, 0.0))
            return
        largest = self._largest()
        # Words as they are drawn before words cut once more; one named share is no comparison.
        for room in (inf, *_ROOMS):
            for count in range(len(largest), 0, -1):
                yield from self._made_of(self._with_own(largest[:count]), room)

    def _all_equal(self) -> bool:
        weights = [weight.value for weight in self.trace.weights]
        return len(weights) > 1 and isclose(min(weights), max(weights))

    def _largest(self) -> list[int]:
        """The words that may be named: with a line of their own, none that is left out larger."""
        weights = self.trace.weights
        order = sorted(range(len(self.labels)), key=lambda i: -weights[i].value)
        named = takewhile(set(self.lines.words).__contains__, order)
        return [i for i in named if weights[i].value >= _WORTH_SAYING]

    def _with_own(self, largest: list[int]) -> list[int]:
        """The query's own word is named in any case: in the smallest one's stead, or as hardly."""
        own = self.trace.query_token
        if own is None or own in largest:
            return largest
        return [*(largest if self._hardly(own) else largest[:-1]), own]

    def _hardly(self, word: int | None) -> bool:
        """Whether this is a word whose share would round to nothing."""
        return word is not None and self.trace.weights[word].value < _WORTH_SAYING

    def _made_of(self, named: list[int], room: float) -> Iterator[str]:
        """What may be said if these words are named, the fullest sentence first."""
        weights, own = self.trace.weights, self.trace.query_token
        unnamed = others_of(self.attention, tuple(named))
        hardly = self._hardly(own)
        new, names = self._new(room), {i: self._name(i, room) for i in named}
        if len(self.labels) > 1 and weights[named[0]].value > 1 - _WORTH_SAYING:
            yield f"The {new} is almost all {names[named[0]]}{', hardly itself' * hardly}."
            return
        counting = [i for i in named if not (hardly and i == own)]
        parts = [f"{self.trace.shares[i].text} {names[i]}" for i in counting]
        parts += ["hardly itself"] * hardly
        held = [weights[i] for i in counting]
        rests = [""]
        if unnamed:
            others = others_in_attention(self.attention, unnamed).weight
            held.append(others)
            share = share_of("blend.unnamed_share", others).text
            rests = [f", {join}{share} {those}" for join, those in self._those(len(unnamed))]
        about = "" if printed_sum(held) == 1 or len(self.labels) == 1 else "about "
        made_of = [f"{about}{', '.join(parts)}{rest}." for rest in rests]
        yield from (f"The {new} is {said}" for said in made_of)
        yield from (f"{sentence(new)}: {said}" for said in made_of[-1:])
        if own is not None and len(named) > 1:  # rather than a word that is cut once more
            yield f"The new vector is {made_of[-1]}"
            yield f"New vector: {made_of[-1]}"

    def _those(self, count: int) -> list[tuple[str, str]]:
        """What so many unnamed words are called, and how that is joined to what is said before."""
        words = "other word" if count == 1 else f"other {count_word(count)} words"
        if self.lines.others is not None:  # "21 others" share a line: these are not the same
            return [("", f"from the {words}"), ("", f"the {words}")]
        others = f"from {counted(count, 'other')}"
        return [("and ", others), ("", others)]

    def _new(self, room: float) -> str:
        own = self.trace.query_token
        return "new vector" if own is None or not room else f"new {self._quoted(own, room)}"

    def _name(self, word: int, room: float) -> str:
        return "itself" if word == self.trace.query_token else self._quoted(word, room)

    def _quoted(self, word: int, room: float) -> str:
        label = self.labels[word]
        return quoted(label if room == inf else shorten(label, LABEL_EM, room))
