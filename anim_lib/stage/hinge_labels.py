"""The plot's texts: tick numbers, names of the axes, row numbers beside their dots.

Each is placed where it touches nothing: no text, no dot and no way that a dot will take.
"""

from __future__ import annotations

from dataclasses import dataclass

from anim_lib.stage.axis import Tick, text_width, ticks
from anim_lib.stage.clear_place import (
    Box,
    Spot,
    along,
    apart,
    first_clear,
    rings_about,
)
from anim_lib.stage.hinge_plan import DOT, Cluster, Corner, PlotPlan
from anim_lib.stage.table_plan import LABEL_EM, SMALL_EM, WORD_ASCENT, WORD_DESCENT, words_width

DIGIT = 0.26  # digit height of ticks and row numbers
TICK = 0.06  # half a tick mark's length
_OFF = 0.18  # between an axis and its tick numbers
_ROWS_AIR = 0.14  # between row numbers under an axis and the ticks under these
_APART = 0.16  # more than between other texts, so that "3, 5" and "6" are two labels
_LEAST = 0.8  # between neighbouring ticks
_COMMA = 0.36  # below the digits, in digit heights
SUM_NAME = "sum z"
UNCHANGED = "unchanged"


class CrowdedError(ValueError):
    """A label finds no clear place."""


@dataclass(frozen=True)
class TickMark:
    """A tick and where its number stands (its middle)."""

    tick: Tick
    text: Corner | None  # None where something more important stands


@dataclass(frozen=True)
class PointLabel:
    """Row numbers beside their dots; a thin leader where they stand further off."""

    cluster: Cluster
    x: float  # middle
    y: float
    leader: tuple[Corner, Corner] | None


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
    sum_marks = [_sum_tick(plot, tick, numbered) for tick in ticks(plot.across, DIGIT, _LEAST)]
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
    points = _row_numbers(plot, clusters, fixed, bounds)
    rows = [number_box(p.cluster.text, (p.x, p.y)) for p in points]
    unchanged = _unchanged(plot, [*fixed, *rows, *_moving(plot), *_landing(plot)], bounds)
    return PlotLabels(marks, up_marks, *spots, unchanged, points)


def _sum_name(plot: PlotPlan, marks: list[TickMark]) -> Corner:
    """At the axis's right end, on the side where no dot passes, clear of its tick numbers."""
    x, level = plot.across.high - words_width(SUM_NAME, SMALL_EM), plot.up.origin
    if plot.unchanged is None:  # this axis goes on beyond its dots
        return (x, level + 0.16)
    beside = (x, level - _OFF - WORD_ASCENT * SMALL_EM)
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
    box = first_clear(spots, width, height, [*_lines(plot), *_moving(plot)], bounds)
    left, low = over if box is None else box[:2]
    return (left, low + WORD_DESCENT * LABEL_EM)


def words_box(spot: Corner, text: str, em: float) -> Box:
    """The box of words whose baseline starts at `spot`."""
    x, y = spot
    return (x, y - WORD_DESCENT * em, x + words_width(text, em), y + WORD_ASCENT * em)


def number_box(text: str, middle: Corner) -> Box:
    """The box of a number set in slots about its middle."""
    x, y = middle
    half = text_width(text, DIGIT) / 2
    return (x - half, y - DIGIT / 2 - _drop(text), x + half, y + DIGIT / 2)


def _drop(text: str) -> float:
    """How far the text reaches under its digits."""
    return _COMMA * DIGIT if "," in text else 0.0


def _sum_tick(plot: PlotPlan, tick: Tick, numbered: bool) -> TickMark:
    """Numbers stand on the side of the axis where no dot moves, past any row numbers there."""
    off, above = _OFF + DIGIT / 2, tick.value < 0
    if plot.unchanged is None:
        off += (DIGIT + _ROWS_AIR) * numbered
        above = above and plot.up.low < plot.up.origin - 0.5  # else outputs are never negative
    return TickMark(tick, (tick.place, plot.up.origin + (off if above else -off)))


def _output_ticks(plot: PlotPlan, names: list[Box], bounds: Box) -> tuple[TickMark, ...]:
    """Above zero left of the axis, below zero right of it: there no dot moves."""
    found = []
    for tick in ticks(plot.up, DIGIT, _LEAST, margin=0.3):
        off = _OFF + text_width(tick.text, DIGIT) / 2
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


def _moving(plot: PlotPlan) -> list[Box]:
    """Dots, and the ways they take."""
    boxes = []
    for p in plot.points:
        low, high = sorted((p.start, p.end))
        boxes.append((p.x - DOT, low - DOT, p.x + DOT, high + DOT))
    return boxes


def _landing(plot: PlotPlan) -> list[Box]:
    """The ways from the axis of sums to the dots' first places."""
    level = plot.up.origin
    return [
        (p.x - DOT, min(level, p.start) - DOT, p.x + DOT, max(level, p.start) + DOT)
        for p in plot.points
    ]


def _lines(plot: PlotPlan) -> list[Box]:
    """Axes, dashed lines and curve."""
    boxes = along([(plot.across.low, plot.up.origin), (plot.across.high, plot.up.origin)])
    boxes += along([(plot.across.origin, plot.up.low), (plot.across.origin, plot.up.high)])
    for line in (plot.unchanged, *plot.limits):
        boxes += along(list(line)) if line else []
    return boxes + along(list(plot.curve[::4]))


def _row_numbers(
    plot: PlotPlan, clusters: tuple[Cluster, ...], taken: list[Box], bounds: Box
) -> tuple[PointLabel, ...]:
    """Each cluster's row numbers, from the right: what is right of others is placed first."""
    lines, moving = _lines(plot), _moving(plot)
    placed: list[PointLabel] = []
    held: list[Box] = []
    for cluster in sorted(clusters, key=lambda c: -c.x):
        width = text_width(cluster.text, DIGIT)
        height = DIGIT + _drop(cluster.text)
        all_taken = [*taken, *held, *lines, *moving]
        beside = _beside(plot, cluster, width, height)
        box = first_clear(beside, width, height, all_taken, bounds)
        leader = None
        if box is None:
            size = (width, height)
            box, leader = _further_off(cluster, size, all_taken, [*taken, *held], bounds)
        x, y = (box[0] + box[2]) / 2, box[3] - DIGIT / 2
        placed.append(PointLabel(cluster, x, y, leader))
        left, low, right, high = number_box(cluster.text, (x, y))
        held.append((left - _APART, low, right + _APART, high))
        if leader is not None:
            held += along(list(leader))
    return tuple(sorted(placed, key=lambda p: p.cluster.x))


def _beside(plot: PlotPlan, cluster: Cluster, width: float, height: float) -> list[Spot]:
    """Spots close to the dot, the best first."""
    x, y, off = cluster.x, cluster.y, DOT + 0.09
    if plot.unchanged is None:
        # Across the axis from where the dot goes, in one row; else beside its way.
        rises = plot.points[cluster.rows[0]].end >= plot.up.origin
        under, over = y - off - height, y + off
        behind, ahead = (under, over) if rises else (over, under)
        right, left = x + 0.18, x - 0.18 - width
        return [(x - width / 2, behind), (right, ahead), (left, ahead), (right, behind)]
    return [
        (x + 0.12, y - 0.09 - height),  # right of the diagonal and under it
        (x + 0.18, y - 0.02 - height),
        (x - 0.02, y - off - height),
        (x - 0.12 - width, y + 0.09),  # left of it and over it
    ]


def _further_off(
    cluster: Cluster, size: tuple[float, float], taken: list[Box], texts: list[Box], bounds: Box
) -> tuple[Box, tuple[Corner, Corner]]:
    x, y = cluster.x, cluster.y
    for spot in rings_about(x, y, *size):
        box = first_clear([spot], *size, taken, bounds)
        if box is None:
            continue
        leader = _leader((x, y), box)
        if all(apart(a, b, 0.04) for a in along(list(leader)) for b in texts):
            return box, leader
    raise CrowdedError(f"rows {cluster.text} find no place on the plot")


def _leader(point: Corner, box: Box) -> tuple[Corner, Corner]:
    """From the dot's rim to the box's nearest edge."""
    x, y = point
    near = (min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3]))
    long = max(((near[0] - x) ** 2 + (near[1] - y) ** 2) ** 0.5, 1e-6)
    ux, uy = (near[0] - x) / long, (near[1] - y) / long
    return (
        (x + ux * (DOT + 0.03), y + uy * (DOT + 0.03)),
        (near[0] - ux * 0.05, near[1] - uy * 0.05),
    )


def _unchanged(plot: PlotPlan, taken: list[Box], bounds: Box) -> Corner | None:
    """The word beside the diagonal: over its upper end, or under its lower one."""
    if plot.unchanged is None:
        return None
    (x0, y0), (x1, y1) = plot.unchanged
    width, height = words_width(UNCHANGED, SMALL_EM), (WORD_ASCENT + WORD_DESCENT) * SMALL_EM
    over = [(x1 - 0.2 * k - height - 0.22 - width, y1 - height - 0.2 * k) for k in range(1, 8)]
    under = [(x0 + 0.2 * k + 0.22 + height, y0 + 0.2 * k) for k in range(8)]
    all_taken = [*taken, *_lines(plot)]
    box = first_clear([*over, *under], width, height, all_taken, bounds)
    return None if box is None else (box[0], box[1] + WORD_DESCENT * SMALL_EM)
