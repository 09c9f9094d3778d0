"""`dotreel watch`: drawn anew at each save, faults told, ended by Ctrl-C."""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

import pytest

from anim_lib.cli.watch import changes, look, named_files

if TYPE_CHECKING:
    import subprocess

    from tests.cli.conftest import Desk

PATIENCE = 120.0  # seconds for one drawing on a busy machine
TINY = "[dense]\nW = [[{}, 2]]\nx = [1, 1]\n"


class Heard:
    """The lines of a stream as they come."""

    def __init__(self, stream: IO[str]) -> None:
        self.lines = queue.Queue[str]()
        threading.Thread(target=self._listen, args=(stream,), daemon=True).start()

    def _listen(self, stream: IO[str]) -> None:
        for line in stream:
            self.lines.put(line)

    def until(self, words: str) -> list[str]:
        heard: list[str] = []
        while not heard or words not in heard[-1]:
            heard.append(self.lines.get(timeout=PATIENCE))
        return heard


@pytest.fixture
def watched(desk: Desk) -> Iterator[subprocess.Popen[str]]:
    desk.write("tiny.toml", TINY.format("0.5"))
    run = desk.start("watch", "tiny.toml", "dense-layer", "--clip", "--resolution", "160x90")
    yield run
    run.kill()
    run.communicate()


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is not a signal there")
def test_each_save_is_drawn_and_a_fault_does_not_end_the_watch(
    desk: Desk, watched: subprocess.Popen[str]
) -> None:
    assert watched.stdout is not None
    assert watched.stderr is not None
    said = Heard(watched.stderr)
    sheet = desk.folder / "renders" / "tiny" / "dense-layer-sheet.png"
    said.until("Watching tiny.toml; Ctrl-C ends it.")
    first = sheet.read_bytes()

    desk.write("tiny.toml", TINY.format("true"))
    faults = said.until("Watching")
    assert any("row 1, column 1 is true; expected a number." in line for line in faults)
    assert sheet.read_bytes() == first

    desk.write("tiny.toml", TINY.format("0.75"))
    assert any(line.startswith("Drawn in ") for line in said.until("Watching"))
    assert sheet.read_bytes() != first

    watched.send_signal(signal.SIGINT)
    assert watched.wait(timeout=30) == 0
    assert said.until("Stopped.") == ["Stopped.\n"]
    paths = watched.stdout.read().splitlines()
    drawn = [f"renders/tiny/dense-layer{ending}" for ending in ("-sheet.png", ".mp4")]
    assert paths == [str(Path(path)) for path in drawn] * 2
    assert all((desk.folder / path).is_file() for path in paths)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["no.toml"], "no.toml: no such file. To begin one: dotreel new no.toml"),
        (["my.toml", "dense-layr"], "Did you mean dense-layer?"),
    ],
)
def test_a_watch_that_can_never_draw_is_wrong_usage(
    desk: Desk, arguments: list[str], said: str
) -> None:
    code, printed, told = desk.run("watch", *arguments)
    assert (code, printed) == (2, "")
    assert said in told


def test_the_lesson_and_the_files_that_it_names_are_looked_at(tmp_path: Path) -> None:
    lesson, weights = tmp_path / "my.toml", tmp_path / "w.csv"
    lesson.write_text('[dense]\nW = { file = "w.csv" }\nx = [1]\nb = { file = 3 }\n')
    assert named_files(lesson) == [weights]
    before = look(lesson)
    weights.write_text("1\n")
    there = look(lesson)
    assert there != before
    weights.write_text("2\n")
    os.utime(weights, ns=(1, 1))
    assert look(lesson) != there
    (tmp_path / "fonts").mkdir()
    (font := tmp_path / "fonts" / "a.ttf").write_bytes(b"x")
    lesson.write_text('[display]\nfonts = "fonts"\n')
    assert named_files(lesson) == [font]
    for elsewhere in ("/", "..", "none"):
        lesson.write_text(f'[display]\nfonts = "{elsewhere}"\n')
        assert named_files(lesson) == []
    lesson.write_text("[dense")
    assert named_files(lesson) == []
    lesson.unlink()
    assert look(lesson) == ()


def test_a_watch_sleeps_between_looks_and_waits_until_a_save_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lesson = tmp_path / "my.toml"
    lesson.write_text("a = 1\n")
    naps: list[float] = []

    def nap(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) in (3, 4, 5):  # an editor writes in three goes
            lesson.write_text("a = 1\n" * (len(naps) - 1))

    monkeypatch.setattr("time.sleep", nap)
    told = changes(lesson, pause=0.3)
    next(told)
    assert naps == []
    next(told)
    assert lesson.read_text() == "a = 1\n" * 4
    assert naps == pytest.approx([0.3, 0.3, 0.3, 0.1, 0.1, 0.1])
