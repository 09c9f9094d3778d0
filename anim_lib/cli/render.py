"""`dotreel render`: draw clips and put them, with their companions, into the output folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from anim_lib.cli._options import (
    choose_scenes,
    choose_settings,
    debug_option,
    json_option,
    lesson_option,
    output_option,
    pace_option,
    read_lesson,
    size_options,
    theme_option,
)
from anim_lib.cli._progress import ProgressLine

if TYPE_CHECKING:
    from anim_lib.export.registry import Exporter
    from anim_lib.lesson.lesson import Lesson
    from anim_lib.render.registry import SceneInfo
    from anim_lib.render.settings import RenderSettings
    from anim_lib.timeline import Timeline


@click.command(
    "render",
    short_help="Render clips.",
    epilog="Example: dotreel render dense-layer --lesson my.toml -q m -o clips",
)
@click.argument("scenes", nargs=-1, metavar="[SCENE]...")
@lesson_option
@size_options
@click.option(
    "-f",
    "--format",
    "formats",
    multiple=True,
    metavar="FORMAT",
    help="mp4 (the default) brings png, vtt, srt, txt and json along; each can be had alone. "
    "May be given several times.",
)
@output_option
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    help="How many processes draw at once (default: one for each core, up to 8).",
)
@theme_option
@pace_option
@json_option
@debug_option
def command(
    scenes: tuple[str, ...],
    lesson_name: str | None,
    quality: str,
    resolution: str | None,
    fps: int | None,
    formats: tuple[str, ...],
    output: Path,
    jobs: int | None,
    theme: Literal["dark", "light"] | None,
    pace: float | None,
    as_json: bool,
) -> None:
    """Render clips: the named scenes, or all that the lesson offers.

    The files' paths are printed, one a line. An interrupted run goes on where it stopped.
    """
    from anim_lib.render.workfolder import trim_cache

    settings = choose_settings(quality, resolution, fps)
    exporters = choose_formats(formats)
    lesson = read_lesson(lesson_name, theme, pace)
    infos = choose_scenes(scenes, lesson, settings.aspect)
    clips = []
    for info in infos:
        timeline, files = render_one(info, lesson, settings, exporters, output, jobs)
        if not as_json:
            click.echo("\n".join(str(file) for file in files))
        clips.append(
            {
                "scene": info.name,
                "duration": timeline.duration,
                "frames": timeline.frames,
                "files": [str(file) for file in files],
            }
        )
    trim_cache()
    if as_json:
        report = {"lesson": lesson.name, "clips": clips}
        click.echo(json.dumps(report, ensure_ascii=False, indent=2))


def choose_formats(names: tuple[str, ...]) -> tuple[Exporter, ...]:
    """The exporters for the formats that were asked for."""
    from anim_lib.export.registry import chosen, exporters

    try:
        return chosen(names)
    except KeyError as error:
        known = ", ".join(exporters())
        raise click.UsageError(f"No format is called {error}. There are: {known}.") from error


def render_one(
    info: SceneInfo,
    lesson: Lesson,
    settings: RenderSettings,
    exporters: tuple[Exporter, ...],
    output: Path,
    jobs: int | None,
) -> tuple[Timeline, tuple[Path, ...]]:
    """Render and publish one clip; its timeline and its files, the manifest last."""
    from anim_lib.export.publish import publish
    from anim_lib.render.engine import plan_clip, render_clip

    if not any(exporter.needs_frames for exporter in exporters):
        master = plan_clip(info, lesson, settings)
        return master.timeline, publish(master, exporters, output)
    line = ProgressLine(info.name)
    with line, render_clip(info, lesson, settings, jobs, line) as master:
        return master.timeline, publish(master, exporters, output)
