"""The vertical layout of a narrow table and of the list under it: tight first, then stretched."""

from __future__ import annotations

from dataclasses import dataclass

from anim_lib.stage.frame import Frame
from anim_lib.stage.slots import MIN_DIGIT
from anim_lib.stage.table_plan import LEADING, RowTableSpec

_LOOSE_PITCH, _LOOSE_STEP = 0.62, 0.72
_NAMED_PITCH = 0.415  # names are taller than digits
_HEADER = (0.58, 0.85)  # from the header's middle to the first row's, tight and loose
_RULE = (0.37, 0.58)  # from the last row's middle to the rule
_HEAD = (0.34, 0.52)  # from the rule to the words over the list
_FIRST = (0.42, 0.55)  # from those words to the first term
_ROOT = 0.08  # a root with its bar is taller than digits
_EXTRA = (0.12, 0.26)  # more than a step between the last term and the result, for the rule


@dataclass(frozen=True)
class Heights:
    """Middles of lines, in units, from top to bottom."""

    header_y: float
    lines: tuple[float, ...]  # of the table
    rule_y: float
    head_y: float
    terms: tuple[float, ...]
    sum_rule_y: float
    root_y: float | None
    result_y: float
    pitch: float  # of the table's lines
    step: float  # of the list's lines


def plan_heights(spec: RowTableSpec, frame: Frame, h: float, *, has_root: bool) -> Heights | None:
    """As loose as the frame allows for a table of digits `h`; None where even tight is too high."""
    for k in range(10, -1, -1):
        found = _stretched(spec, frame, h, has_root, k / 10)
        if found is not None:
            return found
    return None


def _stretched(
    spec: RowTableSpec, frame: Frame, h: float, has_root: bool, loose: float
) -> Heights | None:
    def between(tight: float, wide: float) -> float:
        return tight + (wide - tight) * loose

    worded = any(not name.replace(",", "").isdigit() for name in spec.row_names[:-1])
    tight = max(h + 0.125, _NAMED_PITCH if worded else 0.0)
    pitch = between(tight, _LOOSE_PITCH)
    step = between(1.6 * MIN_DIGIT, _LOOSE_STEP)
    header, rule = between(*_HEADER), between(*_RULE)
    head, first, extra = between(*_HEAD), between(*_FIRST), between(*_EXTRA)
    terms = len(spec.header) + bool(spec.aside)
    table = header + pitch * (spec.lines - 1) + rule
    root = step + _ROOT if has_root else 0.0
    working = head + first + step * (terms - 1) + extra + step + root
    stacked = max((label.count(" ") for label, _ in spec.results), default=0)
    tallest = frame.safe_top - LEADING * stacked - 0.3 + h / 2  # a header of more lines
    top, bottom = min(frame.stage_top - h / 2 - 0.1, tallest), frame.stage_bottom + 0.3
    spare = top - bottom - table - working
    if spare < 0:
        return None
    header_y = top - min(spare / 2, 0.9)  # what no line needs is left above and below
    first_row = header_y - header
    rule_y = first_row - pitch * (spec.lines - 1) - rule
    head_y = rule_y - head - min(spare / 6, 0.3)
    first_term = head_y - first
    last_term = first_term - step * (terms - 1)
    after = last_term - extra - step - (_ROOT / 2 if has_root else 0.0)
    return Heights(
        header_y=header_y,
        lines=tuple(first_row - pitch * i for i in range(spec.lines)),
        rule_y=rule_y,
        head_y=head_y,
        terms=tuple(first_term - step * i for i in range(terms)),
        sum_rule_y=last_term - (extra + step) / 2,
        root_y=after if has_root else None,
        result_y=after - (step + _ROOT / 2 if has_root else 0.0),
        pitch=pitch if spec.lines > 1 else _LOOSE_PITCH,
        step=step,
    )
