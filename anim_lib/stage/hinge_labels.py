"""The plot's texts: tick numbers, names of the axes, row numbers beside their dots.

Each is placed where it touches nothing: no text, no dot and no way that a dot will take.
"""

from __future__ import annotations

from dataclasses import dataclass

from anim_lib.stage.axis import Tick, text_width, ticks
from anim_lib.stage.clear_place import Box, apart, first_clear
from anim_lib.stage.hinge_boxes import (
    DIGIT,
    OFF,
    landing,
    lines,
    moving,
    number_box,
    words_box,
)
from anim_lib.stage.hinge_plan import Cluster, Corner, PlotPlan
from anim_lib.stage.hinge_rows import CrowdedError, PointLabel, place_rows
from anim_lib.stage.table_plan import LABEL_EM, SMALL_EM, WORD_ASCENT, WORD_DESCENT, words_width

TICK = 0.06  # half a tick mark's length
_LEAST = 0.8  # between neighbouring ticks
SUM_NAME = "sum z"
UNCHANGED = "unchanged"


@dataclass(frozen=True)
class TickMark:
    """A tick and where its number stands (its middle)."""

    tick: Tick
    text: Corner | None  # None where something more important stands


@dataclass(frozen=True)
class PlotLabels:
    """Where every text of the plot stands. Words stand by their baseline's left end."""

    sum_ticks: tuple[TickMark, ...]
    output_ticks: tuple[TickMark, ...]
    sum_name: Corner
    output_name: Corner
    unchanged: Corner | None
    points: tuple[PointLabel, ...]


def plan_labels(plot: PlotPlan, label: str, bounds: Box, *, numbered: bool = True) -> PlotLabels:
    """Place all texts; `numbered` dots have their rows' numbers beside them.

    Raises CrowdedError when a row number finds no clear place.
    """
    output_name = f"{label}(z)"
    clusters = plot.clusters if numbered else ()
    sum_marks = [_sum_tick(plot, tick) for tick in ticks(plot.across, DIGIT, _LEAST)]
    sum_spot = _sum_name(plot, sum_marks)
    output_spot = _output_name(plot, output_name, bounds)
    names = [
        words_box(sum_spot, SUM_NAME, SMALL_EM),
        words_box(output_spot, output_name, LABEL_EM),
    ]
    up_marks = _output_ticks(plot, names, bounds)
    up_boxes = [number_box(m.tick.text, m.text) for m in up_marks if m.text]
    marks = tuple(_unless_taken(mark, [*names, *up_boxes], bounds) for mark in sum_marks)
    try:
        return _with_rows(plot, clusters, marks, up_marks, (sum_spot, output_spot), names, bounds)
    except CrowdedError:  # row numbers matter more than tick numbers
        bare = tuple(TickMark(mark.tick, None) for mark in marks)
        return _with_rows(plot, clusters, bare, up_marks, (sum_spot, output_spot), names, bounds)


def _with_rows(
    plot: PlotPlan,
    clusters: tuple[Cluster, ...],
    marks: tuple[TickMark, ...],
    up_marks: tuple[TickMark, ...],
    spots: tuple[Corner, Corner],
    names: list[Box],
    bounds: Box,
) -> PlotLabels:
    """Row numbers, then the diagonal's word, around what stands already."""
    fixed = [*names]
    fixed += [number_box(m.tick.text, m.text) for m in (*marks, *up_marks) if m.text]
    points = place_rows(plot, clusters, fixed, bounds)
    rows = [p.box for p in points]
    unchanged = _unchanged(plot, [*fixed, *rows, *moving(plot), *landing(plot)], bounds)
    return PlotLabels(marks, up_marks, *spots, unchanged, points)


def _sum_name(plot: PlotPlan, marks: list[TickMark]) -> Corner:
    """At the axis's right end, on the side where no dot passes, clear of its tick numbers."""
    x, level = plot.across.high - words_width(SUM_NAME, SMALL_EM), plot.up.origin
    beside = (x, level - OFF - WORD_ASCENT * SMALL_EM)
    box = words_box(beside, SUM_NAME, SMALL_EM)
    if all(apart(box, number_box(m.tick.text, m.text), 0.16) for m in marks if m.text):
        return beside
    return (x, beside[1] - DIGIT - 0.16)


def _output_name(plot: PlotPlan, name: str, bounds: Box) -> Corner:
    """Left of the outputs' axis at its upper end, else right of it, else over it."""
    width, height = words_width(name, LABEL_EM), (WORD_ASCENT + WORD_DESCENT) * LABEL_EM
    x, bottom = plot.across.origin, plot.up.high - 0.3 - WORD_DESCENT * LABEL_EM
    over = (max(x - width / 2, bounds[0]), plot.up.high + 0.07)
    spots = [(x - 0.16 - width, bottom), (x + 0.16, bottom)]
    box = first_clear(spots, width, height, [*lines(plot), *moving(plot)], bounds)
    left, low = over if box is None else box[:2]
    return (left, low + WORD_DESCENT * LABEL_EM)


def _sum_tick(plot: PlotPlan, tick: Tick) -> TickMark:
    """Numbers stand on the side of the axis where no dot moves."""
    off, above = OFF + DIGIT / 2, tick.value < 0
    if plot.unchanged is None:
        above = above and plot.up.low < plot.up.origin - 0.5  # else outputs are never negative
    return TickMark(tick, (tick.place, plot.up.origin + (off if above else -off)))


def _output_ticks(plot: PlotPlan, names: list[Box], bounds: Box) -> tuple[TickMark, ...]:
    """Above zero left of the axis, below zero right of it: there no dot moves."""
    found = []
    for tick in ticks(plot.up, DIGIT, _LEAST, margin=0.3):
        off = OFF + text_width(tick.text, DIGIT) / 2
        if tick.value < 0 and plot.unchanged is not None:
            continue
        x = plot.across.origin + (off if tick.value < 0 else -off)
        mark = _unless_taken(TickMark(tick, (x, tick.place)), names, bounds)
        if mark.text:
            found.append(mark)
    return tuple(found)


def _unless_taken(mark: TickMark, taken: list[Box], bounds: Box) -> TickMark:
    """The mark, without its number where that would touch something or leave the picture."""
    assert mark.text is not None
    left, bottom, right, top = number_box(mark.tick.text, mark.text)
    clear = first_clear([(left, bottom)], right - left, top - bottom, taken, bounds)
    return mark if clear is not None else TickMark(mark.tick, None)


def _unchanged(plot: PlotPlan, taken: list[Box], bounds: Box) -> Corner | None:
    """The word beside the diagonal: over its upper end, or under its lower one."""
    if plot.unchanged is None:
        return None
    (x0, y0), (x1, y1) = plot.unchanged
    width, height = words_width(UNCHANGED, SMALL_EM), (WORD_ASCENT + WORD_DESCENT) * SMALL_EM
    over = [(x1 - 0.2 * k - height - 0.22 - width, y1 - height - 0.2 * k) for k in range(1, 8)]
    under = [(x0 + 0.2 * k + 0.22 + height, y0 + 0.2 * k) for k in range(8)]
    all_taken = [*taken, *lines(plot)]
    box = first_clear([*over, *under], width, height, all_taken, bounds)
    return None if box is None else (box[0], box[1] + WORD_DESCENT * SMALL_EM)
