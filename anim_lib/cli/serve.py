"""`dotreel serve`: look at a folder of pages in a browser on this machine."""

from __future__ import annotations

from pathlib import Path

import click

from anim_lib.cli._failures import WRONG_USAGE, Failure
from anim_lib.cli._options import debug_option


@click.command(
    "serve",
    short_help="Show a folder in the browser, on this machine only.",
    epilog="Example: dotreel serve renders/embed/every-layer",
)
@click.argument(
    "folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=Path("renders"),
    metavar="[DIR]",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="The port to listen on (default: one that is free).",
)
@debug_option
def command(folder: Path, port: int) -> None:
    """Serve the files of DIR (default: renders) to this machine until Ctrl-C is pressed.

    Parts of files are served as browsers ask for them, so that a video can be seeked.
    """
    from anim_lib.web.server import FolderServer

    try:
        server = FolderServer(folder, port)
    except OSError as error:
        raise Failure(
            f"Port {port} cannot be used: {error.strerror}. Try another, or leave --port out.",
            WRONG_USAGE,
        ) from error
    with server:
        click.echo(server.url)
        click.echo(f"Showing {folder}. Press Ctrl-C to stop.", err=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("Stopped.", err=True)
