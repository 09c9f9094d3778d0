from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from anim_lib.lesson.faults import LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.render import engine
from anim_lib.render.crew import RenderError, run_jobs
from anim_lib.render.engine import Progress, draw_stills, plan_clip, render_clip
from anim_lib.render.events import Event, Job, Want
from anim_lib.render.registry import SceneInfo
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


def no_process(jobs: Sequence[Job]) -> Iterator[Event]:
    raise AssertionError(f"{len(jobs)} processes were started")


def bytes_of(info: SceneInfo, lesson: Lesson, settings: RenderSettings, jobs: int) -> list[bytes]:
    with render_clip(info, lesson, settings, jobs=jobs) as master:
        return [segment.read_bytes() for segment in master.segments]


def test_each_beat_is_a_video_of_its_own_length(
    story: SceneInfo, lesson: Lesson, tiny: RenderSettings
) -> None:
    seen: list[Progress] = []
    with render_clip(story, lesson, tiny, progress=seen.append) as master:
        beats = master.timeline.beats
        assert [beat.name for beat in beats] == ["come", "go", "stay"]
        assert [count_frames(path) for path in master.segments] == [b.frames for b in beats]
    assert beats[0].start_frame == 0
    assert all(a.end_frame == b.start_frame for a, b in pairwise(beats))
    assert (seen[-1].beats_done, seen[-1].beats) == (3, 3)
    assert seen[-1].frames_drawn == master.timeline.frames
    assert seen[-1].frames_left == 0


def test_how_many_processes_draw_changes_no_byte(
    story: SceneInfo,
    lesson: Lesson,
    tiny: RenderSettings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alone = bytes_of(story, lesson, tiny, jobs=1)
    monkeypatch.setenv("DOTREEL_CACHE", str(tmp_path / "elsewhere"))
    home = tmp_path / "home"  # nor does a manim.cfg of the user's
    (home / ".config" / "manim").mkdir(parents=True)
    (home / ".config" / "manim" / "manim.cfg").write_text(
        "[CLI]\nbackground_color = RED\nframe_height = 3\nbackground_opacity = 0.5\n"
    )
    monkeypatch.setenv("HOME", str(home))
    assert bytes_of(story, lesson, tiny, jobs=2) == alone


def test_a_finished_clip_is_found_again_without_a_process(
    story: SceneInfo, lesson: Lesson, tiny: RenderSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = bytes_of(story, lesson, tiny, jobs=1)
    monkeypatch.setattr(engine, "run_jobs", no_process)
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
    digests = iter(["before", "after", "after", "after"])
    monkeypatch.setattr(engine, "story_digest", lambda _info, _lesson: next(digests))
    with render_clip(story, lesson, tiny, jobs=1) as master:
        assert master.story == "after"
        videos = list(cache.rglob("beat-*.mp4"))
        assert sorted(videos) == sorted(master.segments)


def test_sources_that_never_rest_are_an_error(
    story: SceneInfo, lesson: Lesson, tiny: RenderSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests = iter(map(str, range(99)))
    monkeypatch.setattr(engine, "story_digest", lambda _info, _lesson: next(digests))
    with pytest.raises(RenderError, match="keep changing while it is drawn"):
        plan_clip(story, lesson, tiny)


def test_a_beat_that_another_run_is_drawing_is_left_to_it(
    story: SceneInfo, lesson: Lesson, tiny: RenderSettings
) -> None:
    folder = WorkFolder.of_clip(clip_digest(story_digest(story, lesson), tiny))
    with folder.in_use():
        claim = folder.claim(1, wait=True)
        assert claim is not None
        list(run_jobs([Job(story, lesson, tiny, folder.path, Want.BEATS)]))
        assert folder.segments() == [folder.segment(0), folder.segment(2)]
        claim.release()  # as the kernel does when that run dies
    with render_clip(story, lesson, tiny, jobs=1) as master:
        assert all(path.exists() for path in master.segments)


def test_what_a_killed_process_left_of_a_beat_is_swept_away(
    story: SceneInfo, lesson: Lesson, tiny: RenderSettings
) -> None:
    folder = WorkFolder.of_clip(clip_digest(story_digest(story, lesson), tiny))
    with folder.in_use():
        (folder.path / ".beat-001-12345.mp4").write_bytes(b"half")
    with render_clip(story, lesson, tiny, jobs=1):
        assert [path.name for path in folder.path.glob(".beat*")] == []


def test_a_scene_that_fails_leaves_its_good_beats_and_says_where(
    stories: dict[str, SceneInfo], lesson: Lesson, tiny: RenderSettings, cache: Path
) -> None:
    with (
        pytest.raises(RenderError, match="ZeroDivisionError: the scene divides") as caught,
        render_clip(stories["crashing-story"], lesson, tiny, jobs=1),
    ):
        pass
    assert "crashing_story.py" in caught.value.details
    videos = sorted(path.name for path in cache.rglob("*.mp4"))
    assert videos == ["beat-000.mp4"]


def test_a_lesson_that_the_scene_refuses_arrives_with_its_faults(
    stories: dict[str, SceneInfo], lesson: Lesson, tiny: RenderSettings
) -> None:
    with pytest.raises(LessonError) as caught, render_clip(stories["refusing-story"], lesson, tiny):
        pass
    assert caught.value.faults[0].key == "dense.W"


def test_frames_outside_every_beat_are_refused(
    stories: dict[str, SceneInfo], lesson: Lesson, tiny: RenderSettings
) -> None:
    with pytest.raises(RenderError, match='5 frames before the beat "two" are in no beat'):
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


def test_the_plan_has_the_beats_of_the_drawn_clip(
    story: SceneInfo, lesson: Lesson, tiny: RenderSettings
) -> None:
    planned = plan_clip(story, lesson, tiny)
    assert planned.segments == ()
    with render_clip(story, lesson, tiny, jobs=1) as master:
        assert master.timeline == planned.timeline
        assert master.inputs == planned.inputs


def test_what_the_scene_does_not_need_does_not_change_its_digest(
    story: SceneInfo, lesson: Lesson, tiny: RenderSettings
) -> None:
    from dataclasses import replace

    digest = story_digest(story, lesson)
    assert story_digest(story, replace(lesson, lanes=None)) == digest
    assert story_digest(story, replace(lesson, title="Other")) != digest
    assert story_digest(story, lesson.with_display(theme="light")) != digest
    assert clip_digest(digest, tiny) != clip_digest(digest, replace(tiny, fps=12))


def test_the_cache_drops_what_was_used_longest_ago() -> None:
    for number, name in enumerate(("older", "old", "new")):
        folder = WorkFolder.of_clip(name)
        with folder.in_use():
            folder.segment(0).write_bytes(bytes(1000))
        os.utime(folder.path, (number, number))
    trim_cache(limit=2500)
    assert [path.name for path, _ in cached_clips()] == ["old", "new"]
    with WorkFolder.of_clip("old").in_use():
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
