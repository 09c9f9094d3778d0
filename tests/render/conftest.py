"""A three-beat scene, tiny settings and a cache of its own for every test of rendering."""

from __future__ import annotations

from pathlib import Path

import pytest

from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import default_lesson
from anim_lib.render import workfolder
from anim_lib.render.registry import SceneInfo, find_scenes
from anim_lib.render.settings import RenderSettings

STORIES = Path(__file__).parent / "stories"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("DOTREEL_CACHE", str(folder))
    return folder


@pytest.fixture(scope="session")
def sources() -> list[str | bytes]:
    return list(workfolder._source_parts())


@pytest.fixture(autouse=True)
def frozen_sources(sources: list[str | bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    """Digests as if nobody edited the library while the tests run."""
    monkeypatch.setattr(workfolder, "_source_parts", lambda: iter(sources))


@pytest.fixture
def stories() -> dict[str, SceneInfo]:
    return find_scenes([STORIES])


@pytest.fixture
def story(stories: dict[str, SceneInfo]) -> SceneInfo:
    return stories["little-story"]


@pytest.fixture
def lesson() -> Lesson:
    return default_lesson()


@pytest.fixture
def tiny() -> RenderSettings:
    return RenderSettings(160, 90, 10)
