"""What cannot be drawn of a lesson, said as the lesson's other faults are."""

from __future__ import annotations

from anim_lib.lesson.faults import Fault, LessonError
from anim_lib.lesson.lesson import Lesson


def layout_error(
    lesson: Lesson, key: str, cell: str | None, found: str, expected: str, mend: str
) -> LessonError:
    """The error for one fault of this lesson, named by its file where there is one."""
    file = lesson.path.name if lesson.path is not None else lesson.name
    return LessonError(Fault(file, key, cell, found, expected, mend))
