from __future__ import annotations

import html
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anim_lib.export.captions import clock, cues
from anim_lib.export.srt import write_srt
from anim_lib.export.vtt import write_vtt
from anim_lib.timeline import Beat, Timeline

HOSTILE = [
    "<script>alert(1)</script>",
    "00:00:01.000 --> 00:00:02.000",
    "a --> b",
    "AT&T &lt;b&gt;",
    "<v Roger>Hi",
    "<c.red><00:01.000>",
    "one\ntwo",
    "one\n\n99\n00:00:00.000 --> 00:09:00.000\nfalse",
    "\r\nWEBVTT\r\n\r\nNOTE x",
    "STYLE\n::cue{color:red}",
    "{\\an8}up",
    "{b}bold",
    "<s>",
    "日本 😀 naïve",
]

Parsed = list[tuple[int, int, str]]
TIMING = re.compile(r"(\d\d):(\d\d):(\d\d)[.,](\d{3}) --> (\d\d):(\d\d):(\d\d)[.,](\d{3})")


def parse(text: str) -> Parsed:
    """Cues of WebVTT or SubRip, by blocks between blank lines as both formats have it."""
    blocks = [block.split("\n") for block in re.split(r"\n\n+", text.strip("\n"))]
    if blocks[0] == ["WEBVTT"]:
        del blocks[0]
    found = []
    for number, (name, timing, *payload) in enumerate(blocks, start=1):
        assert name == str(number)
        match = TIMING.fullmatch(timing)
        assert match is not None, timing
        h1, m1, s1, t1, h2, m2, s2, t2 = map(int, match.groups())
        start, end = ((h1 * 60 + m1) * 60 + s1) * 1000 + t1, ((h2 * 60 + m2) * 60 + s2) * 1000 + t2
        found.append((start, end, "\n".join(payload)))
    return found


def captioned(*captions: str, frames: int = 8) -> Timeline:
    beats = tuple(
        Beat(f"beat-{number}", caption, number * frames, (number + 1) * frames)
        for number, caption in enumerate(captions)
    )
    return Timeline("scene", "Title", "lesson", 7, 96, 64, beats)


def test_a_caption_that_stays_is_one_cue(timeline: Timeline) -> None:
    found = cues(timeline)
    assert [cue.text for cue in found] == ["Multiply <the pair> & add.", "The sum is −0.60."]
    assert [(cue.start, cue.end) for cue in found] == [(0, 667), (667, 2417)]


def test_vtt_reads_as_expected(timeline: Timeline, tmp_path: Path) -> None:
    write_vtt(timeline, tmp_path / "a.vtt")
    assert (tmp_path / "a.vtt").read_text(encoding="utf-8") == (
        "WEBVTT\n\n"
        "1\n00:00:00.000 --> 00:00:00.667\nMultiply &lt;the pair&gt; &amp; add.\n\n"
        "2\n00:00:00.667 --> 00:00:02.417\nThe sum is −0.60.\n"
    )


@pytest.mark.parametrize("caption", HOSTILE)
def test_hostile_captions_are_text_in_vtt(caption: str, tmp_path: Path) -> None:
    write_vtt(captioned("Before.", caption, "After."), tmp_path / "a.vtt")
    parsed = parse((tmp_path / "a.vtt").read_text(encoding="utf-8"))
    assert len(parsed) == 3
    payload = parsed[1][2]
    assert not set("<>\n") & set(payload)
    assert html.unescape(payload) == " ".join(caption.split())


@pytest.mark.parametrize("caption", HOSTILE)
def test_hostile_captions_are_text_in_srt(caption: str, tmp_path: Path) -> None:
    write_srt(captioned("Before.", caption, "After."), tmp_path / "a.srt")
    parsed = parse((tmp_path / "a.srt").read_text(encoding="utf-8"))
    assert len(parsed) == 3
    payload = parsed[1][2]
    assert re.search(r"<[/\w]|\{[\\\w]|-->", payload) is None
    assert payload.replace("\u2060", "") == " ".join(caption.split())


@given(st.lists(st.text(min_size=1), min_size=1, max_size=6), st.integers(1, 50))
def test_cues_follow_one_another_and_cover_the_clip(captions: list[str], frames: int) -> None:
    timeline = captioned(*(f"x{caption}" for caption in captions), frames=frames)
    found = cues(timeline)
    assert found[0].start == 0
    assert found[-1].end == round(1000 * timeline.duration)
    for before, after in pairwise(found):
        assert before.end == after.start
        assert before.text != after.text


def test_a_beat_without_a_caption_has_no_cue() -> None:
    found = cues(captioned("One.", "", "One."))
    assert [(cue.start, cue.end) for cue in found] == [(0, 1143), (2286, 3429)]


@pytest.mark.parametrize(
    ("moment", "text"), [(0, "00:00:00.000"), (59_999, "00:00:59.999"), (3_661_001, "01:01:01.001")]
)
def test_moments_are_written_as_both_formats_want(moment: int, text: str) -> None:
    assert clock(moment) == text
    assert clock(moment, ",") == text.replace(".", ",")


def test_a_timeline_survives_json(timeline: Timeline) -> None:
    assert Timeline.from_json(timeline.to_json()) == timeline
    assert replace(timeline, fps=24) != timeline
