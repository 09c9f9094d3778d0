from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from anim_lib.lesson.faults import Fault, LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.render import clip, crew, engine
from anim_lib.render.crew import Crew, RenderError
from anim_lib.render.engine import draw_stills, plan_clip, render_clip, render_clips
from anim_lib.render.events import Job, Want
from anim_lib.render.progress import Progress
from anim_lib.render.refusals import ClipsRefusedError
from anim_lib.render.registry import SceneInfo, find_scenes
from anim_lib.render.scene_trouble import SceneFileError
from anim_lib.render.segment import count_frames
from anim_lib.render.settings import RenderSettings
from anim_lib.render.workfolder import (
    WorkFolder,
    cached_clips,
    clear_clip,
    clip_digest,
    story_digest,
    trim_cache,
)


def no_process(size: int, folder: Path) -> Crew:
    raise AssertionError(f"{size} processes were started in {folder}")


def bytes_of(info: SceneInfo, lesson: Lesson, settings: RenderSettings, jobs: int) -> list[bytes]:
    with render_clip(info, lesson, settings, jobs=jobs) as master:
        return [segment.read_bytes() for segment in master.segments]


def test_each_beat_is_a_video_of_its_own_length(
    story: SceneInfo, lesson: Lesson, tiny: RenderSettings
) -> None:
    planned = plan_clip(story, lesson, tiny)
    assert planned.segments == ()
    seen: list[Progress] = []
    with render_clip(story, lesson, tiny, jobs=1, progress=seen.append) as master:
        beats = master.timeline.beats
        assert [beat.name for beat in beats] == ["come", "go", "stay"]
        assert [count_frames(path) for path in master.segments] == [b.frames for b in beats]
    assert beats[0].start_frame == 0
    assert all(a.end_frame == b.start_frame for a, b in pairwise(beats))
    assert (master.timeline, master.inputs) == (planned.timeline, planned.inputs)
    assert (seen[0].beats_done, seen[0].beats) == (0, 3)
    assert (seen[-1].beats_done, seen[-1].clips_done, seen[-1].clips) == (3, 1, 1)
    assert seen[-1].frames_drawn == master.timeline.frames
    assert seen[-1].frames_left == 0


def test_clips_drawn_together_have_the_bytes_of_clips_drawn_alone(
    stories: dict[str, SceneInfo],
    lesson: Lesson,
    tiny: RenderSettings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    both = [stories["short-story"], stories["little-story"]]
    alone = [bytes_of(info, lesson, tiny, jobs=1) for info in both]
    monkeypatch.setenv("DOTREEL_CACHE", str(tmp_path / "elsewhere"))
    home = tmp_path / "home"  # nor does a manim.cfg of the user's change a byte
    (home / ".config" / "manim").mkdir(parents=True)
    (home / ".config" / "manim" / "manim.cfg").write_text(
        "[CLI]\nbackground_color = RED\nframe_height = 3\nbackground_opacity = 0.5\n"
    )
    monkeypatch.setenv("HOME", str(home))
    seen: list[Progress] = []
    with render_clips(both, lesson, tiny, jobs=2, progress=seen.append) as masters:
        drawn = list(masters)
        together = [[path.read_bytes() for path in master.segments] for master in drawn]
    assert [master.timeline.scene for master in drawn] == ["short-story", "little-story"]
    assert together == alone
    assert (seen[0].beats, seen[0].clips) == (5, 2)
    assert (seen[-1].beats_done, seen[-1].clips_done) == (5, 2)


def test_a_clip_comes_as_soon_as_it_and_those_before_it_are_whole(
    stories: dict[str, SceneInfo], lesson: Lesson, tiny: RenderSettings
) -> None:
    first, failing = stories["short-story"], stories["crashing-story"]
    with render_clips([first, failing], lesson, tiny, jobs=1) as masters:
        assert next(masters).timeline.scene == "short-story"
        with pytest.raises(SceneFileError, match=r"crashing_story\.py, line 27: ZeroDivisionError"):
            next(masters)


def test_a_lesson_at_fault_or_a_broken_scene_stops_all_before_a_frame_is_drawn(
    stories: dict[str, SceneInfo], lesson: Lesson, tiny: RenderSettings, cache: Path
) -> None:
    infos = [stories["short-story"], stories["refusing-story"]]
    with (
        pytest.raises(LessonError, match=r"^refusing-story: my.toml, dense.W: 9 rows") as caught,
        render_clips(infos, lesson, tiny, jobs=2) as masters,
    ):
        next(masters)
    assert [fault.key for fault in caught.value.faults] == ["dense.W"]
    infos[1] = stories["wrong-story"]
    with (
        pytest.raises(SceneFileError, match=r"wrong_story\.py, line 16: KeyError: 'nowhere'"),
        render_clips(infos, lesson, tiny, jobs=1) as masters,
    ):
        next(masters)
    assert list(cache.rglob("*.mp4")) == []


def test_a_fault_that_clips_share_is_said_once() -> None:
    fault = Fault("my.toml", "dense.W", None, "9 rows", "8", "Leave one out.")
    other = Fault("my.toml", None, None, "square", "wide", "Widen it.")
    error = ClipsRefusedError({"a": LessonError(fault), "b": LessonError(other, fault)})
    assert error.faults == (fault, other)
    assert str(error) == f"a, b: {fault}\nb: {other}"


def test_a_finished_clip_is_found_again_without_a_process(
    story: SceneInfo, lesson: Lesson, tiny: RenderSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = bytes_of(story, lesson, tiny, jobs=1)
    monkeypatch.setattr(engine, "Crew", no_process)
    assert bytes_of(story, lesson, tiny, jobs=1) == first
    assert plan_clip(story, lesson, tiny).timeline.frames > 0


def test_only_missing_and_damaged_beats_are_drawn_again(
    story: SceneInfo, lesson: Lesson, tiny: RenderSettings
) -> None:
    with render_clip(story, lesson, tiny, jobs=1) as master:
        kept, gone, damaged = master.segments
    first = [path.read_bytes() for path in master.segments]
    identity = kept.stat().st_ino
    gone.unlink()
    damaged.write_bytes(first[2][:500])
    assert bytes_of(story, lesson, tiny, jobs=2) == first
    assert kept.stat().st_ino == identity


def test_beats_drawn_while_a_source_changed_are_drawn_anew(
    story: SceneInfo,
    lesson: Lesson,
    tiny: RenderSettings,
    cache: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    digests = iter(["before", "after", "after", "after", "after"])
    monkeypatch.setattr(clip, "story_digest", lambda _info, _lesson: next(digests))
    with render_clip(story, lesson, tiny, jobs=1) as master:
        assert master.story == "after"
        videos = list(cache.rglob("beat-*.mp4"))
        assert sorted(videos) == sorted(master.segments)


def test_a_clip_whose_source_changed_after_it_was_given_is_given_again(
    stories: dict[str, SceneInfo],
    lesson: Lesson,
    tiny: RenderSettings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = ["one"]
    monkeypatch.setattr(clip, "story_digest", lambda _info, _lesson: now[0])
    given = []
    with ExitStack() as stack:
        for each in engine._settled(stack, [stories["short-story"]], lesson, tiny, iter):
            given.append(each.story)
            now[0] = "two"
    assert given == ["one", "two"]


def test_sources_that_never_rest_are_an_error(
    story: SceneInfo, lesson: Lesson, tiny: RenderSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests = iter(map(str, range(99)))
    monkeypatch.setattr(clip, "story_digest", lambda _info, _lesson: next(digests))
    with (
        ExitStack() as stack,
        pytest.raises(RenderError, match="little-story: source files keep changing"),
    ):
        list(engine._settled(stack, [story], lesson, tiny, iter))


def test_a_beat_that_another_run_is_drawing_is_left_to_it(
    story: SceneInfo, lesson: Lesson, tiny: RenderSettings
) -> None:
    folder = WorkFolder.of_clip(clip_digest(story_digest(story, lesson), tiny), tiny)
    with folder.in_use():
        claim = folder.claim(1, wait=True)
        assert claim is not None
        with Crew(1, folder.path) as crew:
            list(crew.share([Job(story, lesson, tiny, folder.path, Want.BEATS)]))
        assert folder.segments() == [folder.segment(0), folder.segment(2)]
        claim.release()  # as the kernel does when that run dies
    with render_clip(story, lesson, tiny, jobs=1) as master:
        assert all(path.exists() for path in master.segments)


def test_what_a_killed_process_left_of_a_beat_is_swept_away(
    story: SceneInfo, lesson: Lesson, tiny: RenderSettings
) -> None:
    folder = WorkFolder.of_clip(clip_digest(story_digest(story, lesson), tiny), tiny)
    with folder.in_use():
        (folder.path / ".beat-001-12345.mp4").write_bytes(b"half")
    with render_clip(story, lesson, tiny, jobs=1):
        assert [path.name for path in folder.path.glob(".beat*")] == []


def test_a_scene_that_fails_leaves_its_good_beats_and_says_where(
    stories: dict[str, SceneInfo], lesson: Lesson, tiny: RenderSettings, cache: Path
) -> None:
    with (
        pytest.raises(SceneFileError, match="ZeroDivisionError: the scene divides") as caught,
        render_clip(stories["crashing-story"], lesson, tiny, jobs=1),
    ):
        pass
    assert "crashing_story.py" in caught.value.details
    videos = sorted(path.name for path in cache.rglob("*.mp4"))
    assert videos == ["beat-000.mp4"]


def test_frames_outside_every_beat_are_refused(
    stories: dict[str, SceneInfo], lesson: Lesson, tiny: RenderSettings
) -> None:
    with pytest.raises(SceneFileError, match='5 frames before the beat "two" are in no beat'):
        plan_clip(stories["straying-story"], lesson, tiny)


def test_stills_show_the_end_of_each_beat(
    story: SceneInfo, lesson: Lesson, tiny: RenderSettings
) -> None:
    with draw_stills(story, lesson, tiny) as (timeline, stills):
        assert len(stills) == len(timeline.beats)
        pictures = [Image.open(path).convert("RGB") for path in stills]
    assert {picture.size for picture in pictures} == {(160, 90)}
    middle, right = (80, 45), (80 + 33, 45)  # 3 units to the right, 11.25 pixels each
    yellow = (255, 200, 0)
    assert [picture.getpixel(middle) == yellow for picture in pictures] == [True, False, False]
    assert [picture.getpixel(right) == yellow for picture in pictures] == [False, True, True]


def test_what_the_scene_does_not_need_does_not_change_its_digest(
    story: SceneInfo, lesson: Lesson, tiny: RenderSettings
) -> None:
    shipped = find_scenes()["dense-layer"]
    digest = story_digest(shipped, lesson)
    without = replace(lesson, lanes=None)
    assert story_digest(shipped, without) == digest
    assert story_digest(shipped, replace(lesson, title="Other")) != digest
    assert story_digest(shipped, lesson.with_display(theme="light")) != digest
    # One's own may look at what it does not need.
    assert story_digest(story, without) != story_digest(story, lesson)
    assert clip_digest(digest, tiny) != clip_digest(digest, replace(tiny, fps=12))


def test_the_cache_drops_what_was_used_longest_ago(tiny: RenderSettings) -> None:
    for number, name in enumerate(("older", "old", "new")):
        folder = WorkFolder.of_clip(name, tiny)
        with folder.in_use():
            folder.segment(0).write_bytes(bytes(1000))
        os.utime(folder.path, (number, number))
    trim_cache(limit=2500)
    assert [path.name for path, _ in cached_clips()] == ["old", "new"]
    with WorkFolder.of_clip("old", tiny).in_use():
        trim_cache(limit=500)
        assert [path.name for path, _ in cached_clips()] == ["old"]


def test_the_cache_gives_up_a_clip_unless_it_is_in_use(
    story: SceneInfo, lesson: Lesson, tiny: RenderSettings
) -> None:
    with render_clip(story, lesson, tiny, jobs=1) as master:
        [(path, size)] = cached_clips()
        assert size >= sum(segment.stat().st_size for segment in master.segments)
        assert not clear_clip(path)
        assert all(segment.exists() for segment in master.segments)
    assert clear_clip(path)
    assert cached_clips() == []


def test_no_more_processes_are_started_than_there_are_beats(
    story: SceneInfo, lesson: Lesson, tiny: RenderSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan_clip(story, lesson, tiny)
    started = []

    class CountedWorker(crew._Worker):
        def __init__(self, folder: Path, inbox: Any) -> None:
            started.append(folder)
            super().__init__(folder, inbox)

    monkeypatch.setattr(crew, "_Worker", CountedWorker)
    with render_clip(story, lesson, tiny, jobs=50) as master:
        assert len(started) == len(master.timeline.beats) == 3
