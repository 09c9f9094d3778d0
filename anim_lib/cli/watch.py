"""`dotreel watch`: a lesson's sheets, drawn anew whenever it is saved."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from anim_lib.cli._failures import failure_of
from anim_lib.cli._options import (
    as_argument,
    check_results,
    choose_settings,
    debug_option,
    look_options,
    output_to,
    read_lesson,
    resolution_option,
)
from anim_lib.cli._scenes import choose_scenes, scene_folders, scenes_option

if TYPE_CHECKING:
    from anim_lib.lesson.lesson import Lesson
    from anim_lib.render.registry import SceneInfo
    from anim_lib.render.settings import RenderSettings

PAUSE = 0.3  # seconds between two looks at the files
TILE = 480  # pixels
TILE_FPS = 30  # stills need no frame rate; motions round to it

Look = tuple[tuple[Path, int, int], ...]  # each file that is there: path, time of change, size


@click.command(
    "watch",
    short_help="Draw a lesson's sheets anew at each save.",
    epilog="Example: dotreel watch my.toml dense-layer",
)
@click.argument("lesson_name", metavar="LESSON")
@click.argument("scenes", nargs=-1, metavar="[SCENE]...")
@click.option("--clip", "with_clip", is_flag=True, help="Render a draft of each clip, too.")
@scenes_option
@resolution_option
@output_to("renders")
@look_options
@debug_option
def command(
    lesson_name: str,
    scenes: tuple[str, ...],
    with_clip: bool,
    resolution: str | None,
    output: Path,
    theme: Literal["dark", "light"] | None,
    pace: float | None,
) -> None:
    """Draw a sheet of stills for each scene of LESSON, and anew whenever it is saved.

    The files of its arrays are watched, too, and those of --scenes. Faults are told, and the watch
    goes on; Ctrl-C ends it.
    """
    from anim_lib.render.settings import RenderSettings, SettingsError

    try:
        tile = RenderSettings.tile(TILE, resolution, TILE_FPS)
    except SettingsError as error:
        raise click.UsageError(str(error)) from error
    draft = choose_settings("l", resolution, None) if with_clip else None
    path, drawn = _path_of(lesson_name), False
    try:
        for _ in changes(path, scene_folders()):
            begun = time.monotonic()
            try:
                lesson = read_lesson(lesson_name, theme, pace)
                infos = choose_scenes(scenes, lesson)
                _draw(infos, lesson, tile, draft, output)
                drawn = True
            except click.UsageError as error:
                if not drawn:
                    raise  # another save does not mend the command
                click.echo(_told(error), err=True)  # a scene's file went; it may come back
            except Exception as error:  # whatever it is, the next save may mend it
                click.echo(_told(error), err=True)
            else:
                click.echo(f"Drawn in {time.monotonic() - begun:.1f} s.", err=True)
            click.echo(f"Watching {path}; Ctrl-C ends it.", err=True)
    except KeyboardInterrupt:
        click.echo("Stopped.", err=True)


def _path_of(name: str) -> Path:
    """The lesson's file. Raises UsageError where there is none to be watched."""
    from anim_lib.lesson.load import shipped_lessons

    if Path(name).exists() or name not in shipped_lessons():
        if Path(name).is_dir():
            raise click.UsageError(f"{name} is a folder. Name a lesson's file in it.")
        if not Path(name).is_file():
            raise click.UsageError(
                f"{name}: no such file. To begin one: dotreel new {as_argument(Path(name))}"
            )
        return Path(name)
    return shipped_lessons()[name]


def _draw(
    infos: tuple[SceneInfo, ...],
    lesson: Lesson,
    tile: RenderSettings,
    draft: RenderSettings | None,
    output: Path,
) -> None:
    """Draw the sheets, and the clips where they are wanted; print the paths as they come."""
    from anim_lib.export.publish import publish
    from anim_lib.export.registry import chosen
    from anim_lib.export.sheet import write_sheet
    from anim_lib.files import name_beside
    from anim_lib.render.engine import draw_stills, render_clip

    check_results(output, lesson, [f"{info.name}-sheet.png" for info in infos])
    file = name_beside(lesson.path, output) if lesson.path else None
    for info in infos:
        target = output / lesson.name / f"{info.name}-sheet.png"
        target.parent.mkdir(parents=True, exist_ok=True)
        with draw_stills(info, lesson, tile) as (_, stills):
            write_sheet(stills, target)
        click.echo(str(target))
        if draft is not None:
            with render_clip(info, lesson, draft) as master:
                files = publish(master, chosen(("mp4",)), output, file)
            click.echo("\n".join(str(file) for file in files if file.suffix == ".mp4"))


def _told(error: Exception) -> str:
    failure = error if isinstance(error, click.ClickException) else failure_of(error, debug=False)
    return failure.format_message()


def changes(path: Path, folders: Sequence[Path] = (), pause: float = PAUSE) -> Iterator[None]:
    """At once, and after each change of the lesson, of a file that it names, or of a scene.

    The scenes are the Python files of `folders`.
    A change is told when two looks in a row find the same, so that no half-written file is read.
    """
    while True:
        told = look(path, folders)
        yield
        while look(path, folders) == told:
            time.sleep(pause)
        before = None
        while (now := look(path, folders)) != before:
            before = now
            time.sleep(pause / 3)


def look(path: Path, folders: Sequence[Path] = ()) -> Look:
    """The lesson, the files that it names and the folders' Python files, as they are now."""
    seen = []
    scenes = [file for folder in folders for file in sorted(folder.glob("*.py"))]
    for file in (path, *named_files(path), *scenes):
        try:
            status = file.stat()
        except (OSError, ValueError):
            continue
        seen.append((file, status.st_mtime_ns, status.st_size))
    return tuple(seen)


def named_files(path: Path) -> list[Path]:
    """The files of arrays and fonts that a lesson names; none while it is not TOML."""
    import tomllib

    from anim_lib.lesson.font_files import files_in, is_inside

    try:
        document = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return []
    tables = [table for table in document.values() if isinstance(table, dict)]
    arrays = [value for table in tables for value in table.values() if isinstance(value, dict)]
    named = [path.parent / array["file"] for array in arrays if isinstance(array.get("file"), str)]
    display = document.get("display")
    fonts = display.get("fonts") if isinstance(display, dict) else None
    if isinstance(fonts, str) and is_inside(fonts):
        named += files_in(path.parent / fonts)
    return named
