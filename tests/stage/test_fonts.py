"""Which fonts draw a lesson's words: Typst's own, the lesson's, those of the optional packages."""

from __future__ import annotations

import shutil
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from anim_lib.lesson.faults import LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import load_lesson
from anim_lib.stage import fonts
from anim_lib.stage.attention_plan import word_labels
from anim_lib.stage.checks import check_scene
from anim_lib.stage.fonts import Fonts, drawing, fonts_of, installed
from anim_lib.stage.frame import Frame
from anim_lib.stage.ink import Words
from anim_lib.stage.letters import clusters
from anim_lib.stage.title_plan import plan_title
from anim_lib.stage.typeset import MissingGlyphError, Points, text_line
from anim_lib.timeline import Beat
from tests.stage.stagehand import PIXEL, Shown, gap, outside, walk

needs_noto = pytest.mark.skipif(
    len(installed()) < len(fonts.PACKAGES), reason=f"{fonts.EXTRA} is not installed"
)
WORDS = {
    "Japanese": "日本語の文",
    "Korean": "한국어",
    "Chinese": "神经网络",
    "Arabic": "مرحبا",
    "Persian": "می‌خواهم",
    "Hindi": "नमस्ते",
    "Thai": "สวัสดี",
    "Tamil": "தமிழ்",
    "Khmer": "តម្លៃ",
    "Burmese": "ကြော်",
    "Amharic": "ትግርኛ",
    "emoji": "😀👨‍👩‍👧🇩🇪1️⃣❤️",
    "mixed": "a日😀ب",
}


def outline(text: str) -> Points:
    """All curves of a text, in em."""
    return np.concatenate([np.zeros((0, 3)), *(part.points for part in text_line(text).parts)])


def lesson_of(*tokens: str, title: str = "Words") -> Lesson:
    """An attention step over these words."""
    keys = [[float(i), 1.0] for i in range(len(tokens))]
    return Lesson.attention(tokens, [1.0, 0.5], keys, title=title)


@needs_noto
@pytest.mark.parametrize("language", WORDS)
def test_words_of_other_scripts_are_drawn_whole(language: str) -> None:
    word = WORDS[language]
    points = outline(word)
    assert len(points) > 20 * len(clusters(word))
    assert points[:, 0].min() > -0.11
    assert points[:, 0].max() < text_line(word).width + 0.11


@needs_noto
@pytest.mark.parametrize(
    ("joined", "apart"),
    [("مر", "م ر"), ("स्त", "स् त"), ("👨‍👩‍👧", "👨 👩 👧"), ("क्ष", "क्‌ष"), ("🇩🇪", "🇩 🇪")],
)
def test_letters_that_join_are_joined(joined: str, apart: str) -> None:
    alone = len(outline(apart))
    assert 0 < len(outline(joined)) != alone


@needs_noto
def test_a_word_from_right_to_left_ends_at_the_left() -> None:
    for word, first in (("مa", "م"), ("שלa", "ש")):
        whole, letter = outline(word), outline(first)
        assert whole[:, 0].max() == pytest.approx(
            text_line(word).width - text_line(first).width + letter[:, 0].max(), abs=0.12
        )
    full_stop = outline("שלום.")
    assert np.sum(full_stop[:, 0] < 0.25) >= len(outline("."))  # it ends where the word does


@needs_noto
def test_shared_characters_take_the_forms_of_the_lessons_language() -> None:
    shapes = []
    for lesson in (lesson_of("直す"), lesson_of("直", "그"), lesson_of("直")):
        with drawing(lesson):
            shapes.append(outline("直").tobytes())
    assert shapes[0] != shapes[2]
    assert fonts_of(lesson_of("直", title="これ")).families.index("Noto Sans CJK JP") < fonts_of(
        lesson_of("直")
    ).families.index("Noto Sans CJK JP")


@needs_noto
def test_a_title_without_spaces_takes_several_lines() -> None:
    title = "注意のしくみ、やさしく学ぶニューラルネットワーク入門の第一回"
    plan = plan_title(lesson_of("x", title=title), Frame.of_aspect(16 / 9))
    assert len(plan.lines) == 2
    assert "".join(plan.lines) == title


TALL = ("हूँ", "ญี่ปุ่น", "ស្ត្រី", "ကြော်", "ที่", "إِنَّ", "קוֹל", "தமிழ்")


@needs_noto
@pytest.mark.parametrize("words", [TALL, TALL[::-1], ("ปู่", "ที่") * 4, tuple(WORDS.values())[:8]])
def test_tall_letters_keep_apart_in_eight_close_rows(words: tuple[str, ...]) -> None:
    found: list[str] = []
    frame = Frame.of_aspect(16 / 9)

    def look(beat: Beat, inks: list[Shown]) -> None:
        names = [one for one in inks if isinstance(one.ink, Words)]
        found.extend(f"{beat.name}: {name}" for name in outside(frame, inks))
        found.extend(
            f"{beat.name}: {one.words} and {other.words}"
            for one, other in combinations(names, 2)
            if gap(one.box, other.box) < -0.5 * PIXEL
        )

    walk("attention", lesson_of(*words), beat_ends=look)
    assert found == []


@needs_noto
def test_an_unknown_flag_is_not_drawn_as_a_black_one() -> None:
    with pytest.raises(MissingGlyphError) as refused:
        text_line("🏴\U000e0078\U000e0078\U000e007f")
    assert refused.value.character == "\U000e0078"


@needs_noto
@pytest.mark.parametrize("language", WORDS)
def test_a_latin_letter_beside_a_word_stands_as_it_does_alone(language: str) -> None:
    x = outline("x")
    together = outline(f"x{WORDS[language]}")
    assert np.allclose(together[: len(x)], x, atol=0.001)  # its baseline is that of every script


@pytest.fixture
def own(tmp_path: Path) -> Lesson:
    """A lesson with a Thai font of its own beside it."""
    (font,) = (f for d in installed() for f in d.glob("NotoSansThai[[]*.ttf"))
    (tmp_path / "fonts").mkdir()
    shutil.copy(font, tmp_path / "fonts" / "Thai.ttf")
    (tmp_path / "my.toml").write_text(
        '[attention]\ntokens = ["สวัสดี"]\nquery = [1]\nkeys = [[1]]\n[display]\nfonts = "fonts"\n'
    )
    return load_lesson(tmp_path / "my.toml")


@needs_noto
def test_a_lesson_brings_its_own_fonts(own: Lesson, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "installed", tuple)  # as if no package were there
    fonts._fonts.cache_clear()
    try:
        without = replace(own, display=replace(own.display, fonts=None))
        with pytest.raises(LessonError, match=r'word 1: "ส" \(U\+0E2A\) in \'สวัสดี\' is not in'):
            check_scene("attention", without, 16 / 9)
        check_scene("attention", own, 16 / 9)
        with drawing(own):
            assert len(outline("สวัสดี")) > 100
    finally:
        monkeypatch.undo()
        fonts._fonts.cache_clear()


@needs_noto
def test_a_lessons_own_fonts_are_asked_before_those_of_packages(own: Lesson) -> None:
    assert own.display.fonts is not None
    chosen = fonts_of(own)
    assert chosen.folders[0] == own.display.fonts.path
    assert chosen.families[0] == "Noto Sans Thai"
    assert chosen.digests == own.display.fonts.digests


@pytest.mark.parametrize("package", [(), ("one", "two")])
def test_a_missing_letter_is_refused_with_what_would_bring_it(
    monkeypatch: pytest.MonkeyPatch, package: tuple[str, ...]
) -> None:
    monkeypatch.setattr("anim_lib.stage.fonts.installed", lambda: package)
    monkeypatch.setattr("anim_lib.stage.fonts.fonts_of", lambda _: Fonts())
    lesson = lesson_of("ok", "日本")
    with pytest.raises(LessonError) as refused, drawing(lesson):
        word_labels(lesson, ("ok", "日本"), 3.0)
    said = str(refused.value)
    assert "attention.tokens, word 2: \"日\" (U+65E5) in '日本' is not in the fonts" in said
    assert ("pip install 'dotreel[fonts]'" in said) is not bool(package)
    assert '[display] fonts = "fonts"' in said


@pytest.mark.parametrize(
    ("token", "said"),
    [
        ("a\u202eb", "U+202E (RIGHT-TO-LEFT OVERRIDE) in 'a\\u202eb' cannot be seen"),
        ("\x0bb", "U+000B (a control character) in '\\x0bb' cannot be seen"),
        ("\ue000", "U+E000 (of private use) cannot be seen"),
    ],
)
def test_what_cannot_be_seen_is_refused_by_its_name(token: str, said: str) -> None:
    lesson = lesson_of("ok", token)
    with pytest.raises(LessonError) as refused:
        word_labels(lesson, ("ok", token), 3.0)
    (fault,) = refused.value.faults
    assert (fault.cell, fault.found, fault.mend) == ("word 2", said, "Remove it.")
