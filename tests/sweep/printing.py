"""How a number has to be printed, written anew; a truth is an interval that holds its float noise.

A number is rounded half away from zero to the lesson's decimals. One that would look like zero
takes up to two more; what is smaller still, or has more than six integer digits, is written as
1.5e7. Never "−0.00".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

MINUS = "\u2212"
NUMBER = re.compile(r"−?\d+(?:,\d{3})*(?:\.\d+)?(?:e−?\d+)?%?")
SURE_DIGITS = 12  # of a sum's largest term; what floats keep beyond doubt
_SIGNIFICANT = 3  # of an input that is shown rounded


@dataclass(frozen=True)
class Truth:
    """A computed number: its exact value, and how far floats may be off on either side."""

    low: Fraction
    exact: Fraction
    high: Fraction

    @classmethod
    def within(cls, exact: Fraction, scale: Fraction) -> Truth:
        """Off by a unit of the last sure digit of `scale`, the largest term, at most."""
        noise = Fraction(10) ** (power_of(scale) - SURE_DIGITS + 1) if scale else Fraction(0)
        return cls(exact - noise, exact, exact + noise)

    def widened(self, scale: Fraction) -> Truth:
        """The same with one more rounding of a number of that size."""
        noise = Truth.within(Fraction(0), scale).high
        return Truth(self.low - noise, self.exact, self.high + noise)


def sum_of(terms: list[Truth]) -> Truth:
    """The sum, with the noise of its terms and of adding them."""
    total = Truth(*(sum(getattr(t, k) for t in terms) for k in ("low", "exact", "high")))
    return total.widened(max(abs(t.exact) for t in terms))


def power_of(number: Fraction) -> int:
    """The power of ten of its first digit; the number is not zero."""
    size = abs(number)
    power = len(str(size.numerator)) - len(str(size.denominator))
    while size >= Fraction(10) ** (power + 1):
        power += 1
    while size < Fraction(10) ** power:
        power -= 1
    return power


def rounded(number: Fraction, power: int) -> Fraction:
    """To a multiple of 10^power; a half goes away from zero."""
    unit = Fraction(10) ** power
    units = (abs(number) / unit + Fraction(1, 2)).__floor__()
    return units * unit * (1 if number >= 0 else -1)


def digits_of(number: Fraction, decimals: int) -> str:
    """A multiple of 10^−decimals, digit by digit."""
    whole = abs(number) * 10**decimals
    assert whole.denominator == 1
    text = str(whole.numerator).rjust(decimals + 1, "0")
    text = f"{text[:-decimals]}.{text[-decimals:]}" if decimals else text
    return f"{MINUS}{text}" if number < 0 else text


def printed(number: Fraction, decimals: int) -> str:
    """The text of a computed number."""
    for places in range(decimals, decimals + 3):
        near = rounded(number, -places)
        if abs(near) >= 10**6:
            break
        if not number or (near and (places == decimals or power_of(number) >= -places)):
            return digits_of(near, places)
    near = rounded(number, power_of(number) - 1)
    power = power_of(near)
    return f"{digits_of(near / Fraction(10) ** power, 1)}e{power}".replace("-", MINUS)


def value_of(text: str) -> Fraction:
    """What a printed text says."""
    return Fraction(text.replace(MINUS, "-").replace(",", "").removesuffix("%"))


def last_place(text: str) -> Fraction:
    """The unit of the last digit of a text."""
    mantissa, _, power = text.replace(MINUS, "-").partition("e")
    return Fraction(10) ** (int(power or 0) - len(mantissa.partition(".")[2]))


def is_printed(text: str, truth: Truth, decimals: int) -> bool:
    """Whether a text is the number; beside its own text only where noise decides the rounding."""
    if re.fullmatch(r"−0(\.0*)?", text):
        return False
    if text == printed(truth.exact, decimals):
        return True
    try:
        nearest = min(max(value_of(text), truth.low), truth.high)
    except ValueError:
        return False
    return text == printed(nearest, decimals)


def is_as_written(text: str, written: str) -> bool:
    """Whether an input is drawn as in the lesson; minus zero has no sign."""
    plain = text.replace(MINUS, "-")
    return plain == (written.removeprefix("-") if not value_of(written) else written)


def is_rounded_input(text: str, written: str) -> bool:
    """Whether an input is drawn with its first three digits."""
    exact, said = value_of(written), value_of(text)
    if not exact:
        return is_as_written(text, written)
    unit = Fraction(10) ** (power_of(exact) - _SIGNIFICANT + 1)
    if "e" in text:
        unit = max(unit, last_place(text))
    return said == rounded(exact, power_of(unit)) and not re.fullmatch(r"−0(\.0*)?", text)
