"""Slices as lesson files write them: "0:4", "::16", "-1:", counted from 0, the end not included."""

import re
from collections.abc import Sequence
from typing import Any

# No more digits than a count can have: Python refuses to read endless ones.
PATTERN = r"\s*(-?[0-9]{1,15})?\s*:\s*(-?[0-9]{1,15})?\s*(?::\s*(0*[1-9][0-9]{0,14})?\s*)?"
SLICE = re.compile(PATTERN)


def slice_of(text: object) -> slice | None:
    """The slice that a text means, its step at least 1; None for anything else."""
    match = SLICE.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        return None
    return slice(*(None if part is None else int(part) for part in match.groups()))


def cut_within(text: object, count: int) -> slice | None:
    """The slice, where it picks something of `count` and no bound lies outside; else None."""
    span = slice_of(text)
    if span is None or not range(count)[span]:
        return None
    bounds: Sequence[Any] = (span.start, span.stop)
    return span if all(bound is None or abs(bound) <= count for bound in bounds) else None


def within(count: int) -> str:
    """What is expected of a slice of `count`, in words."""
    return f'"first:end" within 0:{count}, the end not included'
