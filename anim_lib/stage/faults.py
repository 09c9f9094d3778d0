"""What cannot be drawn of a lesson, said as the lesson's other faults are."""

from __future__ import annotations

import unicodedata

from anim_lib.lesson.faults import Fault, LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.stage.fonts import how_to_get_more
from anim_lib.stage.frame import NARROWEST_WIDE, Frame
from anim_lib.stage.typeset import MissingGlyphError

_AROUND = 20  # characters of a text that are quoted before and after the one that is meant
_UNNAMED = {"Cc": "a control character", "Cs": "half of a pair", "Co": "of private use"}


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


def undrawable(
    lesson: Lesson, key: str, cell: str | None, text: str, error: MissingGlyphError
) -> LessonError:
    """The error for a text of the lesson that holds a character without a shape."""
    character, at = error.character, text.find(error.character)
    start = max(0, at - _AROUND)
    part = text[start : at + _AROUND]
    within = f" in {part!r}" if part != character else ""
    code = f"U+{ord(character):04X}"
    if error.invisible:
        kind = _UNNAMED.get(unicodedata.category(character), "unnamed")
        name = unicodedata.name(character, kind)
        found = f"{code} ({name}){within} cannot be seen"
        return layout_error(
            lesson, key, cell, found, "letters and signs with a shape", "Remove it."
        )
    found = f'"{character}" ({code}){within} is not in the fonts that Dotreel draws with'
    expected = "letters and signs that they have"
    return layout_error(lesson, key, cell, found, expected, how_to_get_more())
