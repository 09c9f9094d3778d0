"""How a lecture's title stands on its card: as large as fits, on as few lines as read well."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from anim_lib.lesson.lesson import Lesson
from anim_lib.stage.faults import undrawable
from anim_lib.stage.frame import Frame
from anim_lib.stage.letters import breakable, clusters
from anim_lib.stage.table_plan import words_width
from anim_lib.stage.typeset import MissingGlyphError, refuse_hidden

SIZES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5, 0.45)  # em
# The largest em at which a title takes so many lines: fewer are wanted as long as they are larger.
_WIDE_FROM = (1.0, 0.9, 0.45, 0.45)
_NARROW_FROM = (1.0, 1.0, 0.85, 0.75, 0.65, 0.6, 0.55)
_MOST = {"wide": 4, "square": 5, "tall": 7}  # lines
_PITCH = 1.35  # em from baseline to baseline
_MIDDLE = 0.33  # em from a baseline to the middle of its letters
_EDGE = 0.1
_LONGEST = 400  # letters that are measured; no more ever fits


@dataclass(frozen=True)
class TitlePlan:
    """The lines from the top, each with its baseline's y in units, and their size."""

    lines: tuple[str, ...]
    baselines: tuple[float, ...]
    em: float
    is_cut: bool = False  # whether the title goes on


def plan_title(lesson: Lesson, frame: Frame) -> TitlePlan:
    """Lay out the lesson's title. Raises LessonError naming a character that cannot be drawn."""
    text = " ".join(lesson.title.split())
    text = "".join(clusters(text)[:_LONGEST]) or lesson.name
    try:
        refuse_hidden(text)
        return _plan(text, 2 * (frame.safe_x - _EDGE), _MOST[frame.shape], frame.is_wide)
    except MissingGlyphError as error:
        raise undrawable(lesson, "title", None, text, error) from error


def _plan(text: str, room: float, most: int, is_wide: bool) -> TitlePlan:
    largest = _WIDE_FROM if is_wide else _NARROW_FROM
    pieces = _Pieces(text, room / SIZES[-1])
    parted: dict[int, tuple[str, ...]] = {}  # asked for one by one: long titles have many ways
    for em in SIZES:
        for count in range(1, most + 1):
            if em > largest[count - 1]:
                break
            if pieces.width * em > count * room:
                continue
            lines = parted.setdefault(count, pieces.parted(count))
            if max(words_width(line, em) for line in lines) <= room:
                return _placed(lines, em)
    return _placed(pieces.filled(most), SIZES[-1], is_cut=True)


def _placed(lines: tuple[str, ...], em: float, *, is_cut: bool = False) -> TitlePlan:
    top = (len(lines) - 1) * _PITCH / 2 - _MIDDLE
    baselines = tuple(em * (top - _PITCH * k) for k in range(len(lines)))
    return TitlePlan(lines, baselines, em, is_cut)


class _Pieces:
    """What a title may be parted into: its words; letters of a word that no line can hold.

    `room` is a line's width in em at the smallest size. All widths are in em.
    """

    def __init__(self, text: str, room: float) -> None:
        self.room = room
        self.space = words_width("n n", 1.0) - words_width("nn", 1.0)
        self.pieces: list[tuple[str, str]] = []  # what stands before a piece in a line, the piece
        for word in text.split(" "):
            parts = breakable(word) or [word]
            if max(words_width(part, 1.0) for part in parts) > room:
                parts = clusters(word)
            self.pieces += [("" if k else " ", part) for k, part in enumerate(parts)]

    @cached_property
    def widths(self) -> list[float]:
        """Of each piece, by itself."""
        return [words_width(piece, 1.0) for _, piece in self.pieces]

    @property
    def width(self) -> float:
        """Of the whole title without its spaces; kerning may save a little."""
        return 0.9 * sum(self.widths)

    def parted(self, count: int) -> tuple[str, ...]:
        """At most so many lines, the longest as short as can be."""
        if count == 2:
            halves = [self._lines([0, k]) for k in range(1, len(self.pieces))]
            if 0 < len(halves) < _LONGEST // 8:
                return min(halves, key=lambda pair: max(words_width(line, 1.0) for line in pair))
        low, high = max(self.widths), sum(self.widths) + self.space * len(self.pieces)
        for _ in range(24):  # the narrowest line that fills no more lines than these
            middle = (low + high) / 2
            low, high = (low, middle) if len(self._starts(middle)) <= count else (middle, high)
        return self._lines(self._starts(high))

    def filled(self, count: int) -> tuple[str, ...]:
        """So many full lines, of which the last ends in "…"."""
        starts = self._starts(self.room)
        lines = self._lines(starts)
        if len(lines) <= count:
            return lines
        rest = self._lines([starts[count - 1]])[0]
        return (*lines[: count - 1], _cut(rest, self.room))

    def _starts(self, room: float) -> list[int]:
        """The pieces at which lines start that are filled one after another."""
        starts, used = [0], 0.0
        for k, ((before, _), width) in enumerate(zip(self.pieces, self.widths, strict=True)):
            more = width + (self.space if before and used else 0.0)
            if used and used + more > room:
                starts.append(k)
                used, more = 0.0, width
            used += more
        return starts

    def _lines(self, starts: list[int]) -> tuple[str, ...]:
        ends = [*starts[1:], len(self.pieces)]
        return tuple(
            "".join(before + piece for before, piece in self.pieces[start:end]).strip()
            for start, end in zip(starts, ends, strict=True)
        )


def _cut(text: str, room: float) -> str:
    """As much of the text's start as fits before a "…"; letters keep their marks."""
    letters = clusters(text)
    low, high = 0, len(letters)
    while low < high:
        middle = (low + high + 1) // 2
        shorter = "".join(letters[:middle]).rstrip() + "…"
        low, high = (middle, high) if words_width(shorter, 1.0) <= room else (low, middle - 1)
    return "".join(letters[:low]).rstrip() + "…"
