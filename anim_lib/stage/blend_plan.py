"""Where the blend of values stands: names, weights, rows of values, their sum, one split bar."""

from __future__ import annotations

from dataclasses import dataclass

from anim_lib.lesson.words import counted
from anim_lib.stage.blend_across import SPACINGS, BlendColumns, Spacing, columns_of
from anim_lib.stage.blend_heights import BlendForm, BlendHeights, heights_of
from anim_lib.stage.blend_lines import BlendLines
from anim_lib.stage.frame import Frame
from anim_lib.stage.plan import NoFitError
from anim_lib.stage.slots import MAX_DIGIT, MIN_DIGIT
from anim_lib.stage.table_plan import LABEL_EM, row_name_em, words_width

BESIDE = 0.16  # room beside a label in its part of the bar, both sides together
_EDGE = 0.05
_SHORT_BAR, _LABELLED = 8.0, 0.05  # a share from here on has its label in the bar


@dataclass(frozen=True)
class BlendPlan:
    """Decimal points' x of each column, the rows' y, and the bar that is split by the shares."""

    form: BlendForm
    h: float
    name_em: float
    columns: BlendColumns
    heights: BlendHeights
    bar_left: float
    bar_right: float


def plan_blend(lines: BlendLines, output_label: str, frame: Frame, form: BlendForm) -> BlendPlan:
    """This form at the largest digits that fit. Raises NoFitError when none do."""
    for spacing in SPACINGS:
        for step in range(round((MAX_DIGIT - MIN_DIGIT) / 0.01) + 1):
            h = round(MAX_DIGIT - 0.01 * step, 2)
            plan = _lay_out(lines, output_label, frame, form, spacing, h)
            if plan is not None:
                return plan
    rows, values = counted(lines.count, "row"), counted(len(lines.output), "value")
    raise NoFitError((0, 0), f"{rows} of {values} do not fit")


def _lay_out(
    lines: BlendLines, output_label: str, frame: Frame, form: BlendForm, spacing: Spacing, h: float
) -> BlendPlan | None:
    heights = heights_of(lines.count, lines.hidden is not None, frame, form, h)
    if heights is None:
        return None
    columns = columns_of(lines, output_label, frame, form, spacing, h)
    if columns is None:
        return None
    bar = _bar_length(lines, 2 * (frame.safe_x - _EDGE))
    return BlendPlan(
        form, h, row_name_em(heights.pitch), columns, heights, bar_left=-bar / 2, bar_right=bar / 2
    )


def _bar_length(lines: BlendLines, room: float) -> float:
    """A short bar, or one as wide as the stage where a share does not fit inside its part."""
    short = min(_SHORT_BAR, room)
    fit = [
        fits_inside(share.text, LABEL_EM, part * short)
        for share, part in zip(lines.shares, lines.parts, strict=True)
        if part >= _LABELLED
    ]
    return short if all(fit) else room


def fits_inside(text: str, em: float, room: float) -> bool:
    """Whether a label has air on both sides inside a part of the bar."""
    return words_width(text, em) + BESIDE <= room
