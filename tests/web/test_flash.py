"""No clip flashes: WCAG 2.2, 2.3.1, measured on every frame as it is shown, after the encoder."""

from __future__ import annotations

import math
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import av
import numpy as np
import pytest

from tests.web.conftest import SCENES

# W3C, "general flash": a pair of opposing changes in relative luminance by 10 % of the highest,
# the darker of the two below 0.80; more than three in a second are too many, on a quarter of the
# picture or more.
CHANGE, DARKER, LIMIT, AREA = 0.1, 0.8, 3, 0.25
SIZE = ("--resolution", "320x180", "--fps", "15")


def linear(value: float) -> float:
    """The light of an sRGB value between 0 and 1; IEC 61966-2-1."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


LINEAR = np.array([linear(value / 255) for value in range(256)])


def luminances(movie: Path) -> Iterator[np.ndarray]:
    """The relative luminance of each frame's pixels, (height, width), 0 to 1."""
    with av.open(str(movie)) as video:
        for frame in video.decode(video=0):
            red, green, blue = np.moveaxis(LINEAR[frame.to_ndarray(format="rgb24")], -1, 0)
            yield 0.2126 * red + 0.7152 * green + 0.0722 * blue


def flashes(pictures: Iterable[np.ndarray], fps: int) -> tuple[int, float]:
    """How often a quarter of the picture flashes in the worst second.

    Also the largest part of the picture, 0 to 1, that flashes at all within a second. Each pixel
    is counted by itself, so that parts which flash one after another count as well: a strict view.
    """
    frames = iter(pictures)
    first = next(frames)
    low, high = first.copy(), first.copy()
    way = np.zeros(first.shape, np.int8)  # of the last change: 1 up, −1 down
    recent = np.zeros((fps, *first.shape), np.uint8)  # the changes of the last second
    most, widest = 0, 0.0
    for number, now in enumerate(frames):
        high, low = np.maximum(high, now), np.minimum(low, now)
        up = (way <= 0) & (now - low >= CHANGE)
        down = (way >= 0) & (high - now >= CHANGE) & ~up
        seen = (up & (low < DARKER)) | (down & (now < DARKER))
        recent[number % fps] = seen
        high, low = np.where(up, now, high), np.where(down, now, low)
        way = np.where(up, 1, np.where(down, -1, way)).astype(np.int8)
        pairs = recent.sum(axis=0, dtype=np.int64) // 2
        most = max(most, int(np.sort(pairs, axis=None)[-math.ceil(AREA * pairs.size)]))
        widest = max(widest, float(np.mean(pairs > 0)))
    return most, widest


def blinking(hertz: int, part: float, depth: float = 1.0) -> Iterator[np.ndarray]:
    """Two seconds at 24 frames a second of which a part goes bright and dark again."""
    for number in range(48):
        picture = np.zeros((10, 100))
        picture[:, : round(part * 100)] = depth * (number * hertz * 2 // 24 % 2)
        yield picture


@pytest.mark.parametrize(
    ("hertz", "part", "depth", "expected"),
    [(2, 1.0, 1.0, 2), (3, 0.25, 1.0, 3), (4, 0.25, 0.11, 4), (6, 0.24, 1.0, 0), (6, 1.0, 0.09, 0)],
)
def test_what_blinks_is_counted(hertz: int, part: float, depth: float, expected: int) -> None:
    assert flashes(blinking(hertz, part, depth), 24)[0] == expected


def test_a_slow_wave_counts_once_and_noise_on_it_does_not() -> None:
    noise = np.random.default_rng(1)
    wave = [0.5 - 0.4 * math.cos(number * math.tau / 24) for number in range(49)]
    pictures = (np.full((4, 4), level) + noise.uniform(-0.04, 0.04, (4, 4)) for level in wave)
    assert flashes(pictures, 24)[0] == 1


def report(name: str, measured: tuple[int, float]) -> None:
    most, widest = measured
    said = f"{most} flashes a second; at most {widest:.1%} of the picture flashes at all"
    print(f"{name}: {said}")  # noqa: T201 - a measure, for whoever runs pytest with -s
    assert most <= LIMIT, name


def test_nothing_in_the_lecture_flashes(
    dotreel: Callable[..., subprocess.CompletedProcess[str]], workshop: Path
) -> None:
    done = dotreel("render", "-o", "whole", *SIZE, small=False)
    assert done.returncode == 0, done.stderr
    movies = {Path(line).stem: workshop / line for line in done.stdout.split("\n") if line}
    assert {*SCENES, "lecture"} <= {*movies}
    # The lecture is the title and all five clips in one.
    report("lecture", flashes(luminances(movies["lecture"].with_suffix(".mp4")), 15))


@pytest.mark.parametrize("scene", SCENES)
def test_no_light_clip_flashes(site: Path, scene: str) -> None:
    report(scene, flashes(luminances(site / f"{scene}-light.mp4"), 10))
