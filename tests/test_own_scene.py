"""The README's scenes of the reader's own: listed, checked and rendered as they stand there."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import av
import pytest

from anim_lib import render
from anim_lib.lesson.faults import LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import load_lesson
from anim_lib.render.registry import find_scenes

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SIZE: dict[str, Any] = {"resolution": "160x90", "fps": 10}
DRAFT = ("--resolution", "160x90", "--fps", "10")


def python_block(mark: str) -> str:
    blocks = re.findall(r"^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    (block,) = [textwrap.dedent(block) for block in blocks if mark in block]
    return block


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What one test has drawn, the next one finds: the scene is the same, wherever it lies."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def own(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which the reader has written the scene."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DOTREEL_CACHE", str(cache))
    path = tmp_path / "my_scenes" / "output_bars.py"
    path.parent.mkdir()
    path.write_text(python_block("class OutputBars"), encoding="utf-8")
    return path


@pytest.fixture
def kind(own: Path) -> Path:
    """Beside it, a kind of a shipped scene."""
    path = own.with_name("ask_first.py")
    path.write_text(python_block("class AskFirst"), encoding="utf-8")
    return path


def dotreel(*words: str) -> str:
    command = [str(Path(sys.executable).parent / "dotreel"), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def decoded_frames(path: str | Path) -> int:
    with av.open(str(path), "r") as container:
        return len(list(container.decode(video=0)))


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


def test_the_scene_refuses_what_it_has_no_room_for_as_ours_do(own: Path) -> None:
    lesson = Lesson.dense([[1.0]] * 9, [1.0], title="Tall")
    with pytest.raises(LessonError, match=r"^output-bars: tall, dense\.W: 9 rows; expected at mos"):
        render("output-bars", lesson, scenes=own.parent, **SIZE)


def test_the_command_line_lists_checks_and_renders_what_is_in_the_folder(kind: Path) -> None:
    Path("my.toml").write_text("[dense]\nW = [[0.5, -2]]\nx = [1, 1]\n", encoding="utf-8")
    own = ["--scenes", str(kind.parent)]
    listed = [line.split()[0] for line in dotreel("list", "--lesson", "my.toml", *own).splitlines()]
    ask, layer, relu, bars = map(listed.index, ("ask-first", "dense-layer", "relu", "output-bars"))
    assert max(ask, layer) < relu < bars
    checked = dotreel("check", "my.toml", *own).splitlines()
    forms = dict(line.split(": ", 1) for line in checked if ": " in line)
    assert forms["ask-first"].startswith(f"{forms['dense-layer']}; ")
    assert forms["output-bars"] == "laid out by the scene itself; 2 beats, 4 s"
    printed = dotreel("render", "output-bars", "ask-first", "--lesson", "my.toml", *own, *DRAFT)
    videos = [line for line in printed.splitlines() if line.endswith(".mp4")]
    assert [Path(video).stem for video in videos] == ["ask-first", "output-bars", "lecture"]
    frames = [decoded_frames(video) for video in videos]
    assert frames[2] == frames[0] + frames[1] + 30  # the title card's three seconds
    chapters = Path(videos[2]).with_suffix(".chapters.vtt").read_text(encoding="utf-8")
    assert "The layer, with a question before row 1\n" in chapters
    assert "A layer's outputs as bars: the longest is the largest\n" in chapters


def test_a_kind_of_a_shipped_scene_tells_one_step_in_its_own_way(kind: Path) -> None:
    tree = ast.parse(kind.read_text(encoding="utf-8"))
    (made,) = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    assert len([line for line in ast.unparse(made).splitlines() if line.strip()]) == 6
    lesson = Lesson.dense([[0.5, -2]], [1.0, 1.0])
    beats = render("ask-first", lesson, scenes=[kind.parent], **SIZE).timeline.beats
    usual = render("dense-layer", lesson, **SIZE).timeline.beats
    names = [beat.name for beat in usual]
    names.insert(names.index("row-1"), "ask")
    assert [beat.name for beat in beats] == names
    assert beats[names.index("ask")].caption == "What will row 1 give? Work it out."


def test_the_readmes_program_runs_as_written(own: Path) -> None:
    program = python_block("from anim_lib import Lesson, render") + python_block('render("my_sce')
    names: dict[str, Any] = {}
    exec(program, names)  # noqa: S102
    assert names["clip"].path.is_file()
    assert "<video" in names["clip"]._repr_html_()
    video = own.parents[1] / "renders" / "dense-layer" / "output-bars.mp4"
    assert decoded_frames(video) > 15


def test_every_python_block_is_python() -> None:
    for block in re.findall(r"^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE):
        ast.parse(textwrap.dedent(block))
