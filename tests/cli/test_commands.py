from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click
import pytest
from PIL import Image

from anim_lib.cli._group import dotreel
from anim_lib.cli._progress import progress_text
from anim_lib.cli.list import clock
from anim_lib.render.progress import Progress

if TYPE_CHECKING:
    from tests.cli.conftest import Desk

CONTEXT = click.Context(dotreel)
COMMANDS = dotreel.list_commands(CONTEXT)


def modules_after(arguments: list[str]) -> set[str]:
    """The top-level modules that a run of the command has imported."""
    code = (
        "import sys\nfrom anim_lib.cli import main\n"
        f"sys.argv = ['dotreel', *{arguments!r}]\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code, end.code\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return {name.partition(".")[0] for name in result.stderr.split()}


def test_help_names_every_command_and_loads_nothing_heavy() -> None:
    heavy = {"manim", "numpy", "pydantic", "av", "PIL", "typst"}
    assert not heavy & modules_after(["--help"])
    assert not heavy & modules_after(["render", "--help"])


@pytest.mark.parametrize(
    "arguments", [["list"], ["check"], ["show"], ["show", "--json"], ["cache"]]
)
def test_what_draws_nothing_does_not_import_manim(arguments: list[str]) -> None:
    assert not {"manim", "av", "cairo"} & modules_after(arguments)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help_with_an_example(desk: Desk, name: str) -> None:
    printed = desk.done(name, "--help")
    assert f"Example: dotreel {name}" in printed


def test_a_slip_of_the_pen_gets_a_suggestion(desk: Desk) -> None:
    code, printed, said = desk.run("rendr")
    assert (code, printed) == (2, "")
    assert "No such command 'rendr'. Did you mean 'render'?" in said


def test_list_names_scenes_with_lengths_tables_and_lessons(desk: Desk) -> None:
    printed = desk.done("list", "--lesson", "my.toml")
    [layer] = [line for line in printed.splitlines() if line.startswith("  dense-layer ")]
    report = json.loads(desk.done("list", "--lesson", "my.toml", "--json"))
    assert report["lesson"] == "my"
    scenes = {scene["name"]: scene for scene in report["scenes"]}
    timeline = desk.done("render", "dense-layer", "--lesson", "my.toml", "-f", "json", "-o", "out")
    length = json.loads((desk.folder / timeline.splitlines()[0]).read_text("utf-8"))["duration"]
    assert scenes["dense-layer"]["duration"] == length
    assert scenes["dense-layer"]["needs"] == ["dense"]
    assert layer.split()[1:3] == [clock(length), "[dense]"]
    assert (scenes["attention"]["offered"], scenes["attention"]["duration"]) == (False, None)
    assert re.search(r"^  attention +not offered +\[attention\]", printed, re.MULTILINE)
    assert "every-layer" in report["lessons"]
    assert "  every-layer" in printed.splitlines()


def test_list_without_manim_says_so_and_lists_all_the_same(fresh_desk: Desk) -> None:
    fresh_desk.write("stub/manim/__init__.py", "raise ImportError('no manim here')")
    fresh_desk.environment["PYTHONPATH"] = "stub"
    code, printed, said = fresh_desk.run("list")
    assert code == 0
    assert said == "Lengths are not known: manim does not load (no manim here).\n"
    assert re.search(r"^  dense-layer +\? +\[dense\]", printed, re.MULTILINE)


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.4, "0:00"), (59.6, "1:00"), (67.0, "1:07"), (None, "?")]
)
def test_a_length_is_told_to_the_second(seconds: float | None, text: str) -> None:
    assert clock(seconds) == text


def test_show_prints_the_pages_numbers_in_aligned_columns(desk: Desk) -> None:
    lines = desk.done("show").splitlines()
    head = next(number for number, line in enumerate(lines) if line.startswith("row"))
    rows = lines[head + 1 : head + 5]
    assert [row.split()[-2:] for row in rows] == [
        ["−0.80", "0.00"],
        ["−0.20", "0.00"],
        ["2.70", "2.70"],
        ["−1.70", "0.00"],
    ]
    assert rows[1].split() == (
        [
            "2",
            "−0.6",
            "0.4",
            "0.2",
            "−0.60",
            "0.80",
            "−0.20",
            "−0.60",
            "0.20",
            "0.00",
            "−0.2",
            "−0.20",
            "0.00",
        ]
    )
    assert len({len(line) for line in lines[head : head + 5]}) == 1


def test_show_json_keeps_the_contract(desk: Desk) -> None:
    report = json.loads(desk.done("show", "--json", "my.toml"))
    assert list(report) == ["lesson", "quantities"]
    values = {quantity["name"]: quantity for quantity in report["quantities"]}
    assert values["dense.products[0,1]"] == {
        "name": "dense.products[0,1]",
        "value": -0.6,
        "text": "−0.60",
    }
    assert values["dense.W[1,0]"]["text"] == "−0.6"


def test_check_says_which_form_each_clip_takes(desk: Desk) -> None:
    printed = desk.done("check", "my.toml")
    assert printed.startswith("dense-layer: ")
    assert printed.endswith("The lesson is well.\n")


def test_check_names_all_faults_at_once(desk: Desk) -> None:
    desk.write("bad.toml", '[dense]\nW = [[1.0, "a"], [2.0]]\nx = [nan, 2.0]\n')
    code, _, said = desk.run("check", "bad.toml")
    assert code == 3
    assert "row 1, column 2" in said
    assert "dense.x" in said
    code, printed, _ = desk.run("check", "bad.toml", "--json")
    report = json.loads(printed)
    assert (code, report["ok"]) == (3, False)
    messages = [line for line in said.splitlines() if not line.startswith(" ")]
    assert len(report["faults"]) == len(messages)
    assert '  2 | W = [[1.0, "a"], [2.0]]\n      |            ^^^\n' in said


def test_a_sheet_has_a_tile_for_each_beat(desk: Desk) -> None:
    [path] = desk.done("sheet", "dense-layer", "--lesson", "my.toml", "--tile", "160").splitlines()
    timeline = desk.done("render", "dense-layer", "--lesson", "my.toml", "-f", "json").splitlines()[
        0
    ]
    beats = json.loads((desk.folder / timeline).read_text(encoding="utf-8"))["beats"]
    with Image.open(desk.folder / path) as sheet:
        columns, rows = (sheet.width - 8) // 168, (sheet.height - 8) // 98
        assert (sheet.width, sheet.height) == (8 + 168 * columns, 8 + 98 * rows)
    assert columns * (rows - 1) < len(beats) <= columns * rows


def test_the_cache_is_counted_and_cleared(fresh_desk: Desk) -> None:
    fresh_desk.done("render", "dense-layer", "--lesson", "my.toml", "-f", "vtt")
    report = json.loads(fresh_desk.done("cache", "show", "--json"))
    assert report["clips"] == 1
    assert report["bytes"] > 0
    assert fresh_desk.done("cache", "clear").startswith("Removed 1 clip")
    assert ": 0 clips, 0.0 MB" in fresh_desk.done("cache")


def test_only_debug_shows_a_traceback(desk: Desk) -> None:
    desk.write("bad.toml", "[dense\n")
    for arguments in (["show", "bad.toml"], ["--debug", "show", "bad.toml"]):
        code, _, said = desk.run(*arguments)
        assert code == 3
        assert ("Traceback" in said) == ("--debug" in arguments)
    assert "Traceback" in desk.run("show", "bad.toml", "--debug")[2]


def test_progress_tells_parts_beats_speed_and_time_left() -> None:
    begun = Progress(1, 0, beats=14, beats_done=0, frames=3220, frames_found=100)
    assert progress_text(begun, 2.0) == "0 of 14 beats"
    one = replace(begun, beats_done=3, frames_drawn=400)
    assert progress_text(one, 10.0) == "3 of 14 beats · 40 frames/s · about 1:08 left"
    many = replace(one, clips=6, clips_done=2)
    assert progress_text(many, 10.0).startswith("2 of 6 parts · 3 of 14 beats · ")
