"""A picture as shapes with smooth edges, for what is printed: the record between stage and export.

Lengths are whole thousandths of a Manim unit, so that a record is exact and short as text. The
origin is the picture's top left corner; y grows downwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

UNIT = 1000  # a Manim unit in the record's lengths

Paint = tuple[str, float]  # a colour as "#rrggbb", and its opacity, 0 to 1


@dataclass(frozen=True, slots=True)
class Shape:
    """Paths that are filled and stroked alike; where they overlap, the non-zero rule decides.

    Each path is x and y of its start, then for each cubic Bézier curve x and y of its two handles
    and its end. A path that ends where it starts is closed. Without fill or stroke that is None.
    """

    paths: tuple[tuple[int, ...], ...]
    fill: Paint | None
    stroke: Paint | None
    stroke_width: int = 0


@dataclass(frozen=True, slots=True)
class Picture:
    """One still: its size, its background as "#rrggbb" if any, its shapes from back to front."""

    width: int
    height: int
    background: str | None
    shapes: tuple[Shape, ...]

    def to_json(self) -> dict[str, Any]:
        """The picture as plain data."""
        shapes = [[s.paths, s.fill, s.stroke, s.stroke_width] for s in self.shapes]
        size = {"width": self.width, "height": self.height}
        return {**size, "background": self.background, "shapes": shapes}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Picture:
        """The picture that :meth:`to_json` wrote; KeyError, TypeError or ValueError if none."""
        shapes = tuple(
            Shape(tuple(map(tuple, paths)), _paint(fill), _paint(stroke), int(width))
            for paths, fill, stroke, width in data["shapes"]
        )
        background = data["background"]
        return cls(
            int(data["width"]),
            int(data["height"]),
            None if background is None else str(background),
            shapes,
        )


def _paint(data: list[Any] | None) -> Paint | None:
    return None if data is None else (str(data[0]), float(data[1]))
