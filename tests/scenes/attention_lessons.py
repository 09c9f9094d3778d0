"""Attention steps that the tests of the clip are told with."""

from __future__ import annotations

from anim_lib.lesson.load import default_lesson
from tests.scenes.attention_told import PAGE_KEYS, step_of

SHIFTED = step_of([["1"], ["1"]], ["-10000"], tokens=["a", "b"])
HOSTILE = ["<s>", "AT&T", "#x", "$5", "_open", "*b", "~", "C:\\x"]
LESSONS = {
    "page": default_lesson(),
    "own-query": step_of(PAGE_KEYS, ["1", "-0.5", "0.25", "2"]),
    "one": step_of([["-0.7"]], ["0.5"]),
    "equal": step_of([["1", "1"]] * 4),
    "one-takes-all": step_of([["3", "3"], ["0.1", "-1"], ["-1", "0"]]),
    "shifted": SHIFTED,
    "far-apart": step_of([["1"], ["-1"]], ["10000"]),
    "eight": step_of([[f"{(3 * i + 5 * j) % 19 / 10}" for j in range(8)] for i in range(8)]),
    "hostile": step_of([["0.5", str(i)] for i in range(8)], ["0.1", "0.2"], tokens=HOSTILE),
    "no-decimals": step_of(PAGE_KEYS, decimals=0),
    "four-decimals": step_of(PAGE_KEYS[:2], decimals=4),
}
