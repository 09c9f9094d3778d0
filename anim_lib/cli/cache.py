"""`dotreel cache`: what is kept of earlier renders."""

from __future__ import annotations

import json

import click

from anim_lib.cli._options import debug_option, json_option


@click.group(
    "cache",
    short_help="Show or clear what is kept of renders.",
    invoke_without_command=True,
    epilog="Example: dotreel cache clear",
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Show or clear what is kept so that a render need not be drawn twice."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(show, as_json=False)


@command.command("show", epilog="Example: dotreel cache show")
@json_option
@debug_option
def show(as_json: bool) -> None:
    """Print where the cache is and how much it holds."""
    from anim_lib.render.workfolder import cache_root, cached_clips

    clips = cached_clips()
    size = sum(size for _, size in clips)
    if as_json:
        report = {"folder": str(cache_root()), "clips": len(clips), "bytes": size}
        click.echo(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        noun = "clip" if len(clips) == 1 else "clips"
        click.echo(f"{cache_root()}: {len(clips)} {noun}, {size / 1e6:.1f} MB")


@command.command("clear", epilog="Example: dotreel cache clear")
@debug_option
def clear() -> None:
    """Remove all of it, but for clips that are being rendered now."""
    from anim_lib.render.workfolder import cached_clips, clear_clip

    removed = [size for path, size in cached_clips() if clear_clip(path)]
    noun = "clip" if len(removed) == 1 else "clips"
    click.echo(f"Removed {len(removed)} {noun}, {sum(removed) / 1e6:.1f} MB")
