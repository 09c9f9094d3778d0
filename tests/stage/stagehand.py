"""Runs a scene without drawing a frame and lets tests look at what stands on stage.

`walk` calls back at every frame and at every beat's end with the inks that are visible then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path

from anim_lib.lesson.lesson import DenseLayer, Display, Lesson
from anim_lib.nn.activations import ACTIVATIONS
from anim_lib.nn.numbers import NumberArray
from anim_lib.render.registry import find_scenes
from anim_lib.render.renderer import BeatRenderer
from anim_lib.render.scene_loading import load_scene
from anim_lib.render.settings import RenderSettings
from anim_lib.render.worker import manim_settings
from anim_lib.stage.bars import Bar, Cut, Track
from anim_lib.stage.frame import Frame
from anim_lib.stage.ink import Ink, Number, Slots, Words
from anim_lib.stage.lesson_scene import Director, LessonScene
from anim_lib.stage.marks import Arrow, Band, Bracket, Ring, Rule
from anim_lib.timeline import Beat, Timeline

PIXEL = 1 / 45  # units: one pixel at 640 × 360
VISIBLE = 0.05
WIDE = RenderSettings(640, 360, 10)

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Shown:
    """One ink as it stands at some moment."""

    ink: Ink
    box: Box
    alpha: float

    @property
    def is_text(self) -> bool:
        return not isinstance(self.ink, (Arrow, Band, Bar, Bracket, Cut, Ring, Rule, Track))

    @property
    def words(self) -> str:
        if isinstance(self.ink, Slots):
            return self.ink.drawn
        return self.ink.words if isinstance(self.ink, Words) else type(self.ink).__name__


Look = Callable[[LessonScene, list[Shown]], None]


def shown(scene: LessonScene) -> list[Shown]:
    """Every visible ink of the scene as it stands now."""
    return [
        Shown(mobject, mobject.box(), mobject.alpha)
        for mobject in scene.get_mobject_family_members()
        if isinstance(mobject, Ink) and mobject.alpha > VISIBLE and len(mobject.points)
    ]


def numbers(inks: list[Shown]) -> list[Number]:
    """The quantities that are drawn."""
    return [s.ink for s in inks if isinstance(s.ink, Number)]


def lines(inks: list[Shown]) -> dict[float, str]:
    """What is written on each line of digits, from left to right: the baseline's y → text.

    Only slots count: numbers, operators and parentheses.
    """
    written: dict[float, list[Shown]] = {}
    for one in inks:
        if not isinstance(one.ink, Slots):
            continue
        written.setdefault(round(baseline(one.ink), 3), []).append(one)
    return {
        y: "".join(s.words for s in sorted(line, key=lambda s: s.box[0]))
        for y, line in written.items()
    }


def baseline(ink: Slots) -> float:
    """The y that its digits stand on where it is at home."""
    return float(ink.home[1]) - ink.h / 2


def lesson_of(
    W: list[list[str]],
    x: list[str],
    b: list[str] | None = None,
    activation: str = "relu",
    decimals: int = 2,
) -> Lesson:
    """A dense lesson from texts, without a file. W (rows, inputs), x (inputs,), b (rows,)."""
    layer = DenseLayer(
        NumberArray.from_texts(W),
        NumberArray.from_texts(x),
        NumberArray.from_texts(b if b is not None else ["0"] * len(W)),
        ACTIVATIONS[activation],
    )
    return Lesson("layer", "Layer", dense=layer, display=Display(decimals=decimals))


def frame_now(scene: LessonScene) -> int:
    """The frame that is being looked at, counted from the clip's start."""
    assert isinstance(scene.renderer, _Watching)
    return scene.renderer.frame


class _Watching(BeatRenderer):
    def __init__(self, each_frame: Look | None) -> None:
        super().__init__(lambda _: None)
        self.each_frame = each_frame
        self.frame = 0

    def _animate(self, scene: LessonScene, frames: int) -> None:
        if self.each_frame is not None:
            for frame in range(frames):
                self.frame = scene.frames - frames + frame
                scene.update_to_time(frame / scene.fps)
                self.each_frame(scene, shown(scene))
        super()._animate(scene, frames)


class _BeatEnds(Director):
    def __init__(self, look: Callable[[Beat, list[Shown]], None] | None) -> None:
        self.look = look

    def draws(self, index: int, name: str) -> bool:
        return False

    def beat_ended(self, scene: LessonScene, index: int, beat: Beat) -> None:
        if self.look is not None:
            self.look(beat, shown(scene))


@cache
def scene_class(scene: str) -> type[LessonScene]:
    """The class of a scene of ours, by the clip's name."""
    loaded: type[LessonScene] = load_scene(find_scenes()[scene])
    return loaded


def walk(
    scene: str,
    lesson: Lesson,
    *,
    each_frame: Look | None = None,
    beat_ends: Callable[[Beat, list[Shown]], None] | None = None,
    settings: RenderSettings = WIDE,
) -> Timeline:
    """Run the named scene of ours to its end without pictures."""
    from manim import tempconfig

    told_by = scene_class(scene)
    with tempconfig(manim_settings(settings, Path("unused"))):
        told = told_by(lesson, _BeatEnds(beat_ends), renderer=_Watching(each_frame))
        told.render()
        timeline: Timeline = told.timeline()
    return timeline


def gap(one: Box, other: Box) -> float:
    """The distance between two boxes; negative where they overlap."""
    across = max(one[0] - other[2], other[0] - one[2])
    up = max(one[1] - other[3], other[1] - one[3])
    return max(across, up)


def outside(frame: Frame, inks: list[Shown]) -> list[str]:
    """What leaves the safe area."""
    x, low, high = frame.safe_x, frame.safe_bottom, frame.safe_top
    slack = 1e-6
    return [
        f"{s.words} at {s.box}"
        for s in inks
        if s.box[0] < -x - slack
        or s.box[2] > x + slack
        or s.box[1] < low - slack
        or s.box[3] > high + slack
    ]


def too_close(inks: list[Shown], least: float) -> list[str]:
    """Pairs of texts nearer than `least`.

    A parenthesis belongs to the number that it holds, and a formula's parts to one another.
    """
    texts = [s for s in inks if s.is_text and s.words not in ("(", ")")]
    return [
        f"{a.words} and {b.words}: {gap(a.box, b.box) / PIXEL:.1f} px"
        for a, b in combinations(texts, 2)
        if gap(a.box, b.box) < least and not _belong(a.ink, b.ink)
    ]


def _belong(one: Ink, other: Ink) -> bool:
    """A formula's parts, or a number and the copy that leaves it or lands on it."""
    if isinstance(one, Number) and isinstance(other, Number):
        return one.quantity is other.quantity
    return type(one) is type(other) is Ink


def touching_brackets(inks: list[Shown], least: float = 2 * PIXEL) -> list[str]:
    """Texts that come nearer than `least` to a bracket's stroke."""
    strokes = [s for s in inks if isinstance(s.ink, Bracket)]
    return [
        f"{t.words} and a bracket: {gap(t.box, b.box) / PIXEL:.1f} px"
        for t in inks
        if t.is_text
        for b in strokes
        if gap(t.box, b.box) < least
    ]
