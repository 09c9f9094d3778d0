"""`dotreel check`: all of a lesson's faults at once, without drawing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from anim_lib.cli._failures import LESSON_AT_FAULT, tell_details
from anim_lib.cli._numbers import numbers_options, of_options
from anim_lib.cli._options import (
    choose_settings,
    lesson_argument,
    read_lesson,
    report_options,
    resolution_option,
)
from anim_lib.cli._scenes import found_scenes, layouts, scenes_option
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
    found = found_scenes()
    forms: dict[str, str] = {}
    troubles: list[Exception] = [*found.troubles]
    try:
        lesson = read_lesson(lesson_name)
        scenes = [info for info in found.scenes.values() if info.offered(lesson.tables)]
        forms = _forms(scenes, lesson, settings, troubles)
    except LessonError as error:
        troubles.append(error)
    faults = [fault for trouble in troubles for fault in _faults_of(trouble)]
    if as_json:
        report = {"ok": not faults, "faults": [asdict(fault) for fault in faults], "scenes": forms}
        click.echo(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        for trouble in troubles:
            click.echo(str(trouble), err=True)
            tell_details(trouble)
        for scene, form in forms.items():
            click.echo(f"{scene}: {form}")
        if not faults:
            click.echo("The lesson is well.")
    if faults:
        click.get_current_context().exit(LESSON_AT_FAULT)


def _forms(
    scenes: Sequence[SceneInfo], lesson: Lesson, settings: RenderSettings, troubles: list[Exception]
) -> dict[str, str]:
    """For each scene and the title card what they would look like; what is at fault is kept.

    Of one's own scene nobody knows before it has been run; its length is told, too.
    """
    from anim_lib.lesson.faults import LessonError
    from anim_lib.render.engine import plan_clip
    from anim_lib.render.lecture import title_card
    from anim_lib.render.refusals import ClipsRefusedError
    from anim_lib.render.scene_trouble import SceneFileError

    forms, refusals = layouts([*scenes, title_card()], lesson, settings.aspect)
    for info in scenes:
        if not info.is_ours and info.name in forms:
            try:
                told = plan_clip(info, lesson, settings).timeline
            except LessonError as error:
                refusals[info.name] = of_options(error)
                del forms[info.name]
            except SceneFileError as error:
                troubles.append(error)
                del forms[info.name]
            else:
                form = forms[info.name] if info.planned_as else "laid out by the scene itself"
                beats = counted(len(told.beats), "beat")
                forms[info.name] = f"{form}; {beats}, {told.duration:.0f} s"
    if refusals:
        troubles.append(ClipsRefusedError(refusals))
    return forms


def _faults_of(trouble: Exception) -> list[Fault]:
    """What a lesson's or a scene file's error has to tell."""
    from anim_lib.lesson.faults import Fault, LessonError
    from anim_lib.render.scene_trouble import SceneFileError, place_text

    if isinstance(trouble, LessonError):
        return list(trouble.faults)
    assert isinstance(trouble, SceneFileError)
    return [Fault(place_text(trouble.path), None, None, trouble.words, "", "", trouble.line)]
