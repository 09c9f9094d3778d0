"""The caption: one line under the picture, or two in a narrow frame, that swap as a beat starts."""

from __future__ import annotations

from collections.abc import Sequence

from anim_lib.stage.frame import Frame
from anim_lib.stage.ink import DIGIT_EM, Words
from anim_lib.stage.motion import Motion
from anim_lib.stage.theme import Role, Theme
from anim_lib.stage.typeset import caption_line
from anim_lib.stage.verbs import Appear, Vanish

CAPTION_EM = 0.28 / DIGIT_EM  # digits 0.28 units tall: 12.6 reference pixels
MAX_WORDS = 12
LEAVE, ENTER = 0.1, 0.2
STEP_DOWN = 0.5  # from a line's baseline to the next one's
_PAUSES = (",", ";", ":", ".", "!", "?")
_LOPSIDED = 0.3  # a pause is no place to break if one line is shorter than this share of the other


def reading_seconds(text: str) -> float:
    """How long a caption stays at least: 2 s, or 2.5 words a second."""
    return max(2.0, len(text.split()) / 2.5)


def caption_lines(text: str, frame: Frame) -> tuple[str, ...]:
    """The caption as this frame shows it, broken at a pause near the middle or at a word."""
    room = 2 * frame.safe_x
    if frame.caption_lines == 1 or _width(text) <= room:
        return (text,)
    words = text.split(" ")
    halves = [(" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words))]
    if not halves:
        return (text,)
    fitting = [pair for pair in halves if max(map(_width, pair)) <= room]
    paused = [pair for pair in fitting if pair[0].endswith(_PAUSES) and _balance(pair) > _LOPSIDED]
    return max(paused or fitting or halves, key=_balance)


def caption_fits(text: str, frame: Frame) -> bool:
    """Whether this caption has few enough words, and its lines are no wider than the frame."""
    lines = caption_lines(text, frame)
    return len(text.split()) <= MAX_WORDS and max(map(_width, lines)) <= 2 * frame.safe_x


def caption_is_cut(text: str, frame: Frame) -> bool:
    """Whether the frame's edges would cut the caption off."""
    return bool(text) and max(map(_width, caption_lines(text, frame))) > frame.width


def first_that_fits(candidates: Sequence[str], frame: Frame) -> str:
    """The first of these captions that fits the frame; else the last one."""
    return next((text for text in candidates if caption_fits(text, frame)), candidates[-1])


def _width(line: str) -> float:
    return caption_line(line).width * CAPTION_EM


def _balance(pair: tuple[str, str]) -> float:
    """1 for two lines of one width, near 0 where one is far shorter."""
    first, second = map(_width, pair)
    return min(first, second) / max(first, second)


class Caption:
    """Holds the words that are shown now; swaps them out first, then in, never across."""

    def __init__(self, frame: Frame, theme: Theme) -> None:
        self.frame, self.theme = frame, theme
        self.text = ""  # what is written now; empty when nothing is
        self.shown: tuple[Words, ...] = ()

    def words(self, text: str) -> tuple[Words, ...]:
        """The caption's inks at their places, a line each."""
        lines = caption_lines(text, self.frame)
        return tuple(
            Words(line, CAPTION_EM, Role.TEXT, self.theme, align=0.5, prose=True).place(
                0.0, self.frame.caption_baseline - k * STEP_DOWN
            )
            for k, line in enumerate(lines)
        )

    def show(self, text: str) -> tuple[Words, ...]:
        """Write `text` at once; gives the inks to add."""
        self.text, self.shown = text, self.words(text)
        return self.shown

    def swap(self, text: str) -> list[Motion]:
        """The motions that replace what is written by `text`."""
        motions: list[Motion] = [Vanish(line, LEAVE) for line in self.shown]
        delay = LEAVE if motions else 0.0
        return [*motions, *(Appear(line, ENTER, delay) for line in self.show(text))]
