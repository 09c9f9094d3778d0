"""PDF: a page for each beat's last picture, sharp at any size, for handouts and printers.

Everything seen is shapes, letters included, so that no font is needed to print it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anim_lib.export.registry import from_outlines
from anim_lib.files import whole_file
from anim_lib.outline import Paint, Picture, Shape
from anim_lib.timeline import Timeline

if TYPE_CHECKING:
    from cairo import Context

LONG_SIDE = 960  # points, 13⅓ inches: as wide as slides are
NO_TIME = "2000-01-01T00:00:00Z"  # in place of the time of making: the same clip, the same bytes


@from_outlines("pdf", "vector pages for handouts: a still of every beat")
def write_pdf(timeline: Timeline, pictures: Sequence[Picture], target: Path) -> None:
    """Write the pictures, one a page."""
    import cairo

    with whole_file(target) as private:
        scale = LONG_SIDE / max(pictures[0].width, pictures[0].height)
        size = (pictures[0].width * scale, pictures[0].height * scale)
        with cairo.PDFSurface(str(private), *size) as surface:
            surface.set_metadata(cairo.PDFMetadata.TITLE, timeline.title.replace("\0", "\ufffd"))
            surface.set_metadata(cairo.PDFMetadata.CREATE_DATE, NO_TIME)
            context = cairo.Context(surface)
            context.scale(scale, scale)
            for picture in pictures:
                if picture.background:
                    context.set_source_rgb(*_rgb(picture.background))
                    context.paint()
                for shape in picture.shapes:
                    _draw(context, shape)
                context.show_page()


def _draw(context: Context[Any], shape: Shape) -> None:
    context.new_path()
    for path in shape.paths:
        context.move_to(*path[:2])
        for at in range(2, len(path), 6):
            context.curve_to(*path[at : at + 6])
        if path[:2] == path[-2:]:
            context.close_path()
    if shape.fill:
        _choose(context, shape.fill)
        context.fill_preserve()
    if shape.stroke:
        _choose(context, shape.stroke)
        context.set_line_width(shape.stroke_width)
        context.stroke_preserve()


def _choose(context: Context[Any], paint: Paint) -> None:
    colour, opacity = paint
    context.set_source_rgba(*_rgb(colour), opacity)


def _rgb(colour: str) -> tuple[float, float, float]:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red / 255, green / 255, blue / 255
