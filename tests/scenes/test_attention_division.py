"""The division in the total's row: it has its word's name, and its numerator keeps to the slash."""

from __future__ import annotations

import pytest

from anim_lib.lesson.load import default_lesson
from anim_lib.render.settings import RenderSettings
from anim_lib.stage.ink import Number, Slots, Words
from tests.scenes.attention_told import step_of, tell
from tests.scenes.dense_told import Picture
from tests.stage import stagehand as hand
from tests.stage.stagehand import PIXEL, Shown

LESSONS = {
    "page": default_lesson(),
    "peak": step_of([["9", "8", "0"], ["1", "-2", "5"], ["-3", "-4", "1"], ["-9", "0", "2"]], 0),
    "many": step_of([[f"{(7 * i) % 9 / 10}"] for i in range(20)], 0),
}


def last_row(picture: Picture) -> list[Shown]:
    """What stands on the line of the total, from the left."""
    (slash,) = (s for s in picture.inks if isinstance(s.ink, Slots) and s.ink.drawn == "/")
    middle = (slash.box[1] + slash.box[3]) / 2
    row = [s for s in picture.inks if s.is_text and s.box[1] < middle < s.box[3]]
    return sorted(row, key=lambda s: s.box[0])


@pytest.mark.parametrize("size", [(640, 360), (480, 360), (360, 360), (360, 640)])
@pytest.mark.parametrize("name", LESSONS)
def test_a_division_stands_beside_its_word_s_name_never_beside_total(
    name: str, size: tuple[int, int]
) -> None:
    told, divisions = tell("attention", LESSONS[name], RenderSettings(*size, hand.WIDE.fps)), 0
    for picture in told.pictures:
        inks = picture.inks
        written = [s.words for s in inks if isinstance(s.ink, Words)]
        if picture.beat.name in ("total", "together", "attends"):
            assert [words for words in written if words.startswith("total")]
        if not any(isinstance(s.ink, Slots) and s.ink.drawn == "/" for s in inks):
            continue
        if picture.beat.name.startswith("weight-"):
            row = last_row(picture)
            number = next(i for i, s in enumerate(row) if isinstance(s.ink, Number))
            (name_of_row,) = (s.words for s in row[:number])
            assert written.count(name_of_row) == 2  # in its own line too
            divisions += 1
    assert divisions >= 3


def test_a_numerator_keeps_as_close_to_its_slash_as_the_total() -> None:
    told = tell("attention", LESSONS["peak"])
    gaps = []
    for k in range(1, 5):
        row = last_row(told.of(f"weight-{k}"))
        at = next(i for i, s in enumerate(row) if isinstance(s.ink, Slots) and s.ink.drawn == "/")
        numerator, slash, total = row[at - 1 : at + 2]
        gaps += [slash.box[0] - numerator.box[2], total.box[0] - slash.box[2]]
    assert max(gaps) - min(gaps) < 3 * PIXEL
