"""SVG: a sheet of all beats' last pictures that stays sharp at any size, for handouts.

Everything seen is shapes, letters included, so that no font is needed to print it. Captions go
along as text that is not drawn, for those who have the sheet read out.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from anim_lib.export.registry import from_outlines
from anim_lib.export.sheet import columns_of
from anim_lib.files import write_whole
from anim_lib.outline import UNIT, Paint, Picture, Shape
from anim_lib.timeline import Timeline

GAP = UNIT // 5  # between pictures and around them
NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0, 2.2
MITER_LIMIT = 10  # Cairo's, in place of SVG's 4


@from_outlines("svg", "a vector sheet for handouts: a still of every beat")
def write_svg(timeline: Timeline, pictures: Sequence[Picture], target: Path) -> None:
    """Write the pictures as a grid about as wide as it is high."""
    width, height = pictures[0].width, pictures[0].height
    columns = columns_of(len(pictures), width, height)
    rows = math.ceil(len(pictures) / columns)
    across, down = columns * (width + GAP) + GAP, rows * (height + GAP) + GAP
    size = f'viewBox="0 0 {across} {down}" width="{across / 10:g}" height="{down / 10:g}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} stroke-miterlimit="{MITER_LIMIT}">',
        f"<title>{as_text(timeline.title)}</title>",
    ]
    for number, (beat, picture) in enumerate(zip(timeline.beats, pictures, strict=True)):
        row, column = divmod(number, columns)
        x, y = GAP + column * (width + GAP), GAP + row * (height + GAP)
        lines += [
            f'<svg x="{x}" y="{y}" width="{width}" height="{height}" role="img">',
            f"<title>{as_text(beat.caption or beat.name)}</title>",
            f'<rect width="{width}" height="{height}" fill="{picture.background or "none"}"/>',
            *map(_element, picture.shapes),
            "</svg>",
        ]
    write_whole(target, "\n".join([*lines, "</svg>"]) + "\n")


def as_text(text: str) -> str:
    """The text as XML holds it; characters that XML cannot hold become U+FFFD."""
    return escape(NOT_XML.sub("\ufffd", text))


def _element(shape: Shape) -> str:
    data = "".join(part for path in shape.paths for part in _path(path))
    stroke = _paint("stroke", shape.stroke) if shape.stroke else ""
    width = f' stroke-width="{shape.stroke_width}"' if shape.stroke else ""
    return f'<path{_paint("fill", shape.fill)}{stroke}{width} d="{data}"/>'


def _paint(kind: str, paint: Paint | None) -> str:
    if paint is None:
        return f' {kind}="none"'
    colour, opacity = paint
    return f' {kind}="{colour}"' + (f' {kind}-opacity="{opacity:g}"' if opacity < 1 else "")


def _path(path: Sequence[int]) -> Iterator[str]:
    """A path in SVG's words, each curve told from where the last one ended: half as long."""
    x, y = path[:2]
    yield f"M{x} {y}"
    for at in range(2, len(path), 6):
        x1, y1, x2, y2, x3, y3 = path[at : at + 6]
        if _is_straight((x, y), (x1, y1), (x2, y2), (x3, y3)):
            yield f"l{x3 - x} {y3 - y}"
        else:
            yield f"c{x1 - x} {y1 - y} {x2 - x} {y2 - y} {x3 - x} {y3 - y}"
        x, y = x3, y3
    if (x, y) == tuple(path[:2]):
        yield "z"


Point = tuple[int, int]


def _is_straight(start: Point, one: Point, two: Point, end: Point) -> bool:
    """Whether both handles lie a third and two thirds of the way, but for rounding."""
    return all(
        abs(3 * handle[axis] - (3 - share) * start[axis] - share * end[axis]) <= 3
        for share, handle in ((1, one), (2, two))
        for axis in (0, 1)
    )
