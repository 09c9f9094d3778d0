"""A scene of one's own in the drawing processes: what it imports, and when it is drawn anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from anim_lib.lesson.lesson import Lesson
from anim_lib.render.engine import plan_clip, plan_clips, render_clip
from anim_lib.render.refusals import ClipsRefusedError
from anim_lib.render.registry import SceneInfo, find_scenes
from anim_lib.render.scene_trouble import SceneFileError
from anim_lib.render.settings import RenderSettings
from anim_lib.render.workfolder import story_digest

HEAD = "from anim_lib.stage.lesson_scene import LessonScene\n"
TALE = """\
from helper import words
class Tale(LessonScene):
    def construct(self):
        with self.beat("only", words()):
            self.hold(0.1)
"""


def own(folder: Path, text: str, name: str = "tale") -> SceneInfo:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.py").write_text(HEAD + text, encoding="utf-8")
    return find_scenes([folder])[name.lower().replace("_", "-")]


def helper(folder: Path, words: str) -> None:
    folder.mkdir(exist_ok=True)
    text = f"def words():\n    from inner import more\n    return {words!r} + more\n"
    (folder / "helper.py").write_text(text, encoding="utf-8")
    (folder / "inner.py").write_text('more = "."\n', encoding="utf-8")


def test_scenes_of_two_folders_each_import_what_lies_beside_them(
    tmp_path: Path, lesson: Lesson, tiny: RenderSettings
) -> None:
    infos = []
    for name in ("One", "Two"):
        helper(tmp_path / name, name)
        infos.append(own(tmp_path / name, TALE, f"Tale_{name}"))
    told = [one.timeline for one in plan_clips(infos, lesson, tiny)]
    assert [(one.scene, one.beats[0].caption) for one in told] == [
        ("tale-one", "One."),
        ("tale-two", "Two."),
    ]


def test_a_change_of_the_scene_or_of_what_it_imports_is_drawn_anew(
    tmp_path: Path, lesson: Lesson, tiny: RenderSettings
) -> None:
    folder = tmp_path / "mine"
    helper(folder, "One")
    info = own(folder, TALE)
    digests = [story_digest(info, lesson)]
    (folder / "other.py").write_text("# nobody imports this\n", encoding="utf-8")
    assert story_digest(info, lesson) == digests[0]
    for file in ("helper.py", "inner.py", "tale.py"):
        path = folder / file
        path.write_text(path.read_text(encoding="utf-8") + "# more\n", encoding="utf-8")
        digests.append(story_digest(info, lesson))
    assert len(set(digests)) == 4
    with render_clip(info, lesson, tiny, jobs=1) as master:
        first = master.segments[0].read_bytes()
    helper(folder, "Three")
    with render_clip(info, lesson, tiny, jobs=1) as master:
        assert master.timeline.beats[0].caption == "Three."
        assert master.segments[0].read_bytes() != first
    assert not list(folder.rglob("__pycache__"))


def test_a_file_that_cannot_be_imported_is_at_fault_and_the_place_of_a_crash_is_told(
    tmp_path: Path, lesson: Lesson, tiny: RenderSettings
) -> None:
    helper(tmp_path, "One")
    info = own(tmp_path, TALE.replace("helper", "nowhere"))
    with pytest.raises(SceneFileError, match=r"tale\.py, line 2: imports nowhere") as caught:
        plan_clip(info, lesson, tiny)
    assert "Traceback" in caught.value.details
    (tmp_path / "inner.py").write_text("more = 1 / 0\n", encoding="utf-8")
    info = own(tmp_path, TALE)
    crash = r"inner\.py, line 1: ZeroDivisionError: division by zero$"
    with pytest.raises(SceneFileError, match=crash):
        plan_clip(info, lesson, tiny)


def test_a_refusal_of_its_own_kind_arrives(
    tmp_path: Path, lesson: Lesson, tiny: RenderSettings
) -> None:
    text = (
        "from anim_lib.lesson.faults import Fault, LessonError\n"
        "class Mine(LessonError): ...\n"
        "class Tale(LessonScene):\n"
        "    def construct(self):\n"
        "        raise Mine(Fault('my.toml', None, None, 'a', 'b', 'C.'))\n"
    )
    with pytest.raises(ClipsRefusedError, match=r"^tale: my\.toml: a; expected b\. C\.$"):
        plan_clip(own(tmp_path, text), lesson, tiny)


def test_a_scene_without_beats_is_told_how_to_begin_one(
    tmp_path: Path, lesson: Lesson, tiny: RenderSettings
) -> None:
    with pytest.raises(SceneFileError, match=r"tale\.py: tells no beats; with self\.beat"):
        plan_clip(own(tmp_path, "class Tale(LessonScene): ...\n"), lesson, tiny)
