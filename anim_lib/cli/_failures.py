"""What goes wrong, as a message and an exit code; the one place for both.

0 done · 1 rendering failed · 2 wrong usage · 3 the lesson, its data or a scene's file is at fault ·
4 a needed program or library is missing · 130 interrupted.
"""

from __future__ import annotations

import errno
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

import click

RENDERING_FAILED = 1
WRONG_USAGE = 2
LESSON_AT_FAULT = 3
MISSING = 4
INTERRUPTED = 130

PACKAGES = {"cairo": "pycairo", "manimpango": "ManimPango", "manim": "manim[typst]"}

FULL = (errno.ENOSPC, errno.EFBIG, errno.EIO, errno.EBADF)  # what writing alone can meet

MORE = "Run again with --debug for the details."
_DEBUG = "dotreel.debug"  # key of the context's notes that --debug sets


class Failure(click.ClickException):
    """A message for the user, and the exit code that goes with it."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code  # type: ignore[misc] # click declares it on the class


def set_debug(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Remember that tracebacks are wanted (the callback of --debug)."""
    if wanted:
        ctx.find_root().meta[_DEBUG] = True


def tell_details(error: Exception) -> None:
    """The traceback of what a scene's file raised: with --debug itself, else how to see it."""
    if details := getattr(error, "details", ""):
        context = click.get_current_context()
        click.echo(details if context.find_root().meta.get(_DEBUG) else MORE, err=True)


@contextmanager
def explained(ctx: click.Context) -> Iterator[None]:
    """Turn whatever the block raises into a Failure; with --debug its traceback comes first."""
    try:
        yield
    except (click.ClickException, click.exceptions.Exit, BrokenPipeError):
        raise  # click knows what to do with these
    except click.Abort:  # Ctrl-C, or the end of what is typed, where a question stands
        click.echo("\nInterrupted. Nothing is written.", err=True)
        ctx.exit(INTERRUPTED)
    except KeyboardInterrupt:
        click.echo("Interrupted. The beats that are finished are kept for the next run.", err=True)
        ctx.exit(INTERRUPTED)
    except Exception as error:
        debug = bool(ctx.find_root().meta.get(_DEBUG))
        if debug:
            click.echo("".join(traceback.format_exception(error)), err=True)
            click.echo(getattr(error, "details", ""), err=True)
        raise failure_of(error, debug=debug) from error


def failure_of(error: Exception, *, debug: bool) -> Failure:
    """The message and exit code for an error."""
    from anim_lib.export.publish import OutputError
    from anim_lib.lesson.faults import LessonError
    from anim_lib.render.crew import MissingLibraryError, RenderError
    from anim_lib.render.scene_trouble import SceneFileError

    more = "" if debug else f"\n{MORE}"
    match error:
        case LessonError():
            return Failure(str(error), LESSON_AT_FAULT)
        case MissingLibraryError():
            return Failure(_missing(error.module, str(error)), MISSING)
        case ModuleNotFoundError() if error.name is not None and "anim_lib" not in error.name:
            return Failure(_missing(error.name, str(error)), MISSING)
        case OutputError():
            return Failure(str(error), WRONG_USAGE)
        case RenderError():
            return Failure(f"Rendering failed: {error}{more}", RENDERING_FAILED)
        case SceneFileError():
            return Failure(f"{error}{more if error.details else ''}", LESSON_AT_FAULT)
        case OSError() if error.filename is not None:
            reason = error.strerror or type(error).__name__
            return Failure(f"{error.filename}: {reason}", RENDERING_FAILED)
        case OSError() if error.errno in FULL:
            return Failure(f"The output could not be written: {error.strerror}.", RENDERING_FAILED)
    name = type(error).__name__
    return Failure(f"Something unexpected went wrong: {name}: {error}{more}", RENDERING_FAILED)


def _missing(module: str, message: str) -> str:
    """What to install for a Python module that cannot be loaded."""
    from anim_lib.cli import doctor

    top = module.partition(".")[0]
    package = PACKAGES.get(top, top)
    lines = [f"{package} is needed and does not load: {message}"]
    if top in ("cairo", "manimpango", "manim"):
        libraries = doctor.BREW if sys.platform == "darwin" else doctor.APT
        lines.append(f"Its system libraries: {libraries}")
    lines.append(f"To install it: {sys.executable} -m pip install '{package}'")
    lines.append("What else is missing: dotreel doctor")
    return "\n".join(lines)
