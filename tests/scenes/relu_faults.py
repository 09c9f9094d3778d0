"""What is wrong with a relu clip's pictures, at rest and in movement: for its tests."""

from __future__ import annotations

from anim_lib.lesson.lesson import Lesson
from anim_lib.render.settings import RenderSettings
from anim_lib.stage.frame import Frame
from anim_lib.stage.ink import Ink, Slots, Words
from anim_lib.stage.lesson_scene import LessonScene
from anim_lib.stage.marks import Band
from anim_lib.stage.plot_shapes import PlotShape
from anim_lib.stage.verbs import Ghost
from anim_lib.timeline import Beat
from tests.scenes.relu_told import SIZES, dots
from tests.stage import stagehand as hand
from tests.stage.stagehand import PIXEL, Shown

_SLACK = 1e-6


def faults(lesson: Lesson, size: tuple[int, int] = SIZES[0]) -> list[str]:
    """Texts out of the safe area, too small, too near one another, or under a dot."""
    frame = Frame.of_aspect(size[0] / size[1])
    found: list[str] = []

    def at_rest(beat: Beat, inks: list[Shown]) -> None:
        words = texts(inks)
        near = hand.outside(frame, inks) + hand.too_close(words, 3 * PIXEL)
        near += hand.touching_brackets(words) + under_dots(words, inks, PIXEL)
        near += [f"{w.words} is too small" for w in words if too_small(w.ink)]
        found.extend(f"{beat.name}: {fault}" for fault in near)

    def moving(scene: LessonScene, inks: list[Shown]) -> None:
        # A copy lies on its original as it sets out; the original has paled by then.
        copied = {id(a.moved) for a in scene.animations or () if isinstance(a, Ghost)}
        words = [s for s in texts(inks) if id(s.ink) not in copied]
        near = hand.outside(frame, inks) + hand.too_close(words, 0.0)
        near += under_dots(words, inks, 0.0)
        found.extend(f"in beat {len(scene.beats) + 1}: {fault}" for fault in near)

    settings = RenderSettings(*size, 10)
    hand.walk("relu", lesson, each_frame=moving, beat_ends=at_rest, settings=settings)
    return found


def texts(inks: list[Shown]) -> list[Shown]:
    return [s for s in inks if s.is_text and not isinstance(s.ink, PlotShape)]


def under_dots(words: list[Shown], inks: list[Shown], least: float) -> list[str]:
    boxes = dots(inks)
    return [
        f"{w.words} under a dot"
        for w in words
        if not isinstance(w.ink, Band) and any(hand.gap(w.box, box) < least for box in boxes)
    ]


def too_small(ink: Ink) -> bool:
    if isinstance(ink, Slots):
        return ink.h < 0.25 - _SLACK
    return isinstance(ink, Words) and ink.em < 0.34 - _SLACK
