"""The `dotreel` group: finds its commands by file, loads each only when it is asked for."""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import pkgutil
import sys
from difflib import get_close_matches
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import click

from anim_lib.cli._failures import explained, failure_of
from anim_lib.cli._options import debug_option


class LazyGroup(click.Group):
    """A group whose commands are the modules of this folder, each with a click `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands' names, in alphabetical order."""
        modules = pkgutil.iter_modules([str(Path(__file__).parent)])
        return sorted(module.name for module in modules if not module.name.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, loaded now."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = importlib.import_module(f"{__package__}.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name; a slip of the pen gets a suggestion."""
        if args and not args[0].startswith("-") and args[0] not in self.list_commands(ctx):
            close = get_close_matches(args[0], self.list_commands(ctx), n=1)
            hint = f" Did you mean '{close[0]}'?" if close else ""
            ctx.fail(f"No such command '{args[0]}'.{hint}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what goes wrong becomes a message and an exit code."""
        with explained(ctx):
            return super().invoke(ctx)


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(f"dotreel {importlib.metadata.version('dotreel')}")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: dotreel render dense-layer --lesson my.toml -q m",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version and exit.",
)
@debug_option
def dotreel() -> None:
    """Turn a neural-network layer's own numbers into lecture clips."""


def open_missing_streams() -> None:
    """Put the null device in the place of standard streams that the caller has closed.

    The descriptors, too: else the next file that is opened would take their numbers, and drawing
    processes would write into it.
    """
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(descriptor)
        except OSError:  # closed; the lowest free number is this one
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            stream = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 (for good)
            setattr(sys, name, stream)


def main() -> None:
    """Run the command line; letters that the terminal cannot show are replaced, never fatal."""
    open_missing_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        dotreel(prog_name="dotreel")
    except OSError as error:  # of the help or the version, which are printed before a command runs
        failure = failure_of(error, debug=False)
        failure.show()
        sys.exit(failure.exit_code)
