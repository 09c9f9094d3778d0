"""The README's Python: a clip from a program, and a complete scene of the reader's own."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from anim_lib import render
from anim_lib.lesson.load import load_lesson
from anim_lib.render.registry import find_scenes

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SIZE: dict[str, Any] = {"resolution": "320x180", "fps": 10}


def python_block(mark: str) -> str:
    blocks = re.findall(r"^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    (block,) = [textwrap.dedent(block) for block in blocks if mark in block]
    return block


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which the reader has written the scene."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DOTREEL_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "my_scenes" / "output_bars.py"
    path.parent.mkdir()
    path.write_text(python_block("class OutputBars"), encoding="utf-8")
    return path


def test_the_scene_is_short_and_is_found_as_ours_are(own: Path) -> None:
    assert len(own.read_text(encoding="utf-8").splitlines()) < 40
    found = find_scenes([own.parent])
    assert list(found) == ["output-bars"]
    info = found["output-bars"]
    assert info.description == "A layer's outputs as bars: the longest is the largest."
    assert info.offered(load_lesson("every-layer").tables)
    assert not info.offered(load_lesson("journey").tables)


def test_the_scene_is_rendered_with_chapters_captions_and_its_numbers(own: Path) -> None:
    clip = render(own, "every-layer", **SIZE)
    assert clip.path.name == "output-bars.mp4"
    assert [beat.caption for beat in clip.timeline.beats] == [
        "Output 1 is 0.00.",
        "Output 2 is 0.00.",
        "Output 3 is 2.70.",
        "Output 4 is 0.00.",
        "Each row has made one output.",
    ]
    names = [quantity.name for quantity in clip.timeline.numbers]
    assert names == [f"dense.output[{row}]" for row in range(4)]
    assert clip.captions is not None
    assert "Output 3 is 2.70." in clip.captions.read_text(encoding="utf-8")


def test_the_command_line_takes_the_folder(own: Path) -> None:
    dotreel = str(Path(sys.executable).parent / "dotreel")
    asked = [dotreel, "render", "--help"]
    known = subprocess.run(asked, capture_output=True, text=True, check=True)
    if "--scenes" not in known.stdout:
        pytest.skip("render has no --scenes yet")
    size = ["--resolution", "320x180", "--fps", "10"]
    command = [dotreel, "render", "output-bars", "--scenes", str(own.parent), *size]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert str(Path("renders/every-layer/output-bars.mp4")) in done.stdout
    listed = subprocess.run(
        [dotreel, "list", "--scenes", str(own.parent)], capture_output=True, text=True, check=True
    )
    assert "output-bars" in listed.stdout


def test_the_readmes_program_runs_as_written(own: Path) -> None:
    program = python_block("from anim_lib import Lesson, render") + python_block('render("my_sce')
    names: dict[str, Any] = {}
    exec(program, names)  # noqa: S102
    assert names["clip"].path.is_file()
    assert "<video" in names["clip"]._repr_html_()
    assert (own.parents[1] / "renders" / "dense-layer" / "output-bars.mp4").is_file()


def test_every_python_block_is_python() -> None:
    for block in re.findall(r"^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE):
        ast.parse(textwrap.dedent(block))
