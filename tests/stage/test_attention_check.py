"""What `check` says of the attention clip and of the blend, and what it refuses."""

from __future__ import annotations

import pytest

from anim_lib.lesson.faults import LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import default_lesson
from anim_lib.stage.checks import check_scene
from tests.scenes.attention_told import step_of


def many(count: int, width: int) -> Lesson:
    """A sentence of so many words and as many values each."""
    keys = [[f"{(3 * i + 5 * j) % 19 / 10}" for j in range(4)] for i in range(count)]
    values = [[f"{(5 * i + 3 * j) % 17 / 10}" for j in range(width)] for i in range(count)]
    return step_of(keys, values=values)


def test_the_page_is_whole() -> None:
    said = check_scene("attention", default_lesson(), 16 / 9)
    assert said == "whole table for 3 words × 4 numbers, every word and number is shown"
    said = check_scene("blend", default_lesson(), 16 / 9)
    assert said == "whole table for 3 words × 4 values (the keys themselves)"


def test_check_says_where_the_values_come_from() -> None:
    own = step_of([["1", "2"]], values=[["1", "2", "3"]])
    assert "1 word × 3 values (values of their own)" in check_scene("blend", own, 16 / 9)


def test_check_says_which_words_and_values_stand_together() -> None:
    lesson = many(32, 64)
    said = check_scene("attention", lesson, 16 / 9)
    assert said.startswith("elided table for 32 words × 4 numbers; ")
    assert "; the softmax names 7 words, 25 others share a line" in said
    said = check_scene("blend", lesson, 16 / 9)
    assert said.startswith("elided table for 32 words × 64 values (values of their own); ")
    assert "; names 7 words, 25 others share a line; " in said
    assert said.endswith("; values 1, 2, 3, 4, 5, 6 and 64 shown, 57 more as dots")


def test_values_that_are_asked_for_are_shown() -> None:
    lesson = many(3, 64).with_display(cols=(0, 2))
    assert "; values 1 and 3 shown, 62 more as dots" in check_scene("blend", lesson, 16 / 9)


def test_check_says_how_a_narrow_frame_changes_the_form() -> None:
    said = check_scene("attention", default_lesson(), 9 / 16)
    assert "bars under their numbers for a narrow frame" in said
    assert "values under their words" in check_scene("blend", default_lesson(), 9 / 16)


def test_check_names_the_words_that_are_shortened() -> None:
    said = check_scene("attention", step_of([["1"]], tokens=["incomprehensibilities"]), 16 / 9)
    assert "shortened: incompreh…" in said.replace("incompre…", "incompreh…")


@pytest.mark.parametrize("scene", ["attention", "blend"])
def test_a_word_without_glyphs_is_refused_naming_word_and_character(scene: str) -> None:
    with pytest.raises(LessonError, match=r"attention\.tokens, word 2: .*ᜀ.*U\+1700"):
        check_scene(scene, step_of([["1"], ["2"]], tokens=["ok", "ᜀᜁ"]), 16 / 9)


def test_values_too_long_for_any_form_are_refused_naming_their_key() -> None:
    values = [["123456789.123456789123456789"] * 2, ["-0.123456789123456789123456789"] * 2]
    lesson = step_of([["1"], ["2"]], values=values)
    with pytest.raises(LessonError, match=r"attention\.values: 2 rows of 2 values do not fit"):
        check_scene("blend", lesson, 1.0)
