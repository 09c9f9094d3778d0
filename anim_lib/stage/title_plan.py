"""How a lecture's title stands on its card: as large as fits, on one line or on two."""

from __future__ import annotations

from dataclasses import dataclass

from anim_lib.lesson.lesson import Lesson
from anim_lib.stage.faults import undrawable
from anim_lib.stage.frame import Frame
from anim_lib.stage.letters import clusters
from anim_lib.stage.table_plan import words_width
from anim_lib.stage.typeset import MissingGlyphError, refuse_hidden

SIZES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5, 0.45)  # em
_TWO_LINES_FROM = 0.9  # one line is wanted as long as it is larger than this
_PITCH = 1.35  # em from baseline to baseline
_MIDDLE = 0.33  # em from a baseline to the middle of its letters
_EDGE = 0.1


_LONGEST = 200  # letters that are measured


@dataclass(frozen=True)
class TitlePlan:
    """The lines from the top, each with its baseline's y in units, and their size."""

    lines: tuple[str, ...]
    baselines: tuple[float, ...]
    em: float


def plan_title(lesson: Lesson, frame: Frame) -> TitlePlan:
    """Lay out the lesson's title. Raises LessonError naming a character that cannot be drawn."""
    text = " ".join(lesson.title.split())
    text = "".join(clusters(text)[:_LONGEST]) or lesson.name  # no more ever fits
    room = 2 * (frame.safe_x - _EDGE)
    try:
        refuse_hidden(text)
        for em in SIZES:
            if words_width(text, em) <= room:
                return _placed((text,), em)
            pair = _halves(text, em) if em <= _TWO_LINES_FROM else None
            if pair is not None and max(words_width(line, em) for line in pair) <= room:
                return _placed(pair, em)
        return _placed(_shortened(text, SIZES[-1], room), SIZES[-1])
    except MissingGlyphError as error:
        raise undrawable(lesson, "title", None, text, error) from error


def _placed(lines: tuple[str, ...], em: float) -> TitlePlan:
    top = (len(lines) - 1) * _PITCH / 2 - _MIDDLE
    return TitlePlan(lines, tuple(em * (top - _PITCH * k) for k in range(len(lines))), em)


def _halves(text: str, em: float) -> tuple[str, str] | None:
    """The text on two lines, parted where the longer one is shortest."""
    words = text.split(" ")
    pairs = [(" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words))]
    return min(pairs, key=lambda pair: max(words_width(line, em) for line in pair), default=None)


def _shortened(text: str, em: float, room: float) -> tuple[str, ...]:
    """Two full lines, of which the second ends in "…"; one if there is nowhere to part them."""
    words = text.split(" ")
    kept = 0
    while words_width(" ".join(words[: kept + 1]), em) <= room:
        kept += 1
    if kept == 0:
        return (_cut(text, em, room),)
    return " ".join(words[:kept]), _cut(" ".join(words[kept:]), em, room)


def _cut(text: str, em: float, room: float) -> str:
    """As much of the text's start as fits before a "…"; letters keep their marks."""
    letters = clusters(text)
    for end in range(len(letters) - 1, 0, -1):
        shorter = f"{''.join(letters[:end]).rstrip()}…"
        if words_width(shorter, em) <= room:
            return shorter
    return "…"
