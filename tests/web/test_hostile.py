"""Whatever a lesson holds reaches a page as text: fifty titles and tokens that try to be more."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import lesson_of
from anim_lib.web.bundle import Bundle
from anim_lib.web.clip import captions_text, chapters_text
from anim_lib.web.markup import json_script, tag
from anim_lib.web.page import clip_page, lesson_page
from anim_lib.web.pastes import KINDS
from tests.web.conftest import Open
from tests.web.test_page import Outline, clip_of

RUN = "window.pwned=1"
HOSTILE = [
    *(f"{close}<script>{RUN}</script>" for close in ("", "</title>", "</script>", "</h1>", "-->")),
    *(f"{quote}><img src=x onerror={RUN}>" for quote in ('"', "'", "</p>", "</button>", "]]>")),
    *(f"{quote} onload={RUN} x={quote}" for quote in ('"', "'", "`")),
    *(f"{quote} autofocus onfocus={RUN} {quote}" for quote in ('"', "'")),
    *(f"<{name} onload={RUN}>" for name in ("svg", "body", "iframe", "video", "details open")),
    *(f"<{name} src=javascript:{RUN}>" for name in ("iframe", "embed", "script")),
    *(f"<a href=javascript:{RUN}>{word}</a>" for word in ("x", "", "\u202e")),
    *(f"<!--{text}" for text in ("", "<script>", "--><script>window.pwned=1</script>")),
    *("<![CDATA[", "<?php x?>", "<!doctype html>", "<style>*{display:none}</style>"),
    *("<base href=//evil>", "<meta http-equiv=refresh content=0;//evil>", "<plaintext>"),
    *("&lt;script&gt;", "&#60;b&#62;", "&amp;amp;", "&", "<", ">", '"', "'"),
    *("{{constructor.constructor('window.pwned=1')()}}", "${window.pwned=1}", "\\u003cb>"),
    *("`${alert(1)}`", "');window.pwned=1;('", "\u2028window.pwned=1\u2029"),
    *("00:00:00.000 --> 00:00:09.000", "WEBVTT", "NOTE <b>", "<c.red><v Eve>said</v></c>"),
]


def hostile_lesson(title: str, tokens: list[str]) -> Lesson:
    lesson = lesson_of(
        {
            "title": "t",
            "dense": {"W": [[1.0]], "x": [1.0]},
            "attention": {"tokens": ["a", "b"], "query": [1.0], "keys": [[1.0], [0.5]]},
        },
        name="mine",
        folder=Path(),
    )
    # The schema may refuse some of these; what writes pages must not depend on that.
    trace = lesson.attention_trace
    assert trace is not None
    object.__setattr__(trace, "tokens", tuple(tokens))
    object.__setattr__(lesson, "title", title)
    return lesson


def test_there_are_fifty_of_them() -> None:
    assert len(HOSTILE) >= 50


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_adds_no_element_and_loses_no_letter(text: str) -> None:
    lesson, plain = hostile_lesson(text, [text, "b"]), hostile_lesson("t", ["a", "b"])
    clip, tame = clip_of(lesson, caption=text), clip_of(plain)
    bundle, tame_bundle = Bundle("mine", text, (clip,)), Bundle("mine", "t", (tame,))
    pages = [
        (lesson_page(lesson, {"x": clip}), lesson_page(plain, {"x": tame})),
        (clip_page(clip), clip_page(tame)),
        *(
            (kind.paste(bundle).text, kind.paste(tame_bundle).text)
            for name, kind in KINDS.items()
            if name not in ("moodle", "jupyter")
        ),
    ]
    for hostile, expected in pages:
        assert Outline(hostile).tags == Outline(expected).tags
    said = Outline(pages[0][0]).text
    assert said.count(" ".join(text.split())) >= 4  # title, heading, token, transcript


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_captions_stay_inside_their_cue(text: str) -> None:
    timeline = clip_of(hostile_lesson("t", ["a", "b"]), caption=text).timeline
    for written in (captions_text(timeline), chapters_text(timeline)):
        timings = [line for line in written.splitlines() if "-->" in line]
        assert len(timings) == written.count(" --> 00:00:0")
        assert all("<" not in line for line in written.split("\n"))


def test_hostile_text_runs_nothing_in_a_browser(open_page: Open, site: Path) -> None:
    lesson = hostile_lesson("".join(HOSTILE), HOSTILE[:2])
    clips = {}
    for number in range(0, len(HOSTILE), 10):
        clip = clip_of(lesson, f"clip-{number}", caption=" ".join(HOSTILE[number : number + 10]))
        (site / f"clip-{number}.mp4").write_bytes((site / "relu.mp4").read_bytes())
        for picture in (f"clip-{number}.png", "a.webp", "b.webp"):
            (site / picture).write_bytes((site / "relu.png").read_bytes())
        clips[f"clip-{number}"] = clip
    (site / "hostile.html").write_text(lesson_page(lesson, clips), encoding="utf-8")
    page = open_page("hostile.html")
    page.wait_for_selector("dotreel-player[ready]")
    page.evaluate(
        "document.querySelectorAll('dotreel-player').forEach((p) => { p.next(); p.pause(); })"
    )
    assert page.evaluate("window.pwned") is None
    assert page.evaluate("document.querySelectorAll('script:not([src], [type])').length") == 0
    assert page.title().split() == "".join(HOSTILE).split()
    for number, clip in enumerate(clips.values()):
        shown = page.locator(".dotreel-caption").nth(number).text_content()
        assert shown == " ".join(clip.timeline.beats[0].caption.split())


class Reader(HTMLParser):
    """Collects the text and the attributes of a piece of HTML."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str | None] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for _, value in attrs]

    def handle_data(self, data: str) -> None:
        self.found.append(data)


readable = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\r\0"), min_size=1
)


@given(readable, readable)
def test_any_text_and_any_attribute_is_read_back_as_it_was(text: str, value: str) -> None:
    reader = Reader(tag("p", text, title=value))
    assert [reader.found[0], "".join(map(str, reader.found[1:]))] == [value, text]


@given(st.dictionaries(st.text(), st.text() | st.integers()))
def test_any_data_is_read_back_and_cannot_end_its_script(data: dict[str, str | int]) -> None:
    start, _, rest = json_script(data).partition(">")
    assert start == '<script type="application/json"'
    content, _, nothing = rest.partition("<")
    assert nothing == "/script>"
    assert json.loads(content) == data
