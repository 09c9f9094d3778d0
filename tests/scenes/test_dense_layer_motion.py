"""How the dense-layer clip moves: one group at a time, long enough to be read, no jumps."""

from __future__ import annotations

import re
from itertools import groupby, pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import default_lesson
from anim_lib.render.settings import RenderSettings
from anim_lib.stage.caption import MAX_WORDS, reading_seconds
from anim_lib.stage.ink import Slots
from anim_lib.stage.lesson_scene import LessonScene
from anim_lib.stage.marks import Arrow
from anim_lib.timeline import Timeline
from tests.scenes.dense_told import (
    PUBLIC,
    WIDEST,
    Told,
    tell,
)
from tests.stage import stagehand as hand
from tests.stage.stagehand import PIXEL, Shown, lesson_of

Place = NDArray[np.float64]  # (3,)


@pytest.fixture(scope="module")
def page() -> Told:
    return tell(default_lesson())


# Motion ------------------------------------------------------------------------------------


def span(timeline: Timeline, row: int) -> float:
    """How long a row is worked, in seconds."""
    names = [f"row-{row}", f"row-{row}-"]
    of_row = [b for b in timeline.beats if b.name == names[0] or b.name.startswith(names[1])]
    return (of_row[-1].end_frame - of_row[0].start_frame) / timeline.fps


def test_the_page_s_rows_keep_to_their_time(page: Told) -> None:
    assert span(page.timeline, 1) <= 22
    assert span(page.timeline, 2) <= 9
    # The first row that turns out above zero is told to its end; the last is a quick one.
    assert span(page.timeline, 3) <= 10
    assert span(page.timeline, 4) <= 7
    assert page.timeline.duration <= 57


def test_the_largest_layer_takes_no_more_than_ninety_seconds() -> None:
    told = tell(WIDEST)
    assert len(told.timeline.beats) >= 18
    assert told.timeline.duration <= 90


def test_pace_scales_what_stands_still_only() -> None:
    quick, usual, slow = (
        tell(default_lesson().with_display(pace=p)).timeline for p in (0.5, 1.0, 2.0)
    )
    assert quick.duration + 5 < usual.duration < slow.duration - 10
    assert [b.name for b in quick.beats] == [b.name for b in slow.beats]


def test_captions_are_short_and_stay_long_enough_to_be_read(page: Told) -> None:
    for told in (page, tell(WIDEST)):
        # Beats in a row with the same caption show it once, for as long as all of them take.
        for caption, beats in groupby(told.timeline.beats, key=lambda beat: beat.caption):
            assert 0 < len(caption.split()) <= MAX_WORDS
            assert len(caption) <= 65
            seconds = sum(beat.frames for beat in beats) / told.timeline.fps
            assert seconds >= max(2.0, len(caption.split()) / 2.5)
        assert reading_seconds("one two three") == 2.0


def test_a_caption_s_numbers_are_on_stage_when_its_beat_ends(page: Told) -> None:
    checked = 0
    for told in (page, tell(WIDEST), tell(lesson_of(*PUBLIC))):
        for picture in told.pictures:
            texts = {n.drawn for n in hand.numbers(picture.inks)}
            for number in re.findall(r"−?[0-9]+\.[0-9]+", picture.beat.caption):
                assert number in texts
                checked += 1
    assert checked >= 15


class Moves:
    """What moves from frame to frame. A group is what lands on one line, or has one role."""

    def __init__(self) -> None:
        self.before: dict[int, tuple[float, Place]] = {}
        self.play = -1
        self.groups: list[tuple[str, set[str]]] = []  # (beat's number, what moves) of each frame
        self.jumps: list[str] = []

    def look(self, scene: LessonScene, inks: list[Shown]) -> None:
        now = {id(s.ink): (s.alpha, s.ink.points.mean(axis=0)) for s in inks}
        same_play = self.play == scene.renderer.num_plays
        moving: set[str] = set()
        for one in inks:
            if id(one.ink) not in self.before or isinstance(one.ink, Arrow):
                continue  # an arrow grows in its place
            alpha, old = self.before[id(one.ink)]
            step = float(np.linalg.norm(now[id(one.ink)][1] - old))
            if step > 1e-6 and same_play:
                line = isinstance(one.ink, Slots) and len(scene.beats) > 1
                moving.add(f"y = {one.ink.home[1]:.2f}" if line else str(one.ink.role))
            if step > 1.0 and min(alpha, one.alpha) > 0.5:
                self.jumps.append(f"beat {len(scene.beats)}: {one.words} {step / PIXEL:.0f} px")
        self.groups.append((str(len(scene.beats)), moving))
        self.before, self.play = now, scene.renderer.num_plays


@pytest.mark.parametrize("lesson", [default_lesson(), lesson_of(*PUBLIC)], ids=["full", "compact"])
def test_one_group_moves_at_a_time_and_nothing_jumps(lesson: Lesson) -> None:
    moves = Moves()
    smooth = RenderSettings(640, 360, 30)
    timeline = hand.walk("dense-layer", lesson, each_frame=moves.look, settings=smooth)
    names = [beat.name for beat in timeline.beats]
    for beat, moving in moves.groups:
        # Only in a quick row's wave do two lines fill together: each total follows its product.
        quick = int(names[int(beat)].split("-")[1]) > 2 if "row" in names[int(beat)] else False
        assert len(moving) <= (2 if quick else 1), names[int(beat)]
    assert max(len(moving) for _, moving in moves.groups) == 2
    assert moves.jumps == []


@pytest.mark.parametrize("lesson", [default_lesson(), lesson_of(*PUBLIC)], ids=["full", "compact"])
def test_no_number_is_seen_before_what_it_is_made_of(lesson: Lesson) -> None:
    first: dict[str, int] = {}

    def look(scene: LessonScene, inks: list[Shown]) -> None:
        for number in hand.numbers(inks):
            first.setdefault(number.quantity.name, hand.frame_now(scene))

    hand.walk("dense-layer", lesson, each_frame=look, settings=RenderSettings(640, 360, 30))
    trace = lesson.dense_trace
    assert trace is not None
    for i in range(trace.n_rows):
        chains = [trace.products[i], (*trace.partial[i], trace.pre_activation[i], trace.output[i])]
        chains += zip(trace.products[i], trace.partial[i], strict=True)
        for chain in chains:
            frames = [first[quantity.name] for quantity in chain]
            assert all(one < next_ for one, next_ in pairwise(frames)), [q.name for q in chain]


def test_the_last_picture_stands_still_for_two_seconds() -> None:
    last = [0]

    def look(scene: LessonScene, _: list[Shown]) -> None:
        last[0] = hand.frame_now(scene)

    timeline = hand.walk("dense-layer", default_lesson(), each_frame=look)
    assert (timeline.frames - 1 - last[0]) / timeline.fps >= 2.0


def test_the_first_picture_is_complete_from_the_first_frame() -> None:
    seen: list[set[str]] = []

    def look(_: LessonScene, inks: list[Shown]) -> None:
        if not seen:
            seen.append({s.words for s in inks if s.alpha == 1.0})

    told: list[set[str]] = []
    hand.walk(
        "dense-layer",
        default_lesson(),
        each_frame=look,
        beat_ends=lambda _, inks: told.append({s.words for s in inks}),
    )
    assert told[0] == seen[0] | {"A layer: weights W, inputs x, biases b."}


def test_numbers_of_the_first_row_can_be_read_before_anything_else_moves() -> None:
    """Row 1: each new number stands still at least 0.8 s, its result 1.5 s."""
    frames: list[int] = []  # those that are animated

    def look(scene: LessonScene, _: list[Shown]) -> None:
        frames.append(hand.frame_now(scene))

    timeline = hand.walk("dense-layer", default_lesson(), each_frame=look)
    for beat in timeline.beats:
        if not beat.name.startswith("row-1-"):
            continue
        still = beat.end_frame - 1 - max(f for f in frames if f < beat.end_frame)
        wanted = 1.5 if beat.name == "row-1-output" else 0.8
        assert still / timeline.fps >= wanted - 1e-9, beat.name
