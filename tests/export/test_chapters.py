from __future__ import annotations

import html
from dataclasses import replace
from pathlib import Path

import pytest

from anim_lib.export.chapters import write_chapters
from anim_lib.timeline import Beat, Chapter, Timeline
from tests.export.test_captions import HOSTILE, captioned, parse


def written(timeline: Timeline, folder: Path) -> list[tuple[int, int, str]]:
    write_chapters(timeline, folder / "a.chapters.vtt")
    return parse((folder / "a.chapters.vtt").read_text(encoding="utf-8"))


def test_a_clip_has_a_chapter_for_each_beat(timeline: Timeline, tmp_path: Path) -> None:
    assert written(timeline, tmp_path) == [
        (0, 583, "Multiply &lt;the pair&gt; &amp; add."),
        (583, 667, "Multiply &lt;the pair&gt; &amp; add."),
        (667, 2417, "The sum is −0.60."),
    ]


def test_a_beat_without_a_caption_has_its_name(timeline: Timeline, tmp_path: Path) -> None:
    bare = replace(timeline, beats=(Beat("open", "", 0, 12), *timeline.beats[1:]))
    assert written(bare, tmp_path)[0][2] == "open"


def test_a_lecture_has_a_chapter_for_each_clip(timeline: Timeline, tmp_path: Path) -> None:
    parts = (Chapter("A dense layer", 0, 7), Chapter("ReLU", 7, 29))
    found = written(replace(timeline, parts=parts), tmp_path)
    assert found == [(0, 583, "A dense layer"), (583, 2417, "ReLU")]


@pytest.mark.parametrize("caption", HOSTILE)
def test_hostile_titles_are_text(caption: str, tmp_path: Path) -> None:
    found = written(captioned("Before.", caption, "After."), tmp_path)
    assert len(found) == 3
    assert not set("<>\n") & set(found[1][2])
    assert html.unescape(found[1][2]) == " ".join(caption.split())
