"""The real command in a process of its own, with a folder and a cache for each test."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-c", "from anim_lib.cli import main; main()"]

SMALL_LESSON = """\
title = "1: ReLU/clip"
[dense]
W = [[0.5, -0.3], [-0.6, 0.4]]
x = [1.0, 2.0]
"""


@dataclass
class Desk:
    """A folder to work in, and the command run there."""

    folder: Path
    cache: Path
    environment: dict[str, str] = field(default_factory=dict)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*COMMAND, *arguments],
            cwd=self.folder,
            env={**os.environ, "DOTREEL_CACHE": str(self.cache), **self.environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def run(self, *arguments: str) -> tuple[int, str, str]:
        """The exit code, what was printed, and what was said on stderr."""
        with self.start(*arguments) as process:
            printed, said = process.communicate()
        return process.returncode, printed, said

    def done(self, *arguments: str) -> str:
        """What a run printed that ended well."""
        code, printed, said = self.run(*arguments)
        assert code == 0, said
        return printed

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path


@pytest.fixture(scope="session")
def shared_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What one test has rendered, the next one finds."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def desk(tmp_path: Path, shared_cache: Path) -> Desk:
    """A desk with a small lesson on it, `my.toml`."""
    desk = Desk(tmp_path, shared_cache)
    desk.write("my.toml", SMALL_LESSON)
    return desk


@pytest.fixture
def fresh_desk(desk: Desk) -> Desk:
    """The same desk, on which nothing has been rendered before."""
    desk.cache = desk.folder / "cache"
    return desk
