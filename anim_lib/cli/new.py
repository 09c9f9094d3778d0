"""`dotreel new`: a commented lesson to start from."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from anim_lib.cli._options import debug_option

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

    if target.exists() and not force:
        raise click.UsageError(f"{target} is there already. Name another, or add --force.")
    if not target.parent.is_dir():
        raise click.UsageError(f"{target.parent}: no such folder. Make it first.")
    if key is not None and source is None:
        raise click.UsageError("--key names an array of a file: give that with --from.")
    asks = sys.stdin.isatty() if ask is None else ask
    if source is not None:
        layer = _from_file(source, target, key, asks=asks)
    else:
        layer = _asked() if asks else Layer()
    text = starter(title or _title(target), layer)
    _check(text, target)
    schema = target.parent / SCHEMA_FILE
    write_whole(target, text)
    write_whole(schema, json.dumps(lesson_schema(), ensure_ascii=False, indent=2) + "\n")
    click.echo(f"{target}\n{schema}")
    click.echo(f"Next: dotreel check {target}", err=True)


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


def _asked() -> Layer:
    """The layer that is typed in, asked for again until it fits together."""
    from anim_lib.cli._numbers import lesson_of_numbers
    from anim_lib.lesson.faults import LessonError
    from anim_lib.lesson.starter import Layer
    from anim_lib.nn.activations import ACTIVATIONS

    click.echo("Numbers in a row are parted by spaces, rows by ';'.", err=True)
    W, x, b = "0.5 -0.3 0.8; -0.6 0.4 0.2", "1.0 2.0 -1.0", ""
    while True:
        W = click.prompt("Weights W", default=W, err=True)
        x = click.prompt("Inputs x", default=x, err=True)
        b = click.prompt("Biases b, Enter for zeros", default=b, show_default=bool(b), err=True)
        activation = click.prompt(
            "Activation", type=click.Choice(list(ACTIVATIONS)), default="relu", err=True
        )
        given = {"dense.W": W, "dense.x": x, "dense.activation": activation}
        try:
            lesson = lesson_of_numbers({**given, **({"dense.b": b} if b.strip() else {})}, None)
        except LessonError as error:
            click.echo(str(error), err=True)
            continue
        layer = lesson.dense
        assert layer is not None
        rows = [f"[{', '.join(row)}]" for row in layer.W.texts]
        return Layer(
            W=f"[{', '.join(rows)}]",
            x=f"[{', '.join(layer.x.texts)}]",
            b=f"[{', '.join(layer.b.texts)}]" if b.strip() else None,
            activation=activation,
        )
