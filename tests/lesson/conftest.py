"""Lessons written to a folder and read back."""

from collections.abc import Callable
from pathlib import Path

import pytest

from anim_lib.lesson.faults import Fault, LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import load_lesson

Load = Callable[..., Lesson]
Complain = Callable[..., list[str]]


def faults_of(path: Path) -> tuple[Fault, ...]:
    """The faults of a lesson; none where it loads. Any other exception is a fault of ours."""
    try:
        lesson = load_lesson(path)
    except LessonError as error:
        return error.faults or (Fault(str(path), None, None, "", "", ""),)
    return () if lesson.tables else (Fault(str(path), None, None, "", "", ""),)


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Writes the given files beside `my.toml` and loads that."""
    monkeypatch.chdir(tmp_path)

    def write_and_load(toml: str | bytes, **files: str | bytes) -> Lesson:
        for name, content in {"my.toml": toml, **files}.items():
            data = content.encode() if isinstance(content, str) else content
            Path(name.replace("_csv", ".csv").replace("_npy", ".npy")).write_bytes(data)
        return load_lesson("my.toml")

    return write_and_load


@pytest.fixture
def complain(load: Load) -> Complain:
    """The messages of a faulty lesson, one a fault."""

    def messages(toml: str | bytes, **files: str | bytes) -> list[str]:
        with pytest.raises(LessonError) as caught:
            load(toml, **files)
        return [str(fault) for fault in caught.value.faults]

    return messages
