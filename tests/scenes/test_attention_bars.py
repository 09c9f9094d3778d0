"""The bars of the attention clip, measured."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from anim_lib.lesson.load import default_lesson
from anim_lib.stage.bars import Bar, Cut, Track
from anim_lib.stage.ink import Number
from anim_lib.stage.lesson_scene import LessonScene
from anim_lib.timeline import Beat
from tests.scenes.attention_lessons import LESSONS
from tests.scenes.attention_told import Told, step_on, tell
from tests.stage import stagehand as hand
from tests.stage.stagehand import PIXEL, Shown


@pytest.fixture(scope="module", params=LESSONS)
def each(request: pytest.FixtureRequest) -> Told:
    return tell("attention", LESSONS[request.param])


def test_each_bar_is_as_long_as_its_weight_on_one_scale_from_zero(each: Told) -> None:
    weights = each.trace.weights
    for picture in (p for p in each.pictures if p.beat.name.startswith("weight")):
        inks, done = picture.inks, int(picture.beat.name.rpartition("-")[2])
        tracks = sorted((s.box for s in inks if isinstance(s.ink, Track)), key=lambda b: -b[1])
        bars = sorted((s.box for s in inks if isinstance(s.ink, Bar)), key=lambda b: -b[1])
        assert len(tracks) == len(weights)
        assert len(bars) in (done, sum(w.value > 0 for w in weights[:done]))
        assert len({(round(t[0], 6), round(t[2], 6)) for t in tracks}) == 1
        for bar, track, weight in zip(bars, tracks, weights, strict=False):
            assert bar[0] == pytest.approx(track[0])
            length = weight.value * (track[2] - track[0])
            assert abs(bar[2] - bar[0] - length) <= PIXEL + 1e-9
            assert bar[1] == pytest.approx(-bar[3] + track[1] + track[3])  # both on one middle


def test_a_number_and_its_bar_end_on_the_same_frame() -> None:
    apart: list[str] = []
    both = 0

    def look(scene: LessonScene, inks: list[Shown]) -> None:
        nonlocal both
        softmax = step_on(scene).softmax
        seen = {id(s.ink) for s in inks}
        for bar, number in zip(softmax.bars, softmax.weights, strict=True):
            full = id(bar) in seen and bar.box()[2] - bar.box()[0] >= bar.length - 1e-6
            home = id(number) in seen and np.allclose(
                number.points, number_at_home(number), atol=1e-6
            )
            both += full and home
            if full != home:
                apart.append(f"{number.quantity.name} in frame {hand.frame_now(scene)}")

    hand.walk("attention", default_lesson(), each_frame=look)
    assert apart == []
    assert both > 100


def number_at_home(number: Number) -> Any:
    fresh = Number(number.quantity, number.h, number.role, number.theme)
    return fresh.place(number.home[0], number.home[1]).points


def test_the_stairs_fill_exactly_one_track_and_never_overlap() -> None:
    overlaps: list[str] = []

    def look(scene: LessonScene, inks: list[Shown]) -> None:
        copies = {id(copy) for copy in step_on(scene).softmax.stairs.copies}
        falling = [s for s in inks if id(s.ink) in copies]
        overlaps.extend(
            f"frame {hand.frame_now(scene)}"
            for a, b in combinations(falling, 2)
            if hand.gap(a.box, b.box) < -1e-6
        )

    hand.walk("attention", default_lesson(), each_frame=look)
    assert overlaps == []


def test_together_the_shares_fill_the_total_s_track_with_cuts_between(each: Told) -> None:
    inks = each.of("together").inks
    low = min(s.box[1] for s in inks if isinstance(s.ink, Track))
    (track,) = (s.box for s in inks if isinstance(s.ink, Track) and s.box[1] == low)
    parts = sorted(s.box for s in inks if isinstance(s.ink, Bar) and s.box[1] < track[3])
    assert parts[0][0] == pytest.approx(track[0])
    assert max(box[2] for box in parts) == pytest.approx(track[2], abs=PIXEL / 10)
    assert sum(box[2] - box[0] for box in parts) == pytest.approx(
        track[2] - track[0], abs=PIXEL / 10
    )
    starts = np.cumsum([w.value for w in each.trace.weights]) * (track[2] - track[0]) + track[0]
    for cut in (s.box for s in inks if isinstance(s.ink, Cut)):
        assert min(abs(starts - (cut[0] + cut[2]) / 2)) < PIXEL / 10


def test_the_bars_pale_for_the_total_and_stand_out_again_in_the_last_picture() -> None:
    bright: dict[str, bool] = {}

    def look(beat: Beat, inks: list[Shown]) -> None:
        bars = [s.ink for s in inks if isinstance(s.ink, Bar)]
        bright[beat.name] = all(bar.rgb == pytest.approx(bar.bright) for bar in bars)

    hand.walk("attention", default_lesson(), beat_ends=look)
    assert (bright["weight-3"], bright["together"], bright["attends"]) == (True, False, True)
