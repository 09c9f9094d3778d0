"""Row numbers beside their dots, so that none is read as a number of an axis. Without Manim.

Where one would stand by the axis of sums, all say what they are, "row 3"; and where these words
find no room, thin leaders tie the numbers to their dots.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from anim_lib.stage.axis import text_width
from anim_lib.stage.clear_place import Box, Spot, along, apart, first_clear, rings_about
from anim_lib.stage.hinge_boxes import DIGIT, OFF, drop, lines, moving, number_box
from anim_lib.stage.hinge_plan import DOT, Cluster, Corner, PlotPlan
from anim_lib.stage.table_plan import COUNT_EM, words_width

_APART = 0.16  # more than between other texts, so that "3, 5" and "6" are two labels
_SECOND = OFF + DIGIT + 0.14  # from an axis to what stands beyond its tick numbers
_DIGITS = 0.68  # of our words with digits: how far they reach over their line, in em
_COMMA = 0.2  # and under it
_SHIFTS = (0.0, 0.2, -0.2, 0.4, -0.4, 0.7, -0.7)  # of labels beyond the tick numbers
_CLOSE = 0.04  # a leader to a text
_NEXT = 0.3  # nearer numbers are read in one go


class CrowdedError(ValueError):
    """A label finds no clear place."""


class Kind(Enum):
    """How row numbers are told from the numbers of an axis."""

    PLACE = "by where they stand: away from the axis, or led to their dot"
    WORDS = "by the word row"
    AWAY = "by where they stand, as far off as it takes"
    LEADER = "by a leader"


@dataclass(frozen=True)
class PointLabel:
    """Row numbers beside their dots; a thin leader where they stand further off."""

    cluster: Cluster
    text: str
    worded: bool
    box: Box
    leader: tuple[Corner, Corner] | None

    @property
    def spot(self) -> Corner:
        """Where words' line starts; the middle of numbers in slots."""
        left, _, right, top = self.box
        if self.worded:
            return left, top - _DIGITS * COUNT_EM
        return (left + right) / 2, top - DIGIT / 2


def place_rows(
    plot: PlotPlan, clusters: tuple[Cluster, ...], taken: list[Box], bounds: Box
) -> tuple[PointLabel, ...]:
    """Each cluster's row numbers. Raises CrowdedError when one finds no clear place."""
    kinds = list(Kind) if plot.unchanged is not None else [Kind.WORDS, Kind.AWAY, Kind.LEADER]
    for kind in kinds:
        try:
            placed = _all_as(kind, plot, clusters, taken, bounds)
        except CrowdedError:
            if kind is kinds[-1]:
                raise
            continue
        if kind is not Kind.PLACE or not any(_like_a_tick(plot, label, taken) for label in placed):
            return placed
    raise AssertionError(kinds)


def _all_as(
    kind: Kind, plot: PlotPlan, clusters: tuple[Cluster, ...], taken: list[Box], bounds: Box
) -> tuple[PointLabel, ...]:
    """All of one kind, from the right: what is right of others is placed first."""
    worded, still = kind is Kind.WORDS, [*lines(plot), *moving(plot)]
    placed: list[PointLabel] = []
    held: list[Box] = []
    for cluster in sorted(clusters, key=lambda c: -c.x):
        text, size = _set(cluster, worded=worded)
        texts = [*taken, *held]
        for box, leader in _spots(plot, cluster, size, [*texts, *still], bounds):
            label = PointLabel(cluster, text, worded, box, leader)
            if leader and not _keeps_clear(leader, texts):
                continue
            if kind is Kind.AWAY and _like_a_tick(plot, label, taken):
                continue
            if kind is not Kind.LEADER or leader or not _by_the_axis(plot, label):
                break
        else:
            raise CrowdedError(f"rows {cluster.text} find no place on the plot")
        placed.append(label)
        left, low, right, high = box
        if not worded:
            left, low, right, high = number_box(text, label.spot)
        held.append((left - _APART, low, right + _APART, high))
        if leader is not None:
            held += along(list(leader))
    return tuple(sorted(placed, key=lambda p: p.cluster.x))


def _set(cluster: Cluster, *, worded: bool) -> tuple[str, tuple[float, float]]:
    """A label's text, its width and height."""
    if not worded:
        return cluster.text, (text_width(cluster.text, DIGIT), DIGIT + drop(cluster.text))
    text = f"{'rows' if cluster.rows[1:] else 'row'} {cluster.text}"
    return text, (words_width(text, COUNT_EM), (_DIGITS + _COMMA * ("," in text)) * COUNT_EM)


def _by_the_axis(plot: PlotPlan, label: PointLabel) -> bool:
    """Whether a label stands where the axis of sums has its tick numbers."""
    low, high = label.box[1] - plot.up.origin, label.box[3] - plot.up.origin
    return low < OFF + DIGIT and high > -OFF - DIGIT


def _like_a_tick(plot: PlotPlan, label: PointLabel, texts: list[Box]) -> bool:
    """Whether a label by the axis may be read as a number of it.

    A single number that is led to its dot may not, unless it stands next to another number.
    """
    if not _by_the_axis(plot, label):
        return False
    alone = label.leader is not None and not label.cluster.rows[1:]
    return not alone or not all(apart(label.box, text, _NEXT) for text in texts)


Place = tuple[Box, tuple[Corner, Corner] | None]


def _spots(
    plot: PlotPlan,
    cluster: Cluster,
    size: tuple[float, float],
    taken: list[Box],
    bounds: Box,
) -> Iterator[Place]:
    """Clear places for a label and the leaders that they need, the best first."""
    for spot in _beside(plot, cluster, *size):
        if box := first_clear([spot], *size, taken, bounds):
            yield box, None
    for spot in [*_beyond_ticks(plot, cluster, *size), *rings_about(cluster.x, cluster.y, *size)]:
        if box := first_clear([spot], *size, taken, bounds):
            yield box, _leader((cluster.x, cluster.y), box)


def _beside(plot: PlotPlan, cluster: Cluster, width: float, height: float) -> list[Spot]:
    """Spots close to the dot, the best first."""
    x, y, off = cluster.x, cluster.y, DOT + 0.09
    if plot.unchanged is None:  # beside the dot's way, across the axis from its tick numbers
        ahead = y + off if _rises(plot, cluster) else y - off - height
        return [(x + 0.18, ahead), (x - 0.18 - width, ahead)]
    return [
        (x + 0.12, y - 0.09 - height),  # right of the diagonal and under it
        (x + 0.18, y - 0.02 - height),
        (x - 0.02, y - off - height),
        (x - 0.12 - width, y + 0.09),  # left of it and over it
    ]


def _beyond_ticks(plot: PlotPlan, cluster: Cluster, width: float, height: float) -> list[Spot]:
    """Spots across the axis from where the dot goes, past the axis's own numbers."""
    if plot.unchanged is not None:
        return []
    y = cluster.y - _SECOND - height if _rises(plot, cluster) else cluster.y + _SECOND
    return [(cluster.x - width / 2 + shift, y) for shift in _SHIFTS]


def _rises(plot: PlotPlan, cluster: Cluster) -> bool:
    return plot.points[cluster.rows[0]].end >= plot.up.origin


def _keeps_clear(leader: tuple[Corner, Corner], texts: list[Box]) -> bool:
    return all(apart(a, b, _CLOSE) for a in along(list(leader)) for b in texts)


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
