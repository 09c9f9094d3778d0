"""Formulas as MathML Core, which browsers set and read out by themselves."""

from __future__ import annotations

from collections.abc import Sequence

from anim_lib.web.markup import Html, tag


def formula(*terms: Html, block: bool = True) -> Html:
    """A formula, on a line of its own or within the text."""
    return tag("math", tag("mrow", *terms), display="block" if block else "inline")


def name(text: str) -> Html:
    """A variable or a function's name."""
    return tag("mi", text)


def number(text: str) -> Html:
    """A number as it is printed; its minus is part of it."""
    return tag("mn", text)


def sign(text: str) -> Html:
    """An operator."""
    return tag("mo", text)


def sub(base: Html, *index: str) -> Html:
    """A variable with indices."""
    return tag("msub", base, tag("mrow", *(name(letter) for letter in index)))


def root(under: Html) -> Html:
    """A square root."""
    return tag("msqrt", under)


def over(top: Sequence[Html], bottom: Html) -> Html:
    """A fraction."""
    return tag("mfrac", tag("mrow", *top), tag("mrow", bottom))


def sum_over(index: str) -> Html:
    """The sum sign with its index below."""
    return tag("munder", sign("∑"), name(index))


def words(text: str) -> Html:
    """Text within a formula, such as an activation's own."""
    return tag("mtext", text)
