"""`dotreel schema`: the JSON Schema of lesson files, for editors."""

from __future__ import annotations

import json

import click

from anim_lib.cli._options import debug_option


@click.command(
    "schema",
    short_help="Print the JSON Schema of lesson files.",
    epilog="Example: dotreel schema > dotreel.schema.json",
)
@debug_option
def command() -> None:
    """Print the JSON Schema of lesson files, by which editors complete and check them.

    Editors that know TOML (such as VS Code with Even Better TOML) find it by the lesson's first
    line: "#:schema ./dotreel.schema.json". `dotreel new` writes both.
    """
    from anim_lib.lesson.json_schema import lesson_schema

    click.echo(json.dumps(lesson_schema(), ensure_ascii=False, indent=2))
