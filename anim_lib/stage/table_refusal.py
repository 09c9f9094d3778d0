"""A table that has no room, told by the number that asks for the most of it."""

from __future__ import annotations

from anim_lib.lesson.faults import LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.nn.quantity import Matrix
from anim_lib.stage.faults import layout_error
from anim_lib.stage.plan import NoFitError

_EXPECTED = "numbers that fit side by side with digits of at least 11 pixels at 640 × 360"
_MEND = "Round the long numbers, show fewer decimals, or draw a wider frame."

_CHOOSE = (
    "Choose fewer rows or cols under [display], round the long numbers, or show fewer decimals."
)


def table_refusal(
    lesson: Lesson, error: NoFitError, keys: tuple[str, str, str], cells: Matrix
) -> LessonError:
    """The error; `keys` are those of the matrix, of the header over it and of what stands beside.

    `cells` is the matrix as the user wrote it.
    """
    (i, j), (matrix, header, aside) = error.widest, keys
    key, cell, text = {
        "cell": (matrix, f"row {i + 1}, column {j + 1}", cells[i][j].text),
        "header": (header, f"number {j + 1}", error.text),
        "aside": (aside, f"number {i + 1}", error.text),
        "result": (matrix, f"row {i + 1}", error.text),
    }[error.part]
    said = f'the row’s result "{text}"' if error.part == "result" else f'"{text}"'
    found = f"{said} stands in a table that is too wide: {error.reason}"
    chosen = lesson.display.rows or lesson.display.cols
    mend = _CHOOSE if chosen else _MEND
    return layout_error(lesson, key, cell, found, _EXPECTED, mend)
