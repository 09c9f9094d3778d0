"""How long things stand: the first row is the lesson, the next is quicker, the others quick."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tempo:
    """Seconds. The first four are holds, which the lesson's pace scales; the others are moves."""

    pair: float  # after a pair or a product has landed
    settle: float  # longer after a running total
    number: float  # after a line or a first result
    result: float  # after a row's result
    lag: float  # between one pair's start and the next one's in a cascade
    flight: float  # of a factor
    carry: float  # of a result


SLOW = Tempo(pair=0.2, settle=0.6, number=0.8, result=1.5, lag=0.0, flight=0.7, carry=0.5)
MEDIUM = Tempo(pair=0.5, settle=0.0, number=0.5, result=1.2, lag=0.4, flight=0.7, carry=0.5)
QUICK = Tempo(pair=0.3, settle=0.0, number=0.3, result=1.0, lag=0.1, flight=0.5, carry=0.5)


def tempo_of(row: int) -> Tempo:
    """The tempo of a row, counted from 0."""
    return (SLOW, MEDIUM)[row] if row < 2 else QUICK
