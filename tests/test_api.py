"""`from anim_lib import Lesson, render`: in a program and in a notebook that is really run."""

from __future__ import annotations

import base64
import inspect
import io
import pydoc
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import av
import nbformat
import pytest
from nbclient import NotebookClient

import anim_lib
from anim_lib import Lesson, LessonError, api, render
from anim_lib.export.manifest import read_source

if TYPE_CHECKING:
    from anim_lib import Clip

SIZE: dict[str, Any] = {"resolution": "192x108", "fps": 10}
TINY = Lesson.dense([[0.5, -2]], [1.0, 1.0], title="Tiny & small")


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Clip:
    """The smallest clip, rendered once."""
    folder = tmp_path_factory.mktemp("program")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DOTREEL_CACHE", str(folder / "cache"))
        return render("dense-layer", TINY, output=folder / "out", **SIZE)


def frames(video: bytes) -> int:
    with av.open(io.BytesIO(video), "r") as container:
        return len(list(container.decode(video=0)))


def test_a_clip_has_its_video_its_companions_and_its_beats(clip: Clip) -> None:
    assert clip.path.parts[-3:] == ("out", "tiny-small", "dense-layer.mp4")
    assert {".mp4", ".png", ".vtt", ".srt", ".txt"} <= {path.suffix for path in clip.files}
    assert all(path.is_file() for path in clip.files)
    assert frames(clip.path.read_bytes()) == clip.timeline.frames
    assert (clip.timeline.width, clip.timeline.height, clip.timeline.fps) == (192, 108, 10)
    assert {quantity.text for quantity in clip.timeline.numbers} >= {"−1.50", "0.00"}


def sources(html: str) -> list[str]:
    return re.findall(r'src="([^"]*)"', html)


def test_a_small_clip_is_played_from_the_notebook_itself(clip: Clip) -> None:
    html = clip._repr_html_()
    video, captions = sources(html)
    assert base64.b64decode(video.removeprefix("data:video/mp4;base64,")) == clip.path.read_bytes()
    words = base64.b64decode(captions.removeprefix("data:text/vtt;base64,")).decode()
    assert words.startswith("WEBVTT\n")
    assert 'aria-label="Tiny &amp; small"' in html


def test_a_large_clip_is_linked_to(clip: Clip, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "INLINE_BYTES", 10)
    monkeypatch.chdir(clip.path.parents[1])
    assert sources(clip._repr_html_()) == [
        "tiny-small/dense-layer.mp4",
        "tiny-small/dense-layer.vtt",
    ]


def test_a_tall_clip_is_no_higher_than_a_screen_and_a_lost_one_is_told(
    clip: Clip, tmp_path: Path
) -> None:
    tall = replace(clip, timeline=replace(clip.timeline, width=1080, height=1920))
    assert 'width="405"' in tall._repr_html_()  # 720 high
    assert 'width="192"' in clip._repr_html_()
    lost = replace(clip, path=tmp_path / "<gone>.mp4")
    assert lost._repr_html_().endswith("&lt;gone&gt;.mp4 is no longer there; render it anew.</p>")


def test_the_manifest_keeps_the_lessons_file_as_the_command_does(
    clip: Clip, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOTREEL_CACHE", str(tmp_path / "cache"))
    (tmp_path / "tiny.toml").write_text("[dense]\nW = [[1]]\nx = [1]\n", encoding="utf-8")
    made = render("relu", tmp_path / "tiny.toml", output=tmp_path / "out", **SIZE)
    source = read_source(made.path.parent)
    assert source is not None
    assert (source.lesson, source.file) == ("tiny", "tiny.toml")
    assert read_source(clip.path.parent) is None  # a lesson from Python comes from no file


def test_scenes_are_taken_from_folders_and_what_is_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"nowhere: no such folder"):
        render("mine", TINY, scenes="nowhere")
    (tmp_path / "mine.py").write_text("class Mine(LessonScene): ...\n1 +\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"mine\.py, line 2: is not Python"):
        render("mine", TINY, scenes=[tmp_path])
    (tmp_path / "mine.py").write_text("class Mine(LessonScene): ...\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"'min'; did you mean 'mine'\?"):
        render("min", TINY, scenes=[tmp_path])


def test_a_notebook_shows_the_clip_where_the_cell_ends_with_it(tmp_path: Path) -> None:
    cells = [
        "import numpy as np\nfrom anim_lib import Lesson, render",
        "lesson = Lesson.dense(np.array([[0.5, -2.0]]), [1.0, 1.0], title='From a notebook')",
        f"clip = render('dense-layer', lesson, **{SIZE})\nclip",
        "clip.timeline.frames",
    ]
    v4: Any = nbformat.v4
    notebook = v4.new_notebook(cells=[v4.new_code_cell(code) for code in cells])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DOTREEL_CACHE", str(tmp_path / "cache"))
        patch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
        NotebookClient(
            notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
        ).execute()
    (shown,) = notebook.cells[2].outputs
    video, _ = sources(shown.data["text/html"])
    told = int(notebook.cells[3].outputs[0].data["text/plain"])
    assert frames(base64.b64decode(video.removeprefix("data:video/mp4;base64,"))) == told
    assert (tmp_path / "renders" / "from-a-notebook" / "dense-layer.mp4").is_file()


@pytest.mark.parametrize(
    ("scene", "message"),
    [
        ("dense_layr", r"no scene is called 'dense_layr'; did you mean 'dense-layer'\?"),
        ("no.py", r"no\.py: no such file"),
        (type("Mine", (), {"__module__": "nowhere"}), "Mine is in no file"),
        (Path(__file__), "holds no class whose base is LessonScene"),
    ],
)
def test_a_scene_that_is_not_there_is_told(scene: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        render(scene, TINY)


def test_a_lesson_without_the_scenes_table_is_refused_before_anything_is_drawn(
    tmp_path: Path,
) -> None:
    with pytest.raises(LessonError, match=r"no \[attention\]; expected what attention shows"):
        render("attention", TINY, output=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = (
        "import sys, anim_lib; assert 'render' in dir(anim_lib);"
        "print(*{'numpy', 'manim', 'av', 'pydantic'} & set(sys.modules));"
        "from anim_lib import Lesson, render; print('manim' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["", "False"]
    code = "import anim_lib.render.engine; from anim_lib import render; print(callable(render))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = anim_lib.nothing


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (
            ("dense-layer", {"W": 1}),
            TypeError,
            "an object of type dict is no lesson; give Lesson.dense",
        ),
        ((None, TINY), TypeError, "an object of type NoneType is no scene; give its name"),
        ((3, TINY), TypeError, "an object of type int is no scene"),
    ],
)
def test_what_is_no_scene_or_lesson_is_told(
    arguments: tuple[Any, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        render(*arguments)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"quality": 3}, "quality 3 is none of l, m, h, p, k"),
        ({"resolution": (3, 4)}, r"resolution \(3, 4\): expected WIDTHxHEIGHT"),
        ({"jobs": 0}, "jobs is 0; expected a whole number of processes, 1 or more"),
        ({"jobs": "2"}, "jobs is '2'"),
        ({"theme": "blue"}, 'theme: the text "blue"; expected "dark" or "light"'),
        ({"pace": 9}, "pace: 9; expected a number from 0.5 to 2"),
    ],
)
def test_an_option_that_no_clip_can_have_is_a_value_error(
    tmp_path: Path, option: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        render("dense-layer", TINY, output=tmp_path, **option)
    assert not list(tmp_path.iterdir())


def test_a_clip_whose_place_another_one_took_is_told_and_not_shown(
    tmp_path: Path, clip: Clip
) -> None:
    video, captions = tmp_path / "a.mp4", tmp_path / "a.vtt"
    video.write_bytes(clip.path.read_bytes())
    captions.write_text("WEBVTT\n", encoding="utf-8")
    copy = replace(clip, path=video, files=(video, captions))
    assert "<video" in copy._repr_html_()
    video.write_bytes(b"another lesson's clip")
    assert "a.mp4 holds another clip by now; render this one anew." in copy._repr_html_()
    assert "<video" not in copy._repr_html_()


def test_help_on_render_tells_its_options() -> None:
    assert inspect.signature(render) == inspect.signature(api.render)
    assert render.__doc__ == inspect.getdoc(api.render)
    assert "resolution" in pydoc.render_doc(anim_lib.render)


def test_a_lesson_shows_its_numbers_in_a_notebook() -> None:
    shown = TINY._repr_html_()
    assert "<strong>Tiny &amp; small</strong>" in shown
    assert re.search(r"1\s+0\.5\s+−2\s+0\.50\s+−2\.00\s+0\.50\s+−1\.50\s+0\s+−1\.50", shown)
    large = Lesson.dense([[0.5] * 64] * 64, [1] * 64)._repr_html_()
    assert "W: 64 rows × 64 columns\nx: 64 numbers\nb: 64 numbers" in large
    step = Lesson.attention(["<a>", "b"], "b", [[1], [2]])._repr_html_()
    assert "attention.scores" in step


def test_a_clip_is_found_from_wherever_one_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOTREEL_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    made = render("relu", TINY, **SIZE)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert made.path == tmp_path / "renders" / "tiny-small" / "relu.mp4"
    assert "<video" in made._repr_html_()
