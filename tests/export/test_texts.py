from __future__ import annotations

import json
import re
from pathlib import Path

from PIL import Image

from anim_lib.export.registry import chosen, exporters
from anim_lib.export.sheet import GAP, columns_of, write_sheet
from anim_lib.export.timeline_json import write_timeline
from anim_lib.export.transcript import write_transcript
from anim_lib.timeline import Timeline


def test_the_transcript_tells_beats_with_their_numbers(timeline: Timeline, tmp_path: Path) -> None:
    write_transcript(timeline, tmp_path / "a.txt")
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == (
        "1: ReLU/clip\n"
        "dense-layer, 0:02\n\n"
        "[0:00] Multiply <the pair> & add.\n"
        "    dense.products[0,1] = −0.60\n\n"
        "[0:00] Multiply <the pair> & add.\n\n"
        "[0:00] The sum is −0.60.\n"
    )


def test_the_timeline_file_keeps_the_contract(timeline: Timeline, tmp_path: Path) -> None:
    write_timeline(timeline, tmp_path / "a.json")
    data = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    contract = ["scene", "lesson", "duration", "fps", "width", "height", "beats"]
    assert list(data)[: len(contract)] == contract
    assert data["duration"] == 29 / 12
    assert data["beats"][0] == {
        "name": "pair",
        "caption": "Multiply <the pair> & add.",
        "start": 0.0,
        "end": 7 / 12,
        "numbers": [{"name": "dense.products[0,1]", "value": -0.6, "text": "−0.60"}],
    }


def test_a_video_brings_its_companions_and_a_companion_comes_alone() -> None:
    assert [exporter.name for exporter in chosen(())] == [
        "chapters", "json", "mp4", "png", "srt", "txt", "vtt",
    ]  # fmt: skip
    assert [exporter.name for exporter in chosen(("vtt",))] == ["vtt"]
    assert [exporter.name for exporter in chosen(("sheet",))] == ["sheet"]
    assert "sheet" in [exporter.name for exporter in chosen(("mp4", "sheet"))]
    assert not any(exporter.needs_frames for exporter in chosen(("vtt", "txt")))


def test_every_format_says_what_it_is_and_has_a_suffix_of_its_own() -> None:
    known = exporters()
    assert all(exporter.summary for exporter in known.values())
    assert len({exporter.suffix for exporter in known.values()}) == len(known)


def test_the_readme_lists_every_format() -> None:
    readme = Path(__file__).parents[2].joinpath("README.md").read_text(encoding="utf-8")
    section = readme.partition("## Formats\n")[2].partition("\n## ")[0]
    rows = [row.partition(" | ")[0] for row in section.splitlines() if row.startswith("| `")]
    assert sorted(re.findall(r"`(\w+)`", " ".join(rows))) == sorted(exporters())


def test_a_sheet_holds_every_still_in_reading_order(tmp_path: Path) -> None:
    colours = [(200, 0, 0), (0, 200, 0), (0, 0, 200), (200, 200, 0), (0, 200, 200)]
    stills = []
    for number, colour in enumerate(colours):
        stills.append(tmp_path / f"{number}.png")
        Image.new("RGBA", (64, 36), colour).save(stills[-1])
    write_sheet(stills, tmp_path / "sheet.png")
    columns = columns_of(5, 64, 36)
    with Image.open(tmp_path / "sheet.png") as sheet:
        assert sheet.size == (GAP + columns * (64 + GAP), GAP + 3 * (36 + GAP))
        for number, colour in enumerate(colours):
            row, column = divmod(number, columns)
            middle = (GAP + column * (64 + GAP) + 32, GAP + row * (36 + GAP) + 18)
            assert sheet.getpixel(middle) == colour
