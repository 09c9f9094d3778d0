"""The opening picture of a layer: W x + b side by side, before x lies down over the columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from anim_lib.stage.slots import joined
from anim_lib.stage.table_plan import Bracket, RowTablePlan, RowTableSpec

_PAD = 0.22
_GAP = 0.30
_HALF_ROW = 0.31  # from a row's middle to the end of its brackets
_PLUS = 0.34  # from a bracket to the middle of the plus
_HIGHEST = 2.6  # from the first input to the last, unless they need more
_AIR = 0.1  # between inputs


@dataclass(frozen=True)
class OpeningPlan:
    """Where the upright x, the plus and b stand at first; W stands where it will stay."""

    header_x: float  # decimal points of the upright x
    header_ys: tuple[float, ...]
    header_bracket: Bracket
    header_bottom: float
    header_top: float
    plus_x: float
    aside: float
    aside_bracket: Bracket
    formula_y: float


def opening_width(spec: RowTableSpec, h: float) -> float:
    """How far x, the plus and b reach right of W's bracket while they stand beside it."""
    x, b = joined(_shown(spec), h), joined(list(spec.aside), h)
    return _GAP + x.width + 2 * _PAD + 2 * _PLUS + b.width + 2 * _PAD


def upright_ys(
    spec: RowTableSpec, header_y: float, lines: Sequence[float], h: float
) -> tuple[float, ...]:
    """The middles of the upright x, beside the table's lines and under the one it will lie on.

    Many tall inputs need more than the usual height; they take it from the header's line.
    """
    steps = len(spec.header) - 1
    pitch = min(0.62, max(_HIGHEST / max(steps, 1), h + _AIR))
    top = header_y - 0.5 + max(pitch * steps - _HIGHEST, 0.0)
    first = min((lines[0] + lines[-1]) / 2 + pitch * steps / 2, top)
    return tuple(first - pitch * j for j in range(steps + 1))


def upright_bottom(spec: RowTableSpec, header_y: float, lines: Sequence[float], h: float) -> float:
    """Where the brackets of the upright x end."""
    return upright_ys(spec, header_y, lines, h)[-1] - _HALF_ROW


def plan_opening(spec: RowTableSpec, plan: RowTablePlan) -> OpeningPlan:
    """The tightest row W x + b; it ends left of the result columns' right end."""
    upright = joined(_shown(spec), plan.h)
    aside = joined(list(spec.aside), plan.h)
    left = plan.bracket.right + _GAP
    x = left + _PAD + upright.left
    bracket = Bracket(left, x + upright.right + _PAD)
    ys = upright_ys(spec, plan.header_y, (plan.top, plan.bottom), plan.h)
    plus = bracket.right + _PLUS
    aside_left = plus + _PLUS
    aside_x = aside_left + _PAD + aside.left
    return OpeningPlan(
        header_x=x,
        header_ys=ys,
        header_bracket=bracket,
        header_bottom=ys[-1] - _HALF_ROW,
        header_top=ys[0] + _HALF_ROW,
        plus_x=plus,
        aside=aside_x,
        aside_bracket=Bracket(aside_left, aside_x + aside.right + _PAD),
        formula_y=plan.formula_y
        if plan.formula_y is not None
        else min(plan.bottom - 0.31, ys[-1] - 0.31) - 1.15,
    )


def _shown(spec: RowTableSpec) -> list[str]:
    """The inputs that are shown as numbers."""
    return [text for j, text in enumerate(spec.header) if j != spec.hidden_at]
