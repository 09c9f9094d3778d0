"""What stands on the plot already, as boxes: texts, dots and their ways, lines. Without Manim."""

from __future__ import annotations

from anim_lib.stage.axis import text_width
from anim_lib.stage.clear_place import Box, along
from anim_lib.stage.hinge_plan import DOT, Corner, PlotPlan
from anim_lib.stage.table_plan import WORD_ASCENT, WORD_DESCENT, words_width

DIGIT = 0.26  # digit height of ticks and row numbers
OFF = 0.18  # between an axis and its tick numbers
_COMMA = 0.36  # below the digits, in digit heights


def words_box(spot: Corner, text: str, em: float) -> Box:
    """The box of words whose baseline starts at `spot`."""
    x, y = spot
    return (x, y - WORD_DESCENT * em, x + words_width(text, em), y + WORD_ASCENT * em)


def number_box(text: str, middle: Corner) -> Box:
    """The box of a number set in slots about its middle."""
    x, y = middle
    half = text_width(text, DIGIT) / 2
    return (x - half, y - DIGIT / 2 - drop(text), x + half, y + DIGIT / 2)


def drop(text: str) -> float:
    """How far the text reaches under its digits."""
    return _COMMA * DIGIT if "," in text else 0.0


def moving(plot: PlotPlan) -> list[Box]:
    """Dots, and the ways they take."""
    boxes = []
    for p in plot.points:
        low, high = sorted((p.start, p.end))
        boxes.append((p.x - DOT, low - DOT, p.x + DOT, high + DOT))
    return boxes


def landing(plot: PlotPlan) -> list[Box]:
    """The ways from the axis of sums to the dots' first places."""
    level = plot.up.origin
    return [
        (p.x - DOT, min(level, p.start) - DOT, p.x + DOT, max(level, p.start) + DOT)
        for p in plot.points
    ]


def lines(plot: PlotPlan) -> list[Box]:
    """Axes, dashed lines and curve."""
    found = along([(plot.across.low, plot.up.origin), (plot.across.high, plot.up.origin)])
    found += along([(plot.across.origin, plot.up.low), (plot.across.origin, plot.up.high)])
    for line in (plot.unchanged, *plot.limits):
        found += along(list(line)) if line else []
    return found + along(list(plot.curve[::4]))
