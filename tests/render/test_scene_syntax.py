"""Scenes made from other scenes, and the files a scene depends on: found without running any."""

from __future__ import annotations

import os
import py_compile
import subprocess
import sys
from pathlib import Path

import pytest

from anim_lib.render.registry import find_scenes, read_scene
from anim_lib.render.scene_loading import load_scene, neighbours
from anim_lib.render.scene_syntax import sources
from anim_lib.render.scene_trouble import SceneFileError

SHIPPED = find_scenes()
LAYER = SHIPPED["dense-layer"]


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("imports", "base"),
    [
        ("from scenes.dense_layer import DenseLayer", "DenseLayer"),
        ("from scenes.dense_layer import DenseLayer as Layer", "Layer"),
        ("from scenes import dense_layer", "dense_layer.DenseLayer"),
        ("from scenes import dense_layer as d", "d.DenseLayer"),
        ("import scenes.dense_layer", "scenes.dense_layer.DenseLayer"),
        ("import scenes.dense_layer as d", "d.DenseLayer"),
        ("from scenes.dense_layer import *", "DenseLayer"),
        ("from middle import DenseLayer", "DenseLayer"),
        ("from pack.inner import Middle", "Middle"),
        ("from scenes.dense_layer import DenseLayer\nclass _M: ...", "_M, DenseLayer"),
    ],
)
def test_a_kind_of_a_shipped_scene_has_its_tables_its_place_and_its_layout(
    tmp_path: Path, imports: str, base: str
) -> None:
    write(tmp_path / "middle.py", "from scenes.dense_layer import DenseLayer\n")
    inner = "from scenes.dense_layer import DenseLayer as D\nclass Middle(D): ...\n"
    write(tmp_path / "pack" / "inner.py", inner)
    path = write(tmp_path / "mine.py", f"{imports}\nclass Mine({base}):\n    'Mine.'\n")
    info = read_scene(path)
    assert info is not None
    assert (info.class_name, info.needs, info.order) == ("Mine", ("dense",), LAYER.order)
    assert (info.name, info.description) == ("mine", "Mine.")
    assert info.planned_as == "dense-layer"
    with neighbours(info):
        kinds = [(kind.__module__, kind.__name__) for kind in load_scene(info).__mro__]
    assert ("scenes.dense_layer", "DenseLayer") in kinds


def test_what_the_class_says_itself_comes_before_what_its_bases_say(tmp_path: Path) -> None:
    text = (
        "from scenes.dense_layer import DenseLayer\n"
        "class DenseLayer(DenseLayer):\n"
        "    needs: tuple[str, ...] = ('dense', 'lanes')\n    order: int\n"
        "    def setup(self): ...\n"
    )
    info = read_scene(write(tmp_path / "mine.py", text))
    assert info is not None
    assert (info.needs, info.order) == (("dense", "lanes"), LAYER.order)
    assert info.planned_as is None  # its layout is its own


def test_a_base_beside_the_file_counts_and_is_named_where_it_is_at_fault(tmp_path: Path) -> None:
    base = write(
        tmp_path / "_base.py",
        "from anim_lib.stage.lesson_scene import LessonScene as Scene\n"
        "class Base(Scene):\n    needs = ('attention',)\n    order = 3\n",
    )
    write(tmp_path / "mine.py", "import _base\nclass Mine(_base.Base): ...\n")
    (info,) = find_scenes([tmp_path]).values()
    assert (info.needs, info.order, info.planned_as) == (("attention",), 3, None)
    base.write_text("class Base(LessonScene):\n    order = 'first'\n", encoding="utf-8")
    with pytest.raises(SceneFileError, match=r"_base\.py, line 2: order must be"):
        find_scenes([tmp_path])


def test_files_that_lead_to_one_another_have_an_end(tmp_path: Path) -> None:
    write(tmp_path / "a.py", "from b import A\nclass X(A): ...\n")
    write(tmp_path / "b.py", "from a import A\nclass B(A): ...\nclass A(B): ...\n")
    assert find_scenes([tmp_path]) == {}
    assert sources(tmp_path / "a.py") == [tmp_path / "a.py", tmp_path / "b.py"]


def test_sources_are_the_files_beside_a_scene_that_it_leads_to(tmp_path: Path) -> None:
    path = write(
        tmp_path / "mine.py",
        "import numpy, other.deep.helper\nfrom scenes import relu\nfrom anim_lib.stage import ink\n"
        "def later():\n    from late import thing\n    from . import near\n",
    )
    wanted = ["other/__init__.py", "other/deep/helper.py", "late.py", "near.py"]
    files = [write(tmp_path / name, "") for name in wanted]
    write(tmp_path / "unused.py", "")
    write(tmp_path / "ink.py", "")
    relu = SHIPPED["relu"].path
    assert sources(path) == [path, *sorted([*files, relu, relu.with_name("__init__.py")])]
    assert all(sources(info.path) == [info.path] for info in SHIPPED.values())


def test_scenes_is_ours_whatever_else_is_called_so(tmp_path: Path) -> None:
    write(tmp_path / "scenes" / "__init__.py", "raise SystemExit('the wrong scenes')\n")
    write(tmp_path / "scenes" / "dense_layer.py", "class DenseLayer: ...\n")
    text = "from scenes.dense_layer import DenseLayer\nclass Mine(DenseLayer): ...\n"
    path = write(tmp_path / "mine.py", text)
    code = (
        "import sys; from pathlib import Path; from anim_lib.render.registry import find_scenes;"
        f"print(find_scenes([Path({str(path.parent)!r})])['mine'].planned_as);"
        "assert not {'manim', 'scenes'} & set(sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert run.stdout == "dense-layer\n"


def test_what_lies_beside_a_scene_is_forgotten_after_it(tmp_path: Path) -> None:
    text = "from anim_lib.stage.lesson_scene import LessonScene\nfrom helper import NAME\n"
    for name in ("one", "two"):
        write(tmp_path / name / "helper.py", f"NAME = {name!r}\n")
        write(tmp_path / name / "tale.py", f"{text}class Tale(LessonScene):\n    told = NAME\n")
    before = list(sys.path)
    for name in ("one", "two"):
        info = find_scenes([tmp_path / name])["tale"]
        with neighbours(info):
            assert load_scene(info).told == name
            assert "helper" in sys.modules
        assert "helper" not in sys.modules
    assert sys.path == before
    assert list(tmp_path.rglob("*.pyc")) == []


def test_the_file_is_compiled_anew_whatever_was_compiled_before(tmp_path: Path) -> None:
    text = "from anim_lib.stage.lesson_scene import LessonScene\nclass Tale(LessonScene):\n"
    path = write(tmp_path / "tale.py", f"{text}    told = 1\n")
    py_compile.compile(str(path), doraise=True)
    stat = path.stat()
    write(path, f"{text}    told = 2\n")
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    info = read_scene(path)
    assert info is not None
    assert load_scene(info).told == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import nowhere_at_all\n", r"tale\.py, line 1: imports nowhere_at_all, which is neither"),
        ("from . import helper\n", r"line 1: ImportError: .*by its name, without points"),
        ("import helper\n", r"helper\.py, line 2: ZeroDivisionError: division by zero"),
        ("import sys\nsys.exit('over')\n", r"tale\.py, line 2: SystemExit: over"),
    ],
)
def test_a_file_that_cannot_be_run_is_named_with_its_line(
    tmp_path: Path, text: str, message: str
) -> None:
    write(tmp_path / "helper.py", "x = 0\n1 / x\n")
    info = read_scene(write(tmp_path / "tale.py", f"{text}class Tale(LessonScene): ...\n"))
    assert info is not None
    with neighbours(info), pytest.raises(SceneFileError, match=message) as caught:
        load_scene(info)
    assert "Traceback" in caught.value.details
