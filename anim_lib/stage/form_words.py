"""What `check` says of a row-by-row table: its form, and what of it stands together."""

from __future__ import annotations

from anim_lib.stage.rows_layout import DIGITS, RowsLayout
from anim_lib.stage.wording import enumerated, noun_for

_FORMS = {
    "full": "every pair is written out",
    "compact": "factors are ringed, only their products are written",
    "list": "a row's terms stand one under another",
}


def says_form(layout: RowsLayout, shape: str, column: str, array: str) -> str:
    """One sentence: the form for this shape, what is shown of it, and how it is written."""
    form, hidden = layout.plan.form, hidden_parts(layout, column, array)
    elided = ", elided" if layout.view.hidden_rows or layout.view.hidden_columns else ""
    return f"{form}{elided} form for {shape}: {'; '.join([_FORMS[form], *hidden])}"


def hidden_parts(layout: RowsLayout, column: str, array: str) -> list[str]:
    """What stands together, and what is rounded; empty where all is shown as it is."""
    view, parts = layout.view, []
    if view.hidden_rows:
        noun = layout.rows.noun
        parts.append(f"{_shown(noun, view.rows)}, {layout.rows.gap_label} in one line")
    if view.hidden_columns:
        shown, count = _shown(column, view.columns), view.hidden_columns
        parts.append(f"{shown}, {count:,} more stand together as one term")
    if layout.rounded:
        parts.append(f"{array} are written with {DIGITS} digits and computed with all")
    elif layout.shortened:
        parts.append(f"{array} are written short where that loses nothing")
    return parts


def _shown(noun: str, indexes: tuple[int, ...]) -> str:
    """Which ones are shown, "inputs 1 and 3 are shown"."""
    verb = "is" if len(indexes) == 1 else "are"
    return f"{noun_for(len(indexes), noun)} {listed(indexes)} {verb} shown"


def says_rounded(layout: RowsLayout, array: str) -> str:
    """The caption where inputs stand in other digits than in the lesson; else empty."""
    if layout.rounded:
        return f"{array} rounded to {DIGITS} digits here."
    return "Long numbers are written short here." if layout.shortened else ""


def listed(indexes: tuple[int, ...]) -> str:
    """As people count them: "1, 2, 3 and 64"."""
    return enumerated([f"{index + 1:,}" for index in indexes])
