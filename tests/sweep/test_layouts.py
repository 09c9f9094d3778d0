"""Any lesson, any frame, any theme: every number right, nothing too small, too close or outside.

A hundred random lessons here, each in one frame; `make sweep` sets DOTREEL_LAYOUTS to 1000 and
takes each lesson in a wide, a square and a tall one. DOTREEL_LAYOUTS_SEED tries other lessons.
What is wrong is told with the lesson's number: `python -m tests.sweep.lessons SEED NUMBER` prints
that lesson, `python -m tests.sweep.clips SEED NUMBER` measures it again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from anim_lib.nn.activations import ACTIVATIONS
from tests.sweep.clips import Report, measure_lesson
from tests.sweep.functions import FUNCTIONS

FULL = "DOTREEL_LAYOUTS" in os.environ
COUNT = int(os.environ.get("DOTREEL_LAYOUTS", "100"))
SEED = int(os.environ.get("DOTREEL_LAYOUTS_SEED", "1"))
REGISTERED = frozenset(ACTIVATIONS)  # before other tests add to the table
MOST_REFUSED = 0.1  # of all clips
TOLD = 40  # faults that are quoted
BLOCK = 250  # lessons


@pytest.fixture(scope="module")
def sweep() -> Report:
    report = Report()
    for part in measured():
        report.add(part)
    return report


def measured() -> Iterator[Report]:
    """The lessons' reports; new processes now and then, since the caches of fonts only grow."""
    workers = min(os.cpu_count() or 1, 8)
    for first in range(0, COUNT, BLOCK):
        numbers = range(first, min(first + BLOCK, COUNT))
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            yield from pool.map(measure_numbered, numbers)


def measure_numbered(number: int) -> Report:
    """The lesson of that number, as the sweep takes it."""
    return measure_lesson(SEED, number, every_frame=FULL)


def figure(report: Report) -> str:
    """The sweep in one line."""
    n = report.counts
    return (
        f"{n['lessons']:,} lessons, {n['clips']:,} clips, {n['refused']:,} refused: "
        f"{n['outside']:,} outside, {n['overlap']:,} overlaps, {n['small']:,} small digits, "
        f"{n['numbers'] - n['number']:,} of {n['numbers']:,} numbers equal, "
        f"{n['caption']:,} captions, {n['length']:,} too long"
    )


def test_every_lesson_is_told_truly_legibly_and_within_its_frame(sweep: Report) -> None:
    line = figure(sweep)
    print(f"\n{line}")  # noqa: T201 (seen with -s)
    faults = list(dict.fromkeys(sweep.faults))
    assert not faults, "\n".join([line, *faults[:TOLD]])
    assert sweep.counts["lessons"] == COUNT


def test_few_lessons_are_refused(sweep: Report) -> None:
    clips, refused = sweep.counts["clips"], sweep.counts["refused"]
    assert clips > COUNT
    assert refused <= MOST_REFUSED * (clips + refused), "\n".join(sweep.refusals[:TOLD])


def test_the_lessons_know_every_activation() -> None:
    assert FUNCTIONS.keys() == REGISTERED
