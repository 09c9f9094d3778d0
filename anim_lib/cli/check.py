"""`dotreel check`: all of a lesson's faults at once, without drawing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from anim_lib.cli._failures import LESSON_AT_FAULT
from anim_lib.cli._numbers import numbers_options, of_options
from anim_lib.cli._options import (
    choose_settings,
    lesson_argument,
    read_lesson,
    report_options,
    resolution_option,
)
from anim_lib.cli._scenes import known_scenes, layouts, scenes_option
from anim_lib.lesson.words import counted

if TYPE_CHECKING:
    from anim_lib.lesson.faults import Fault
    from anim_lib.lesson.lesson import Lesson
    from anim_lib.render.registry import SceneInfo
    from anim_lib.render.settings import RenderSettings


@click.command(
    "check", short_help="Check a lesson without drawing.", epilog="Example: dotreel check my.toml"
)
@lesson_argument
@numbers_options
@scenes_option
@resolution_option
@report_options
def command(lesson_name: str | None, resolution: str | None, as_json: bool) -> None:
    """Check LESSON (a file or a shipped lesson's name) and say how each clip would look.

    Nothing is drawn; scenes of your own are run to see whether they get to their end. Exit code 3
    when the lesson or a scene's file is at fault.
    """
    from anim_lib.lesson.faults import LessonError

    settings = choose_settings("h", resolution, None)
    forms: dict[str, str] = {}
    faults: list[Fault] = []
    said = ""
    try:
        lesson = read_lesson(lesson_name)
        scenes = [info for info in known_scenes().values() if info.offered(lesson.tables)]
        forms = _forms(scenes, lesson, settings)
    except LessonError as error:
        faults, said = list(error.faults), str(error)
    if as_json:
        report = {"ok": not faults, "faults": [asdict(fault) for fault in faults], "scenes": forms}
        click.echo(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        if faults:
            click.echo(said, err=True)
        for scene, form in forms.items():
            click.echo(f"{scene}: {form}")
        if not faults:
            click.echo("The lesson is well.")
    if faults:
        click.get_current_context().exit(LESSON_AT_FAULT)


def _forms(scenes: Sequence[SceneInfo], lesson: Lesson, settings: RenderSettings) -> dict[str, str]:
    """For each scene and the title card what they would look like. Raises ClipsRefusedError.

    Of one's own scene nobody knows before it has been run; its length is told, too.
    """
    from anim_lib.lesson.faults import LessonError
    from anim_lib.render.engine import plan_clip
    from anim_lib.render.lecture import title_card
    from anim_lib.render.refusals import ClipsRefusedError

    forms, refusals = layouts([*scenes, title_card()], lesson, settings.aspect)
    for info in scenes:
        if not info.is_ours and info.name in forms:
            try:
                told = plan_clip(info, lesson, settings).timeline
            except LessonError as error:
                refusals[info.name] = of_options(error)
            else:
                form = forms[info.name] if info.planned_as else "laid out by the scene itself"
                beats = counted(len(told.beats), "beat")
                forms[info.name] = f"{form}; {beats}, {told.duration:.0f} s"
    if refusals:
        raise ClipsRefusedError(refusals)
    return forms
