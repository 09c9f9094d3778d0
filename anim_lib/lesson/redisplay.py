"""The same lesson shown otherwise, checked as `[display]` of a lesson file is."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from anim_lib.lesson.faults import FaultList
from anim_lib.lesson.schema import check_document
from anim_lib.lesson.shown import read_shown

if TYPE_CHECKING:
    from anim_lib.lesson.lesson import Display, Lesson

WHERE, TABLE = "with_display", "display"


def redisplayed(lesson: "Lesson", given: Mapping[str, Any]) -> "Display":
    """The lesson's display with what is given in place of what it has; rows=() takes them back.

    Raises LessonError with every fault.
    """
    wanted = {key: _plain(value) for key, value in given.items()}
    chosen = {key: value for key, value in wanted.items() if value != []}
    faults = FaultList(WHERE)
    layer = lesson.dense
    document: dict[str, object] = {TABLE: chosen} if layer is None else {TABLE: chosen, "dense": {}}
    checked = check_document({TABLE: chosen}, faults)
    rows, cols = read_shown(document, layer, lesson.attention, faults)
    if checked is None or faults.faults:
        # Arguments have no table.
        faults.faults = [replace(f, key=(f.key or "").rpartition(".")[2]) for f in faults.faults]
        raise faults.error()
    shown: dict[str, Any] = {**checked.display.model_dump(), "rows": rows, "cols": cols}
    return replace(lesson.display, **{key: shown[key] for key in wanted})


def _plain(value: Any) -> Any:
    """What TOML would give: numpy's numbers as Python's, whatever holds several as a list."""
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    if isinstance(value, slice):
        parts = (value.start, value.stop, *(() if value.step is None else (value.step,)))
        return ":".join("" if part is None else str(part) for part in parts)
    if isinstance(value, range | tuple | list | set | frozenset):
        return [_plain(item) for item in value]
    return value
