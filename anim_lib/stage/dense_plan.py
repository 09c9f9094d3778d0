"""The dense layer laid out before its first frame; needs no Manim."""

from __future__ import annotations

from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.words import counted
from anim_lib.nn.dense import DenseTrace
from anim_lib.stage.faults import layout_error, require_wide
from anim_lib.stage.frame import Frame
from anim_lib.stage.plan import NoFitError, plan_row_table
from anim_lib.stage.rows import dense_rows
from anim_lib.stage.table_plan import RowTablePlan

MAX_ROWS, MAX_COLUMNS = 8, 6


def plan_dense(lesson: Lesson, trace: DenseTrace, frame: Frame) -> RowTablePlan:
    """The layer's table. Raises LessonError naming the key, and the cell that is too wide."""
    require_wide(lesson, frame)
    rows, columns = trace.n_rows, trace.n_inputs
    if rows > MAX_ROWS or columns > MAX_COLUMNS:
        raise layout_error(
            lesson,
            "dense.W",
            None,
            f"W has {counted(rows, 'row')} and {counted(columns, 'column')}",
            f"at most {MAX_ROWS} rows and {MAX_COLUMNS} columns to be legible",
            "Cut W, x and b to the rows and columns that you want to show.",
        )
    try:
        return plan_row_table(dense_rows(trace).spec(), frame)
    except NoFitError as error:
        i, j = error.widest
        raise layout_error(
            lesson,
            "dense.W",
            f"row {i + 1}, column {j + 1}",
            f'"{trace.W[i][j].text}" stands in a table that is too wide: {error.reason}',
            "numbers that fit side by side with digits of at least 11 pixels at 640 × 360",
            "Round the long numbers, show fewer decimals, or show fewer columns.",
        ) from error
