"""`dotreel new`: a commented lesson to start from."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from anim_lib.cli._asking import ask_for_layer
from anim_lib.cli._options import as_argument, debug_option

if TYPE_CHECKING:
    from anim_lib.lesson.contents import Entry
    from anim_lib.lesson.starter import Layer

DEFAULT = Path("lesson.toml")
SHOWN_ARRAYS = 5  # that a message names


@click.command(
    "new",
    short_help="Write a commented lesson to start from.",
    epilog="Example: dotreel new my.toml --from weights.npz",
)
@click.argument("target", metavar="[FILE]", type=click.Path(path_type=Path), default=DEFAULT)
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path),
    metavar="ARRAYS",
    help="Take the weights from a file: npz, safetensors, json, npy or csv.",
)
@click.option("--key", metavar="NAME", help="With --from: the array that is W.")
@click.option("--ask/--no-ask", default=None, help="Ask for the numbers (usual on a terminal).")
@click.option("--title", metavar="TEXT", help="The lesson's title (default: the file's name).")
@click.option("--force", is_flag=True, help="Overwrite FILE when it is there.")
@debug_option
def command(
    target: Path,
    source: Path | None,
    key: str | None,
    ask: bool | None,
    title: str | None,
    force: bool,
) -> None:
    """Write FILE (default: lesson.toml), a commented lesson that loads as it is.

    Beside it goes dotreel.schema.json, by which editors complete lesson files. On a terminal the
    numbers are asked for; Enter takes what stands in brackets.
    """
    from anim_lib.files import write_whole
    from anim_lib.lesson.json_schema import SCHEMA_FILE, lesson_schema
    from anim_lib.lesson.starter import Layer, starter

    if target.is_dir():
        raise click.UsageError(f"{target} is a folder. Name the lesson's file.")
    if target.exists() and not force:
        raise click.UsageError(f"{target} is there already. Name another, or add --force.")
    if not target.parent.is_dir():
        raise click.UsageError(f"{target.parent}: no such folder. Make it first.")
    if key is not None and source is None:
        raise click.UsageError("--key names an array of a file: give that with --from.")
    if source is not None:
        source, key = _file_and_key(source, key)
    asks = sys.stdin.isatty() if ask is None else ask
    if source is not None:
        layer = _from_file(source, target, key, asks=asks)
    else:
        layer = ask_for_layer() if asks else Layer()
    text = starter(title or _title(target), layer)
    _check(text, target)
    schema = target.parent / SCHEMA_FILE
    write_whole(target, text)
    write_whole(schema, json.dumps(lesson_schema(), ensure_ascii=False, indent=2) + "\n")
    click.echo(f"{target}\n{schema}")
    click.echo(f"Next: dotreel check {as_argument(target)}", err=True)


def _file_and_key(source: Path, key: str | None) -> tuple[Path, str | None]:
    """The file and the array's name, which may also stand behind a colon: net.npz:fc1.weight."""
    from anim_lib.lesson.formats import array_behind_colon

    named = array_behind_colon(str(source))
    if named is None:
        return source, key
    file, name = named
    if key not in (None, name):
        raise click.UsageError(f"--from names the array {name}, --key {key}. Name one.")
    return Path(file), name


def _title(target: Path) -> str:
    words = target.stem.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:] or "My lesson"


def _check(text: str, target: Path) -> None:
    """Load the lesson before it is written. Raises LessonError for numbers that cannot be shown."""
    from anim_lib.lesson.faults import FaultList
    from anim_lib.lesson.load import lesson_of
    from anim_lib.lesson.toml_file import parse_toml

    faults = FaultList(str(target), text)
    document = parse_toml(text, faults)
    lesson_of(document, name=target.stem, folder=target.parent, faults=faults)


def _from_file(source: Path, target: Path, key: str | None, *, asks: bool) -> Layer:
    """The layer whose weights are in a file. Raises LessonError for a file that gives none."""
    from anim_lib.lesson.array_file import arrays_of, names_text
    from anim_lib.lesson.faults import Fault, LessonError
    from anim_lib.lesson.starter import layer_from, matrices
    from anim_lib.lesson.words import did_you_mean

    entries = arrays_of(str(source))
    candidates = matrices(entries)
    if not candidates:
        there = ", ".join(map(_told, entries[:SHOWN_ARRAYS])) or "no arrays"
        there += f" and {more} more" if (more := len(entries) - SHOWN_ARRAYS) > 0 else ""
        mend = "A layer's weights have rows and columns."
        raise LessonError(Fault(str(source), None, None, f"holds {there}", "a matrix", mend))
    names = [entry.name for entry in candidates]
    others = {entry.name: entry for entry in entries if entry.name not in names}
    if key in others:
        raise click.UsageError(f"--key names {_told(others[key])}; a layer's W is a matrix.")
    if key is not None and key not in names:
        hint = did_you_mean(key, names, "Choose one of these.")
        there = f"There are: {names_text(names)}."
        raise click.UsageError(f"--key {key}: no matrix of that name in {source}. {there} {hint}")
    if key is not None:
        W = candidates[names.index(key)]
    elif len(candidates) == 1:
        W = candidates[0]
    elif asks:
        W = _picked(candidates)
    else:
        raise click.UsageError(
            f"{source} holds {len(names)} matrices: {names_text(names)}. "
            f"Say which is W: --key {names[0]}"
        )
    return layer_from(source.absolute(), target.absolute().parent, entries, W)


def _told(entry: Entry) -> str:
    """An array as a message names it: its name, shape and type."""
    from anim_lib.lesson.words import quoted

    shape = " × ".join(map(str, entry.shape))
    kind = f"an array of {shape}" if shape else "a single number"
    return (
        f"{quoted(entry.name)}, {kind} ({entry.type})" if entry.name else f"{kind} ({entry.type})"
    )


def _picked(candidates: list[Entry]) -> Entry:
    for number, entry in enumerate(candidates, 1):
        shape = " × ".join(map(str, entry.shape))
        click.echo(f"{number:>3}  {entry.name}  {shape}", err=True)
    number = click.prompt(
        "Which is W?", type=click.IntRange(1, len(candidates)), default=1, err=True
    )
    return candidates[number - 1]
