"""`dotreel sheet`: one picture with a still of every beat."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import click

from anim_lib.cli._options import (
    check_results,
    lesson_options,
    look_options,
    output_to,
    read_lesson,
    report_options,
    resolution_option,
)
from anim_lib.cli._scenes import choose_scenes, refuse_unfit

TILE = 640  # pixels
TILE_FPS = 30  # stills need no frame rate; motions round to it


@click.command(
    "sheet",
    short_help="Draw a sheet of stills, one for each beat.",
    epilog="Example: dotreel sheet dense-layer --tile 480",
)
@click.argument("scenes", nargs=-1, metavar="[SCENE]...")
@lesson_options
@click.option(
    "--tile",
    type=click.IntRange(64, 3840),
    metavar="PIXELS",
    help="How wide each still is (default: 640, or the width that -q says).",
)
@click.option("-q", "--quality", type=click.Choice(["l", "m", "h", "p", "k"]), help="As in render.")
@resolution_option
@output_to("renders")
@look_options
@report_options
def command(
    scenes: tuple[str, ...],
    lesson_name: str | None,
    tile: int | None,
    quality: str | None,
    resolution: str | None,
    output: Path,
    theme: Literal["dark", "light"] | None,
    pace: float | None,
    as_json: bool,
) -> None:
    """Draw a sheet of stills, one at the end of every beat, for each scene."""
    from anim_lib.export.sheet import write_sheet
    from anim_lib.render.engine import draw_stills
    from anim_lib.render.settings import QUALITIES, RenderSettings, SettingsError

    width = tile or (QUALITIES[quality][0] if quality else TILE)
    try:
        settings = RenderSettings.tile(width, resolution, TILE_FPS)
    except SettingsError as error:
        raise click.UsageError(str(error)) from error
    lesson = read_lesson(lesson_name, theme, pace)
    infos = choose_scenes(scenes, lesson)
    refuse_unfit(infos, lesson, settings.aspect)
    check_results(output, lesson, [f"{info.name}-sheet.png" for info in infos])
    files = []
    for info in infos:
        target = output / lesson.name / f"{info.name}-sheet.png"
        target.parent.mkdir(parents=True, exist_ok=True)
        with draw_stills(info, lesson, settings) as (_, stills):
            write_sheet(stills, target)
        files.append(str(target))
    report = json.dumps({"lesson": lesson.name, "files": files}, ensure_ascii=False, indent=2)
    click.echo(report if as_json else "\n".join(files))
