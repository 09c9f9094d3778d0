from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import av
import pytest

from anim_lib.files import Lock

if TYPE_CHECKING:
    import subprocess

    from tests.cli.conftest import Desk

DRAFT = ["--resolution", "160x90", "--fps", "5"]
COMPANIONS = ["chapters.vtt", "json", "mp4", "png", "srt", "txt", "vtt"]


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def frames_of(movie: Path) -> int:
    with av.open(str(movie)) as video:
        return sum(1 for _ in video.decode(video=0))


def wait_until_it_draws(process: subprocess.Popen[str]) -> None:
    assert process.stderr is not None
    assert process.stderr.readline() == "dense-layer: rendering\n"


def test_a_lesson_becomes_a_clip_and_its_companions(desk: Desk) -> None:
    run = ["render", "dense-layer", "--lesson", "my.toml", *DRAFT, "-o", "clips"]
    printed = desk.done(*run)
    folder = Path("clips/my")
    expected = [str(folder / f"dense-layer.{suffix}") for suffix in COMPANIONS]
    assert printed.splitlines() == [*expected, str(folder / "manifest.json")]
    timeline = json.loads((desk.folder / folder / "dense-layer.json").read_text(encoding="utf-8"))
    movie = desk.folder / folder / "dense-layer.mp4"
    assert frames_of(movie) == round(timeline["duration"] * 5)
    assert (timeline["width"], timeline["height"], timeline["fps"]) == (160, 90, 5)
    seen = {number["name"]: number for beat in timeline["beats"] for number in beat["numbers"]}
    assert seen["dense.pre_activation[0]"]["text"] == "−0.10"
    assert sorted(path.name for path in (desk.folder / "clips").iterdir()) == ["my"]
    first = files_of(desk.folder / folder)
    code, _, said = desk.run(*run)
    assert (code, said) == (0, "dense-layer: found as rendered before\n")
    assert files_of(desk.folder / folder) == first


def test_two_runs_at_once_both_finish_with_the_same_whole_files(
    fresh_desk: Desk, tmp_path: Path
) -> None:
    run = ["render", "dense-layer", "--lesson", "my.toml", *DRAFT, "-j", "2"]
    both = [fresh_desk.start(*run) for _ in range(2)]
    said = [process.communicate()[1] for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    together = files_of(fresh_desk.folder / "renders" / "my")
    fresh_desk.environment["DOTREEL_CACHE"] = str(tmp_path / "other-cache")
    fresh_desk.done(*run[:-1], "1", "-o", "alone")
    assert together == files_of(fresh_desk.folder / "alone" / "my")


def test_a_killed_run_leaves_nothing_half_made_and_the_next_goes_on(fresh_desk: Desk) -> None:
    run = ["render", "dense-layer", "--lesson", "my.toml", "--resolution", "320x180", "--fps", "20"]
    with fresh_desk.start(*run) as process:
        wait_until_it_draws(process)
        process.kill()
    [clip] = (fresh_desk.folder / "cache" / "clips").iterdir()
    for lock in clip.glob("beat-*.lock"):
        Lock.wait_for(lock).release()  # its drawing processes follow it
    assert not (fresh_desk.folder / "renders").exists()
    whole = {path: path.read_bytes() for path in clip.glob("beat-*.mp4")}
    printed = fresh_desk.done(*run)
    assert {path: path.read_bytes() for path in whole} == whole
    [movie] = (fresh_desk.folder / line for line in printed.splitlines() if line.endswith(".mp4"))
    timeline = json.loads(movie.with_suffix(".json").read_text(encoding="utf-8"))
    assert frames_of(movie) == timeline["frames"]
    assert [path.name for path in (fresh_desk.folder / "renders").iterdir()] == ["my"]


def test_ctrl_c_ends_with_130_and_a_word(fresh_desk: Desk) -> None:
    run = ["render", "dense-layer", "--lesson", "my.toml", "--resolution", "320x180", "--fps", "20"]
    with fresh_desk.start(*run) as process:
        wait_until_it_draws(process)
        process.send_signal(signal.SIGINT)
        printed, said = process.communicate()
    assert process.returncode == 130
    assert printed == ""
    assert said == "Interrupted. The beats that are finished are kept for the next run.\n"


def test_words_alone_are_had_without_drawing(desk: Desk) -> None:
    run = ["render", "dense-layer", "--lesson", "my.toml", "-f", "vtt", "-f", "txt"]
    report = json.loads(desk.done(*run, "--json"))
    [clip] = report["clips"]
    assert (report["lesson"], clip["scene"]) == ("my", "dense-layer")
    names = [Path(file).name for file in clip["files"]]
    assert names == ["dense-layer.txt", "dense-layer.vtt", "manifest.json"]
    assert all((desk.folder / file).is_file() for file in clip["files"])
    assert list(desk.folder.rglob("*.mp4")) == []


def test_odd_sizes_are_made_even_and_said_so(desk: Desk) -> None:
    run = [
        "render",
        "dense-layer",
        "--lesson",
        "my.toml",
        "--resolution",
        "853x481",
        "--fps",
        "5",
        "-f",
        "json",
    ]
    code, printed, said = desk.run(*run)
    assert code == 0
    assert "853×481 has an odd side" in said
    timeline = json.loads((desk.folder / printed.splitlines()[0]).read_text(encoding="utf-8"))
    assert (timeline["width"], timeline["height"]) == (854, 482)


def test_rows_that_were_cut_leave_no_trace(desk: Desk) -> None:
    run = ["render", "dense-layer", "--lesson", "my.toml", *DRAFT, "-f", "json"]
    desk.write("my.toml", "[dense]\nW = [[1.0], [2.0], [3.0]]\nx = [1.0]\n")
    desk.done(*run, "-f", "srt")
    desk.write("my.toml", "[dense]\nW = [[1.0], [2.0]]\nx = [1.0]\n")
    desk.done(*run)
    folder = desk.folder / "renders" / "my"
    assert sorted(files_of(folder)) == ["dense-layer.json", "manifest.json"]
    assert "[2]" not in (folder / "manifest.json").read_text(encoding="utf-8")


def test_any_folder_and_title_will_do(desk: Desk) -> None:
    text = (desk.folder / "my.toml").read_text(encoding="utf-8")
    name = "Ana's lesson (é)"
    desk.write(f"{name}/{name}.toml", text)
    out = f"{name}/a: b"
    run = ["render", "dense-layer", "--lesson", f"{name}/{name}.toml", "-f", "json", "-o", out]
    written = Path(desk.done(*run).splitlines()[0])
    assert written == Path(out) / "ana-s-lesson-e" / "dense-layer.json"
    timeline = json.loads((desk.folder / written).read_text(encoding="utf-8"))
    assert timeline["title"] == "1: ReLU/clip"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["dense-lyer"], "No scene is called 'dense-lyer'. Did you mean dense-layer?"),
        (["DENSE_LAYER"], "Did you mean dense-layer?"),
        (["my.toml"], "my.toml is a lesson, not a scene. Try: --lesson my.toml"),
        (["-f", "avi"], "No format is called 'avi'. There are: "),
        (["-q", "z"], "'z' is not one of 'l', 'm', 'h', 'p', 'k'"),
        (["--resolution", "big"], "expected WIDTHxHEIGHT"),
        (["--fps", "0"], "0 frames a second: expected 1 to 240"),
        (["-j", "0"], "0 is not in the range 1<=x<=64"),
        (["--pace", "9"], "9.0 is not in the range"),
    ],
)
def test_wrong_usage_is_2_and_says_what_would_be_right(
    desk: Desk, arguments: list[str], message: str
) -> None:
    code, printed, said = desk.run("render", *arguments)
    assert (code, printed) == (2, "")
    assert message in said
    assert not (desk.folder / "renders").exists()


def test_a_lesson_without_the_scenes_table_is_at_fault(desk: Desk) -> None:
    desk.write("nix.toml", 'title = "Nothing"\n')
    code, printed, said = desk.run("render", "dense-layer", "--lesson", "nix.toml")
    assert (code, printed) == (3, "")
    assert "nix.toml" in said
    assert "[dense]" in said


def test_a_faulty_cell_is_3_and_named_before_anything_is_drawn(fresh_desk: Desk) -> None:
    fresh_desk.write("bad.toml", '[dense]\nW = [[0.5, "a"]]\nx = [1.0, 2.0]\n')
    code, printed, said = fresh_desk.run("render", "dense-layer", "--lesson", "bad.toml")
    assert (code, printed) == (3, "")
    assert all(part in said for part in ("bad.toml", "dense.W", "row 1, column 2"))
    assert not (fresh_desk.folder / "cache").exists()
    assert not (fresh_desk.folder / "renders").exists()


def test_a_missing_library_is_4_with_the_command_that_installs_it(fresh_desk: Desk) -> None:
    fresh_desk.write("stub/manimpango/__init__.py", "raise ImportError('no libpango-1.0.so.0')")
    fresh_desk.environment["PYTHONPATH"] = "stub"
    code, _, said = fresh_desk.run("render", "dense-layer", "--lesson", "my.toml", *DRAFT)
    assert code == 4
    assert "no libpango-1.0.so.0" in said
    assert "libpango1.0-dev" in said or "brew install" in said
    assert "Traceback" not in said


@pytest.mark.skipif(os.name != "posix", reason="pipes end otherwise there")
def test_a_reader_that_leaves_early_is_no_reason_to_shout(desk: Desk) -> None:
    with desk.start("show") as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        said = process.stderr.read()
    assert said == ""
