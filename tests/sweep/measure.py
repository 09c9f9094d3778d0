"""What is measured of a picture: what leaves the frame, what is too close, what is too small."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from anim_lib.stage.frame import Frame
from anim_lib.stage.ink import Ink, Number, Slots, Words
from tests.stage import stagehand as hand
from tests.stage.stagehand import PIXEL, Shown

APART = 3 * PIXEL  # two texts at least
NAMES_APART = 1 * PIXEL  # the words of two lines, whose descenders and parentheses come near
LEAST_DIGIT, LEAST_EM = 0.25, 0.34  # units
LEAST_HEIGHT = 11 * PIXEL  # of a digit as drawn

Fault = tuple[str, str]  # what is counted, and what was seen


def look_at(frame: Frame, inks: list[Shown], caption: Sequence[str]) -> list[Fault]:
    """Everything that is wrong with how a picture looks; `caption` holds its caption's lines."""
    return [
        *(("outside", fault) for fault in hand.outside(frame, inks)),
        *(("overlap", fault) for fault in crowded(inks, caption)),
        *(("overlap", fault) for fault in hand.touching_brackets(inks)),
        *(("small", fault) for fault in small(inks)),
    ]


def is_text(ink: Ink) -> bool:
    """Numbers, words and the parts of formulas."""
    return isinstance(ink, Slots | Words) or type(ink) is Ink


def crowded(inks: list[Shown], caption: Sequence[str]) -> list[str]:
    """Pairs of texts that stand too close."""
    texts = [s for s in inks if is_text(s.ink) and s.words not in ("(", ")")]
    if len(texts) < 2:
        return []
    left, bottom, right, top = np.array([s.box for s in texts]).T
    across = np.maximum(left[:, None] - right, left - right[:, None])
    up = np.maximum(bottom[:, None] - top, bottom - top[:, None])
    gaps = np.maximum(across, up)
    near = np.argwhere(np.triu(gaps < APART, 1))
    return [
        f"{texts[a].words} and {texts[b].words}: {gaps[a, b] / PIXEL:.1f} px"
        for a, b in near.tolist()
        if gaps[a, b] < least_gap(texts[a], texts[b], caption)
    ]


def least_gap(one: Shown, other: Shown, caption: Sequence[str]) -> float:
    """How close two texts may stand. Parts of a formula, and a number and its copy, belong."""
    a, b = one.ink, other.ink
    if isinstance(a, Number) and isinstance(b, Number) and a.quantity is b.quantity:
        return -np.inf
    if type(a) is type(b) is Ink:
        return -np.inf
    if one.words in caption and other.words in caption:
        return 0.0  # two lines of one caption
    if isinstance(a, Words) and isinstance(b, Words):
        return NAMES_APART
    return APART


def small(inks: list[Shown]) -> list[str]:
    """Texts whose letters or digits are too small."""
    found = []
    for s in inks:
        ink, (_, bottom, _, top) = s.ink, s.box
        if isinstance(ink, Slots):
            has_digit = any(map(str.isdigit, ink.drawn))
            if ink.h < LEAST_DIGIT - 1e-9 or (has_digit and top - bottom < LEAST_HEIGHT):
                found.append(f"{ink.drawn} has digits of {ink.h:.3f} u, {top - bottom:.3f} drawn")
        elif isinstance(ink, Words) and ink.em < LEAST_EM - 1e-9:
            found.append(f"{ink.words} is written {ink.em:.3f} u high")
    return found
