from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from anim_lib.render.registry import (
    SceneInfo,
    find_scenes,
    read_scene,
    scenes_with,
)
from anim_lib.render.scene_loading import load_scene
from anim_lib.render.scene_trouble import SceneFileError


def scene_file(folder: Path, body: str, name: str = "my_scene.py") -> Path:
    path = folder / name
    path.write_text(body, encoding="utf-8")
    return path


def test_shipped_scenes_are_known_with_their_tables_and_a_description() -> None:
    info = find_scenes()["dense-layer"]
    assert info.class_name == "DenseLayer"
    assert info.needs == ("dense",)
    assert info.description.endswith(".")


def test_every_shipped_scene_is_described_and_needs_a_table() -> None:
    for info in find_scenes().values():
        assert info.description, info.name
        assert info.needs, info.name


def test_scenes_are_listed_without_importing_manim_and_whatever_else_is_called_scenes(
    tmp_path: Path,
) -> None:
    (tmp_path / "scenes").mkdir()
    (tmp_path / "scenes" / "__init__.py").write_text("raise SystemExit('the wrong scenes')")
    code = (
        "import sys; from anim_lib.render.registry import find_scenes; "
        "print(*find_scenes()); assert 'manim' not in sys.modules and 'scenes' not in sys.modules"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    assert "dense-layer" in result.stdout.split()


def test_a_base_reached_through_a_module_counts(tmp_path: Path) -> None:
    path = scene_file(tmp_path, "class Tale(stage.LessonScene):\n    'Tells it.\\n\\nMore.'\n")
    info = SceneInfo("my-scene", "Tale", path.resolve(), (), "Tells it.")
    assert read_scene(path) == info


def test_shipped_scenes_come_in_the_pages_order() -> None:
    order = ["dense-layer", "relu", "gpu-lanes", "attention", "blend"]
    shipped = list(find_scenes())
    assert [name for name in shipped if name in order] == [
        name for name in order if name in shipped
    ]
    assert shipped[:3] == order[:3]


def test_scenes_without_an_order_come_last_and_by_name(tmp_path: Path) -> None:
    places = {"alpha": "", "zeta": "    order = 2\n", "beta": "", "mid": "    order = 10\n"}
    for name, line in places.items():
        scene_file(tmp_path, f"class A(LessonScene):\n    'Tale.'\n{line}", f"{name}.py")
    assert list(find_scenes([tmp_path])) == ["zeta", "mid", "alpha", "beta"]


@pytest.mark.parametrize("name", ["lecture", "manifest", "title_card", "Index", "deck"])
def test_a_clip_cannot_take_the_name_of_a_file_beside_the_clips(tmp_path: Path, name: str) -> None:
    scene_file(tmp_path, "class A(LessonScene): ...\n", f"{name}.py")
    with pytest.raises(SceneFileError, match=r"no clip may be called .*; rename the file"):
        find_scenes([tmp_path])


def test_what_holds_no_scene_is_passed_over(tmp_path: Path) -> None:
    scene_file(tmp_path, "class Helper:\n    pass\n")
    scene_file(tmp_path, "class _Base(LessonScene): ...\n", "bases.py")
    for name in ("_hidden.py", ".#lock.py"):
        scene_file(tmp_path, "not Python at all", name)
    (tmp_path / "folder.py").mkdir()
    assert find_scenes([tmp_path]) == {}
    with pytest.raises(SceneFileError, match=r"holds no scene: bases\.py, folder\.py, my_scene"):
        scenes_with([tmp_path]).sound()


def test_ones_own_scenes_are_listed_among_those_that_ship(tmp_path: Path) -> None:
    scene_file(tmp_path, "class A(LessonScene):\n    order = 15\n", "My Tale.py")
    found = scenes_with([tmp_path, tmp_path]).sound()
    assert list(found)[:3] == ["dense-layer", "my-tale", "relu"]
    assert [info.is_ours for info in found.values()][:3] == [True, False, True]


def test_two_scenes_of_one_name_are_refused(tmp_path: Path) -> None:
    scene_file(tmp_path, "class A(LessonScene): ...\n", "relu.py")
    with pytest.raises(SceneFileError, match=r"relu\.py: a scene that ships is called relu, too"):
        scenes_with([tmp_path]).sound()
    for name in ("my_tale.py", "My-Tale.py"):
        scene_file(tmp_path, "class A(LessonScene): ...\n", name)
    with pytest.raises(SceneFileError, match=r"my_tale\.py: .*My-Tale\.py is called my-tale, too"):
        find_scenes([tmp_path])


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "class A(LessonScene): ...\nclass B(LessonScene): ...\n",
            "A and B; a scene file holds",
        ),
        ("class A(LessonScene):\n    needs = tables()\n", "line 2: needs must be a plain tuple"),
        ("class A(LessonScene):\n    order = 'first'\n", "line 2: order must be a plain whole"),
        ("class A(LessonScene): ...\nclass B(A): ...\n", "line 2: defines A and B"),
        ("class A(LessonScene):\n    needs = ('dens',)\n", "line 1: A needs 'dens', .* 'dense'"),
        ("class A(LessonScene:\n", "line 1"),
        ("x = '\0'\n", "is not Python"),
        (f"x = {'(' * 5000}\n", "is not Python"),
    ],
)
def test_a_scene_file_that_cannot_be_read_is_named(tmp_path: Path, body: str, message: str) -> None:
    path = scene_file(tmp_path, body)
    with pytest.raises(SceneFileError, match=message) as caught:
        read_scene(path)
    assert str(path) in str(caught.value)


def test_a_scene_loads_under_a_private_name(tmp_path: Path) -> None:
    path = scene_file(tmp_path, "class LessonScene: ...\nclass Tale(LessonScene): ...\n", "json.py")
    info = read_scene(path)
    assert info is not None
    scene = load_scene(info)
    assert scene.__name__ == "Tale"
    assert scene.__module__.startswith("_dotreel_scene_json_")
    assert load_scene(info) is scene


def test_a_class_that_is_gone_is_named(tmp_path: Path) -> None:
    path = scene_file(tmp_path, "class LessonScene: ...\n")
    with pytest.raises(SceneFileError, match="no longer defines Tale"):
        load_scene(SceneInfo("my-scene", "Tale", path, (), ""))
