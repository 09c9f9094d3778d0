"""A scene keeps its time in whole frames, drawn or skipped, and notes what is first seen when."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from manim import tempconfig

from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import default_lesson
from anim_lib.nn.quantity import Quantity
from anim_lib.render.renderer import BeatRenderer
from anim_lib.render.settings import RenderSettings
from anim_lib.render.worker import manim_settings
from anim_lib.stage.ink import Number, Words
from anim_lib.stage.lesson_scene import LAST_HOLD, Director, LessonScene, clip_name
from anim_lib.stage.theme import DARK, Role
from anim_lib.stage.verbs import Slide, drop, wipe, write
from anim_lib.timeline import Timeline
from tests.stage.stagehand import lesson_of

Story = Callable[[LessonScene], None]


class Counting:
    """Stands where a beat's video file would be, and counts the frames that come."""

    def __init__(self) -> None:
        self.frames = 0

    def write(self, picture: Any, repeat: int = 1) -> None:
        assert picture.shape[2] == 4
        self.frames += repeat


class Draws(Director):
    """Wants the beats whose number is in `wanted`; counts each one's frames."""

    def __init__(self, wanted: set[int]) -> None:
        self.renderer = BeatRenderer(lambda _: None)
        self.wanted = wanted
        self.counts: dict[str, int] = {}
        self.asked: list[tuple[int, str]] = []
        self.stills: list[np.ndarray[Any, Any]] = []

    def draws(self, index: int, name: str) -> bool:
        self.asked.append((index, name))
        self.segment = Counting()
        self.renderer.segment = self.segment if index in self.wanted else None  # type: ignore[assignment]
        return index in self.wanted

    def beat_ended(self, scene: LessonScene, index: int, beat: Any) -> None:
        self.counts[beat.name] = self.segment.frames
        self.renderer.segment = None
        self.stills.append(scene.still())


def tell(
    story: Story, fps: int = 10, wanted: set[int] | None = None, lesson: Lesson | None = None
) -> tuple[Timeline, Draws]:
    class Told(LessonScene):
        """One story."""

        def construct(self) -> None:
            story(self)

    director = Draws(wanted or set())
    with tempconfig(manim_settings(RenderSettings(64, 36, fps), Path("unused"))):
        scene = Told(lesson or default_lesson(), director, renderer=director.renderer)
        scene.render()
        return scene.timeline(), director


def words(text: str = "x") -> Words:
    return Words(text, 0.4, Role.TEXT, DARK)


def number(name: str) -> Number:
    return Number(Quantity.of_count(name, 7), 0.3, Role.TEXT, DARK)


def three_beats(scene: LessonScene) -> None:
    """Awkward times on purpose: a third of a second, a seventh, a hundredth."""
    one, other = words(), words("y")
    with scene.beat("first", "One."):
        scene.add(one)
        scene.play(write(other, delay=1 / 7))
        scene.hold(1 / 3)
    with scene.beat("second", "Six words are to be read."):
        scene.play(Slide(one, np.array([1.0, 0.0, 0.0]), seconds=0.01))
    with scene.beat("third", "Six words are to be read."):
        scene.play(wipe(one), write(words("z"), delay=1.234))
        scene.close()


# Time --------------------------------------------------------------------------------------


@pytest.mark.parametrize("fps", [10, 15, 24, 30, 60])
def test_beats_follow_each_other_in_whole_frames_at_any_rate(fps: int) -> None:
    timeline, _ = tell(three_beats, fps)
    starts = [beat.start_frame for beat in timeline.beats]
    assert starts == [0] + [beat.end_frame for beat in timeline.beats[:-1]]
    assert timeline.frames == sum(beat.frames for beat in timeline.beats)
    lengths = [beat.frames / fps for beat in timeline.beats]
    assert lengths[0] == pytest.approx(2.0)  # held until one word could be read
    assert lengths[1] == pytest.approx(2.4, abs=0.5 / fps)  # six words; its caption swaps in 0.3 s
    assert lengths[2] == pytest.approx(1.434 + LAST_HOLD, abs=1 / fps)  # the same words stay


@pytest.mark.parametrize("fps", [10, 24])
def test_drawn_and_skipped_beats_have_the_same_frames(fps: int) -> None:
    skipped, passed_over = tell(three_beats, fps)
    drawn, all_of_it = tell(three_beats, fps, {0, 1, 2})
    middle, one_beat = tell(three_beats, fps, {1})
    assert skipped.beats == drawn.beats == middle.beats
    frames = {beat.name: beat.frames for beat in drawn.beats}
    assert all_of_it.counts == frames
    assert one_beat.counts == {"first": 0, "second": frames["second"], "third": 0}
    assert set(passed_over.counts.values()) == {0}


def test_what_was_skipped_leaves_the_same_picture_as_what_was_drawn() -> None:
    _, skipped = tell(three_beats)
    _, drawn = tell(three_beats, wanted={0, 1, 2})
    for one, other in zip(skipped.stills, drawn.stills, strict=True):
        assert np.array_equal(one, other)
    assert len({still.tobytes() for still in drawn.stills}) == 3


@settings(max_examples=20)
@given(st.lists(st.integers(1, 3000), min_size=1, max_size=6), st.sampled_from([10, 15, 24, 30]))
def test_any_play_and_hold_lasts_its_seconds_to_the_nearest_frame(
    milliseconds: list[int], fps: int
) -> None:
    def story(scene: LessonScene) -> None:
        for k, thousandth in enumerate(milliseconds):
            with scene.beat(str(k), "x"):
                before = scene.frames
                if k % 2:
                    scene.hold(thousandth / 1000)
                else:
                    scene.play(Slide(words(), np.zeros(3), seconds=thousandth / 1000))
                lasted.append(scene.frames - before)

    lasted: list[int] = []
    tell(story, fps)
    assert lasted == [max(1, round(t / 1000 * fps)) for t in milliseconds]


def test_the_lesson_s_pace_scales_holds_but_not_the_last_one() -> None:
    def story(scene: LessonScene) -> None:
        with scene.beat("held", "x"):
            scene.hold(3.0)
        with scene.beat("last", "x"):
            scene.close()

    for pace in (0.5, 1.0, 2.0):
        timeline, _ = tell(story, lesson=default_lesson().with_display(pace=pace))
        held, last = timeline.beats
        assert held.frames == max(20, round(30 * pace))
        assert last.frames == 20


def test_playing_nothing_takes_no_time() -> None:
    def story(scene: LessonScene) -> None:
        with scene.beat("nothing", "x"):
            scene.play([], [])
            assert scene.frames == 0

    timeline, _ = tell(story)
    assert timeline.frames == 20


def test_a_beat_inside_a_beat_is_refused() -> None:
    def story(scene: LessonScene) -> None:
        with scene.beat("outer", "x"), scene.beat("inner", "y"):
            pass

    with pytest.raises(RuntimeError, match=r"beat 'inner' starts inside another beat"):
        tell(story)


# Captions ----------------------------------------------------------------------------------


def captions_shown(story: Story) -> list[list[str]]:
    shown: list[list[str]] = []

    class Told(LessonScene):
        """One story that looks at its captions."""

        def construct(self) -> None:
            story(self)

    class Looks(Director):
        def draws(self, index: int, name: str) -> bool:
            return False

        def beat_ended(self, scene: LessonScene, index: int, beat: Any) -> None:
            family = scene.get_mobject_family_members()
            shown.append([m.words for m in family if isinstance(m, Words)])

    with tempconfig(manim_settings(RenderSettings(64, 36, 10), Path("unused"))):
        Told(default_lesson(), Looks(), renderer=BeatRenderer(lambda _: None)).render()
    return shown


def test_one_caption_stands_at_a_time_and_the_same_one_stays() -> None:
    def story(scene: LessonScene) -> None:
        with scene.beat("a", "First."):
            pass
        with scene.beat("b", "Second."):
            pass
        before = scene.frames
        with scene.beat("c", "Second."):
            assert scene.frames == before  # no swap
        with scene.beat("d", "Third."):
            pass

    assert captions_shown(story) == [["First."], ["Second."], ["Second."], ["Third."]]


# What was seen -----------------------------------------------------------------------------


def test_a_number_belongs_to_the_beat_that_first_shows_it() -> None:
    def story(scene: LessonScene) -> None:
        a, b = number("a"), number("b")
        with scene.beat("one", "x"):
            scene.add(a)
            scene.hold(0.1)
        with scene.beat("two", "x"):
            scene.play([drop(b)])
            scene.play(wipe(a))
        with scene.beat("three", "x"):
            scene.play([drop(number("a"))])  # seen before
            scene.play([drop(number("c"))])

    timeline, _ = tell(story)
    assert {b.name: [q.name for q in b.numbers] for b in timeline.beats} == {
        "one": ["a"],
        "two": ["b"],
        "three": ["c"],
    }


def test_a_director_is_asked_once_a_beat_in_order() -> None:
    _, director = tell(three_beats)
    assert director.asked == [(0, "first"), (1, "second"), (2, "third")]


def test_a_scene_takes_its_theme_and_titles_from_its_lesson() -> None:
    layer = lesson_of([["1"]], ["2"]).with_display(theme="light")
    timeline, director = tell(three_beats, lesson=layer)
    assert (timeline.lesson, timeline.title) == ("layer", "Layer")
    assert (timeline.fps, timeline.width, timeline.height) == (10, 64, 36)
    corner = director.stills[0][0, 0]
    assert tuple(corner[:3]) == pytest.approx((0xFB, 0xFA, 0xF7), abs=1)


def test_a_clip_is_named_after_its_file() -> None:
    from scenes.dense_layer import DenseLayer

    assert clip_name(DenseLayer) == "dense-layer"
