"""What a render of several clips leaves when one of them fails."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from anim_lib.cli._group import dotreel
from anim_lib.render import registry

STORIES = Path(__file__).parents[1] / "render" / "stories"
DRAFT = ["--resolution", "160x90", "--fps", "10", "-j", "1"]


@pytest.fixture
def _scenes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One good scene and one that fails, in the place of the shipped ones."""
    folder = tmp_path / "scenes"
    folder.mkdir()
    for name in ("short_story.py", "crashing_story.py"):
        shutil.copy(STORIES / name, folder)
    monkeypatch.setattr(registry, "shipped_folder", lambda: folder)
    monkeypatch.setenv("DOTREEL_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_scenes")
def test_clips_finished_before_the_failing_one_are_there_and_no_lecture_is() -> None:
    result = CliRunner().invoke(dotreel, ["render", *DRAFT])
    assert result.exit_code == 3
    assert "crashing_story.py, line 27: ZeroDivisionError" in result.stderr
    folder = Path("renders/every-layer")
    assert f"{folder / 'short-story.mp4'}" in result.stdout.splitlines()
    found = sorted(path.stem for path in folder.glob("*.mp4"))
    assert found == ["short-story"]
    assert [path.name for path in Path("renders").iterdir()] == ["every-layer"]
