"""Options that several commands share, and what their texts become."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from anim_lib.cli._failures import LESSON_AT_FAULT, Failure, set_debug

if TYPE_CHECKING:
    from anim_lib.lesson.lesson import Lesson
    from anim_lib.render.registry import SceneInfo
    from anim_lib.render.settings import RenderSettings

Command = TypeVar("Command", bound=Callable[..., Any])

debug_option = click.option(
    "--debug",
    is_flag=True,
    expose_value=False,
    callback=set_debug,
    help="Show the whole traceback when something fails.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
lesson_option = click.option(
    "--lesson",
    "lesson_name",
    metavar="FILE|NAME",
    help="A lesson file, or the name of a shipped lesson (default: the page's own numbers).",
)
lesson_argument = click.argument("lesson_name", metavar="[LESSON]", required=False)
output_option = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("renders"),
    show_default=True,
    metavar="DIR",
    help="Folder for the results; a folder for each lesson is made in it.",
)
theme_option = click.option(
    "--theme", type=click.Choice(["dark", "light"]), help="In place of the lesson's own theme."
)
pace_option = click.option(
    "--pace",
    type=click.FloatRange(0.5, 2.0),
    help="How long numbers are held, 0.5 to 2, in place of the lesson's own pace.",
)
resolution_option = click.option(
    "--resolution", metavar="WxH", help="Pixels, such as 1080x1080, in place of -q's."
)


def size_options(command: Command) -> Command:
    """Add -q, --resolution and --fps."""
    quality = click.option(
        "-q",
        "--quality",
        type=click.Choice(["l", "m", "h", "p", "k"]),
        default="h",
        show_default=True,
        help="Manim's letters: 480p15, 720p30, 1080p60, 1440p60, 2160p60.",
    )
    fps = click.option("--fps", type=int, metavar="N", help="Frames a second, in place of -q's.")
    return quality(resolution_option(fps(command)))


def read_lesson(
    name: str | None, theme: Literal["dark", "light"] | None = None, pace: float | None = None
) -> Lesson:
    """The lesson of that name or file, shown as the options say. Raises LessonError."""
    from anim_lib.lesson.load import default_lesson, load_lesson

    lesson = default_lesson() if name is None else load_lesson(name)
    return lesson.with_display(theme=theme, pace=pace)


def choose_settings(quality: str, resolution: str | None, fps: int | None) -> RenderSettings:
    """The settings that the options ask for; what had to be changed is said on stderr."""
    from anim_lib.render.settings import RenderSettings, SettingsError

    try:
        settings, remark = RenderSettings.choose(quality, resolution, fps)
    except SettingsError as error:
        raise click.UsageError(str(error)) from error
    if remark is not None:
        click.echo(remark, err=True)
    return settings


def choose_scenes(names: Sequence[str], lesson: Lesson, aspect: float) -> tuple[SceneInfo, ...]:
    """The scenes of these names, or all that the lesson offers when there are none.

    An unknown name is wrong usage; a scene that the lesson has no table for, or whose numbers do
    not fit a picture of this aspect, is the lesson's fault: LessonError before anything is drawn.
    """
    from anim_lib.render.registry import find_scenes

    scenes = find_scenes()
    picked = [_scene(name, scenes) for name in dict.fromkeys(names)]
    for info in picked:
        absent = [table for table in info.needs if table not in lesson.tables]
        if absent:
            tables = " and ".join(f"[{table}]" for table in absent)
            raise Failure(
                f"{lesson.path or lesson.name}: has no {tables} table, which {info.name} needs. "
                f"Add it, or render another scene: dotreel list",
                LESSON_AT_FAULT,
            )
    offered = picked or [info for info in scenes.values() if info.offered(lesson.tables)]
    if not offered:
        raise Failure(f"{lesson.path or lesson.name}: offers no scene.", LESSON_AT_FAULT)
    check_layouts(offered, lesson, aspect)
    return tuple(offered)


def check_layouts(scenes: Iterable[SceneInfo], lesson: Lesson, aspect: float) -> dict[str, str]:
    """For each scene a sentence on the form it takes. Raises LessonError with all that do not fit.

    `aspect` is the picture's width over its height.
    """
    from anim_lib.lesson.faults import Fault, LessonError
    from anim_lib.stage.checks import check_scene

    forms: dict[str, str] = {}
    faults: list[Fault] = []
    for info in scenes:
        try:
            forms[info.name] = check_scene(info.name, lesson, aspect)
        except LessonError as error:
            faults += error.faults
    if faults:
        raise LessonError(*faults)
    return forms


def _scene(name: str, scenes: dict[str, SceneInfo]) -> SceneInfo:
    if name in scenes:
        return scenes[name]
    if name.endswith(".toml"):
        raise click.UsageError(f"{name} is a lesson, not a scene. Try: --lesson {name}")
    close = get_close_matches(name.lower().replace("_", "-"), scenes, n=1)
    hint = f"Did you mean {close[0]}?" if close else f"There are: {', '.join(scenes)}."
    raise click.UsageError(f"No scene is called {name!r}. {hint}")
