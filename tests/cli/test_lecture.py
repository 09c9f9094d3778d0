"""Several clips rendered at once, and the lecture they are joined into, as decoded files."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

import av
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from tests.cli.conftest import SMALL_LESSON, Desk

if TYPE_CHECKING:
    from collections.abc import Sequence

FPS = 5
DRAFT = ["--resolution", "160x90", "--fps", str(FPS)]
TITLE_FRAMES = 3 * FPS
CLIPS = ["dense-layer", "relu"]
SUFFIXES = ["chapters.vtt", "json", "mp4", "png", "srt", "txt", "vtt"]


@pytest.fixture(scope="module")
def lecture_desk(tmp_path_factory: pytest.TempPathFactory, shared_cache: Path) -> Desk:
    desk = Desk(tmp_path_factory.mktemp("desk"), shared_cache)
    desk.write("my.toml", SMALL_LESSON)
    desk.write("printed", desk.done("render", "--lesson", "my.toml", *DRAFT, "-j", "2"))
    return desk


@pytest.fixture(scope="module")
def folder(lecture_desk: Desk) -> Path:
    return lecture_desk.folder / "renders" / "my"


def pictures(movie: Path) -> list[NDArray[np.uint8]]:
    with av.open(str(movie)) as video:
        return [np.asarray(frame.to_ndarray(), np.uint8) for frame in video.decode(video=0)]


def data(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def milliseconds(clock: str) -> int:
    hours, minutes, seconds = (
        clock.replace(".", ":").replace(",", ":").rpartition(":")[0].split(":")
    )
    rest = int(clock[-3:])
    return ((int(hours) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + rest


def cues(vtt: Path) -> list[tuple[int, int, str]]:
    found = re.findall(r"(\S+) --> (\S+)\n(.*)\n", vtt.read_text(encoding="utf-8"))
    return [(milliseconds(start), milliseconds(end), text) for start, end, text in found]


def test_every_clip_and_the_lecture_are_printed_in_the_pages_order(lecture_desk: Desk) -> None:
    printed = (lecture_desk.folder / "printed").read_text(encoding="utf-8").splitlines()
    expected = [f"{name}.{suffix}" for name in [*CLIPS, "lecture"] for suffix in SUFFIXES]
    assert [Path(line).name for line in printed] == [*expected, "manifest.json"]
    assert all((lecture_desk.folder / line).is_file() for line in printed)


def test_the_lecture_is_the_title_card_and_the_clips_frame_for_frame(folder: Path) -> None:
    lecture = pictures(folder / "lecture.mp4")
    clips = [pictures(folder / f"{name}.mp4") for name in CLIPS]
    starts = list(accumulate(map(len, clips), initial=TITLE_FRAMES))
    assert len(lecture) == starts[-1]
    for start, clip in zip(starts, clips, strict=False):
        assert all(
            np.array_equal(lecture[start + number], frame) for number, frame in enumerate(clip)
        )
    card = lecture[:TITLE_FRAMES]
    assert all(np.abs(card[0].astype(int) - frame).max() < 12 for frame in card)  # it stands still
    assert card[0].max() > 150  # and is written on
    timeline = data(folder / "lecture.json")
    assert (timeline["frames"], timeline["duration"]) == (len(lecture), len(lecture) / FPS)


def test_a_lecture_is_joined_in_a_tall_frame_too(lecture_desk: Desk, tmp_path: Path) -> None:
    size = 90, 160
    desk = Desk(tmp_path, lecture_desk.cache)
    desk.write("my.toml", f"{SMALL_LESSON}[lanes]\n")
    pixels = f"{size[0]}x{size[1]}"
    desk.done("render", "--lesson", "my.toml", "--resolution", pixels, "--fps", "2", "-f", "mp4")
    folder = tmp_path / "renders" / "my"
    with av.open(str(folder / "lecture.mp4")) as video:
        assert (video.streams.video[0].width, video.streams.video[0].height) == size
        count = sum(1 for _ in video.decode(video=0))
        assert len(video.chapters()) == 3
    clips = [len(pictures(folder / f"{name}.mp4")) for name in [*CLIPS, "gpu-lanes"]]
    assert count == 3 * 2 + sum(clips)


def test_each_clip_is_a_chapter_and_the_first_begins_with_the_title(folder: Path) -> None:
    lengths = [data(folder / f"{name}.json")["frames"] for name in CLIPS]
    ends = [end / FPS for end in accumulate(lengths, initial=TITLE_FRAMES)][1:]
    with av.open(str(folder / "lecture.mp4")) as video:
        chapters = video.chapters()
        assert video.metadata["title"] == "1: ReLU/clip"
    times = [
        (float(chapter["start"] * base), float(chapter["end"] * base))
        for chapter in chapters
        if (base := chapter["time_base"]) is not None
    ]
    spans = np.array(times)
    assert spans == pytest.approx(np.array([*zip([0.0, *ends], ends, strict=False)]))
    titles = [chapter["metadata"]["title"] for chapter in chapters]
    parts = data(folder / "lecture.json")["parts"]
    assert titles == [part["title"] for part in parts]
    assert np.array([(part["start"], part["end"]) for part in parts]) == pytest.approx(spans)


def test_captions_and_numbers_are_the_clips_own_moved(folder: Path) -> None:
    starts = accumulate(
        (data(folder / f"{name}.json")["frames"] for name in CLIPS), initial=TITLE_FRAMES
    )
    moved = [
        (begin + 1000 * start // FPS, end + 1000 * start // FPS, text)
        for start, name in zip(starts, CLIPS, strict=False)
        for begin, end, text in cues(folder / f"{name}.vtt")
    ]
    assert cues(folder / "lecture.vtt") == moved
    beats = data(folder / "lecture.json")["beats"]
    assert len({beat["name"] for beat in beats}) == len(beats)
    names = [number["name"] for beat in beats for number in beat["numbers"]]
    assert len(set(names)) == len(names)
    assert {"dense.products[0,1]", "relu.y[0]"} <= set(names)
    transcript = (folder / "lecture.txt").read_text(encoding="utf-8")
    assert transcript.startswith("1: ReLU/clip\nlecture, ")
    parts = data(folder / "lecture.json")["parts"]
    assert all(f"\n{part['title']}\n" in transcript for part in parts)


def test_the_poster_is_the_title_card(folder: Path) -> None:
    with (
        Image.open(folder / "lecture.png") as poster,
        av.open(str(folder / "lecture.mp4")) as video,
    ):
        frames = list(video.decode(video=0))[:TITLE_FRAMES]
        assert np.array_equal(np.asarray(poster), frames[-1].to_ndarray(format="rgb24"))


def test_the_manifest_says_what_the_lecture_was_joined_from(folder: Path) -> None:
    records = {record["name"]: record for record in data(folder / "manifest.json")["files"]}
    stories = {name: records[f"{name}.mp4"]["story"] for name in CLIPS}
    assert records["lecture.mp4"]["clips"] == stories
    assert "clips" not in records["relu.mp4"]
    assert "title-card.mp4" not in records


def test_one_process_leaves_the_bytes_that_two_leave(lecture_desk: Desk, tmp_path: Path) -> None:
    alone = Desk(lecture_desk.folder, tmp_path / "cache")
    alone.done("render", "--lesson", "my.toml", *DRAFT, "-j", "1", "-o", "alone")
    folders = [alone.folder / "alone" / "my", alone.folder / "renders" / "my"]
    one, two = ({path.name: path.read_bytes() for path in each.iterdir()} for each in folders)
    assert one == two


def render(desk: Desk, *arguments: str) -> tuple[dict[str, Any], str]:
    """The account of a run that only plans, and what it said."""
    code, printed, said = desk.run("render", "--json", "-f", "json", *arguments)
    assert code == 0, said
    account: dict[str, Any] = json.loads(printed)
    return account, said


def scenes_of(account: dict[str, Any]) -> Sequence[str]:
    return [clip["scene"] for clip in account["clips"]]


def test_one_named_clip_is_not_joined_and_two_are_in_the_pages_order(desk: Desk) -> None:
    account, _ = render(desk, "relu", "--lesson", "my.toml")
    assert (scenes_of(account), "lecture" in account) == (["relu"], False)
    account, _ = render(desk, "relu", "dense-layer", "--lesson", "my.toml")
    assert scenes_of(account) == CLIPS
    lengths = [clip["frames"] for clip in account["clips"]]
    assert account["lecture"]["frames"] == 3 * 60 + sum(lengths)
    assert account["lecture"]["scene"] == "lecture"


def test_a_lecture_that_a_new_clip_outdates_is_named(lecture_desk: Desk, folder: Path) -> None:
    before = (folder / "lecture.mp4").read_bytes()
    _, said = render(lecture_desk, "relu", "--lesson", "my.toml")
    assert said == ""
    lecture_desk.write("my.toml", SMALL_LESSON.replace("0.5", "0.6"))
    _, said = render(lecture_desk, "relu", "--lesson", "my.toml")
    path = Path("renders") / "my" / "lecture.mp4"
    assert said.startswith(f"{path} still holds the older relu; render without naming scenes")
    assert (folder / "lecture.mp4").read_bytes() == before


def test_a_title_that_cannot_be_drawn_is_refused_but_for_single_clips(desk: Desk) -> None:
    desk.write("my.toml", SMALL_LESSON.replace("ReLU", "ᜀ"))
    code, printed, said = desk.run("render", "--lesson", "my.toml", "-f", "json")
    assert (code, printed) == (3, "")
    assert 'title-card: my.toml, line 1, title: "ᜀ" (U+1700) in ' in said
    assert "is not in the fonts" in said
    assert said.endswith("What can be had by name: dense-layer relu\n")
    assert desk.run("check", "my.toml")[0] == 3
    account, _ = render(desk, "dense-layer", "--lesson", "my.toml")
    assert scenes_of(account) == ["dense-layer"]


def test_a_lesson_that_some_clips_refuse_names_them_before_anything_is_drawn(desk: Desk) -> None:
    rows = ", ".join(["[1.0, 2.0]"] * 9)
    shown = list(range(9))
    desk.write("tall.toml", f"[dense]\nW = [{rows}]\nx = [1.0, 2.0]\n[display]\nrows = {shown}\n")
    code, printed, said = desk.run("render", "--lesson", "tall.toml", *DRAFT)
    assert (code, printed) == (3, "")
    assert "dense-layer: tall.toml, line 5, display.rows: 9 rows" in said
    assert not (desk.folder / "renders").exists()
