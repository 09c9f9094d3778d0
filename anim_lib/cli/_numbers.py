"""A layer's or an attention step's numbers on the command line, in place of a lesson's.

A value is written out ("1 2 -1", "1,2,-1", rows parted by ";") or is a file's name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from anim_lib.lesson.faults import Fault, LessonError
    from anim_lib.lesson.lesson import Lesson

Command = TypeVar("Command", bound=Callable[..., Any])

LONGEST_HINT = 60  # letters

_GIVEN = "dotreel.numbers"  # key of the context's notes


@dataclass(frozen=True)
class NumberOption:
    """An option and the lesson's key that it stands for. `kind` says how its text is read."""

    flags: tuple[str, ...]
    key: str  # "dense.W"
    kind: str  # "matrix", "vector", "vector or name", "name", "names"
    help: str

    @property
    def flag(self) -> str:
        """How messages call it."""
        return self.flags[0]


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
    NumberOption(("--tokens",), "attention.tokens", "names", "Words, such as 'export fail why'."),
    NumberOption(
        ("--query",), "attention.query", "vector or name", "Query: a word, a file, or numbers."
    ),
    NumberOption(("--keys",), "attention.keys", "matrix", "Keys: a file, or a row for each word."),
    NumberOption(("--values",), "attention.values", "matrix", "Values, likewise."),
)
_BY_KEY = {option.key: option for option in OPTIONS}
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
        missing = [_BY_KEY[f"{table}.{n}"].flag for n in names if f"{table}.{n}" not in given]
        if present and missing:
            raise click.UsageError(
                f"{_BY_KEY[present[0]].flag} without {' and '.join(missing)}: "
                f"give these too, or a lesson that has them."
            )


def _values(given: Mapping[str, str]) -> dict[str, object]:
    """What the options' texts would be in a lesson. Raises LessonError with all their faults."""
    from anim_lib.lesson.faults import LessonError

    values: dict[str, object] = {}
    faults: list[Fault] = []
    for key, text in given.items():
        try:
            values[key] = value_of(key, text)
        except LessonError as error:
            faults += error.faults
    if faults:
        raise LessonError(*faults)
    return values


def value_of(key: str, text: str) -> object:
    """What an option's text would be in a lesson, at `key`.

    Raises LessonError naming option and cell.
    """
    from anim_lib.lesson.cells import text_complaint

    option = _BY_KEY[key]
    if option.kind == "name":
        return text
    if option.kind == "names":
        return text.replace(",", " ").split()
    rows = _rows(text)
    numeric = all(text_complaint(cell) is None for row in rows for cell in row)
    file, _, name = text.rpartition(":")
    if not numeric and file and name and _names_file(file):
        return {"file": str(Path(file).absolute()), "key": name}
    if not numeric and _names_file(text):
        return {"file": str(Path(text).absolute())}
    if not numeric and option.kind == "vector or name":
        return text
    return _numbers(option, rows)


def _rows(text: str) -> list[list[str]]:
    """The cells of each row. "0,5 0,3" has decimal commas, which the check of cells explains."""
    lines = re.split(r"[;\n]", text.strip().rstrip(";"))
    rows = []
    for line in lines:
        spaced = re.search(r"\s", line.strip()) and not re.search(r",\s|\s,", line)
        rows.append(
            line.split() if spaced or not line.strip() else re.split(r"\s*,\s*", line.strip())
        )
    return rows


def _names_file(text: str) -> bool:
    try:
        return Path(text).is_file() or re.search(r"\.[A-Za-z]\w*$", text) is not None
    except (OSError, ValueError):  # too long for a path, or a NUL in it
        return False


def _numbers(option: NumberOption, rows: list[list[str]]) -> list[Any]:
    from anim_lib.lesson.cells import cell_name, keep_complaints, text_complaint
    from anim_lib.lesson.faults import FaultList
    from anim_lib.lesson.toml_file import RawFloat
    from anim_lib.nn.numbers import plain_number

    faults = FaultList(option.flag)
    if any(mark in cell for row in rows for cell in row for mark in "[]"):
        hint = _without_brackets(rows)
        faults.add(None, "brackets", 'numbers, the rows parted by ";"', f'Write "{hint}".')
        faults.raise_any()
    flat = len(rows) == 1 and option.kind != "matrix"
    complaints = [
        (cell_name(None if flat else i, j), complaint)
        for i, row in enumerate(rows)
        for j, cell in enumerate(row)
        if (complaint := text_complaint(cell))
    ]
    keep_complaints("", complaints, faults)
    faults.raise_any()
    numbers = [[RawFloat(plain_number(cell)) for cell in row] for row in rows]
    return numbers[0] if flat else numbers


def _without_brackets(rows: list[list[str]]) -> str:
    """How to write a list of Python's or JSON's; an example where the numbers are many."""
    joined = " ; ".join(" ".join(row) for row in rows)
    apart = re.sub(r"\][\s,;]*\[", " ; ", joined).translate(str.maketrans("[],", "   "))
    plain = "; ".join(filter(None, (" ".join(line.split()) for line in apart.split(";"))))
    return plain if plain and len(plain) <= LONGEST_HINT else "1 2; 3 4"


def _put(document: dict[str, Any], values: Mapping[str, object]) -> None:
    """Set the keys in the document's tables; what is no table is left for the schema to refuse."""
    for key, value in values.items():
        table, _, name = key.partition(".")
        there = document.setdefault(table, {})
        if isinstance(there, dict):
            there[name] = value


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
    option = next((_BY_KEY[key] for key in given if fault.key in (key, f"{key}.key")), None)
    for key in given:
        fault = replace(fault, mend=re.sub(rf"\b{key}\b", _BY_KEY[key].flag, fault.mend))
    if option is None:
        return fault
    text = given[option.key]
    if fault.file == str(Path(text).absolute()):
        mend = fault.mend.replace("the lesson's folder", "the folder that you are in")
        return replace(fault, file=text, key=option.flag, mend=mend)
    mend = re.sub(r'^Add key = "(.*)" to pick one\.$', rf"Write {text}:\1 to pick one.", fault.mend)
    return replace(fault, file=option.flag, key=None, line=None, quote=None, mend=mend)
