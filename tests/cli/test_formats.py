"""Several formats at once, a stage without a background, and a poster of one's choice."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import av
import pytest
from PIL import Image

from anim_lib.cli._formats import choose_formats
from anim_lib.cli._progress import ProgressLine
from anim_lib.cli.render import Output
from anim_lib.timeline import Beat, Master, Timeline
from anim_lib.web import bundle

if TYPE_CHECKING:
    from tests.cli.conftest import Desk

RENDER = ["render", "dense-layer", "--lesson", "my.toml", "--resolution", "160x90", "--fps", "5"]


def test_several_formats_come_of_one_run(desk: Desk) -> None:
    printed = desk.done(*RENDER, "-f", "mp4", "-f", "webm", "-f", "gif", "-f", "sheet")
    endings = [Path(line).name.removeprefix("dense-layer") for line in printed.splitlines()]
    assert endings == [
        ".chapters.vtt", ".gif", ".json", ".mp4", ".png", "-sheet.png", ".srt", ".txt", ".vtt",
        ".webm", "manifest.json",
    ]  # fmt: skip
    folder = desk.folder / "renders" / "my"
    timeline = json.loads((folder / "dense-layer.json").read_text(encoding="utf-8"))
    for suffix in ("mp4", "webm"):
        with av.open(str(folder / f"dense-layer.{suffix}")) as video:
            assert sum(1 for _ in video.decode(video=0)) == timeline["frames"]


def test_the_poster_is_taken_at_the_beat_that_is_asked_for(desk: Desk) -> None:
    last = desk.done(*RENDER, "-f", "png", "-o", "last").splitlines()[0]
    other = desk.done(*RENDER, "-f", "png", "--at", "layer", "-o", "other").splitlines()[0]
    with Image.open(desk.folder / last) as one, Image.open(desk.folder / other) as two:
        assert one.size == two.size == (160, 90)
        assert one.tobytes() != two.tobytes()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--at", "layr"], "dense-layer has no beat called 'layr'. Did you mean layer?"),
        (["--at", "zzzzz"], "There are: layer, "),
        (["-f", "webmm"], "No format is called 'webmm'. Did you mean webm?"),
        (
            ["--transparent", "-f", "webm", "-f", "mp4"],
            "mp4 cannot be transparent: H.264 has no alpha channel. These can: gif, png, ",
        ),
    ],
)
def test_what_cannot_be_is_wrong_usage(desk: Desk, arguments: list[str], said: str) -> None:
    code, printed, words = desk.run(*RENDER, *arguments)
    assert (code, printed) == (2, "")
    assert said in words


def test_a_poster_needs_one_clip(desk: Desk) -> None:
    code, _, words = desk.run("render", "--lesson", "my.toml", "--at", "layer", "-f", "png")
    assert code == 2
    assert "name the scene, and only one" in words


def test_a_transparent_clip_is_webm_with_a_transparent_poster(desk: Desk) -> None:
    printed = desk.done(*RENDER, "--transparent", "-o", "clear")
    names = [Path(line).name for line in printed.splitlines()]
    assert "dense-layer.webm" in names
    assert "dense-layer.mp4" not in names
    with Image.open(desk.folder / "clear" / "my" / "dense-layer.png") as poster:
        assert poster.mode == "RGBA"
        assert poster.getpixel((1, 1)) == (0, 0, 0, 0)
        assert max(poster.getchannel("A").tobytes()) > 150  # thin letters, few pixels


def test_a_lecture_has_vector_pages_and_slides_of_all_its_clips(desk: Desk) -> None:
    tiny = ["--lesson", "my.toml", "--resolution", "160x90", "--fps", "5", "-o", "all"]
    desk.done("render", *tiny, "-f", "pdf", "-f", "slides", "-f", "json")
    folder = desk.folder / "all" / "my"
    beats = json.loads((folder / "lecture.json").read_text(encoding="utf-8"))["beats"]
    pages = re.findall(rb"/Type /Page\b", (folder / "lecture.pdf").read_bytes())
    assert len(pages) == len(beats)
    deck = json.loads((folder / "lecture-slides" / "lecture.json").read_text(encoding="utf-8"))
    assert len(deck["slides"]) == len(beats)
    assert all((folder / slide["file"]).is_file() for slide in deck["slides"])


def test_large_files_are_pointed_out_on_stderr(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bundle, "WARNINGS", ((40, "over 40 bytes"), (20, "over 20 bytes")))
    timeline = Timeline("relu", "T", "my", 10, 96, 64, (Beat("a", "x" * 8, 0, 10),))
    out = Output(choose_formats(("vtt", "srt")), tmp_path, ProgressLine("my"), quiet=False)
    out.publish(Master(timeline, (), "a", "b"))
    printed, said = capsys.readouterr()
    srt, vtt = tmp_path / "my" / "relu.srt", tmp_path / "my" / "relu.vtt"
    assert printed.splitlines() == [str(srt), str(vtt)]
    sizes = {path: path.stat().st_size for path in (srt, vtt)}
    assert all(size > 40 for size in sizes.values())
    assert said.splitlines() == [f"{path}: 0.0 MB is over 40 bytes." for path in (srt, vtt)]
