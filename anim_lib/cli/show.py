"""`dotreel show`: a lesson's numbers as text, exactly as the clips print them."""

from __future__ import annotations

import json

import click

from anim_lib.cli._numbers import numbers_options
from anim_lib.cli._options import debug_option, json_option, lesson_argument, read_lesson


@click.command(
    "show", short_help="Print a lesson's numbers.", epilog="Example: dotreel show my.toml"
)
@lesson_argument
@numbers_options
@json_option
@debug_option
def command(lesson_name: str | None, as_json: bool) -> None:
    """Print the numbers of LESSON: a file or a shipped lesson's name."""
    from anim_lib.cli._tables import trace_text
    from anim_lib.timeline import number_to_json

    lesson = read_lesson(lesson_name)
    if as_json:
        quantities = [
            number_to_json(quantity) for trace in lesson.traces() for quantity in trace.quantities()
        ]
        report = {"lesson": lesson.name, "quantities": quantities}
        click.echo(json.dumps(report, ensure_ascii=False, indent=1))
        return
    click.echo("\n\n".join([lesson.title, *(trace_text(trace) for trace in lesson.traces())]))
