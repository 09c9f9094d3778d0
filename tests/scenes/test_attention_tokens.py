"""Words of any kind name the rows of the attention clip, or are refused by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from anim_lib.lesson.faults import LessonError
from tests.cli.conftest import Desk
from tests.scenes.attention_lessons import HOSTILE, LESSONS
from tests.scenes.attention_told import step_of, tell


def test_tokens_that_look_like_markup_name_their_rows() -> None:
    words = tell("attention", LESSONS["hostile"]).of("attends").words
    assert [token for token in HOSTILE if token not in words] == []


def test_a_token_that_names_a_file_is_not_read() -> None:
    token = '#read("/etc/hostname")'  # noqa: S105 (a word, no password)
    told = tell("attention", step_of([["1"], ["2"]], tokens=[token, "naïve"]))
    assert token in told.of("keys").words or any(
        word.startswith("#read(") and "…" in word for word in told.of("keys").words
    )
    assert "naïve" in told.of("attends").words


def test_tokens_without_ink_get_names() -> None:
    told = tell("attention", step_of([["1"], ["2"]], tokens=["", " "]))
    assert {"(empty)", "(space)"} <= set(told.of("keys").words)
    assert told.captions[-1] == "“(empty)” looks most at “(space)”: 0.73."


@pytest.mark.parametrize(("token", "point"), [("ᜀx", "U+1700"), ("𐌰", "U+10330")])
def test_a_token_without_glyphs_is_refused_before_anything_is_drawn(token: str, point: str) -> None:
    with pytest.raises(LessonError) as refused:
        tell("attention", step_of([["1"], ["2"]], tokens=["ok", token]))
    (fault,) = refused.value.faults
    assert (fault.key, fault.cell) == ("attention.tokens", "word 2")
    assert f"“{token[0]}”" in fault.found or f'"{token[0]}" ({point})' in fault.found


def test_the_command_refuses_such_a_token_with_three_and_draws_nothing(tmp_path: Path) -> None:
    desk = Desk(tmp_path, tmp_path / "cache")
    desk.write("my.toml", '[attention]\ntokens = ["ᜀ"]\nquery = [1]\nkeys = [[1]]\n')
    code, _, said = desk.run("render", "attention", "--lesson", "my.toml")
    assert code == 3
    assert re.search(r'my\.toml,( line 2,)? attention\.tokens, word 1: "ᜀ" \(U\+1700\)', said)
    assert list(tmp_path.rglob("*.mp4")) == []
