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
from anim_lib.stage.checks import check_scene
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
    st.text(alphabet=st.sampled_from("aWi é,.0ж "), min_size=1, max_size=300),
    st.sampled_from([16 / 9, 4 / 3, 1.0, 0.8, 9 / 16]),
)
def test_any_title_keeps_inside_the_frame_and_legible(title: str, aspect: float) -> None:
    frame = Frame.of_aspect(aspect)
    plan = plan_title(titled(title), frame)
    assert 1 <= len(plan.lines) <= {"wide": 4, "square": 5, "tall": 7}[frame.shape]
    assert plan.em * 0.666 * 45 >= 11  # digits in pixels at 640 × 360
    assert all(words_width(line, plan.em) <= 2 * frame.safe_x for line in plan.lines)
    top, bottom = plan.baselines[0] + plan.em, plan.baselines[-1] - 0.4 * plan.em
    assert frame.safe_bottom <= bottom < top <= frame.safe_top
    shown, written = "".join(plan.lines), "".join(title.split()) or "every-layer"
    shown = shown.replace(" ", "")
    if plan.is_cut:
        assert shown.endswith("…")
        assert written.startswith(shown[:-1])
        assert plan.em == SIZES[-1]
    else:
        assert shown == written


@pytest.mark.parametrize(
    ("aspect", "lines", "least"),
    [(16 / 9, 2, 0.9), (4 / 3, 2, 0.9), (1.0, 2, 0.8), (0.8, 2, 0.8), (9 / 16, 2, 0.8)],
)
def test_narrow_frames_wrap_a_title_rather_than_make_it_small(
    aspect: float, lines: int, least: float
) -> None:
    plan = plan_title(titled("Matrices turn and stretch the plane"), Frame.of_aspect(aspect))
    assert len(plan.lines) == lines
    assert plan.em >= least


def test_a_word_that_no_line_holds_is_parted_between_letters() -> None:
    word = "Donaudampfschifffahrtsgesellschaft" * 2
    plan = plan_title(titled(word), Frame.of_aspect(9 / 16))
    assert "".join(plan.lines) == word
    assert len(plan.lines) > 1


def test_check_says_on_how_many_lines_and_whether_it_is_cut() -> None:
    assert check_scene("title-card", titled("A title"), 1.0) == "the title on one line"
    said = check_scene("title-card", titled("word " * 200), 16 / 9)
    assert said == "the title on four lines, cut short: it is longer than its card"


def test_a_character_without_a_glyph_is_named() -> None:
    with pytest.raises(LessonError, match=r'title: "ᜀ" \(U\+1700\) is not in the fonts'):
        plan_title(titled("ᜀ"), WIDE)


def test_the_card_is_no_clip_of_the_list() -> None:
    assert title_card().name not in find_scenes()
