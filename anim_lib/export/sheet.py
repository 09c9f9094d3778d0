"""A sheet: one PNG with a still of every beat, in reading order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from anim_lib.export.pictures import last_picture
from anim_lib.export.registry import Role, from_frames
from anim_lib.files import whole_file
from anim_lib.timeline import Master

if TYPE_CHECKING:
    from PIL.Image import Image

TILE = 640  # pixels across
GAP = 8  # pixels between tiles and around them
GROUND = (128, 128, 128)  # neither theme's background, so that each tile's edge is seen


@from_frames("sheet", "a still of every beat, on one PNG", suffix="-sheet.png", role=Role.EXTRA)
def write_film_sheet(master: Master, target: Path) -> None:
    """Write the picture at each beat's end, at most 640 pixels wide."""
    tiles = []
    for segment in master.segments:
        tile = last_picture(segment)
        tile.thumbnail((TILE, TILE * 4))
        tiles.append(tile)
    _lay_out(tiles, target)


def write_sheet(stills: Sequence[Path], target: Path) -> None:
    """Write the stills (PNG files, all of one size) as a grid about as wide as it is high.

    Raises ValueError when there are none.
    """
    from PIL import Image

    if not stills:
        raise ValueError("no stills to lay out")
    tiles = []
    for path in stills:
        with Image.open(path) as still:
            tiles.append(still.convert("RGB"))
    _lay_out(tiles, target)


def _lay_out(tiles: Sequence[Image], target: Path) -> None:
    from PIL import Image

    width, height = tiles[0].size
    columns = columns_of(len(tiles), width, height)
    rows = math.ceil(len(tiles) / columns)
    size = (columns * (width + GAP) + GAP, rows * (height + GAP) + GAP)
    sheet = Image.new("RGB", size, GROUND)
    for index, tile in enumerate(tiles):
        row, column = divmod(index, columns)
        place = (GAP + column * (width + GAP), GAP + row * (height + GAP))
        sheet.paste(tile, place, tile if tile.mode == "RGBA" else None)
    with whole_file(target) as private:
        sheet.save(private, format="PNG", optimize=True)


def columns_of(count: int, width: int, height: int) -> int:
    """How many columns make `count` tiles of this size a grid nearest to a square."""
    return max(1, min(count, round(math.sqrt(count * height / width))))
