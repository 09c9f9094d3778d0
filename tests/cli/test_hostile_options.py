"""Options and streams that would harm the machine or end in a traceback."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import COMMAND

if TYPE_CHECKING:
    from tests.cli.conftest import Desk

DRAFT = ["--resolution", "160x90", "--fps", "5"]


@pytest.mark.parametrize("jobs", ["0", "65", "99999999"])
def test_more_processes_than_64_are_refused_before_one_is_started(desk: Desk, jobs: str) -> None:
    code, printed, said = desk.run("render", "dense-layer", "--lesson", "my.toml", "-j", jobs)
    assert (code, printed) == (2, "")
    assert f"{jobs} is not in the range 1<=x<=64" in said


@pytest.mark.parametrize("command", ["render", "sheet", "watch"])
@pytest.mark.parametrize("pace", ["nan", "-nan", "inf", "-inf"])
def test_a_pace_that_is_no_finite_number_is_wrong_usage(
    desk: Desk, command: str, pace: str
) -> None:
    lesson = ["my.toml"] if command == "watch" else ["--lesson", "my.toml"]
    code, printed, said = desk.run(command, *lesson, "--pace", pace)
    assert (code, printed) == (2, "")
    assert f"{pace} is no finite number: expected 0.5 to 2.0." in said


@pytest.mark.parametrize("closed", [(0,), (1,), (2,), (0, 1, 2)])
def test_a_clip_is_rendered_whichever_streams_are_closed(
    desk: Desk, closed: tuple[int, ...]
) -> None:
    shut = " ".join(f"{descriptor}>&-" for descriptor in closed)
    run = [*COMMAND, "render", "dense-layer", "--lesson", "my.toml", *DRAFT, "-j", "2"]
    result = subprocess.run(
        ["/bin/sh", "-c", f'"$@" {shut}', "sh", *run],
        cwd=desk.folder,
        env={**os.environ, "DOTREEL_CACHE": str(desk.folder / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert "Traceback" not in result.stdout + result.stderr
    movie = desk.folder / "renders" / "my" / "dense-layer.mp4"
    assert movie.stat().st_size > 0


def test_the_size_in_the_help_can_be_drawn(desk: Desk) -> None:
    assert "such as 1280x720" in " ".join(desk.done("render", "--help").split())
    assert "The lesson is well." in desk.done("check", "my.toml", "--resolution", "1280x720")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("command", [["show"], ["show", "--json"], ["--help"], ["--version"]])
def test_output_that_cannot_be_written_is_told(desk: Desk, command: list[str]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        result = subprocess.run(
            [*COMMAND, *command],
            cwd=desk.folder,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert result.returncode == 1
    expected = "Error: The output could not be written: No space left on device.\n"
    assert result.stderr == expected


def test_brackets_are_told_once_with_how_to_write_the_numbers(desk: Desk) -> None:
    code, _, said = desk.run("show", "-W", "[[1,2],[3, 4]]", "-x", "1 2")
    assert code == 3
    assert said.splitlines() == [
        'Error: -W: brackets; expected numbers, the rows parted by ";". Write "1 2; 3 4".'
    ]
    assert desk.done("show", "-W", "1 2; 3 4", "-x", "1 2")


def test_one_row_and_one_column_are_no_rows_and_columns(desk: Desk) -> None:
    assert "full form for 1 row × 1 input:" in desk.done("check", "-W", "2", "-x", "1")
    said = desk.done("check", "-W", "1;2;3;4;5;6;7;8;9", "-x", "1")
    assert "form for 9 rows × 1 input:" in said
    said = desk.done("check", "-W", "1 2 3 4 5 6 7", "-x", "1 2 3 4 5 6 7")
    assert "form for 1 row × 7 inputs:" in said
    _, _, said = desk.run("check", "-W", "1;2", "-x", "1 2")
    assert "W has 2 rows × 1 column" in said
