"""Which form each clip will take for a lesson, or why it is refused; needs no Manim."""

from __future__ import annotations

from collections.abc import Callable

from anim_lib.lesson.faults import Fault, LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.nn.dense import DenseTrace
from anim_lib.stage.frame import Frame
from anim_lib.stage.plan import NoFitError, plan_row_table
from anim_lib.stage.rows import dense_rows
from anim_lib.stage.table_plan import RowTablePlan

MAX_ROWS, MAX_COLUMNS = 8, 6

Check = Callable[[Lesson, Frame], str]
CHECKS: dict[str, Check] = {}


def check(scene: str) -> Callable[[Check], Check]:
    """Register a planner under its scene's name."""

    def register(function: Check) -> Check:
        CHECKS[scene] = function
        return function

    return register


def check_scene(scene: str, lesson: Lesson, aspect: float) -> str:
    """One sentence: which form the clip takes and why. Raises LessonError when it is refused."""
    planner = CHECKS.get(scene)
    return planner(lesson, Frame.of_aspect(aspect)) if planner else "no shape is out of its reach"


def plan_dense(lesson: Lesson, trace: DenseTrace, frame: Frame) -> RowTablePlan:
    """The layer's table. Raises LessonError naming the key, and the cell that is too wide."""
    rows, columns = trace.n_rows, trace.n_inputs
    if rows > MAX_ROWS or columns > MAX_COLUMNS:
        raise LessonError(
            _fault(
                lesson,
                "dense.W",
                None,
                f"W has {rows} rows and {columns} columns",
                f"at most {MAX_ROWS} rows and {MAX_COLUMNS} columns to be legible",
                "Cut W, x and b to the rows and columns that you want to show.",
            )
        )
    try:
        return plan_row_table(dense_rows(trace).spec(), frame)
    except NoFitError as error:
        i, j = error.widest
        cell = trace.W[i][j]
        raise LessonError(
            _fault(
                lesson,
                "dense.W",
                f"row {i + 1}, column {j + 1}",
                f'"{cell.text}" stands in a table that is too wide: {error.reason}',
                "numbers that fit side by side with digits of at least 11 pixels at 640 × 360",
                "Round the long numbers, show fewer decimals, or show fewer columns.",
            )
        ) from error


@check("dense-layer")
def check_dense_layer(lesson: Lesson, frame: Frame) -> str:
    """Say which form the dense layer takes."""
    trace = lesson.dense_trace
    if trace is None:
        return "not offered: the lesson has no [dense] table"
    plan = plan_dense(lesson, trace, frame)
    shape = f"{trace.n_rows} rows × {trace.n_inputs} inputs"
    if plan.form == "full":
        return f"full form for {shape}: every pair is written out"
    return f"compact form for {shape}: factors are ringed, only their products are written"


def _fault(
    lesson: Lesson, key: str, cell: str | None, found: str, expected: str, mend: str
) -> Fault:
    file = lesson.path.name if lesson.path is not None else lesson.name
    return Fault(file=file, key=key, cell=cell, found=found, expected=expected, mend=mend)


# Planners in files of their own register themselves as they are imported.
from anim_lib.stage import attention_check, lanes_check, relu_plan  # noqa: E402, F401
