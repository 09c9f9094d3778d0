from __future__ import annotations

import errno
import hashlib
import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from anim_lib.export.manifest import read_manifest
from anim_lib.export.publish import PREFIX, OutputError, private_folder, publish, sweep
from anim_lib.export.registry import chosen
from anim_lib.timeline import Master


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def manifest(folder: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return data


ALL = [
    "dense-layer.chapters.vtt",
    "dense-layer.json",
    "dense-layer.mp4",
    "dense-layer.png",
    "dense-layer.srt",
    "dense-layer.txt",
    "dense-layer.vtt",
]


def test_all_files_land_in_the_lessons_folder_and_nothing_else(
    master: Master, tmp_path: Path
) -> None:
    paths = publish(master, chosen(()), tmp_path / "renders")
    folder = tmp_path / "renders" / "my-lesson"
    assert [path.name for path in paths] == [*ALL, "manifest.json"]
    assert names(folder) == [*ALL, "manifest.json"]
    assert names(tmp_path / "renders") == ["my-lesson"]


def test_the_manifest_tells_each_files_truth(master: Master, tmp_path: Path) -> None:
    publish(master, chosen(()), tmp_path)
    folder = tmp_path / "my-lesson"
    data = manifest(folder)
    assert data["lesson"] == "my-lesson"
    assert [record["name"] for record in data["files"]] == ALL
    for record in data["files"]:
        raw = (folder / record["name"]).read_bytes()
        assert record["sha256"] == hashlib.sha256(raw).hexdigest()
        assert record["size"] == len(raw)
        assert record["duration"] == master.timeline.duration
        assert (record["scene"], record["inputs"]) == ("dense-layer", "a1")
        assert record["numbers"] == [
            {"name": "dense.products[0,1]", "value": -0.6, "text": "−0.60"}
        ]


def test_two_publications_give_the_same_bytes(master: Master, tmp_path: Path) -> None:
    for output in ("one", "two"):
        publish(master, chosen(()), tmp_path / output)
    for path in (tmp_path / "one" / "my-lesson").iterdir():
        other = tmp_path / "two" / "my-lesson" / path.name
        assert path.read_bytes() == other.read_bytes(), path.name


def test_another_scene_of_the_lesson_stays(master: Master, tmp_path: Path) -> None:
    relu = replace(master, timeline=replace(master.timeline, scene="relu"), story="c3")
    publish(relu, chosen(("vtt",)), tmp_path)
    publish(master, chosen(("vtt",)), tmp_path)
    files = [record["name"] for record in manifest(tmp_path / "my-lesson")["files"]]
    assert files == ["dense-layer.vtt", "relu.vtt"]


def test_nothing_of_an_older_story_remains(master: Master, tmp_path: Path) -> None:
    publish(master, chosen(("vtt", "srt")), tmp_path)
    publish(replace(master, story="changed"), chosen(("vtt",)), tmp_path)
    assert names(tmp_path / "my-lesson") == ["dense-layer.vtt", "manifest.json"]


def test_the_same_story_in_another_size_keeps_the_other_formats(
    master: Master, tmp_path: Path
) -> None:
    publish(master, chosen(("srt",)), tmp_path)
    publish(replace(master, inputs="larger"), chosen(("vtt",)), tmp_path)
    expected = ["dense-layer.srt", "dense-layer.vtt", "manifest.json"]
    assert names(tmp_path / "my-lesson") == expected


def test_a_failure_leaves_the_older_files_and_nothing_else(master: Master, tmp_path: Path) -> None:
    publish(master, chosen(()), tmp_path)
    before = {path: path.read_bytes() for path in (tmp_path / "my-lesson").iterdir()}
    shutil.copy(master.segments[0], master.segments[1])  # a beat that is too long
    with pytest.raises(ValueError, match="frames were joined"):
        publish(replace(master, story="new"), chosen(()), tmp_path)
    after = {path: path.read_bytes() for path in (tmp_path / "my-lesson").iterdir()}
    assert after == before
    assert [name for name in names(tmp_path) if name.startswith(".")] == []


def test_private_folders_of_dead_runs_are_swept_and_living_ones_kept(tmp_path: Path) -> None:
    dead = tmp_path / f"{PREFIX}dead"
    dead.mkdir()
    (dead / ".lock").touch()
    (dead / "half.mp4").touch()
    with private_folder(tmp_path) as living:
        sweep(tmp_path)
        assert not dead.exists()
        assert living.exists()
    assert names(tmp_path) == []


def test_a_manifest_cannot_name_a_file_elsewhere(master: Master, tmp_path: Path) -> None:
    outside = tmp_path / "precious.txt"
    outside.write_text("keep me")
    publish(master, chosen(("vtt",)), tmp_path)
    path = tmp_path / "my-lesson" / "manifest.json"
    path.write_text(path.read_text(encoding="utf-8").replace("dense-layer.vtt", "../precious.txt"))
    publish(replace(master, story="changed"), chosen(("srt",)), tmp_path)
    assert outside.read_text() == "keep me"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"files": [{"name": 1}]}', '{"files": 3}'])
def test_a_broken_manifest_counts_as_none(text: str, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(text)
    assert read_manifest(tmp_path) == ()


def test_a_full_disk_is_told_of_the_file_that_was_to_be(master: Master, tmp_path: Path) -> None:
    def write(_: Master, target: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(target))

    [vtt] = chosen(("vtt",))
    with pytest.raises(OSError, match="No space left") as told:
        publish(master, [replace(vtt, write=write)], tmp_path / "out")
    assert told.value.filename == str(tmp_path / "out" / "my-lesson" / "dense-layer.vtt")
    assert names(tmp_path / "out") == ["my-lesson"]


def test_somebody_elses_folder_or_file_is_never_replaced_by_another_kind(
    master: Master, tmp_path: Path
) -> None:
    folder = tmp_path / "my-lesson"
    (folder / "dense-layer.vtt").mkdir(parents=True)
    (folder / "dense-layer-slides").write_text("mine")
    for name, kind in (("vtt", "a folder"), ("slides", "a file")):
        with pytest.raises(
            OutputError, match=f"is {kind}, where .* must go. Move it away, or name"
        ):
            publish(master, chosen((name,)), tmp_path)
    assert names(folder) == ["dense-layer-slides", "dense-layer.vtt"]
    assert names(tmp_path) == ["my-lesson", "segments"]
