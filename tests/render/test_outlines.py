"""Vector stills show what the drawn stills show."""

from __future__ import annotations

import io
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import typst
from numpy.typing import NDArray
from PIL import Image

from anim_lib.export.registry import exporters
from anim_lib.export.svg import GAP
from anim_lib.lesson.lesson import Lesson
from anim_lib.outline import UNIT
from anim_lib.render.engine import draw_stills, plan_clip, trace_clips
from anim_lib.render.registry import SceneInfo, find_scenes
from anim_lib.render.settings import RenderSettings
from anim_lib.timeline import Master

WIDE = RenderSettings(640, 360, 10)


def traced(info: SceneInfo, lesson: Lesson, settings: RenderSettings, folder: Path) -> Master:
    """The clip's plan, with copies of its outlines."""
    with trace_clips([info], lesson, settings) as outlines:
        copies = [Path(shutil.copy(path, folder)) for path in outlines[info.name]]
    return replace(plan_clip(info, lesson, settings), outlines=tuple(copies))


def rasterised(svg: Path, across: int) -> NDArray[np.int64]:
    """An SVG as Typst's renderer draws it, `across` pixels wide."""
    page = svg.with_suffix(".typ")
    size = f'#set page(width: auto, height: auto, margin: 0pt)\n#image("{svg.name}", width: '
    page.write_text(f"{size}{across}pt)")
    png = typst.compile(page, format="png", ppi=72.0)
    assert isinstance(png, bytes)
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB")).astype(int)


def test_the_vector_sheet_is_the_drawn_stills_side_by_side(lesson: Lesson, tmp_path: Path) -> None:
    info = find_scenes()["gpu-lanes"]
    exporters()["svg"].write(traced(info, lesson, WIDE, tmp_path), tmp_path / "a.svg")
    with draw_stills(info, lesson, WIDE) as (timeline, stills):
        pictures = []
        for still in stills:
            with Image.open(still) as image:
                pictures.append(np.asarray(image.convert("RGB")).astype(int))
    unit = 360 / (8 * UNIT)  # pixels a length of the record
    height, width, gap = 360, 640, GAP * unit
    columns = max(1, round(np.sqrt(len(pictures) * height / width)))
    sheet = rasterised(tmp_path / "a.svg", round(columns * (width + gap) + gap))
    for number, picture in enumerate(pictures[: len(timeline.beats)]):
        row, column = divmod(number, columns)
        x, y = round(gap + column * (width + gap)), round(gap + row * (height + gap))
        tile = sheet[y : y + height, x : x + width]
        # Two rasterisers smooth edges each in its own way: blocks of 4×4 pixels are compared.
        difference = np.abs(blocks(tile) - blocks(picture))
        assert difference.mean() < 2.5, number  # of 255
        assert difference.max() < 60, number


def blocks(picture: NDArray[np.int64]) -> NDArray[np.float64]:
    """The mean colour of each block of 4×4 pixels."""
    height, width, _ = picture.shape
    grouped: NDArray[np.float64] = picture.reshape(height // 4, 4, width // 4, 4, 3).mean((1, 3))
    return grouped


def test_a_sheet_is_no_copy_of_one_still(story: SceneInfo, lesson: Lesson, tmp_path: Path) -> None:
    tiny = RenderSettings(160, 90, 10)
    exporters()["svg"].write(traced(story, lesson, tiny, tmp_path), tmp_path / "a.svg")
    sheet = rasterised(tmp_path / "a.svg", 400)
    yellow = (np.abs(sheet - [255, 200, 0]).max(axis=2) < 8).sum()
    assert yellow > 0
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").count('role="img"') == 3


def test_a_transparent_stage_has_no_background(
    story: SceneInfo, lesson: Lesson, tmp_path: Path
) -> None:
    clear = RenderSettings(160, 90, 10, transparent=True)
    master = traced(story, lesson, clear, tmp_path)
    exporters()["svg"].write(master, tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").count('fill="none"/>') == 3
