from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import cairo
import numpy as np
import pytest

from anim_lib.export.pdf import _draw, write_pdf
from anim_lib.export.svg import write_svg
from anim_lib.outline import Picture, Shape
from anim_lib.timeline import Timeline
from tests.export.test_captions import HOSTILE

SVG = "{http://www.w3.org/2000/svg}"
SQUARE = (1000, 1000, 2000, 1000, 3000, 1000, 4000, 1000, 4000, 2000, 4000, 3000, 4000, 4000,
          3000, 4000, 2000, 4000, 1000, 4000, 1000, 3000, 1000, 2000, 1000, 1000)  # fmt: skip
HOLE = (2000, 2000, 2000, 2300, 2000, 2700, 2000, 3000, 2300, 3000, 2700, 3000, 3000, 3000,
        3000, 2700, 3000, 2300, 3000, 2000, 2700, 2000, 2300, 2000, 2000, 2000)  # fmt: skip


@pytest.fixture
def pictures() -> list[Picture]:
    frame = Shape((SQUARE, HOLE), ("#ffc800", 1.0), None)
    line = Shape(((0, 500, 3000, 0, 6000, 1000, 12000, 500),), None, ("#00c8ff", 0.5), 100)
    return [Picture(12000, 8000, "#0f1117", (frame, line)) for _ in range(3)]


def test_a_record_survives_json(pictures: list[Picture]) -> None:
    for picture in (pictures[0], replace(pictures[0], background=None)):
        assert Picture.from_json(json.loads(json.dumps(picture.to_json()))) == picture


def test_svg_tells_straight_lines_and_curves_from_place_to_place(
    timeline: Timeline, pictures: list[Picture], tmp_path: Path
) -> None:
    write_svg(timeline, pictures, tmp_path / "a.svg")
    root = ElementTree.parse(tmp_path / "a.svg").getroot()  # noqa: S314 (our own)
    frame, line, *others = root.iter(f"{SVG}path")
    assert len(others) == 4
    assert frame.attrib == {
        "fill": "#ffc800",
        "d": "M1000 1000l3000 0l0 3000l-3000 0l0 -3000z"
        "M2000 2000c0 300 0 700 0 1000c300 0 700 0 1000 0c0 -300 0 -700 0 -1000"
        "c-300 0 -700 0 -1000 0z",
    }
    assert line.attrib == {
        "fill": "none",
        "stroke": "#00c8ff",
        "stroke-opacity": "0.5",
        "stroke-width": "100",
        "d": "M0 500c3000 -500 6000 500 12000 0",
    }


@pytest.mark.parametrize("text", [*HOSTILE, "]]>", "<!-- x", "&#0;", "\x00\x0b\ufffe", "\"'>"])
def test_hostile_titles_and_captions_are_text_in_svg(
    timeline: Timeline, pictures: list[Picture], tmp_path: Path, text: str
) -> None:
    beats = tuple(replace(beat, caption=f"x{text}") for beat in timeline.beats)
    write_svg(replace(timeline, title=text, beats=beats), pictures, tmp_path / "a.svg")
    root = ElementTree.parse(tmp_path / "a.svg").getroot()  # noqa: S314 (our own)
    kinds = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert kinds == {"svg", "title", "rect", "path"}
    told = re.sub("[\x00-\x08\x0b\x0e-\x1f\ufffe\uffff]", "\ufffd", text).replace("\r\n", "\n")
    titles = ["" if title.text is None else title.text for title in root.iter(f"{SVG}title")]
    assert titles == [told, *3 * [f"x{told}"]]


def test_pdf_has_a_page_for_each_still_and_the_same_bytes_each_time(
    timeline: Timeline, pictures: list[Picture], tmp_path: Path
) -> None:
    for name in ("one.pdf", "two.pdf"):
        write_pdf(timeline, pictures, tmp_path / name)
    raw = (tmp_path / "one.pdf").read_bytes()
    assert raw == (tmp_path / "two.pdf").read_bytes()
    assert raw.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type\s*/Page\b", raw)) == 3
    assert b"/MediaBox [ 0 0 960 640 ]" in raw
    assert b"(20000101000000Z)" in raw


def test_pdf_draws_the_hole_as_a_hole(pictures: list[Picture]) -> None:
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, 120, 80)
    context = cairo.Context(surface)
    context.scale(0.01, 0.01)
    for shape in pictures[0].shapes:
        _draw(context, shape)
    alpha = np.frombuffer(surface.get_data(), np.uint8).reshape(80, 120, 4)[..., 3]
    assert alpha[15, 15] == 255
    assert alpha[25, 25] == 0  # the hole runs the other way round
    assert alpha[70, 60] == 0
    assert int(alpha[3:8, 60].sum()) in range(120, 136)  # the half-clear line, a pixel wide
