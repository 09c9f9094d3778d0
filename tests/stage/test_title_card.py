"""The title card: every letter in sight, as large as fits, cut short only when it must be."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anim_lib.lesson.faults import LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import default_lesson
from anim_lib.render.lecture import title_card
from anim_lib.render.registry import find_scenes
from anim_lib.stage.frame import Frame
from anim_lib.stage.table_plan import words_width
from anim_lib.stage.title_plan import SIZES, plan_title

WIDE = Frame.of_aspect(16 / 9)


def titled(title: str) -> Lesson:
    return replace(default_lesson(), title=title)


def test_a_short_title_is_one_large_line() -> None:
    plan = plan_title(titled("Every layer is the same trick"), WIDE)
    assert plan.lines == ("Every layer is the same trick",)
    assert plan.em == SIZES[0]


def test_a_longer_title_takes_two_even_lines() -> None:
    title = "How a layer, a lane and a word attending to words all do the same sums"
    plan = plan_title(titled(title), WIDE)
    assert " ".join(plan.lines) == title
    first, second = (words_width(line, plan.em) for line in plan.lines)
    assert first == pytest.approx(second, rel=0.25)


@given(
    st.text(alphabet=st.sampled_from("aWi é,.0ж "), min_size=1, max_size=120),
    st.sampled_from([16 / 9, 4 / 3, 1.0, 9 / 16]),
)
def test_any_title_keeps_inside_the_frame_and_legible(title: str, aspect: float) -> None:
    frame = Frame.of_aspect(aspect)
    plan = plan_title(titled(title), frame)
    assert 1 <= len(plan.lines) <= 2
    assert plan.em * 0.666 * 45 >= 11  # digits in pixels at 640 × 360
    assert all(words_width(line, plan.em) <= 2 * frame.safe_x for line in plan.lines)
    shown, written = " ".join(plan.lines), " ".join(title.split()) or "every-layer"
    if shown != written:
        assert shown.endswith("…")
        assert written.startswith(shown[:-1])
        assert plan.em == SIZES[-1]


def test_a_character_without_a_glyph_is_named() -> None:
    with pytest.raises(LessonError, match=r'title: "ᜀ" \(U\+1700\) is not in the fonts'):
        plan_title(titled("ᜀ"), WIDE)


def test_the_card_is_no_clip_of_the_list() -> None:
    assert title_card().name not in find_scenes()
