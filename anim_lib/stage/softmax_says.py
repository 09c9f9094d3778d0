"""What is said while the softmax is worked out: true of these weights, hidden words included."""

from __future__ import annotations

from math import isclose

from anim_lib.nn.attention import AttentionTrace
from anim_lib.nn.numbers import parse_printed
from anim_lib.stage.caption import first_that_fits
from anim_lib.stage.frame import Frame
from anim_lib.stage.softmax_lines import SoftmaxLines, Turn, others_label
from anim_lib.stage.table_plan import LABEL_EM
from anim_lib.stage.tokens import quoted, shorten
from anim_lib.stage.wording import counted, sentence

_ABOUT_EQUAL = 0.03  # weights this close are said to be about equal,
_OF_LARGEST = 0.1  # and no farther apart than this share of the largest
_ALMOST_ALL = 0.95  # a weight from here on leaves next to nothing for the others
_NAMED = 3  # words of about the same weight that are named
_ROOMS = (3.2, 1.6, 1.0)  # of a word within a caption


class SoftmaxSays:
    """The captions from the scores on. `labels` (tokens,) are the words as drawn."""

    def __init__(
        self, trace: AttentionTrace, labels: tuple[str, ...], lines: SoftmaxLines, frame: Frame
    ) -> None:
        self.trace, self.labels, self.lines, self._frame = trace, labels, lines, frame

    def scores(self) -> str:
        """How many scores there are, and how many of the words share a line."""
        plain = sentence(f"{counted(len(self.labels), 'score')}.")
        if self.lines.others is None:
            return plain
        together = f"{others_label(self.lines.others)} share a line"
        named = len(self.lines.words)
        return self._fitting(
            [f"{plain[:-1]}: {named} words by name, {together}.", f"{plain[:-1]}; {together}."]
        )

    def shift(self) -> str:
        """Why the largest score may be taken off all of them."""
        return self._fitting(
            [
                "Take the largest off all scores; the shares stay the same.",
                "Take off the largest: the shares stay the same.",
            ]
        )

    def exp(self) -> str:
        """What exp is good for; not every exponential has digits that show it."""
        if len(self.labels) == 1:
            return "exp makes it positive."
        shown = all(parse_printed(number.text) > 0 for number in self.lines.exp)
        if shown:
            return "exp makes each one positive."
        return self._fitting(
            [
                "exp makes each one positive, some too small to show.",
                "All are positive now, some too small to show.",
                "Positive, but some too small to show.",
            ]
        )

    def total(self) -> str:
        """The exponentials are added; one is its own total."""
        return "Add them." if len(self.labels) > 1 else "One number: it is the total."

    def others_exp(self) -> str:
        """The exponentials of the words that stand together are one sum."""
        others = self.lines.others
        assert others is not None
        return f"Those of the {others_label(others)} add up to {others.exp.text}."

    def weight(self, turn: Turn) -> str:
        """One weight, several in a wave, or that of the words which stand together."""
        if turn.others and self.lines.others is not None:
            others = self.lines.others
            return f"The {others_label(others)} share {others.weight.text}."
        return "The same for every word." if turn.is_wave else "Divide by the total."

    def together(self) -> str:
        """The weights' total."""
        one = self.trace.weights_total.text
        return f"Together they make {one}." if len(self.labels) > 1 else f"Its weight is {one}."

    def attends(self) -> str:
        """Where the query looks most: true for these very weights, and short enough."""
        return self._fitting([text for room in _ROOMS for text in self._attends(room)])

    def _attends(self, room: float) -> list[str]:
        """What may be said of the largest weights, the fullest sentence first."""
        weights = [weight.value for weight in self.trace.weights]
        own, largest = self.trace.query_token, max(weights)
        close = min(_ABOUT_EQUAL, _OF_LARGEST * largest)
        if len(weights) == 1:
            return ["One word alone gets it all."]
        if isclose(largest, min(weights)):
            return [f"Every word gets the same share: {self.trace.weights[0].text}."]
        if largest - min(weights) <= close:
            return ["Every word gets about the same share."]
        most = [i for i, weight in enumerate(weights) if largest - weight <= close]
        who = self._name(own, room) if own is not None else "The query"
        most.sort(key=lambda i: i != own)
        names = ["itself" if i == own else self._name(i, room) for i in most]
        equally = "equally" if isclose(min(weights[i] for i in most), largest) else "about equally"
        words = counted(len(most), "word")
        few = [f"{who} looks most at {words}, {equally}.", f"Most goes to {words} alike."]
        if len(most) > _NAMED or not {*most} <= {*self.lines.words}:
            return few
        if len(most) > 1:
            listed = f"{', '.join(names[:-1])} and {names[-1]}"
            if len(most) > 2:
                return [f"{who} looks most at {listed}, {equally}.", *few]
            same = equally.replace("equally", "the same")
            return [
                f"{who} looks at {listed} {equally}.",
                f"{sentence(listed)} get {same}.",
            ]
        how = "almost only" if largest >= _ALMOST_ALL else "most"
        top = self.trace.weights[most[0]].text
        if parse_printed(top) == 1:  # which it is not
            return [f"{who} looks almost only at {names[0]}.", f"Almost all goes to {names[0]}."]
        return [f"{who} looks {how} at {names[0]}: {top}.", f"{sentence(names[0])} gets {top}."]

    def _name(self, word: int, room: float) -> str:
        return quoted(shorten(self.labels[word], LABEL_EM, room))

    def _fitting(self, candidates: list[str]) -> str:
        return first_that_fits(candidates, self._frame)
