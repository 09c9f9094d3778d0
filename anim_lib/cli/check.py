"""`dotreel check`: all of a lesson's faults at once, without drawing."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from anim_lib.cli._failures import LESSON_AT_FAULT
from anim_lib.cli._numbers import numbers_options
from anim_lib.cli._options import (
    choose_settings,
    debug_option,
    json_option,
    lesson_argument,
    read_lesson,
    resolution_option,
)
from anim_lib.cli._scenes import check_layouts

if TYPE_CHECKING:
    from anim_lib.lesson.faults import Fault


@click.command(
    "check", short_help="Check a lesson without drawing.", epilog="Example: dotreel check my.toml"
)
@lesson_argument
@numbers_options
@resolution_option
@json_option
@debug_option
def command(lesson_name: str | None, resolution: str | None, as_json: bool) -> None:
    """Check LESSON (a file or a shipped lesson's name) and say how each clip would look.

    Nothing is drawn. Exit code 3 when the lesson is at fault.
    """
    from anim_lib.lesson.faults import LessonError
    from anim_lib.render.lecture import title_card
    from anim_lib.render.registry import find_scenes

    aspect = choose_settings("h", resolution, None).aspect
    forms: dict[str, str] = {}
    faults: list[Fault] = []
    said = ""
    try:
        lesson = read_lesson(lesson_name)
        scenes = [info for info in find_scenes().values() if info.offered(lesson.tables)]
        forms = check_layouts([*scenes, title_card()], lesson, aspect)
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
