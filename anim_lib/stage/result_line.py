"""How wide a row's last line is: "ReLU(−0.80) = 0.00", or "1.02 / 2 = 0.51"."""

from __future__ import annotations

from collections.abc import Sequence

from anim_lib.stage.slots import OPERATOR, PARENTHESIS, column, slot_width, text_width
from anim_lib.stage.table_plan import word_em, words_width

_AIR = 0.1  # beside an operator, and between the function's name and its parenthesis


def result_width(
    label: str,
    sums: Sequence[str],
    outputs: Sequence[str],
    h: float,
    divisor: str,
    *,
    flush: bool = False,
) -> float:
    """The widest row's line at digits `h`, from its left end to the outputs' right end.

    All outputs share their decimal point, or their right end where they are flush. Without a
    divisor the sum stands in label( ).
    """
    if divisor:
        around = text_width(divisor, h) + slot_width("/") * h + 2 * _AIR
    else:
        around = 2 * PARENTHESIS * h + _AIR + words_width(label, word_em(h))
    left = max(
        column([y], h, flush=flush).left + OPERATOR * h + 2 * _AIR + text_width(z, h) + around
        for z, y in zip(sums, outputs, strict=True)
    )
    return left + column(outputs, h, flush=flush).right
