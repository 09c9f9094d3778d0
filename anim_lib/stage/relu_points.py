"""What is said of the points as they land: how many, and which of them cannot be told apart."""

from __future__ import annotations

import math
from itertools import pairwise

from anim_lib.nn.relu import ReluTrace
from anim_lib.stage.hinge_plan import DOT, NEAR, PlotPlan, Point
from anim_lib.stage.wording import count_word, counted, sentence

_CROWD = 3  # so many rows on one label deserve a word
_AT_ZERO = 0.15  # units: nearer points cannot be told from zero


def says_points(trace: ReluTrace, plot: PlotPlan, *, together: bool) -> str:
    """The caption as the points land; `together` where they have no row numbers."""
    rows = len(trace.z)
    plain = f"{counted(rows, 'row')}, {counted(rows, 'point')}"
    stacks = _stacks(plot)
    if together:
        near = [p.row for p in plot.points if abs(p.x - plot.across.origin) < _AT_ZERO]
        if _CROWD <= len(near) > rows / 2:
            return _near_zero(trace, near)
        return f"{sentence(plain)}{', some on each other' if stacks else ''}."
    crowd = max(plot.clusters, key=lambda cluster: len(cluster.rows)).rows
    if len(crowd) >= _CROWD:
        if all(abs(plot.points[row].x - plot.across.origin) < NEAR / 2 for row in crowd):
            return _near_zero(trace, crowd)
        return f"On this scale {count_word(len(crowd))} rows stand side by side."
    if len(stacks) == 1:
        return _one_point(trace, *stacks[0])
    if stacks:
        apart = rows - len(stacks)
        return sentence(f"{counted(rows, 'row')}; {counted(apart, 'point')} can be told apart.")
    return f"{sentence(plain)}."


def _near_zero(trace: ReluTrace, rows: tuple[int, ...] | list[int]) -> str:
    if all(trace.z[row].sign == 0 for row in rows):
        return sentence(f"{counted(len(rows), 'sum')} are exactly zero.")
    return f"On this scale {count_word(len(rows))} rows sit near zero."


def _one_point(trace: ReluTrace, one: int, other: int) -> str:
    rows = f"rows {min(one, other) + 1} and {max(one, other) + 1}"
    if trace.z[one].exact == trace.z[other].exact:
        return sentence(f"{rows} have the same sum: one point.")
    return f"On this scale {rows} are one point."


def _stacks(plot: PlotPlan) -> list[tuple[int, int]]:
    """Pairs of rows, neighbours along the axis, whose dots lie on each other."""
    ordered = sorted(plot.points, key=lambda p: p.x)
    return [(one.row, other.row) for one, other in pairwise(ordered) if _lies_on(one, other)]


def _lies_on(one: Point, other: Point) -> bool:
    return math.hypot(other.x - one.x, other.start - one.start) < DOT
