"""One axis of a plot: where a value stands, and which plain numbers mark it. Pure arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from anim_lib.nn.numbers import INTEGER_DIGITS, MINUS
from anim_lib.stage.slots import slot_width

LEAST_SHARE = 0.3  # of the domain, that each side of zero takes
_MOST_TICKS = 3  # on either side of zero
_LONGEST_DECIMAL = 4  # 0.0001 is written out, smaller numbers are not


@dataclass(frozen=True)
class Axis:
    """A linear scale. `scale` keeps values near 1, so that 1e308 and 1e−308 do not overflow."""

    origin: float  # where zero stands, in units
    reach: float  # from zero to the value `scale`, in units
    scale: float  # a value; positive
    low: float  # both ends of the line, in units
    high: float

    def at(self, value: float) -> float:
        """Where a value stands, in units."""
        return self.origin + value / self.scale * self.reach

    def value(self, place: float) -> float:
        """The value that stands at a place, in units."""
        return (place - self.origin) / self.reach * self.scale


@dataclass(frozen=True)
class Tick:
    """A mark on an axis: a plain number, and where it stands in units."""

    value: Decimal
    text: str
    place: float


def sides(low: float, high: float) -> tuple[float, float]:
    """How far a domain reaches below and above zero: each side at least 30 % of the whole."""
    below, above = max(0.0, -low), max(0.0, high)
    if below == above == 0:
        return 1.0, 1.0
    share = LEAST_SHARE / (1 - LEAST_SHARE)
    return max(below, share * above), max(above, share * below)


def ticks(axis: Axis, digit: float, least: float, margin: float = 0.1) -> tuple[Tick, ...]:
    """The finest round marks that stand at least `least` units apart, texts included.

    Whole numbers wherever the axis reaches 1; at most three on either side of zero, and zero
    itself is none: the other axis marks it.
    """
    longest = max(axis.high - axis.origin, axis.origin - axis.low) - margin
    size = Decimal(repr(axis.scale)).adjusted()
    for power in range(size - 3, size + 3):
        for lead in (1, 2, 5):
            step = Decimal(lead).scaleb(power)
            apart = float(step / Decimal(repr(axis.scale))) * axis.reach
            if apart <= 0 or longest / apart >= _MOST_TICKS + 1:
                continue
            if step < 1 and longest / axis.reach * axis.scale >= 1:
                continue
            found = _multiples(axis, step, apart, margin)
            widest = max((text_width(t.text, digit) for t in found), default=0.0)
            if apart >= max(least, widest + 0.25):
                return found
    return ()


def _multiples(axis: Axis, step: Decimal, apart: float, margin: float) -> tuple[Tick, ...]:
    below = int((axis.origin - axis.low - margin) / apart)
    above = int((axis.high - margin - axis.origin) / apart)
    found = []
    for k in range(-below, above + 1):
        if k:
            value = step * k
            found.append(Tick(value, tick_text(value), axis.origin + k * apart))
    return tuple(found)


def tick_text(value: Decimal) -> str:
    """A round number as an axis prints it: "−2", "1500", "0.05", "5e7"."""
    plain = value.normalize()
    power = plain.adjusted()
    if -_LONGEST_DECIMAL <= power < INTEGER_DIGITS:
        return f"{plain:f}".replace("-", MINUS)
    mantissa = plain.scaleb(-power)
    return f"{mantissa:f}e{power}".replace("-", MINUS)


def text_width(text: str, digit: float) -> float:
    """The width of a number set in slots, in units."""
    return sum(slot_width(c) for c in text) * digit
