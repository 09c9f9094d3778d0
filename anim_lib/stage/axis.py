"""One axis of a plot: where a value stands, and which plain numbers mark it. Pure arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from anim_lib.nn.numbers import INTEGER_DIGITS, MINUS
from anim_lib.stage.slots import slot_width

LEAST_SHARE = 0.3  # of the domain, that each side of zero takes
_MOST_TICKS = 3  # on either side of zero
_TEXT_GAP = 0.16
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
    """The finest round marks that stand at least `least` units apart, texts not touching.

    Whole numbers wherever one fits on the axis; at most three on either side of zero, and zero
    itself is none: the other axis marks it. Where long numbers leave no room they are written
    with an exponent, and where that is not enough the marks may stand nearer.
    """
    for nearer, whole in ((1.0, True), (0.6, True), (1.0, False), (0.6, False)):
        for write in (tick_text, scientific):
            for step in _steps(axis, margin, whole=whole):
                found = _multiples(axis, step, digit, margin, write)
                apart = _units(axis, step)
                widest = max((text_width(t.text, digit) for t in found), default=0.0)
                if found and apart >= max(least * nearer, widest + _TEXT_GAP):
                    return found
    return _few_ticks(axis, digit, margin)


def _few_ticks(axis: Axis, digit: float, margin: float) -> tuple[Tick, ...]:
    """On a short axis: the finest marks whose long numbers keep clear, or one on either side."""
    for step in _steps(axis, margin, whole=False):
        for write in (tick_text, scientific):
            found = _multiples(axis, step, digit, margin, write)
            if found and _keep_clear(axis, found, digit):
                return found
            below = [tick for tick in found if tick.value < 0][:1]
            outer = (*below, *[tick for tick in found if tick.value > 0][-1:])
            if outer and _keep_clear(axis, outer, digit):
                return outer
    return ()


def _keep_clear(axis: Axis, found: tuple[Tick, ...], digit: float) -> bool:
    """Whether no number touches another one or the other axis."""
    halves = [text_width(t.text, digit) / 2 for t in found]
    placed = list(zip(found, halves, strict=True))
    return all(abs(t.place - axis.origin) >= half + _TEXT_GAP / 2 for t, half in placed) and all(
        b.place - a.place >= one + other + _TEXT_GAP for (a, one), (b, other) in pairwise(placed)
    )


def _steps(axis: Axis, margin: float, *, whole: bool) -> Iterator[Decimal]:
    """Round steps from fine to coarse that put at most three marks on a side."""
    longest = max(axis.high - axis.origin, axis.origin - axis.low) - margin
    size = Decimal(repr(axis.scale)).adjusted()
    for power in range(size - 2, size + 2):
        for lead in (1, 2, 5):
            step = Decimal(lead).scaleb(power)
            apart = _units(axis, step)
            crowded = apart <= 0 or longest / apart >= _MOST_TICKS + 1
            broken = whole and step < 1 and longest / axis.reach * axis.scale >= 1
            if not crowded and not broken:
                yield step


def _units(axis: Axis, step: Decimal) -> float:
    return float(step / Decimal(repr(axis.scale))) * axis.reach


def _multiples(
    axis: Axis, step: Decimal, digit: float, margin: float, write: Callable[[Decimal], str]
) -> tuple[Tick, ...]:
    """The step's multiples whose texts stand within the axis."""
    apart = _units(axis, step)
    below = int((axis.origin - axis.low - margin) / apart)
    above = int((axis.high - margin - axis.origin) / apart)
    found = []
    for k in (k for k in range(-below, above + 1) if k):
        tick = Tick(step * k, write(step * k), axis.origin + k * apart)
        half = text_width(tick.text, digit) / 2
        if axis.low - 0.05 <= tick.place - half and tick.place + half <= axis.high + 0.05:
            found.append(tick)
    return tuple(found)


def tick_text(value: Decimal) -> str:
    """A round number as an axis prints it: "−2", "1500", "0.05", "5e7"."""
    plain = value.normalize()
    if -_LONGEST_DECIMAL <= plain.adjusted() < INTEGER_DIGITS:
        return f"{plain:f}".replace("-", MINUS)
    return scientific(value)


def scientific(value: Decimal) -> str:
    """A round number with an exponent: 200000 gives "2e5"."""
    plain = value.normalize()
    power = plain.adjusted()
    return f"{plain.scaleb(-power):f}e{power}".replace("-", MINUS)


def text_width(text: str, digit: float) -> float:
    """The width of a number set in slots, in units."""
    return sum(slot_width(c) for c in text) * digit
