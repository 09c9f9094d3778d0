"""A token is drawn as it was written: never run, read, dropped, emptied or too wide."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anim_lib.stage.table_plan import LABEL_EM, words_width
from anim_lib.stage.tokens import quoted, shorten, token_labels
from anim_lib.stage.typeset import MissingGlyphError, text_line

HOSTILE = ["<s>", "AT&T", "#x", "$5", "_open", "*b", "~", "C:\\x", '#read("/etc/hostname")']


@pytest.mark.parametrize("token", [*HOSTILE, "naïve"])
def test_what_looks_like_markup_is_drawn_letter_for_letter(token: str) -> None:
    assert token_labels([token], LABEL_EM, 9.0) == (token,)
    widths = [text_line(letter).width for letter in token]
    # Typst kerns a little; a letter dropped or a file read would change the width by far more.
    assert text_line(token).width == pytest.approx(sum(widths), abs=0.2)


@pytest.mark.parametrize(
    ("token", "label"),
    [("", "(empty)"), (" ", "(space)"), ("   ", "(space)"), ("\n", "(newline)"), ("\t", "(tab)")],
)
def test_a_token_without_ink_gets_a_name(token: str, label: str) -> None:
    assert token_labels([token], LABEL_EM, 9.0) == (label,)


@pytest.mark.parametrize(
    ("token", "character"),
    [
        ("ᜀx", "ᜀ"),
        ("a𐌰", "𐌰"),
        ("a\nb", "\n"),
        ("a\tb", "\t"),
        ("\x00", "\x00"),
        ("\u202eb", "\u202e"),
        ("\u2068b\u2069", "\u2068"),
        ("a\u200b", "\u200b"),
        ("a\u200db", "\u200d"),
        ("\ufeffa", "\ufeff"),
        ("a\u00ad", "\u00ad"),
        ("x\ufe0f", "\ufe0f"),
        ("\u3164", "\u3164"),
        ("a\u2028", "\u2028"),
        ("\ue000", "\ue000"),
        ("\ud800", "\ud800"),
        ("a\x0b", "\x0b"),
    ],
)
def test_a_character_without_a_glyph_is_named(token: str, character: str) -> None:
    with pytest.raises(MissingGlyphError) as refused:
        token_labels(["fine", token], LABEL_EM, 9.0)
    assert refused.value.character == character


def test_equal_tokens_are_told_apart_by_their_places() -> None:
    labels = token_labels(["the", "cat", "the"], LABEL_EM, 9.0)
    assert labels == ("the (1)", "cat", "the (3)")


def test_spaces_at_a_tokens_ends_are_seen() -> None:
    labels = token_labels([" the", "the", "a  b", "the\u00a0"], LABEL_EM, 9.0)
    assert labels == ("␣the", "the", "a  b", "the␣")
    assert text_line("a  b").width > text_line("a b").width


@pytest.mark.parametrize(
    ("one", "other"), [("é", "e\u0301"), (" the", "␣the"), ("", "(empty)"), ("A", "А")]
)
def test_tokens_that_look_alike_are_told_apart(one: str, other: str) -> None:
    first, second, third = token_labels([one, "x", other], LABEL_EM, 9.0)
    assert (first[-4:], second, third[-4:]) == (" (1)", "x", " (3)")


def test_long_equal_tokens_keep_their_places() -> None:
    word = "supercalifragilistic"
    one, other = token_labels([word, word], LABEL_EM, 2.2)
    assert (one[-4:], other[-4:]) == (" (1)", " (2)")
    assert "…" in one


def test_a_long_word_keeps_both_its_ends() -> None:
    shorter = shorten("incomprehensibilities", LABEL_EM, 2.2)
    front, back = shorter.split("…")
    assert "incomprehensibilities".startswith(front)
    assert "incomprehensibilities".endswith(back)
    assert len(front) - len(back) in (0, 1)


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=40),
       st.sampled_from([3.2, 2.2, 1.4]))  # fmt: skip
def test_no_label_is_wider_than_its_room(token: str, room: float) -> None:
    (label,) = token_labels([token], LABEL_EM, room)
    assert words_width(label, LABEL_EM) <= room
    assert label == token or "…" in label


def test_captions_quote_a_word() -> None:
    assert quoted("export") == "“export”"


def test_a_very_long_word_is_shortened_at_once() -> None:
    label = shorten("word" * 5000, LABEL_EM, 3.2)
    assert label.startswith("word")
    assert label.endswith("word")
    assert words_width(label, LABEL_EM) <= 3.2
