"""The caption: one line under the picture that swaps when a beat starts."""

from __future__ import annotations

from anim_lib.stage.frame import Frame
from anim_lib.stage.ink import DIGIT_EM, Words
from anim_lib.stage.motion import Motion
from anim_lib.stage.table_plan import words_width
from anim_lib.stage.theme import Role, Theme
from anim_lib.stage.verbs import Appear, Vanish

CAPTION_EM = 0.28 / DIGIT_EM  # digits 0.28 units tall: 12.6 reference pixels
MAX_WORDS = 12
LEAVE, ENTER = 0.1, 0.2


def reading_seconds(text: str) -> float:
    """How long a caption stays at least: 2 s, or 2.5 words a second."""
    return max(2.0, len(text.split()) / 2.5)


def first_that_fits(candidates: list[str], room: float) -> str:
    """The first of these captions that is one line of few words, `room` wide; else the last one."""
    for text in candidates:
        if len(text.split()) <= MAX_WORDS and words_width(text, CAPTION_EM) <= room:
            return text
    return candidates[-1]


class Caption:
    """Holds the words that are shown now; swaps them out first, then in, never across."""

    def __init__(self, frame: Frame, theme: Theme) -> None:
        self.frame, self.theme = frame, theme
        self.shown: Words | None = None

    @property
    def text(self) -> str:
        """What is written now; empty when nothing is."""
        return self.shown.words if self.shown is not None else ""

    def words(self, text: str) -> Words:
        """The caption's ink at its place."""
        words = Words(text, CAPTION_EM, Role.TEXT, self.theme, align=0.5)
        words.place(0.0, self.frame.caption_baseline)
        return words

    def swap(self, text: str) -> list[Motion]:
        """The motions that replace what is written by `text`."""
        motions: list[Motion] = []
        delay = 0.0
        if self.shown is not None:
            motions.append(Vanish(self.shown, LEAVE))
            delay = LEAVE
        self.shown = self.words(text)
        motions.append(Appear(self.shown, ENTER, delay))
        return motions
