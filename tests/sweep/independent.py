"""A lesson's numbers computed anew from its TOML: exact fractions, without anim_lib or numpy."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tests.sweep.attention_anew import AttentionAnew
from tests.sweep.dense_anew import At, DenseAnew, Seen
from tests.sweep.printing import is_as_written, is_printed, is_rounded_input

# What these are depends on which words a picture names; all else on the clip.
OF_A_PICTURE = {
    *("attention.others", "attention.others_exp", "attention.others_weight"),
    *("blend.others_scaled", "blend.others_share"),
}


def names_in(names: set[str]) -> Seen:
    """Names by their kind: "dense.x[3]" → {"dense.x": {(3,)}}."""
    kinds: dict[str, set[At]] = {}
    for name in names:
        kind, at = parts_of(name)
        kinds.setdefault(kind, set()).add(at)
    return kinds


def parts_of(name: str) -> tuple[str, At]:
    """A quantity's kind and indexes: "dense.products[3,5]" → "dense.products", (3, 5)."""
    kind, _, rest = name.partition("[")
    return kind, tuple(map(int, rest.removesuffix("]").split(","))) if rest else ()


class Anew:
    """What every number of a lesson has to be. `source` is the lesson's TOML."""

    def __init__(self, source: str) -> None:
        document: Mapping[str, Any] = tomllib.loads(source, parse_float=str)
        self.decimals: int = document["display"]["decimals"]
        self.part: DenseAnew | AttentionAnew
        if "dense" in document:
            self.part = DenseAnew(document["dense"], document.get("lanes"))
        else:
            self.part = AttentionAnew(document["attention"])

    def fault(self, name: str, text: str, seen: Seen, *, rounded: bool = False) -> str | None:
        """What is wrong with a drawn number; None where it is this very number.

        `seen` names all numbers of the clip, or of the picture: the others stand together.
        `rounded` says that the clip tells of inputs with three digits.
        """
        kind, at = parts_of(name)
        try:
            right = self._right(kind, at, text, seen, rounded=rounded)
        except (LookupError, ValueError) as error:
            return f"{name} = {text} cannot be computed anew: {error!r}"
        return None if right == "" else f"{name} is drawn as {text}, and is {right}"

    def _right(self, kind: str, at: At, text: str, seen: Seen, *, rounded: bool) -> str:
        """What it should be; empty where the text is right."""
        part = self.part
        written = part.inputs(kind, at)
        if written is not None:
            as_it_is = is_as_written(text, written)
            return "" if as_it_is or (rounded and is_rounded_input(text, written)) else written
        texts = part.counts(kind, seen) or part.share(kind, at, seen, self.decimals)
        if texts is not None:
            return "" if text in texts else " or ".join(sorted(texts))
        truth = part.truth(kind, at, seen)
        if truth is None:
            return "not computed anew"
        return "" if is_printed(text, truth, self.decimals) else shortly(truth.exact)


def shortly(number: Fraction) -> str:
    """For messages."""
    try:
        return f"{float(number)!r}"
    except OverflowError:
        return "beyond floats"
