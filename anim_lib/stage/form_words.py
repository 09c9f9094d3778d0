"""What `check` says of a row-by-row table: its form, and what of it stands together."""

from __future__ import annotations

from anim_lib.stage.rows_layout import RowsLayout

_FORMS = {
    "full": "every pair is written out",
    "compact": "factors are ringed, only their products are written",
    "list": "a row's terms stand one under another",
}


def says_form(layout: RowsLayout, shape: str, column: str, array: str) -> str:
    """One sentence: the form for this shape, what is shown of it, and how it is written."""
    view, form = layout.view, layout.plan.form
    hidden = view.hidden_rows or view.hidden_columns
    parts = [f"{form}, elided form for {shape}" if hidden else f"{form} form for {shape}"]
    parts.append(_FORMS[form])
    if view.hidden_rows:
        noun = layout.rows.noun
        which = _listed(view.rows)
        parts.append(f"{noun}s {which} are shown, {layout.rows.gap_label} in one line")
    if view.hidden_columns:
        which, count = _listed(view.columns), view.hidden_columns
        parts.append(f"{column}s {which} are shown, {count:,} more stand together as one term")
    if layout.rounded:
        parts.append(f"{array} is written with 3 digits and computed with all")
    return f"{parts[0]}: {'; '.join(parts[1:])}"


def _listed(indexes: tuple[int, ...]) -> str:
    """As people count them: "1, 2, 3 and 64"."""
    names = [f"{index + 1:,}" for index in indexes]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
