from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from anim_lib.export.publish import publish
from anim_lib.export.registry import chosen
from anim_lib.export.slides import defused
from anim_lib.timeline import Beat, Master
from tests.export.conftest import COLOURS, FPS, HEIGHT, WIDTH

# What manim-slides 5.7 reads of a slide: the fields of its SlideConfig, and their types.
SLIDE: dict[str, type | tuple[type, ...]] = {
    "loop": bool,
    "auto_next": bool,
    "playback_rate": float,
    "reversed_playback_rate": float,
    "notes": str,
    "dedent_notes": bool,
    "skip_animations": bool,
    "src": type(None),
    "type": str,
    "direction": str,
    "file": str,
    "rev_file": str,
}


@pytest.fixture
def folder(master: Master, tmp_path: Path) -> Path:
    publish(master, chosen(("slides",)), tmp_path)
    return tmp_path / "my-lesson" / "dense-layer-slides"


def deck_of(folder: Path) -> dict[str, Any]:
    deck: dict[str, Any] = json.loads((folder / "dense-layer.json").read_text(encoding="utf-8"))
    return deck


def test_the_folder_holds_the_deck_and_a_video_for_each_beat(folder: Path) -> None:
    names = ["01-pair.mp4", "02-again.mp4", "03-sum.mp4", "dense-layer.json"]
    assert sorted(path.name for path in folder.iterdir()) == names
    manifest = json.loads((folder.parent / "manifest.json").read_text(encoding="utf-8"))
    assert [f["name"] for f in manifest["files"]] == [f"{folder.name}/{name}" for name in names]


def test_the_deck_has_the_form_that_manim_slides_reads(folder: Path) -> None:
    deck = deck_of(folder)
    assert sorted(deck) == ["background_color", "resolution", "slides"]
    assert deck["resolution"] == [WIDTH, HEIGHT]
    for slide in deck["slides"]:
        assert list(slide) == list(SLIDE)
        assert all(isinstance(slide[key], kind) for key, kind in SLIDE.items())
        for key in ("file", "rev_file"):  # told from the folder that the deck's folder is in
            assert (folder.parent / slide[key]).is_file()
    corner = [int(deck["background_color"][at : at + 2], 16) for at in (1, 3, 5)]
    assert np.abs(np.array(corner) - COLOURS[0]).max() <= 3


def test_each_video_is_its_beat_frame_for_frame(master: Master, folder: Path) -> None:
    slides = deck_of(folder)["slides"]
    for slide, beat, colour in zip(slides, master.timeline.beats, COLOURS, strict=True):
        with av.open(str(folder.parent / slide["file"])) as video:
            assert video.streams.video[0].average_rate == FPS
            frames = [frame.to_ndarray(format="rgb24") for frame in video.decode(video=0)]
        assert len(frames) == beat.frames
        assert np.abs(np.stack(frames).astype(int) - colour).max() <= 3


def test_notes_tell_the_caption_and_the_fresh_numbers(folder: Path) -> None:
    first, second, _ = (slide["notes"].replace("\u2060", "") for slide in deck_of(folder)["slides"])
    assert first == "Multiply <the pair> & add.\n\ndense.products[0,1] = −0.60"
    assert second == "Multiply <the pair> & add."


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("<script>alert(1)</script>", "<script"),
        ("<img src=x onerror=alert(1)>", "<img"),
        ("&lt;b&gt;", "&lt;"),
        ("[here](javascript:alert(1))", "]("),
        ("[a]: javascript:alert(1)", "]:"),
        ("**bold**", "**"),
        ("</aside><script>", "</aside"),
    ],
)
def test_notes_hold_no_markup(text: str, markup: str) -> None:
    assert markup in text
    assert markup not in defused(text)
    assert defused(text).replace("\u2060", "") == text


def test_a_lectures_beats_get_safe_names(master: Master, tmp_path: Path) -> None:
    named = Beat("title-card/../Übung 1", "Hi.", 0, 7)
    beats = (named, *master.timeline.beats[1:])
    wild = replace(master, timeline=replace(master.timeline, beats=beats))
    publish(wild, chosen(("slides",)), tmp_path)
    folder = tmp_path / "my-lesson" / "dense-layer-slides"
    assert min(path.name for path in folder.iterdir()) == "01-title-card-bung-1.mp4"


def test_a_second_deck_takes_the_place_of_the_first(master: Master, tmp_path: Path) -> None:
    publish(master, chosen(("slides",)), tmp_path)
    beats = tuple(replace(beat, name=f"new-{beat.name}") for beat in master.timeline.beats)
    renamed = replace(master, timeline=replace(master.timeline, beats=beats), story="new")
    publish(renamed, chosen(("slides",)), tmp_path)
    folder = tmp_path / "my-lesson" / "dense-layer-slides"
    names = ["01-new-pair.mp4", "02-new-again.mp4", "03-new-sum.mp4", "dense-layer.json"]
    assert sorted(path.name for path in folder.iterdir()) == names
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_an_older_storys_deck_is_removed(master: Master, tmp_path: Path) -> None:
    publish(master, chosen(("slides",)), tmp_path)
    publish(replace(master, story="new"), chosen(("vtt",)), tmp_path)
    names = sorted(path.name for path in (tmp_path / "my-lesson").iterdir())
    assert names == ["dense-layer.vtt", "manifest.json"]


@pytest.mark.skipif(shutil.which("manim-slides") is None, reason="manim-slides is not installed")
def test_manim_slides_makes_a_page_of_it(folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "deck.html"
    command = ["manim-slides", "convert", "--folder", str(folder), "dense-layer", str(page)]
    subprocess.run(command, check=True, capture_output=True)
    assert page.read_text(encoding="utf-8").count("data-background-video=") == 3
