"""What cannot be drawn is told with the line of the lesson that is meant."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from anim_lib.lesson.lesson import Lesson
from anim_lib.render.refusals import ClipsRefusedError
from anim_lib.stage.faults import layout_error

LESSON = """\
title = "Tall"
[dense]
W = [
  [1, 2],
  [3, 4e10],
]
x = [5, 6]
[attention]
tokens = ["a", "b"]
query = "a"
keys = { file = "keys.csv" }
"""


@pytest.fixture
def lesson(tmp_path: Path) -> Lesson:
    (tmp_path / "keys.csv").write_text("1,2\n3,4\n", encoding="utf-8")
    path = tmp_path / "my.toml"
    path.write_text(LESSON, encoding="utf-8")
    return Lesson.load(path)


@pytest.mark.parametrize(
    ("key", "cell", "line", "meant"),
    [
        ("dense.W", "row 2, column 2", 5, "4e10"),
        ("dense.W", "row 1", 4, "[1, 2]"),
        ("dense.x", "number 2", 7, "6"),
        ("attention.tokens", "word 2", 9, '"b"'),
        ("attention.keys", "row 2, column 1", 11, '{ file = "keys.csv" }'),
        ("dense.x", None, 7, "[5, 6]"),
        ("dense.x", "the middle", 7, "[5, 6]"),
        ("dense.W", "row 9", 3, "["),
        ("title", None, 1, '"Tall"'),
        ("dense.b", None, 2, "[dense]"),
    ],
)
def test_a_refusal_quotes_the_line_with_carets_at_the_cell(
    lesson: Lesson, key: str, cell: str | None, line: int, meant: str
) -> None:
    copy = pickle.loads(pickle.dumps(lesson.with_display(theme="light")))  # noqa: S301 (our own)
    error = layout_error(copy, key, cell, "too much", "less", "Leave some out.")
    message, quoted, carets = str(error).splitlines()
    assert message.startswith(f"my.toml, line {line}, {key}")
    text = LESSON.splitlines()[line - 1]
    assert quoted == f"{line:>5} | {text}"
    start = len("    1 | ") + text.index(meant)
    assert carets.replace("|", " ") == " " * start + "^" * len(meant)
    refused = ClipsRefusedError({"dense-layer": error, "relu": error})
    assert str(refused) == f"dense-layer, relu: {error}"


def test_what_no_line_says_and_what_was_in_no_file_is_told_without_a_line(lesson: Lesson) -> None:
    error = layout_error(lesson, "resolution", None, "narrow", "wide", "Widen it.")
    assert str(error) == "my.toml, resolution: narrow; expected wide. Widen it."
    made = Lesson.dense([[1]], [1], title="Made here")
    error = layout_error(made, "dense.W", "row 1", "tall", "low", "Cut it.")
    assert str(error) == "made-here, dense.W, row 1: tall; expected low. Cut it."
