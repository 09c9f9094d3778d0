"""Reading TOML so that the decimal text of every number survives."""

import errno
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from anim_lib.lesson.faults import FaultList
from anim_lib.lesson.places import places_in

MAX_LESSON_BYTES = 2_000_000  # a lesson is written by hand; large arrays belong in files


# The start of a line that begins a table or gives a key; a row of numbers is neither.
STATEMENT = re.compile(
    r"""\s*(\[\s*[A-Za-z_"'][^\[\]]*\]|\[\[\s*[A-Za-z_"'][^\[\]]*\]\]|[^\s=\[\]{}\#,]+(?=\s*=))"""
)


class RawFloat(float):
    """A TOML float that remembers how it was written."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> "RawFloat":
        """From the raw text, such as "1.0" or "1e-9"."""
        number = super().__new__(cls, text)
        number.text = text.replace("_", "")
        return number


def read_text(path: Path, faults: FaultList, hint: str = "Check the path.") -> str:
    """The text of a UTF-8 file; `hint` says what to do where there is none.

    Raises LessonError for a file that is missing, a folder, unreadable, too large or not UTF-8.
    """
    try:
        if path.is_symlink() and (trouble := link_trouble(path)):
            faults.add(None, trouble, "a lesson file", "Let the link lead to a file.")
        elif path.is_dir():
            faults.add(None, "this is a folder", "a lesson file", "Name a .toml file inside it.")
        elif not path.exists():
            faults.add(None, "no such file", "a lesson file", hint)
        elif not path.is_file():
            faults.add(None, "not a plain file", "a lesson file", hint)
        elif path.stat().st_size > MAX_LESSON_BYTES:
            found = f"{path.stat().st_size:,} bytes"
            mend = 'Move large arrays to files: W = { file = "weights.npy" }.'
            faults.add(None, found, f"at most {MAX_LESSON_BYTES:,}", mend)
        else:
            return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        found = f"byte {error.start + 1} is not UTF-8"
        faults.add(None, found, "UTF-8 text", "Save the file as UTF-8.")
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or str(error)
        faults.add(None, f"cannot be read ({reason})", "a readable file", hint)
    raise faults.error()


def link_trouble(path: Path) -> str | None:
    """What keeps a symbolic link from leading to anything; None when it leads somewhere."""
    try:
        path.stat()
    except FileNotFoundError:
        return "a symbolic link that leads nowhere"
    except OSError as error:
        return "a symbolic link that leads back to itself" if error.errno == errno.ELOOP else None
    return None


def parse_toml(source: str, faults: FaultList) -> dict[str, Any]:
    """The document, floats as RawFloat. Raises LessonError with line and column."""
    try:
        return tomllib.loads(source, parse_float=RawFloat)
    except RecursionError:
        faults.add(None, "lists nested too deeply", "at most rows of numbers", "Remove brackets.")
    except tomllib.TOMLDecodeError as error:
        _keep_syntax(str(error), faults)
    except ValueError:  # an integer of more digits than Python turns into a number
        _keep_long_integer(faults)
    raise faults.error()


def _keep_long_integer(faults: FaultList) -> None:
    """Keep the fault of the first integer that is too long for Python."""
    most = sys.get_int_max_str_digits()
    for start, end in sorted(places_in(faults.source).values.values()):
        digits = re.sub(r"[+_-]", "", faults.source[start:end])
        if digits.isdecimal() and len(digits) > most:
            before = faults.source[:start]
            line, column = before.count("\n") + 1, start - before.rfind("\n")
            found = f"an integer of {len(digits)} digits"
            expected = "a number that fits a 64-bit float"
            faults.add_at(found, expected, "Scale it down.", line, column)
            return
    faults.add(None, f"an integer of more than {most} digits", "shorter numbers", "Scale it down.")


def _keep_syntax(message: str, faults: FaultList) -> None:
    at = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    line = int(at[1]) if at and at[1] else len(faults.source.splitlines())
    reason = message[: at.start()] if at else message
    if re.match(r"Cannot (declare|overwrite|mutate|redefine)|Duplicate", reason):
        _keep_twice(reason, line, faults)
        return
    found = f"{reason[:1].lower()}{reason[1:]}"
    mend = "Check quotes, commas and brackets here and on the line before."
    faults.add_at(found, "TOML", mend, line, int(at[2]) if at and at[2] else None)


def _keep_twice(reason: str, line: int, faults: FaultList) -> None:
    """Keep the fault of a key or table that was there before; `line` is where the second ends."""
    lines = faults.source.splitlines()
    # The second value may begin some lines above its end; what begins it tells its name.
    statements = ((at, STATEMENT.match(lines[at - 1])) for at in range(line, 0, -1))
    at, statement = next(((at, match) for at, match in statements if match), (line, None))
    written, column = (statement[1], statement.start(1) + 1) if statement else ("", 1)
    is_table = written.startswith("[")
    names = re.findall(r"'([^']*)'", reason)
    if names and not is_table:  # of a table in braces the reason alone tells which key it is
        written = names[-1]
    found = f"{'the table' if is_table else 'the key'} {written} is given a second time"
    mend = "Keep one of them, with all its keys." if is_table else "Remove one of them."
    faults.add_at(found, "each key and table once", mend, at, column)
