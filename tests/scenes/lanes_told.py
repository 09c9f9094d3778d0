"""A gpu-lanes clip told without pictures, and what is read off its frames."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import default_lesson, load_lesson
from anim_lib.render.settings import RenderSettings
from anim_lib.stage.cells import Cells
from anim_lib.stage.ink import Slots, Words
from anim_lib.stage.lesson_scene import LessonScene
from anim_lib.stage.strips import Strips
from anim_lib.timeline import Beat, Timeline
from tests.stage import stagehand as hand
from tests.stage.stagehand import Shown

PAGE = default_lesson()
FPS = 20  # every tick length that can be counted is a whole number of these frames
MADE_OF_FRAMES = RenderSettings(640, 360, FPS)


def lanes_lesson(
    folder: Path, rows: int, inputs: int, wide: tuple[int, int] = (4096, 4096), seed: int = 1
) -> Lesson:
    dice = random.Random(seed)  # noqa: S311 (shapes, no secrets)

    def vector(n: int) -> str:
        return "[" + ", ".join(f"{dice.randint(-99, 99) / 10}" for _ in range(n)) + "]"

    W = ", ".join(vector(inputs) for _ in range(rows))
    path = folder / "shape.toml"
    path.write_text(
        f"[dense]\nW = [{W}]\nx = {vector(inputs)}\nb = {vector(rows)}\n"
        f"[lanes]\nrows = {wide[0]}\nlanes = {wide[1]}\n"
    )
    return load_lesson(path)


def watch(lesson: Lesson, look: Any) -> tuple[Timeline, dict[str, list[Any]]]:
    """What `look(scene)` returns in each moving frame, by beat index."""
    seen: dict[str, list[Any]] = {}

    def each(scene: LessonScene, _: list[Shown]) -> None:
        seen.setdefault(str(len(scene.beats)), []).append(look(scene))

    timeline = hand.walk("gpu-lanes", lesson, each_frame=each, settings=MADE_OF_FRAMES)
    return timeline, {timeline.beats[int(k)].name: v for k, v in seen.items()}


def boxes(scene: LessonScene, ink: Cells) -> NDArray[np.float64]:
    """Left and right ends of an ink's shapes on stage, (n, 2), in the order they are drawn."""
    if ink not in scene.mobjects or not len(ink.points) or ink.alpha < 0.5:
        return np.zeros((0, 2))
    return np.array([[p[:, 0].min(), p[:, 0].max()] for p in ink.get_subpaths()])


def finished(scene: LessonScene, strips: Strips) -> int:
    """How many blocks of the strips are filled from end to end."""
    full = strips.plan.pitch - strips.plan.gap
    ends = np.concatenate([boxes(scene, ink) for ink in strips.solid])
    return int((ends[:, 1] - ends[:, 0] > full - 1e-6).sum())


def jumps(counts: list[int]) -> list[int]:
    """The frames at which a count grew."""
    return [k for k in range(1, len(counts)) if counts[k] > counts[k - 1]]


@dataclass(frozen=True)
class Told:
    lesson: Lesson
    timeline: Timeline
    ends: dict[str, list[Shown]]


def tell(lesson: Lesson) -> Told:
    ends: dict[str, list[Shown]] = {}

    def keep(beat: Beat, inks: list[Shown]) -> None:
        ends[beat.name] = inks

    return Told(lesson, hand.walk("gpu-lanes", lesson, beat_ends=keep), ends)


def texts(inks: list[Shown]) -> list[Shown]:
    """What can be read."""
    return [s for s in inks if isinstance(s.ink, (Slots, Words))]


def copies(fault: str) -> bool:
    """A row's number and the copy that leaves it."""
    one, _, other = fault.split(":", maxsplit=1)[0].partition(" and ")
    return one == other and one.isdigit()
