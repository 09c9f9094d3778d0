"""The forms that the relu clip may take, the best first: what of the sums is shown, and where.

Whole where every row finds a line of its own; else some rows, and counts for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from anim_lib.stage.frame import Frame
from anim_lib.stage.hinge_plan import GOOD, SMALLEST
from anim_lib.stage.slots import MIN_DIGIT
from anim_lib.stage.sum_counts import Where
from anim_lib.stage.sum_plan import NARROW, PITCH, ROOMY, TIGHT, UNDER, TableForm, TableStyle
from anim_lib.stage.view import FEWEST_HIDDEN, View

NUMBERED_ROWS = 8  # so many points have their rows' numbers beside them
MOST_WHOLE = 16  # of more rows only some are shown
_ONE_BLOCK = {"wide": 12, "square": 11, "tall": 5}  # rows of a table in one block
_LONGEST_UNDER = 10  # rows of one block under a plot, where two would be too wide
_LARGE = 4.2  # a plot that need not grow at the table's cost
_MIDDLING_PLOT = 3.3
_COUNTS_SMALL: tuple[Where, ...] = ("beside", "line", "")
_MIDDLING = 0.28  # digits between the layer's own and the smallest


@dataclass(frozen=True)
class Form:
    """What is shown of the sums, and where it stands about the plot."""

    table: TableForm
    above: bool  # the plot stands above its table, else left of it
    pitch: float  # between rows, where there is room
    pitch_least: float
    plot: float  # the least side of the plot

    @property
    def whole(self) -> bool:
        """Whether every row is shown."""
        return not self.table.view.hidden_rows


def forms(frame: Frame, count: int, shown: tuple[int, ...], h: float) -> Iterator[Form]:
    """All forms for `count` rows, the best first.

    `shown` are the rows that the layer's own table shows and h is its digits' height.
    """
    some = shown if len(shown) < count else some_rows(count)
    heights = sorted({min(h, _MIDDLING), MIN_DIGIT}, reverse=True)
    build = {"wide": _wide, "square": _square, "tall": _tall}[frame.shape]
    found = list(build(count, some, h, heights))
    yield from found
    for form in found:  # rather a small plot than none
        if form.plot > SMALLEST:
            yield Form(form.table, form.above, form.pitch, form.pitch_least, SMALLEST)


def some_rows(count: int) -> tuple[int, ...]:
    """The rows that are shown where not all are: the first three and the last."""
    return tuple(sorted({*range(min(3, count)), count - 1}))


def _wide(count: int, some: tuple[int, ...], h: float, heights: list[float]) -> Iterator[Form]:
    if count <= NUMBERED_ROWS:
        yield _beside(_whole(count, 1, h, ROOMY), GOOD)
        yield from (_beside(_whole(count, 1, k, TIGHT), SMALLEST) for k in heights)
        yield _beside(_whole(count, 1, MIN_DIGIT, NARROW), SMALLEST)
    elif count <= MOST_WHOLE:
        yield from (_beside(_whole(count, 2, k, TIGHT), _LARGE) for k in heights)
        if count <= _ONE_BLOCK["wide"]:
            yield from (_beside(_whole(count, 1, k, TIGHT), _LARGE, 0.4) for k in heights)
    yield _beside(_some(count, some, h, ROOMY, "below"), GOOD)
    yield from (_beside(_some(count, some, k, TIGHT, "below"), SMALLEST) for k in heights)
    yield _beside(_some(count, some, MIN_DIGIT, NARROW, "below"), SMALLEST)
    yield from _small_above(count, some)


def _square(count: int, some: tuple[int, ...], h: float, heights: list[float]) -> Iterator[Form]:
    yield from _under(count, some, h, heights, _MIDDLING_PLOT)
    if count <= _ONE_BLOCK["square"]:
        yield from (_beside(_whole(count, 1, k, NARROW), SMALLEST) for k in heights)
    yield from (_beside(_some(count, some, k, NARROW, "below"), SMALLEST) for k in heights)
    yield from _small_above(count, some)


def _tall(count: int, some: tuple[int, ...], h: float, heights: list[float]) -> Iterator[Form]:
    yield from _under(count, some, h, heights, _LARGE)
    yield from _small_above(count, some)


def _under(
    count: int, some: tuple[int, ...], h: float, heights: list[float], plot: float
) -> Iterator[Form]:
    """The table under a plot of this size."""
    if count <= _ONE_BLOCK["tall"]:
        yield Form(_whole(count, 1, h, UNDER), True, 0.56, 0.48, plot)
        yield from (Form(_whole(count, 1, k, UNDER), True, 0.5, 0.4, plot) for k in heights)
    if count <= MOST_WHOLE:
        pitch = 0.54 if count <= NUMBERED_ROWS else 0.46
        yield from (
            Form(_whole(count, 2, k, style), True, pitch, 0.4, min(plot, _MIDDLING_PLOT))
            for k in heights
            for style in (TIGHT, NARROW)
        )
    if count <= _LONGEST_UNDER:
        least = min(plot, _MIDDLING_PLOT)
        yield from (
            Form(_whole(count, 1, k, style), True, 0.46, 0.4, least)
            for k in heights
            for style in (UNDER, NARROW)
        )
    yield Form(_some(count, some, h, UNDER, "line"), True, 0.56, 0.48, plot)
    yield from (Form(_some(count, some, k, UNDER, "line"), True, 0.5, 0.4, plot) for k in heights)


def _small_above(count: int, some: tuple[int, ...]) -> Iterator[Form]:
    """As few rows under the plot as it takes: for sums that leave no room beside it."""
    for style in (TIGHT, NARROW):
        for k in range(min(len(some), 4), 0, -1):
            rows = _fewer(some, k)
            if 0 < count - len(rows) < FEWEST_HIDDEN:
                continue
            for counts in _COUNTS_SMALL:
                table = _some(count, rows, MIN_DIGIT, style, counts)
                yield Form(table, True, 0.42, 0.38, SMALLEST)


def _beside(table: TableForm, plot: float, least: float = 0.0) -> Form:
    return Form(table, False, PITCH, least, plot)


def _whole(count: int, blocks: int, h: float, style: TableStyle) -> TableForm:
    return TableForm(View.whole(count, 0), blocks, "", h, style)


def _some(
    count: int, rows: tuple[int, ...], h: float, style: TableStyle, counts: Where
) -> TableForm:
    return TableForm(View(rows, (), count, 0), 1, counts, h, style)


def _fewer(rows: tuple[int, ...], k: int) -> tuple[int, ...]:
    """The first of these rows and the last, k in all."""
    return rows if len(rows) <= k else (*rows[: k - 1], rows[-1])
