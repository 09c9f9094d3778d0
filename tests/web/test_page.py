"""The lesson page: its sections and numbers, without a browser."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import default_lesson, lesson_of
from anim_lib.nn.activations import ACTIVATIONS
from anim_lib.timeline import Beat, Timeline
from anim_lib.web.clip import Source, WebClip
from anim_lib.web.numpy_code import dense_code
from anim_lib.web.page import lesson_page
from anim_lib.web.words import spoken


class Outline(HTMLParser):
    """What a page is made of: its tags, the ids of its sections, its visible text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.sections: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "section":
            self.sections.append(str(dict(attrs).get("id")))

    def handle_data(self, data: str) -> None:
        self.text += data


def clip_of(lesson: Lesson, scene: str = "dense-layer", caption: str = "Said.") -> WebClip:
    """A clip that was never drawn."""
    beats = (Beat("one", caption, 0, 10), Beat("two", caption, 10, 20))
    timeline = Timeline(scene, lesson.title, lesson.name, 10, 320, 180, beats)
    source = Source("dark", f"{scene}.mp4", f"{scene}.png")
    return WebClip(timeline, "What it tells", (source,), ("a.webp", "b.webp"))


def page_of(lesson: Lesson, *scenes: str) -> Outline:
    return Outline(lesson_page(lesson, {scene: clip_of(lesson, scene) for scene in scenes}))


def lesson_with(**tables: Any) -> Lesson:
    return lesson_of(tables, name="mine", folder=Path())


DENSE = {"W": [[0.5, -0.3]], "x": [1.0, 2.0]}
ATTENTION = {"tokens": ["a", "b"], "query": "a", "keys": [[1.0, 0.5], [0.5, 1.0]]}


def test_the_sections_come_in_the_pages_order_with_their_clips() -> None:
    scenes = ("dense-layer", "relu", "gpu-lanes", "attention", "blend")
    page = page_of(default_lesson(), *scenes)
    assert page.sections == ["trick", "maths", "code", "gpus", "attention", "so-what"]
    assert page.tags.count("dotreel-player") == 5
    assert page.tags.count("h1") == 1


@pytest.mark.parametrize(
    ("tables", "expected"),
    [
        ({"dense": DENSE}, ["trick", "maths", "code", "so-what"]),
        ({"attention": ATTENTION}, ["maths", "attention", "so-what"]),
    ],
)
def test_a_section_without_its_table_is_left_out(
    tables: dict[str, Any], expected: list[str]
) -> None:
    assert page_of(lesson_with(**tables)).sections == expected


def test_a_scene_that_no_section_knows_comes_last() -> None:
    page = page_of(default_lesson(), "dense-layer", "my-own")
    assert page.sections[-1] == "more"


def test_the_page_says_the_numbers_that_were_worked_out_by_hand() -> None:
    text = page_of(default_lesson()).text
    assert "(0.5)(1.0) + (−0.3)(2.0) + (0.8)(−1.0) + 0.1 = −0.80" in text
    assert "ReLU(−0.80) = 0.00" in text
    assert "16 ticks on one lane and 4 when its rows run on 4 lanes" in text
    assert re.search(r"export\s*1\.02\s*0\.51\s*0\.41", text)
    assert re.search(r"why\s*−0\.57\s*−0\.29\s*0\.19", text)


def test_every_number_in_the_text_is_one_of_the_lessons_traces() -> None:
    lesson = default_lesson()
    printed = {q.name: q.text for trace in lesson.traces() for q in trace.quantities()}
    html = lesson_page(lesson, {})
    marked = re.findall(r'<data value="[^"]*" data-number="([^"]*)">([^<]*)</data>', html)
    assert len(marked) > 20
    for name, text in marked:
        assert printed[name] == text


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_the_code_on_the_page_gives_the_results_beside_it(name: str) -> None:
    W = [[0.5, -0.3, 0.8], [-0.6, 0.4, 0.2]]
    lesson = lesson_with(dense={"W": W, "x": [1.0, 2.0, -1.0], "activation": name})
    trace = lesson.dense_trace
    assert trace is not None
    ran: dict[str, Any] = {}
    exec(dense_code(trace), ran)  # noqa: S102
    assert np.allclose(ran["y"], [quantity.value for quantity in trace.output])
    for quantity in (*trace.pre_activation, *trace.output):
        assert quantity.text in dense_code(trace)


def test_numbers_are_read_out_by_row_and_place() -> None:
    trace = default_lesson().dense_trace
    assert trace is not None
    assert spoken(trace.W[0]) == ("weights, row 1: 0.5, −0.3, 0.8",)
    assert spoken([trace.products[1][2]]) == ("products, row 2, place 3: −0.20",)
    assert spoken(trace.output[1:]) == ("output 2–4: 0.00, 2.70, 0.00",)
    assert spoken(()) == ()
