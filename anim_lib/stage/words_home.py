"""Where a text sets out from when it comes from another that is aligned otherwise."""

from __future__ import annotations

import numpy as np

from anim_lib.stage.ink import Ink, Words
from anim_lib.stage.paths import Point


def start_of(old: Ink, new: Ink) -> Point:
    """The anchor from which `new`, at the size of `old`, covers it: numbers share their point.

    Words may begin, end or be centred at their anchor; what counts is where their ink begins.
    """
    if not (isinstance(old, Words) and isinstance(new, Words)) or not old.words:
        return old.home
    scale = old.em / new.em
    before = (new.box()[0] - new.home[0]) * scale  # from the anchor to where the ink begins
    return np.array([old.box()[0] - before, old.home[1], 0.0])
