"""`rows` and `cols` of `[display]`: what of a table is shown in full where the rest is elided.

A choice is kept as it was written, a slice ("0:3", "::16", "-1:") or whole numbers, since how many
rows there are is only known with the arrays. Both count from 0, and from the end when negative.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from anim_lib.lesson.cells import Complaint, keep_complaints
from anim_lib.lesson.faults import FaultList
from anim_lib.lesson.slices import cut_within, slice_of, within
from anim_lib.lesson.words import counted, described

if TYPE_CHECKING:
    from anim_lib.lesson.lesson import Attention, DenseLayer

Choice = str | tuple[int, ...]  # () where nothing is asked for
Remark = tuple[int | None, Complaint]  # which entry of a list, from 0, and what is wrong with it

WRITTEN = 'a slice such as "0:3", or whole numbers such as [0, 2], counted from 0'
WHOLE = "a whole number, counted from 0"


def chosen(choice: Choice, count: int) -> tuple[int, ...]:
    """The indexes below `count` that a choice means: ascending, each once, none outside."""
    if isinstance(choice, str):
        return tuple(range(count))[slice_of(choice) or slice(0)]
    places = {index + count if index < 0 else index for index in choice}
    return tuple(sorted(index for index in places if 0 <= index < count))


def form_remarks(value: object) -> list[Remark]:
    """What is wrong with how a choice is written."""
    if slice_of(value) is not None:
        return []
    if not isinstance(value, list | tuple):
        mend = f"Write [{value}]." if _is_whole(value) else 'Write "0:3", or [0, 2].'
        return [(None, (described(value), WRITTEN, mend))]
    if not value:
        return [(None, ("an empty list", WRITTEN, "Name some, or remove it."))]
    return [
        (entry, (f"is {described(index)}", WHOLE, "Write [0, 2], or a slice in quotes."))
        for entry, index in enumerate(value)
        if not _is_whole(index)
    ]


def choice_remarks(
    rows: Choice, cols: Choice, dense: "DenseLayer | None", attention: "Attention | None"
) -> dict[str, list[Remark]]:
    """What of `rows` and `cols` lies outside the layer or, where there is none, the step."""
    if dense is not None:
        (height, width), array = dense.W.shape, "W"
    elif attention is not None:
        (height, width), array = attention.keys.shape, "keys"
    else:
        return {}
    return {
        "rows": _range_remarks(rows, height, "row", array),
        "cols": _range_remarks(cols, width, "column", array),
    }


def _range_remarks(choice: Choice, count: int, noun: str, array: str) -> list[Remark]:
    there = f"but {array} has {counted(count, noun)}"
    ends = f"the first {noun} is 0, the last {count - 1} or -1"
    if not isinstance(choice, str):
        numbers = f"numbers from {-count} to {count - 1}"
        mend = f"{ends[0].upper()}{ends[1:]}."
        return [
            (entry, (f"is {described(index)}, {there}", numbers, mend))
            for entry, index in enumerate(choice)
            if not -count <= index < count
        ]
    if cut_within(choice, count) is not None:
        return []
    found = f"{described(choice)}, {there}"
    return [(None, (found, within(count), f'Write "0:{min(3, count)}"; {ends}.'))]


def read_shown(
    document: Mapping[str, object],
    dense: "DenseLayer | None",
    attention: "Attention | None",
    faults: FaultList,
) -> tuple[Choice, Choice]:
    """`rows` and `cols` of a document's `[display]`; with faults kept where they do not fit.

    They choose from the layer. What an attention step beside it does not have is left out there.
    """
    display = document.get("display")
    if not isinstance(display, dict):
        return (), ()
    rows = _read_choice(display.get("rows"), "display.rows", faults)
    cols = _read_choice(display.get("cols"), "display.cols", faults)
    step = None if "dense" in document else attention
    for key, remarks in choice_remarks(rows, cols, dense, step).items():
        _keep(remarks, f"display.{key}", faults)
    return rows, cols


def _read_choice(value: object, key: str, faults: FaultList) -> Choice:
    if value is None:
        return ()
    remarks = form_remarks(value)
    _keep(remarks, key, faults)
    if remarks:
        return ()
    return tuple(value) if isinstance(value, list | tuple) else str(value)


def _keep(remarks: list[Remark], key: str, faults: FaultList) -> None:
    for entry, complaint in remarks:
        if entry is None:
            faults.add(key, *complaint)
    entries = [(entry, complaint) for entry, complaint in remarks if entry is not None]
    cells = [(f"entry {entry + 1}", complaint) for entry, complaint in entries]
    keep_complaints(key, cells, faults, places=[(entry,) for entry, _ in entries])


def remark_text(key: str, remark: Remark) -> str:
    """One remark as an error of Python's says it."""
    entry, (found, expected, mend) = remark
    where = key if entry is None else f"{key}, entry {entry + 1}"
    return f"{where}: {found}; expected {expected}. {mend}"


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
