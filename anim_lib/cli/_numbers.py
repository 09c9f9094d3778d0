"""A layer's or an attention step's numbers on the command line, in place of a lesson's.

A value is written out ("1 2 -1", "1,2,-1", rows parted by ";") or is a file's name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from anim_lib.cli._number_texts import NumberOption, value_of

if TYPE_CHECKING:
    from anim_lib.lesson.faults import Fault, LessonError
    from anim_lib.lesson.lesson import Lesson

Command = TypeVar("Command", bound=Callable[..., Any])


_GIVEN = "dotreel.numbers"  # key of the context's notes


OPTIONS = (
    NumberOption(
        ("-W", "--weights"),
        "dense.W",
        "matrix",
        "Weights: a file (net.npz:fc1.weight), or '1 2; 3 4'.",
    ),
    NumberOption(("-x", "--input"), "dense.x", "vector", "Inputs: a file, or '1 2 -1'."),
    NumberOption(("-b", "--bias"), "dense.b", "vector", "Biases: a file, or '0.1 0.2'."),
    NumberOption(("--activation",), "dense.activation", "name", "Activation, such as relu."),
    NumberOption(
        ("--tokens",),
        "attention.tokens",
        "names",
        "Words: 'export fail why', or a file.",
    ),
    NumberOption(
        ("--query",), "attention.query", "vector or name", "Query: a word, a file, or numbers."
    ),
    NumberOption(("--keys",), "attention.keys", "matrix", "Keys: a file, or a row for each word."),
    NumberOption(("--values",), "attention.values", "matrix", "Values, likewise."),
)
BY_KEY = {option.key: option for option in OPTIONS}
_TITLES = {"dense": "One dense layer", "attention": "One attention step"}
_REQUIRED = {"dense": ("W", "x"), "attention": ("tokens", "query", "keys")}


def numbers_options(command: Command) -> Command:
    """Add the options; `given_numbers` has what they were given."""

    def keep(option: NumberOption) -> Callable[[click.Context, click.Parameter, str | None], None]:
        def callback(ctx: click.Context, _: click.Parameter, text: str | None) -> None:
            if text is not None:
                ctx.meta.setdefault(_GIVEN, {})[option.key] = text

        return callback

    for option in reversed(OPTIONS):
        command = click.option(
            *option.flags, expose_value=False, metavar="…", help=option.help, callback=keep(option)
        )(command)
    return command


def given_numbers() -> dict[str, str]:
    """The texts of the options that the running command was given, by the lesson's keys."""
    context = click.get_current_context(silent=True)
    return dict(context.meta.get(_GIVEN, {})) if context is not None else {}


def lesson_of_numbers(given: Mapping[str, str], name: str | None) -> Lesson:
    """The lesson that these numbers make, alone or in place of those of the lesson called `name`.

    Alone it is named after its first file. Raises LessonError; UsageError when some are missing.
    """
    from anim_lib.lesson.faults import FaultList, LessonError
    from anim_lib.lesson.load import lesson_of, read_document

    document: dict[str, Any] = {}
    path = None
    if name is None:
        _refuse_incomplete(given)
        faults = FaultList("the command line")
        tables = [table for table in _TITLES if any(key.startswith(f"{table}.") for key in given)]
        document["title"] = " and ".join(_TITLES[table] for table in tables)
    else:
        path, document, faults = read_document(name)
    values = _values(given)
    try:
        _put(document, values)
        _prefer_words(document, given)
        lesson = lesson_of(
            document,
            name=path.stem if path else _name(values),
            folder=path.parent if path else Path(),
            path=path,
            faults=faults,
        )
    except LessonError as error:
        raise LessonError(*(_of_option(fault, given) for fault in error.faults)) from error
    return replace(lesson, source="")  # whose lines no longer hold what is shown


def _refuse_incomplete(given: Mapping[str, str]) -> None:
    for table, names in _REQUIRED.items():
        present = [key for key in given if key.startswith(f"{table}.")]
        missing = [BY_KEY[f"{table}.{n}"].flag for n in names if f"{table}.{n}" not in given]
        if present and missing:
            raise click.UsageError(
                f"{BY_KEY[present[0]].flag} without {' and '.join(missing)}: "
                f"give these too, or a lesson that has them."
            )


def _values(given: Mapping[str, str]) -> dict[str, object]:
    """What the options' texts would be in a lesson. Raises LessonError with all their faults."""
    from anim_lib.lesson.faults import LessonError

    values: dict[str, object] = {}
    faults: list[Fault] = []
    for key, text in given.items():
        try:
            values[key] = value_of(BY_KEY[key], text)
        except LessonError as error:
            faults += error.faults
    if faults:
        raise LessonError(*faults)
    return values


def _put(document: dict[str, Any], values: Mapping[str, object]) -> None:
    """Set the keys in the document's tables; what is no table is left for the schema to refuse."""
    for key, value in values.items():
        table, _, name = key.partition(".")
        there = document.setdefault(table, {})
        if isinstance(there, dict):
            there[name] = value


def _prefer_words(document: dict[str, Any], given: Mapping[str, str]) -> None:
    """A query that one of the words is, "1" or "a.b", means the word."""
    step = document.get("attention")
    text = given.get("attention.query")
    if text is not None and isinstance(step, dict) and isinstance(step.get("tokens"), list):
        step["query"] = text if text in step["tokens"] else step["query"]


def _name(values: Mapping[str, object]) -> str:
    """The name of a lesson without a file: that of the first file of numbers."""
    files = [value["file"] for value in values.values() if isinstance(value, dict)]
    return Path(files[0]).stem if files else "numbers"


def of_options(error: LessonError) -> LessonError:
    """The error with the options that the running command was given in the place of their keys."""
    from anim_lib.lesson.faults import LessonError

    given = given_numbers()
    return LessonError(*(_of_option(fault, given) for fault in error.faults)) if given else error


def _of_option(fault: Fault, given: Mapping[str, str]) -> Fault:
    """The fault with the option in the place of the lesson's key that it stands for."""
    option = next((BY_KEY[key] for key in given if fault.key in (key, f"{key}.key")), None)
    for key in given:
        fault = replace(fault, mend=re.sub(rf"\b{key}\b", BY_KEY[key].flag, fault.mend))
    if option is None:
        return fault
    text = given[option.key]
    if fault.file == str(Path(text).absolute()):
        mend = fault.mend.replace("the lesson's folder", "the folder that you are in")
        return replace(fault, file=text, key=option.flag, mend=mend)
    mend = re.sub(r'^Add key = "(.*)" to pick one\.$', rf"Write {text}:\1 to pick one.", fault.mend)
    return replace(fault, file=option.flag, key=None, line=None, quote=None, mend=mend)
