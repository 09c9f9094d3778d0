"""Bars put end to end: copies step aside to where the one above ends, then fall into one track."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from anim_lib.stage.bars import Bar, Cut, Track, cut_before, parts
from anim_lib.stage.ink import Ink
from anim_lib.stage.motion import Motion
from anim_lib.stage.paths import straight
from anim_lib.stage.theme import Theme, mix
from anim_lib.stage.verbs import WRITE, Fly, Slide, Tint, brighten, write

_PALE = 0.55  # the share of background in a bar whose copy has gone down to the total
_ASIDE, _FALL = 0.8, 0.9
_BEHIND, _TURN = 0.75, 0.12  # how pale a bar falls behind numbers, and within which share of it


class _FallBehind(Slide):
    """A bar falls past what is written in front of it, so pale that this can be read."""

    def show(self, share: float) -> None:
        super().show(share)
        depth = min(share / _TURN, 1.0, (1 - share) / _TURN)
        self.ink.paint(mix(self.ink.bright, self.ink.towards_background(_BEHIND), depth))

    def finish(self) -> None:
        super().finish()
        self.ink.paint(self.ink.bright)


class Stairs:
    """The copies of bars whose shares make 1, and the track at `y` that they fill.

    `behind` lets the copies fall behind what is written between the bars.
    """

    def __init__(
        self,
        bars: Sequence[Bar],
        shares: Sequence[float],
        track: Track,
        y: float,
        theme: Theme,
        behind: bool = False,
    ) -> None:
        self.bars, self.track, self.y = bars, track, y
        left, _, right, _ = track.box()
        length, height = right - left, bars[0].thickness
        self.starts = parts(shares, left, length)
        # Without a least length: together they must fill the track exactly.
        self.copies = [
            Bar(bar.left, bar.y, share, length, height, theme, least=0.0, outlined=bar.outlined)
            for bar, share in zip(bars, shares, strict=True)
        ]
        self._falls = _FallBehind if behind else Slide
        if behind:  # numbers stand in the copies' way
            for copy in self.copies:
                copy.set_z_index(-1)
        self.cuts = [
            Cut(x, y, height, theme)
            for i, x in enumerate(self.starts)
            if cut_before(shares, i, length)
        ]

    def step_aside(self) -> list[Motion]:
        """Copies of the bars slide right, each to where the one above ends."""
        motions: list[Motion] = write(self.track)
        for bar, copy, x in zip(self.bars, self.copies, self.starts, strict=True):
            way = straight(bar.home, np.array([x, bar.y, 0.0]))
            motions.append(Tint(bar, bar.towards_background(_PALE), 0.2, WRITE))
            motions.append(Fly(copy.place(x, bar.y), way, seconds=_ASIDE, delay=WRITE))
        return motions

    def fall(self) -> list[Motion]:
        """The copies drop into the track and fill it exactly; cuts show where each ends."""
        falling = [
            self._falls(copy, np.array([x, self.y, 0.0]), _FALL)
            for copy, x in zip(self.copies, self.starts, strict=True)
        ]
        return [*falling, *write(*self.cuts, delay=_FALL)]

    def brighten(self) -> list[Motion]:
        """The bars are looked at again."""
        return brighten(*self.bars)

    def fallen(self) -> list[Ink]:
        """Everything as it stands after the fall, the bars bright again."""
        for copy, x in zip(self.copies, self.starts, strict=True):
            copy.place(x, self.y)
        return [self.track, *self.bars, *self.copies, *self.cuts]
