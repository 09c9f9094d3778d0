"""A sheet: one PNG with a still of every beat, in reading order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from anim_lib.files import whole_file

GAP = 8  # pixels between tiles and around them
GROUND = (128, 128, 128)  # neither theme's background, so that each tile's edge is seen


def write_sheet(stills: Sequence[Path], target: Path) -> None:
    """Write the stills (PNG files, all of one size) as a grid about as wide as it is high.

    Raises ValueError when there are none.
    """
    from PIL import Image

    if not stills:
        raise ValueError("no stills to lay out")
    with Image.open(stills[0]) as first:
        width, height = first.size
    columns = columns_of(len(stills), width, height)
    rows = math.ceil(len(stills) / columns)
    size = (columns * (width + GAP) + GAP, rows * (height + GAP) + GAP)
    sheet = Image.new("RGB", size, GROUND)
    for index, path in enumerate(stills):
        row, column = divmod(index, columns)
        with Image.open(path) as still:
            place = (GAP + column * (width + GAP), GAP + row * (height + GAP))
            sheet.paste(still.convert("RGB"), place)
    with whole_file(target) as private:
        sheet.save(private, format="PNG", optimize=True)


def columns_of(count: int, width: int, height: int) -> int:
    """How many columns make `count` tiles of this size a grid nearest to a square."""
    return max(1, min(count, round(math.sqrt(count * height / width))))
