"""exp and the activations with fifty digits and more, from their definitions."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Context, Decimal, localcontext
from fractions import Fraction

from tests.sweep.printing import Truth

PRECISE = Context(prec=80)
_FAR = 2000  # no float holds e^±2000
_TAIL = 40  # Φ(−40) is 10^−350: no float is as small
_SMALLEST = Fraction(22250738585072014, 10**324)  # a float below has lost digits, and counts as 0
_GELU_LOWEST = Fraction(-7517915, 10**7)  # where GELU turns

Function = Callable[[Fraction], Fraction]


def decimal(number: Fraction) -> Decimal:
    """The number with as many digits as the context has."""
    return Decimal(number.numerator) / Decimal(number.denominator)


def exp(z: Fraction) -> Fraction:
    """e^z; zero for what no float holds, and never more than e^2000, which none holds either."""
    if z < -_FAR:
        return Fraction(0)
    with localcontext(PRECISE):
        value = Fraction(decimal(min(z, Fraction(_FAR))).exp())
    return value if value >= _SMALLEST else Fraction(0)


def relu(z: Fraction) -> Fraction:
    return max(z, Fraction(0))


def leaky_relu(z: Fraction) -> Fraction:
    return z if z > 0 else z / 100


def sigmoid(z: Fraction) -> Fraction:
    e = exp(-abs(z))
    return 1 / (1 + e) if z >= 0 else e / (1 + e)


def tanh(z: Fraction) -> Fraction:
    if abs(z) < Fraction(1, 10**12):
        return z - z**3 / 3
    e = exp(-2 * abs(z))
    return (1 - e) / (1 + e) * (1 if z > 0 else -1)


def gelu(z: Fraction) -> Fraction:
    """z Φ(z), by Φ(z) = ½ + φ(z) (z + z³/3 + z⁵/15 + …)."""
    if abs(z) > _TAIL:
        return max(z, Fraction(0))
    with localcontext(Context(prec=450)):  # below zero the two halves cancel
        x = decimal(z)
        term, total, n = x, x, 1
        while abs(term) > Decimal(10) ** -440:
            n += 2
            term *= x * x / n
            total += term
        density = (-x * x / 2).exp() / (2 * _pi()).sqrt()
        value = Fraction(x * (Decimal("0.5") + density * total))
    return value if abs(value) >= _SMALLEST else Fraction(0)


def identity(z: Fraction) -> Fraction:
    return z


FUNCTIONS: dict[str, Function] = {
    f.__name__: f for f in (relu, leaky_relu, sigmoid, tanh, gelu, identity)
}


def applied(function: Function, z: Truth) -> Truth:
    """The function of a number that is known but for its noise."""
    ends = [function(end) for end in (z.low, z.exact, z.high)]
    if function is gelu and z.low < _GELU_LOWEST < z.high:
        ends.append(gelu(_GELU_LOWEST))
    size = max(abs(end) for end in ends)
    return Truth(min(ends), ends[1], max(ends)).widened(size)


def root_of(count: int) -> Fraction:
    """√count."""
    with localcontext(PRECISE):
        return Fraction(Decimal(count).sqrt())


def _pi() -> Decimal:
    """π by Machin's formula, to the context's digits."""
    return 4 * (4 * _arctan_of_one_over(5) - _arctan_of_one_over(239))


def _arctan_of_one_over(n: int) -> Decimal:
    term, total, k = Decimal(1) / n, Decimal(1) / n, 1
    while abs(term) > Decimal(10) ** -460:
        term /= -n * n
        k += 2
        total += term / k
    return total
