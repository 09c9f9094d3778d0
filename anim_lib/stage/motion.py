"""A motion, and scores of them: what one mobject does from a delay on, for some seconds.

A beat is written like a score: `play` takes motions, each knows when it starts. A motion keeps
the few arrays it needs, so no mobject is deep-copied when a play begins. The vocabulary of
motions is in `verbs`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from manim import Animation, Mobject
from manim.utils.rate_functions import linear, smooth

Rate = Callable[[float], float]


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
        self.moved = mobject
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

    def get_all_mobjects(self) -> Sequence[Mobject]:
        """Only its own mobject: no starting copy exists."""
        return (self.moved,)

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
