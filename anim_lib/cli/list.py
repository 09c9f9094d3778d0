"""`dotreel list`: the scenes and the lessons that there are."""

from __future__ import annotations

import json

import click

from anim_lib.cli._options import debug_option, json_option


@click.command(
    "list", short_help="List the scenes and the shipped lessons.", epilog="Example: dotreel list"
)
@json_option
@debug_option
def command(as_json: bool) -> None:
    """List the scenes, with the lesson tables each needs, and the shipped lessons."""
    from anim_lib.lesson.load import shipped_lessons
    from anim_lib.render.registry import find_scenes

    scenes, lessons = find_scenes().values(), list(shipped_lessons())
    if as_json:
        report = {
            "scenes": [
                {"name": info.name, "needs": list(info.needs), "description": info.description}
                for info in scenes
            ],
            "lessons": lessons,
        }
        click.echo(json.dumps(report, ensure_ascii=False, indent=2))
        return
    wide = max((len(info.name) for info in scenes), default=0)
    needs = {info.name: " ".join(f"[{table}]" for table in info.needs) for info in scenes}
    wide_needs = max((len(text) for text in needs.values()), default=0)
    click.echo("Scenes, the tables of a lesson they need, what they tell")
    for info in scenes:
        click.echo(f"  {info.name:<{wide}}  {needs[info.name]:<{wide_needs}}  {info.description}")
    click.echo("Lessons that ship")
    for name in lessons:
        click.echo(f"  {name}")
