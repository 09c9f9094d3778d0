"""Words are parted into letters as a reader sees them, and what nobody can see is found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anim_lib.stage.letters import breakable, clusters, isolated, runs, unseen

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize(
    "letters",
    [
        ["e\u0301", "a", FAMILY, "b"],
        ["क्षि", "क"],  # Devanagari: a conjunct is one letter
        ["น้ำ", "ท"],  # Thai: vowel and tone stand over one letter
        ["\u1112\u1161\u11ab", "국"],  # Hangul, in parts and whole
        ["🇩🇪", "🇯🇵"],
        ["👍🏽", "❤️", "1️⃣", "x"],
        ["\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "a"],
        ["g", "e\u0308\u0323", "h"],
        ["שָׁ", "ל"],
        ["a", "\u200b", "b"],
        ["葛\U000e0100", "飾"],
    ],
)
def test_a_letter_stays_whole(letters: list[str]) -> None:
    assert clusters("".join(letters)) == letters


@given(st.text(max_size=30))
def test_no_character_is_lost_between_letters_or_stretches(text: str) -> None:
    assert "".join(clusters(text)) == text
    assert "".join(letters for _, letters in runs(text)) == text


@pytest.mark.parametrize(
    "cluster",
    [
        "a",
        "é",
        "क्\u200dष",
        "می\u200c",
        FAMILY,
        "❤\ufe0f",
        "葛\U000e0100",
        "1\ufe0f\u20e3",
        "\u0e33",
    ],
)
def test_what_gives_its_neighbours_a_shape_is_seen(cluster: str) -> None:
    assert unseen(cluster) is None


@pytest.mark.parametrize(
    ("cluster", "hidden"),
    [
        ("a\u200d", "\u200d"),
        ("\u200d", "\u200d"),
        ("a\ufe0f", "\ufe0f"),
        ("a\u034f", "\u034f"),
        ("a\U000e0061", "\U000e0061"),
        ("\u200b", "\u200b"),
        ("\u200e", "\u200e"),
        ("\u202e", "\u202e"),
        ("\u00ad", "\u00ad"),
        ("\ufeff", "\ufeff"),
        ("\u3164", "\u3164"),
        ("\u2800", "\u2800"),
        ("\ud800", "\ud800"),
        ("\ue000", "\ue000"),
        ("\r\n", "\r"),
    ],
)
def test_what_nobody_can_see_is_found(cluster: str, hidden: str) -> None:
    assert unseen(cluster) == hidden


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("export", ["export"]),
        ("한국어", ["한국어"]),
        ("注意、は", ["注", "意、", "は"]),
        ("「はい」", ["「は", "い」"]),
        ("学びーa文", ["学", "びーa文"]),
        ("", []),
    ],
)
def test_lines_may_end_between_letters_of_chinese_and_japanese(word: str, parts: list[str]) -> None:
    assert breakable(word) == parts


def test_letters_of_other_scripts_stand_in_stretches_of_their_own() -> None:
    assert runs("a שלום") == [("plain", "a "), ("hebrew", "שלום")]
    assert runs("a の b") == [("plain", "a "), ("other", "の"), ("plain", " b")]
    assert runs("1\ufe0f\u20e3") == [("other", "1\ufe0f\u20e3")]  # a digit in a frame is an emoji


def test_only_words_from_right_to_left_are_fenced_off() -> None:
    assert isolated("export é 日本") == "export é 日本"
    assert isolated("שלום") == "\u2068שלום\u2069"
    assert isolated("مرحبا") == "\u2068مرحبا\u2069"
