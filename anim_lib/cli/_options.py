"""Options that several commands share, and what their texts become."""

from __future__ import annotations

import math
import os
import shlex
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from anim_lib.cli._failures import set_debug
from anim_lib.cli._numbers import given_numbers, lesson_of_numbers, numbers_options
from anim_lib.cli._scenes import scenes_option

if TYPE_CHECKING:
    from anim_lib.lesson.lesson import Lesson
    from anim_lib.render.settings import RenderSettings

Command = TypeVar("Command", bound=Callable[..., Any])

MOST_JOBS = 64  # drawing processes; each holds some 200 MB


class FiniteRange(click.FloatRange):
    """A range of numbers; nan, which no comparison refuses, is none of them."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; what is none within the range fails as wrong usage."""
        number = float(click.FLOAT.convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(
                f"{value} is no finite number: expected {self.min} to {self.max}.", param, ctx
            )
        return float(super().convert(number, param, ctx))


class Folder(click.Path):
    """A folder's path; an empty text, most often a variable that is not set, names none."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        """The path; an empty one fails as wrong usage."""
        if not str(value):
            self.fail("is empty. Name a folder; . is the one that you are in.", param, ctx)
        return super().convert(value, param, ctx)


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
theme_option = click.option(
    "--theme", type=click.Choice(["dark", "light"]), help="In place of the lesson's own theme."
)
pace_option = click.option(
    "--pace",
    type=FiniteRange(0.5, 2.0),
    help="How long numbers are held, 0.5 to 2, in place of the lesson's own pace.",
)
jobs_option = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    help=f"How many processes draw at once, at most {MOST_JOBS} (default: one a core, up to 8).",
)
resolution_option = click.option(
    "--resolution", metavar="WxH", help="Pixels, such as 1280x720, in place of -q's."
)


def together(*options: Callable[[Any], Any]) -> Callable[[Command], Command]:
    """A decorator that adds several options, which the help lists in this order."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def output_to(folder: str) -> Callable[[Command], Command]:
    """-o, with the folder where results go without it."""
    return click.option(
        "-o",
        "--output",
        type=Folder(path_type=Path, file_okay=False),
        default=Path(folder),
        show_default=True,
        metavar="DIR",
        help="Folder for the results; a folder for each lesson is made in it.",
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


# What the commands that draw have in common:
lesson_options = together(lesson_option, numbers_options, scenes_option)
look_options = together(theme_option, pace_option)
report_options = together(json_option, debug_option)


def as_argument(path: Path) -> str:
    """A path as a command line takes it, quoted where a shell would read it otherwise."""
    text = str(path)
    return shlex.quote(f"./{text}" if text.startswith("-") else text)


def read_lesson(
    name: str | None, theme: Literal["dark", "light"] | None = None, pace: float | None = None
) -> Lesson:
    """The lesson of that name or file, with the numbers and the looks that the options give.

    Raises LessonError.
    """
    from anim_lib.lesson.load import default_lesson, load_lesson

    if numbers := given_numbers():
        lesson = lesson_of_numbers(numbers, name)
    else:
        lesson = default_lesson() if name is None else load_lesson(name)
    return lesson.with_display(theme=theme, pace=pace)


def check_results(output: Path, lesson: Lesson, names: Iterable[str]) -> None:
    """Refuse, as wrong usage, an output folder that results of these names cannot be put into."""
    from anim_lib.export.publish import OutputError, check_output

    try:
        check_output(output, lesson.name, names)
    except OutputError as error:
        raise click.UsageError(str(error)) from error


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
