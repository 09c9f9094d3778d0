"""The relu clip run without pictures, for its tests: what was told, shown and where it stood."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import numpy as np

from anim_lib.lesson.lesson import Lesson
from anim_lib.nn.relu import ReluTrace
from anim_lib.render.settings import RenderSettings
from anim_lib.stage.dot_cloud import Cloud
from anim_lib.stage.frame import Frame
from anim_lib.stage.ink import Ink, Number, Slots
from anim_lib.stage.lesson_scene import LessonScene
from anim_lib.stage.plot_shapes import circle
from anim_lib.stage.relu_plan import ReluPlan, plan_relu
from anim_lib.stage.relu_stage import ReluStage
from anim_lib.stage.row_dots import Dot
from anim_lib.timeline import Beat, Timeline
from tests.stage import stagehand as hand
from tests.stage.stagehand import Box, Shown, lesson_of

WIDE = 16 / 9
_DISC = len(circle(0.0, 0.0, 1.0))  # points of one dot of a cloud
FRAME = Frame.of_aspect(WIDE)
SIZES = ((640, 360), (480, 360), (360, 360), (360, 450), (360, 640))
REFERENCES: dict[str, Callable[[float], float]] = {
    "relu": lambda z: z if z > 0 else 0.0,
    "leaky_relu": lambda z: z if z > 0 else z / 100,
    "sigmoid": lambda z: 1 / (1 + math.exp(-z)),
    "tanh": lambda z: (math.exp(z) - math.exp(-z)) / (math.exp(z) + math.exp(-z)),
    "gelu": lambda z: z * (1 + math.erf(z / 2**0.5)) / 2,
    "identity": lambda z: z,
}
SQUASHING = ("sigmoid", "tanh")
MAGNITUDES: dict[str, Callable[[random.Random], str]] = {
    "tenths": lambda r: f"{r.randint(-30, 30) / 10}",
    "whole": lambda r: str(r.randint(-30, 30)),
    "near-equal": lambda r: r.choice(["0.5", "0.5", "0.51", "0.52", "-0.1", "2"]),
    "tiny": lambda r: f"{r.randint(-9, 9)}e-{r.randint(1, 9)}",
    "all": lambda r: f"{r.randint(-999, 999)}e{r.randint(-12, 12)}",
    "wide": lambda r: f"{r.randint(-(10**8), 10**8) / 100}",
}


@dataclass(frozen=True)
class Picture:
    beat: Beat
    inks: list[Shown]
    dots: list[Box]  # those on stage then

    @property
    def numbers(self) -> dict[str, str]:
        return {s.ink.quantity.name: s.ink.drawn for s in self.inks if isinstance(s.ink, Number)}

    @property
    def words(self) -> list[str]:
        return [s.words for s in self.inks]


@dataclass(frozen=True)
class Told:
    lesson: Lesson
    timeline: Timeline
    pictures: list[Picture]
    stage: ReluStage

    @property
    def trace(self) -> ReluTrace:
        assert self.lesson.relu_trace is not None
        return self.lesson.relu_trace

    @property
    def captions(self) -> list[str]:
        return [beat.caption for beat in self.timeline.beats]

    def after(self, beat: str) -> Picture:
        return next(p for p in self.pictures if p.beat.name == beat)


def layer(sums: list[str], activation: str = "relu", decimals: int = 2) -> Lesson:
    """A lesson whose sums are these very numbers."""
    return lesson_of([[z] for z in sums], ["1"], activation=activation, decimals=decimals)


def mixed(count: int, seed: str = "many") -> list[str]:
    """Sums in tenths on both sides of zero, two of them zero."""
    rng = random.Random(f"{seed} {count}")  # noqa: S311 (layouts, not secrets)
    sums = [f"{rng.choice([-1, 1]) * rng.randint(1, 30) / 10}" for _ in range(count)]
    return ["0.0", *sums[1:-1], "0.0"] if count > 8 else sums


def tell(lesson: Lesson, size: tuple[int, int] = SIZES[0]) -> Told:
    pictures: list[Picture] = []
    stages: list[ReluStage] = []

    def keep(scene: LessonScene, _: list[Shown]) -> None:
        if not stages:
            stages.append(stage_of(scene))

    timeline = hand.walk(
        "relu",
        lesson,
        each_frame=keep,
        beat_ends=lambda beat, inks: pictures.append(Picture(beat, inks, dots(inks))),
        settings=RenderSettings(*size, 10),
    )
    return Told(lesson, timeline, pictures, stages[0])


def planned(lesson: Lesson, aspect: float = WIDE) -> ReluPlan:
    assert lesson.dense_trace is not None
    assert lesson.relu_trace is not None
    frame = Frame.of_aspect(aspect)
    return plan_relu(lesson, lesson.dense_trace, lesson.relu_trace, frame)


def stage_of(scene: LessonScene) -> ReluStage:
    stage = scene.stage  # type: ignore[attr-defined]
    assert isinstance(stage, ReluStage)
    return stage


def dots(inks: list[Shown]) -> list[Box]:
    """The boxes of all dots as they stand now, those of clouds one by one."""
    boxes = [s.box for s in inks if isinstance(s.ink, Dot)]
    for cloud in (s.ink for s in inks if isinstance(s.ink, Cloud)):
        discs = cloud.points.reshape(-1, _DISC, 3)[:, :, :2]
        corners = np.concatenate([discs.min(axis=1), discs.max(axis=1)], axis=1)
        boxes += [(left, low, right, high) for left, low, right, high in corners.tolist()]
    return boxes


def rounded(exact: Fraction | float) -> str:
    value = (
        Decimal(exact.numerator) / Decimal(exact.denominator)
        if isinstance(exact, Fraction)
        else Decimal(f"{exact:.12g}")
    )
    text = f"{value.quantize(Decimal('0.01'), rounding=ROUND_HALF_UP)}"
    return ("0.00" if text == "-0.00" else text).replace("-", "−")


def read(text: str) -> float:
    return float(text.replace("−", "-"))


def middle(ink: Ink) -> float:
    return float(ink.home[0])


@dataclass(frozen=True)
class Scale:
    """A value's place, from what the ticks on stage say."""

    origin: float
    unit: float

    def at(self, value: float) -> float:
        return self.origin + value * self.unit


def scales(told: Told) -> tuple[Scale, Scale]:
    """Both axes as a viewer reads them: zero where they cross, one tick for the unit."""
    level, upright = told.stage.plot.axes
    y0, x0 = float(level.points[0, 1]), float(upright.points[0, 0])
    sums = [ink for ink in told.stage.plot.marks if isinstance(ink, Slots)]
    outputs = told.stage.plot.output_numbers
    across, up = read(sums[-1].drawn), read(outputs[0].drawn)
    box = outputs[0].box()
    return (
        Scale(x0, (middle(sums[-1]) - x0) / across),
        Scale(y0, ((box[1] + box[3]) / 2 - y0) / up),
    )
