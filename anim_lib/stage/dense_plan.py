"""The dense layer laid out before its first frame; needs no Manim."""

from __future__ import annotations

from anim_lib.lesson.lesson import Lesson
from anim_lib.nn.dense import DenseTrace
from anim_lib.stage.faults import layout_error
from anim_lib.stage.frame import Frame
from anim_lib.stage.plan import NoFitError
from anim_lib.stage.rows import Rows, dense_rows
from anim_lib.stage.rows_layout import (
    DIGITS,
    MOST_ROWS,
    RowSets,
    RowsLayout,
    lay_out_rows,
    usual_rows,
)
from anim_lib.stage.table_refusal import table_refusal
from anim_lib.stage.view import View


def plan_dense(lesson: Lesson, trace: DenseTrace, frame: Frame) -> RowsLayout:
    """The layer's table. Raises LessonError naming the key, and the cell that is too wide."""
    chosen = lesson.shown_rows(trace.n_rows)
    if len(chosen) > MOST_ROWS:
        raise layout_error(
            lesson,
            "display.rows",
            None,
            f"{len(chosen)} rows to be shown in full",
            f"at most {MOST_ROWS} rows, which is what is legible at 640 × 360",
            "Name fewer rows; the others stand together in one line.",
        )

    def rows(view: View, rounded: bool) -> Rows:
        return dense_rows(trace.rounded(DIGITS) if rounded else trace, view)

    shape = (trace.n_rows, trace.n_inputs)
    row_sets = RowSets(chosen, [chosen]) if chosen else usual_rows(trace.n_rows, frame)
    try:
        return lay_out_rows(rows, shape, frame, row_sets, lesson.shown_cols(trace.n_inputs))
    except NoFitError as error:
        keys = ("dense.W", "dense.x", "dense.b")
        raise table_refusal(lesson, error, keys, trace.W) from error
