from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from anim_lib.export.poster import write_poster
from anim_lib.export.sheet import GAP, columns_of, write_film_sheet
from anim_lib.timeline import Master
from tests.export.conftest import COLOURS, HEIGHT, WIDTH


@pytest.mark.parametrize("beat", [0, 1, 2, -1])
def test_the_poster_is_the_last_picture_of_its_beat(
    master: Master, tmp_path: Path, beat: int
) -> None:
    write_poster(replace(master, poster=beat), tmp_path / "clip.png")
    with Image.open(tmp_path / "clip.png") as poster:
        assert (poster.size, poster.mode) == ((WIDTH, HEIGHT), "RGB")
        pixels = np.asarray(poster).reshape(-1, 3)
    assert np.abs(pixels.astype(int) - COLOURS[beat]).max() <= 3


def test_a_films_sheet_shows_each_beats_last_picture_in_reading_order(
    master: Master, tmp_path: Path
) -> None:
    write_film_sheet(master, tmp_path / "sheet.png")
    columns = columns_of(3, WIDTH, HEIGHT)
    with Image.open(tmp_path / "sheet.png") as sheet:
        pixels = np.asarray(sheet).astype(int)
    for number, colour in enumerate(COLOURS):
        row, column = divmod(number, columns)
        x, y = GAP + column * (WIDTH + GAP), GAP + row * (HEIGHT + GAP)
        tile = pixels[y : y + HEIGHT, x : x + WIDTH]
        assert np.abs(tile - colour).max() <= 3
