"""`dotreel list`: the scenes and the lessons that there are."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import click

from anim_lib.cli._failures import LESSON_AT_FAULT, failure_of
from anim_lib.cli._options import lesson_option, read_lesson, report_options
from anim_lib.cli._scenes import found_scenes, scenes_option

if TYPE_CHECKING:
    from anim_lib.lesson.lesson import Lesson
    from anim_lib.render.registry import SceneInfo


@click.command(
    "list",
    short_help="List the scenes, how long they are, and the shipped lessons.",
    epilog="Example: dotreel list --lesson my.toml",
)
@lesson_option
@scenes_option
@report_options
def command(lesson_name: str | None, as_json: bool) -> None:
    """List the scenes: how long each is for the lesson, and the tables of a lesson that it needs.

    The lengths are found by running the scenes without drawing, and kept for the next time.
    """
    from anim_lib.lesson.load import shipped_lessons

    lesson = read_lesson(lesson_name)
    found = found_scenes()
    infos, lessons = list(found.scenes.values()), list(shipped_lessons())
    lengths, failed = durations([info for info in infos if info.offered(lesson.tables)], lesson)
    for trouble in found.troubles:
        click.echo(str(trouble), err=True)
        failed = LESSON_AT_FAULT
    if as_json:
        scenes = [
            {
                "name": info.name,
                "needs": list(info.needs),
                "description": info.description,
                "offered": info.offered(lesson.tables),
                "duration": lengths.get(info),
            }
            for info in infos
        ]
        report = {"lesson": lesson.name, "scenes": scenes, "lessons": lessons}
        click.echo(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        _print_table(infos, lengths, lesson)
        click.echo("\n".join(["Lessons that ship", *(f"  {name}" for name in lessons)]))
    if failed:
        click.get_current_context().exit(failed)


def _print_table(
    infos: Iterable[SceneInfo], lengths: Mapping[SceneInfo, float], lesson: Lesson
) -> None:
    click.echo(
        f"Scenes: length for {lesson.name}, tables of a lesson that they need, what they tell"
    )
    rows = []
    for info in infos:
        length = clock(lengths.get(info)) if info.offered(lesson.tables) else "not offered"
        tables = " ".join(f"[{table}]" for table in info.needs)
        rows.append((info.name, length, tables, info.description))
    widths = [max(map(len, column), default=0) for column in zip(*rows, strict=True)]
    for name, length, tables, description in rows:
        click.echo(
            f"  {name:<{widths[0]}}  {length:>{widths[1]}}  {tables:<{widths[2]}}  {description}"
        )


def durations(infos: Iterable[SceneInfo], lesson: Lesson) -> tuple[dict[SceneInfo, float], int]:
    """How long each scene is, in seconds; what keeps one from being told is said on stderr.

    With an exit code: 0, unless a scene of one's own cannot be run.
    """
    from anim_lib.lesson.faults import LessonError
    from anim_lib.render.crew import MissingLibraryError, RenderError
    from anim_lib.render.engine import plan_clip, plan_clips
    from anim_lib.render.scene_trouble import SceneFileError
    from anim_lib.render.settings import RenderSettings

    infos = list(infos)
    settings, _ = RenderSettings.choose()
    try:
        plans = plan_clips(infos, lesson, settings)
        lengths = {info: plan.timeline.duration for info, plan in zip(infos, plans, strict=True)}
    except MissingLibraryError as error:
        click.echo(f"Lengths are not known: {error.module} does not load ({error}).", err=True)
        return {}, 0
    except (LessonError, RenderError, SceneFileError):
        lengths = {}
    else:
        return lengths, 0
    failed = 0
    for info in infos:  # one by one, so that one that fails does not hide the others
        try:
            lengths[info] = plan_clip(info, lesson, settings).timeline.duration
        except (LessonError, RenderError, SceneFileError) as error:
            click.echo(f"The length of {info.name} is not known. {error}", err=True)
            if not info.is_ours and not isinstance(error, LessonError):
                failed = max(failed, failure_of(error, debug=False).exit_code)
    return lengths, failed


def clock(seconds: float | None) -> str:
    """A length to the nearest second, "1:07"; "?" when it is not known."""
    if seconds is None:
        return "?"
    minutes, second = divmod(round(seconds), 60)
    return f"{minutes}:{second:02d}"
