"""`dotreel show`: a lesson's numbers as text, exactly as the clips print them.

Of a file of arrays it lists the names, shapes and types.
"""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from anim_lib.cli._failures import LESSON_AT_FAULT, Failure
from anim_lib.cli._numbers import given_numbers, numbers_options
from anim_lib.cli._options import debug_option, json_option, lesson_argument, read_lesson

UNNAMED = "(no name)"


@click.command(
    "show",
    short_help="Print a lesson's numbers, or list the arrays in a file.",
    epilog="Example: dotreel show my.toml",
)
@lesson_argument
@numbers_options
@json_option
@debug_option
def command(lesson_name: str | None, as_json: bool) -> None:
    """Print the numbers of LESSON: a file or a shipped lesson's name.

    For a file of arrays (npz, safetensors, json, npy, csv) list what is in it.
    """
    from anim_lib.lesson.formats import array_behind_colon, names_arrays
    from anim_lib.lesson.trace_text import trace_text
    from anim_lib.timeline import number_to_json

    if lesson_name is not None and not given_numbers():
        file, name = array_behind_colon(lesson_name) or (lesson_name, None)
        if names_arrays(file):
            _show_arrays(file, name, as_json)
            return
    lesson = read_lesson(lesson_name)
    if as_json:
        quantities = [
            number_to_json(quantity) for trace in lesson.traces() for quantity in trace.quantities()
        ]
        report = {"lesson": lesson.name, "quantities": quantities}
        click.echo(json.dumps(report, ensure_ascii=False, indent=1))
        return
    click.echo("\n\n".join([lesson.title, *(trace_text(trace) for trace in lesson.traces())]))


def _show_arrays(file: str, wanted: str | None, as_json: bool) -> None:
    """List the arrays of a file, or the one that is wanted; one a line, in aligned columns."""
    from anim_lib.lesson.array_file import arrays_of, names_text
    from anim_lib.lesson.words import did_you_mean

    entries = arrays_of(file)
    if wanted is not None:
        names = [entry.name for entry in entries]
        if wanted not in names:
            hint = did_you_mean(wanted, names, f"There are: {names_text(names)}.")
            raise Failure(f"{file}: no array is called {wanted}. {hint}", LESSON_AT_FAULT)
        entries = [entries[names.index(wanted)]]
    if as_json:
        report = {"file": file, "arrays": [asdict(entry) for entry in entries]}
        click.echo(json.dumps(report, ensure_ascii=False, indent=1))
        return
    rows = [
        (
            entry.name or UNNAMED,
            " × ".join(map(str, entry.shape)) or "single number",
            entry.type,
        )
        for entry in entries
    ]
    widths = [max(map(len, column), default=0) for column in zip(*rows, strict=True)]
    for name, shape, kind in rows:
        click.echo(f"{name:<{widths[0]}}  {shape:>{widths[1]}}  {kind}")
    if not rows:
        click.echo("no arrays in the file", err=True)
