"""How things move: the few verbs that the clips are told with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from manim.utils.rate_functions import ease_in_out_sine, ease_out_sine, linear, rush_from, smooth

from anim_lib.stage.ink import Ink
from anim_lib.stage.motion import Motion, Rate
from anim_lib.stage.paths import Path, Point
from anim_lib.stage.theme import Rgb, mix
from anim_lib.stage.typeset import Points

TRAVEL = 0.8  # a number's flight
DROP = 0.3  # a number computed anew
DROP_HEIGHT = 0.16  # and how far it falls
WRITE = 0.2  # an operator, a label
FADE = 0.3
STEP = 0.5  # the band moves to another row


class Fly(Motion):
    """An ink comes home along a path: it starts at a source's place, size and colour."""

    def __init__(
        self,
        ink: Ink,
        path: Path,
        *,
        scale: float = 1.0,
        colour: Rgb | None = None,
        seconds: float = TRAVEL,
        delay: float = 0.0,
        rate: Rate = ease_in_out_sine,
    ) -> None:
        super().__init__(ink, seconds, delay, rate, introduces=True)
        self.ink, self.path, self.scale, self.colour = ink, path, scale, colour

    def remember(self) -> None:
        self.shape = self.ink.points - self.ink.home
        self.end_colour = self.ink.rgb
        self.depth = self.ink.z_index
        self.ink.set_z_index(20)

    def before(self) -> None:
        self.ink.paint(self.end_colour, 0.0)

    def show(self, share: float) -> None:
        size = self.scale + (1 - self.scale) * share
        self.ink.points = self.shape * size + self.path(share)
        start = self.end_colour if self.colour is None else self.colour
        self.ink.paint(mix(start, self.end_colour, share))

    def finish(self) -> None:
        super().finish()
        self.ink.points = self.shape + self.ink.home
        self.ink.set_z_index(self.depth)


class Ghost(Motion):
    """While a copy flies away the original pales, and comes back as the copy lands."""

    def __init__(self, ink: Ink, seconds: float = TRAVEL, delay: float = 0.0) -> None:
        super().__init__(ink, seconds, delay, linear)
        self.ink = ink

    def remember(self) -> None:
        self.colour = self.ink.rgb
        self.pale = mix(self.ink.towards_background(0.45), self.colour, 0.0)

    def show(self, share: float) -> None:
        depth = min(share / 0.1, 1.0, max((1 - share) / 0.25, 0.0))
        self.ink.paint(mix(self.colour, self.pale, depth))


class Tint(Motion):
    """An ink changes to another solid colour."""

    def __init__(self, ink: Ink, rgb: Rgb, seconds: float = FADE, delay: float = 0.0) -> None:
        super().__init__(ink, seconds, delay)
        self.ink, self.target = ink, rgb

    def remember(self) -> None:
        self.start = self.ink.rgb

    def before(self) -> None:
        """Leave it as it is: it may not have appeared yet."""

    def show(self, share: float) -> None:
        self.ink.paint(mix(self.start, self.target, share), self.ink.alpha)


class Appear(Motion):
    """An ink fades in, from `drop` units above its place."""

    def __init__(
        self,
        ink: Ink,
        seconds: float = WRITE,
        delay: float = 0.0,
        *,
        drop: float = 0.0,
        rate: Rate = smooth,
    ) -> None:
        super().__init__(ink, seconds, delay, rate, introduces=True)
        self.ink, self.drop = ink, drop

    def remember(self) -> None:
        self.rest, self.colour = self.ink.points, self.ink.rgb

    def show(self, share: float) -> None:
        self.ink.points = self.rest + np.array([0.0, self.drop * (1 - share), 0.0])
        self.ink.paint(self.colour, share)

    def finish(self) -> None:
        self.ink.points = self.rest
        self.ink.paint(self.colour)


class Vanish(Motion):
    """An ink fades out and leaves the scene."""

    def __init__(self, ink: Ink, seconds: float = FADE, delay: float = 0.0) -> None:
        super().__init__(ink, seconds, delay, removes=True)
        self.ink = ink

    def remember(self) -> None:
        self.colour = self.ink.rgb

    def show(self, share: float) -> None:
        self.ink.paint(self.colour, 1 - share)

    def clean_up_from_scene(self, scene: Any) -> None:
        super().clean_up_from_scene(scene)
        self.ink.paint(self.colour)  # ready to be shown again


class Slide(Motion):
    """An ink moves to a new home in a straight line, or along a path of its own."""

    def __init__(
        self,
        ink: Ink,
        to: Point,
        seconds: float = STEP,
        delay: float = 0.0,
        rate: Rate = smooth,
        path: Path | None = None,
    ) -> None:
        super().__init__(ink, seconds, delay, rate)
        self.ink, self.to, self.path = ink, np.asarray(to, dtype=float), path

    def remember(self) -> None:
        self.start = self.ink.home.copy()
        self.shape = self.ink.points - self.start

    def show(self, share: float) -> None:
        straight = self.start + (self.to - self.start) * share
        place = straight if self.path is None else self.path(share)
        self.ink.points = self.shape + place

    def finish(self) -> None:
        self.ink.points = self.shape + self.to
        self.ink.home = self.to.copy()


class Grow(Motion):
    """An ink is rebuilt for every share of its growth by a function of its own."""

    def __init__(
        self,
        ink: Ink,
        shape: Callable[[float], Points],
        seconds: float = DROP,
        delay: float = 0.0,
        rate: Rate = ease_out_sine,
    ) -> None:
        super().__init__(ink, seconds, delay, rate, introduces=True)
        self.ink, self.shape = ink, shape

    def before(self) -> None:
        self.ink.paint(self.ink.bright, 0.0)

    def show(self, share: float) -> None:
        self.ink.points = self.shape(max(share, 1e-3))
        self.ink.paint(self.ink.bright)


def drop(ink: Ink, delay: float = 0.0, height: float = DROP_HEIGHT) -> Motion:
    """A number that was computed anew falls into its place."""
    return Appear(ink, DROP, delay, drop=height, rate=rush_from)


def write(*inks: Ink, delay: float = 0.0) -> list[Motion]:
    """Operators and labels appear in place."""
    return [Appear(ink, WRITE, delay) for ink in inks]


def wipe(*inks: Ink, delay: float = 0.0) -> list[Motion]:
    """These leave the scene."""
    return [Vanish(ink, FADE, delay) for ink in inks]


def quieten(*inks: Ink, delay: float = 0.0) -> list[Motion]:
    """These wait: a solid paler colour, no transparency."""
    return [Tint(ink, ink.waiting, FADE, delay) for ink in inks]


def brighten(*inks: Ink, delay: float = 0.0) -> list[Motion]:
    """These are active."""
    return [Tint(ink, ink.bright, FADE, delay) for ink in inks]
