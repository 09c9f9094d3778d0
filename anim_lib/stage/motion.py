"""How things move: one small vocabulary of motions, all with a delay and a length in seconds.

A beat is written like a score: `play` takes motions, each knows when it starts. A motion keeps
the few arrays it needs, so no mobject is deep-copied when a play begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from manim import Animation, Mobject
from manim.utils.rate_functions import ease_in_out_sine, ease_out_sine, linear, rush_from, smooth

from anim_lib.stage.ink import Ink
from anim_lib.stage.paths import Path, Point
from anim_lib.stage.theme import Rgb, mix

Rate = Callable[[float], float]

TRAVEL = 0.8  # a number's flight
DROP = 0.3  # a number computed anew
WRITE = 0.2  # an operator, a label
FADE = 0.3
STEP = 0.5  # the band moves to another row


class Motion(Animation):
    """Something one mobject does between `delay` and `delay + seconds`."""

    def __init__(
        self,
        mobject: Mobject,
        seconds: float,
        delay: float = 0.0,
        rate: Rate = smooth,
        *,
        introduces: bool = False,
        removes: bool = False,
    ) -> None:
        super().__init__(
            mobject,
            run_time=delay + seconds,
            rate_func=linear,
            introducer=introduces,
            remover=removes,
        )
        self.delay = delay
        self.seconds = seconds
        self.rate = rate

    def after(self, delay: float) -> Motion:
        """The same motion, `delay` seconds later."""
        self.delay += delay
        self.run_time = self.delay + self.seconds
        return self

    def begin(self) -> None:
        """Keep what the motion starts from and show its first moment."""
        self.remember()
        self.interpolate(0)

    def finish(self) -> None:
        """Show the motion's last moment exactly."""
        self.show(1.0)

    def interpolate(self, alpha: float) -> None:
        """Show the moment `alpha` of the whole run time, delay included."""
        time = alpha * self.run_time
        share = min(max((time - self.delay) / self.seconds, 0.0), 1.0)
        if share > 0:
            self.show(self.rate(share))
        else:
            self.before()

    def get_all_mobjects(self) -> tuple[Mobject]:
        """Only its own mobject: no starting copy exists."""
        return (self.mobject,)

    def remember(self) -> None:
        """Keep what the motion needs of its mobject's present state."""

    def before(self) -> None:
        """The state while the delay runs."""
        self.show(0.0)

    def show(self, share: float) -> None:
        """The state at `share` of the motion, 0..1."""
        raise NotImplementedError


def later(delay: float, *motions: Motion | Iterable[Motion]) -> list[Motion]:
    """All these motions, `delay` seconds later."""
    return [motion.after(delay) for motion in together(*motions)]


def together(*motions: Motion | Iterable[Motion]) -> list[Motion]:
    """One flat list of motions."""
    flat: list[Motion] = []
    for item in motions:
        flat.extend([item] if isinstance(item, Motion) else item)
    return flat


def ends(motions: Iterable[Motion]) -> float:
    """When the last of these motions is over, in seconds."""
    return max((motion.run_time for motion in motions), default=0.0)


def one_after_another(*groups: Iterable[Motion], gap: float = 0.0) -> list[Motion]:
    """Each group starts when the one before is over, and `gap` seconds more."""
    score: list[Motion] = []
    time = 0.0
    for group in groups:
        moved = later(time, group)
        if moved:
            score += moved
            time = ends(moved) + gap
    return score


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

    def show(self, share: float) -> None:
        self.ink.paint(mix(self.start, self.target, share))


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
        self.ink.points = self.rest + [0.0, self.drop * (1 - share), 0.0]
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
        shape: Callable[[float], np.ndarray],
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


def drop(ink: Ink, delay: float = 0.0) -> Motion:
    """A number that was computed anew falls into its place."""
    return Appear(ink, DROP, delay, drop=0.16, rate=rush_from)


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
