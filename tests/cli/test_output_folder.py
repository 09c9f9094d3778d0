"""An output folder that cannot take the results is refused before anything is drawn."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Desk

ASK = {
    "render": ["render", "dense-layer", "--lesson", "my.toml", "--fps", "5"],
    "sheet": ["sheet", "dense-layer", "--lesson", "my.toml"],
    "watch": ["watch", "my.toml", "dense-layer"],
}


def everything_in(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if "cache" not in path.parts}


def refusal(desk: Desk, *arguments: str) -> str:
    """What a run says that ends with 2, has drawn nothing and leaves all as it was."""
    before = everything_in(desk.folder)
    desk.cache = desk.folder / "cache"
    code, printed, said = desk.run(*arguments)
    assert (code, printed) == (2, ""), said
    assert everything_in(desk.folder) == before
    assert list(desk.cache.rglob("beat-*")) == []
    assert not any(word in said for word in (".dotreel-", "Errno", "Traceback"))
    return " ".join(said.split())


@pytest.mark.parametrize("command", ASK)
def test_a_file_in_the_place_of_a_folder_is_named(desk: Desk, command: str) -> None:
    desk.write("afile", "precious")
    said = refusal(desk, *ASK[command], "-o", "afile/sub")
    assert "afile is a file, where a folder for results is needed. Move it away, or name" in said


@pytest.mark.parametrize("command", ASK)
def test_no_folder_at_all_is_no_name(desk: Desk, command: str) -> None:
    assert "is empty. Name a folder; . is the one" in refusal(desk, *ASK[command], "-o", "")


@pytest.mark.parametrize("command", ASK)
def test_a_folder_where_a_result_must_go_is_left_alone(desk: Desk, command: str) -> None:
    name = "dense-layer.mp4" if command == "render" else "dense-layer-sheet.png"
    mine = desk.write(f"out/my/{name}/mine.txt", "precious")
    said = refusal(desk, *ASK[command], "-o", "out")
    assert f"{Path('out', 'my', name)} is a folder, where a result must go." in said
    assert mine.read_text(encoding="utf-8") == "precious"


def test_a_folder_in_the_manifests_place_is_named(desk: Desk) -> None:
    (desk.folder / "renders" / "my" / "manifest.json").mkdir(parents=True)
    assert "manifest.json is a folder" in refusal(desk, *ASK["render"])


def test_a_file_in_the_lessons_folders_place_is_named(desk: Desk) -> None:
    desk.write("renders/my", "precious")
    said = refusal(desk, "render", "--lesson", "my.toml")
    assert f"{Path('renders', 'my')} is a file" in said


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="a folder that not even root may fill")
def test_a_folder_that_cannot_be_written_is_named(desk: Desk) -> None:
    said = refusal(desk, *ASK["render"], "-o", "/proc/clips")
    assert "/proc: results cannot be written there (" in said


def test_a_name_that_is_too_long_is_told(desk: Desk) -> None:
    assert "(File name too long)" in refusal(desk, *ASK["render"], "-o", "o" * 300)


def test_a_link_that_leads_nowhere_is_told(desk: Desk) -> None:
    (desk.folder / "link").symlink_to("nowhere")
    said = refusal(desk, *ASK["render"], "-o", "link/sub")
    assert "link is a link that leads nowhere" in said


def test_lessons_whose_names_have_no_plain_letters_get_folders_of_their_own(desk: Desk) -> None:
    lesson = (desk.folder / "my.toml").read_text(encoding="utf-8")
    long = "a" * 70
    folders = set()
    for name in ("神", "经", f"{long}1", f"{long}2"):
        desk.write(f"{name}.toml", lesson)
        folders.add(json.loads(desk.done("show", f"{name}.toml", "--json"))["lesson"])
    assert len(folders) == 4
    assert max(map(len, folders)) == 60
    assert all(re.fullmatch(r"(a{53}|lesson)-[0-9a-f]{6}", name) for name in folders)


def test_a_lesson_that_takes_another_ones_place_says_so_once(desk: Desk) -> None:
    lesson = (desk.folder / "my.toml").read_text(encoding="utf-8")
    desk.write("my!.toml", lesson.replace("0.5", "0.7").replace("ReLU/clip", "second"))
    run = ["render", "dense-layer", "-f", "txt", "--lesson"]
    assert desk.run(*run, "my.toml")[2] == ""
    assert desk.run(*run, "my.toml")[2] == ""
    code, _, said = desk.run(*run, "my!.toml")
    assert (code, said.splitlines()) == (
        0,
        [
            f"{Path('renders', 'my')} holds results of my.toml ('1: ReLU/clip'); those of my!.toml "
            "take their place. To keep both: rename one lesson, or use -o."
        ],
    )
    assert desk.run(*run, "my!.toml")[2] == ""
    desk.write("week2/my!.toml", lesson)
    told = desk.run(*run, "week2/my!.toml")[2]
    assert "holds results of my!.toml ('1: second'); those of week2/my!.toml take" in told
    assert desk.run(*run, "week2/my!.toml")[2] == ""
    assert desk.run(*run, "my!.toml")[2].startswith("renders/my holds results of week2/my!.toml")
    manifest = json.loads((desk.folder / "renders/my/manifest.json").read_text(encoding="utf-8"))
    assert (manifest["lesson_file"], manifest["title"]) == ("my!.toml", "1: second")
