"""A rendered clip made of plain colours, without Manim, for tests of what becomes of it."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from anim_lib.nn.quantity import Quantity
from anim_lib.render.segment import SegmentEncoder
from anim_lib.timeline import Beat, Master, Timeline

WIDTH, HEIGHT, FPS = 96, 64, 12
COLOURS = [(20, 24, 40), (200, 40, 40), (255, 200, 0)]


@pytest.fixture
def timeline() -> Timeline:
    seen = Quantity("dense.products[0,1]", -0.6, "−0.60", Decimal("-0.6"))
    beats = (
        Beat("pair", "Multiply <the pair> & add.", 0, 7, (seen,)),
        Beat("again", "Multiply <the pair> & add.", 7, 8),
        Beat("sum", "The sum is −0.60.", 8, 29),
    )
    return Timeline("dense-layer", "1: ReLU/clip", "my-lesson", FPS, WIDTH, HEIGHT, beats)


@pytest.fixture
def master(timeline: Timeline, tmp_path: Path) -> Master:
    folder = tmp_path / "segments"
    folder.mkdir()
    segments = []
    for beat, colour in zip(timeline.beats, COLOURS, strict=True):
        picture = np.full((HEIGHT, WIDTH, 4), (*colour, 255), np.uint8)
        encoder = SegmentEncoder(folder / f"{beat.name}.mp4", WIDTH, HEIGHT, FPS)
        encoder.write(picture, beat.frames)
        encoder.finish()
        segments.append(encoder.target)
    return Master(timeline, tuple(segments), inputs="a1", story="b2")
