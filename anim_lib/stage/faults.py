"""What cannot be drawn of a lesson, said as the lesson's other faults are."""

from __future__ import annotations

from anim_lib.lesson.faults import Fault, LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.stage.frame import NARROWEST_WIDE, Frame


def require_wide(lesson: Lesson, frame: Frame) -> None:
    """Raise LessonError where the frame is too narrow for the wide layouts."""
    if not frame.is_wide:
        raise layout_error(
            lesson,
            "resolution",
            None,
            f"a frame {frame.aspect:.2f} times as wide as high",
            f"at least {NARROWEST_WIDE:g} times, since a row's steps run to the right",
            "Render at 1920x1080 or another wide size.",
        )


def layout_error(
    lesson: Lesson, key: str, cell: str | None, found: str, expected: str, mend: str
) -> LessonError:
    """The error for one fault of this lesson, named by its file where there is one."""
    file = lesson.path.name if lesson.path is not None else lesson.name
    return LessonError(Fault(file, key, cell, found, expected, mend))
