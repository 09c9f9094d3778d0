"""What cannot be drawn of a lesson, said as the lesson's other faults are."""

from __future__ import annotations

import re
import unicodedata

from anim_lib.lesson.faults import FaultList, LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.stage.fonts import how_to_get_more
from anim_lib.stage.frame import NARROWEST_WIDE, Frame
from anim_lib.stage.typeset import MissingGlyphError

_CELL = re.compile(r"[a-z]+ ([0-9]+)(?:, column ([0-9]+))?")
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
    """The error for one fault of this lesson, named by its file where there is one.

    The line of the file is quoted, with carets at the cell: "row 2, column 3" of a matrix, "row 2",
    or "number 3", "word 3" or another noun for an element of a flat list.
    """
    faults = FaultList(lesson.path.name if lesson.path is not None else lesson.name, lesson.source)
    faults.add(key, found, expected, mend, cell=cell, place=_place(cell))
    return faults.error()


def _place(cell: str | None) -> tuple[int, ...]:
    """The indexes from 0 that a cell's name means."""
    match = _CELL.fullmatch(cell or "")
    return () if match is None else tuple(int(part) - 1 for part in match.groups() if part)


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
    if error.piled:
        found = f"{code} ({unicodedata.name(character, 'unnamed')}){within} stands too far off"
        return layout_error(
            lesson, key, cell, found, "letters with a few marks each", "Remove some of the marks."
        )
    found = f'"{character}" ({code}){within} is not in the fonts that Dotreel draws with'
    expected = "letters and signs that they have"
    return layout_error(lesson, key, cell, found, expected, how_to_get_more())
