"""Reading TOML so that the decimal text of every number survives."""

import re
import tomllib
from pathlib import Path
from typing import Any

from anim_lib.lesson.faults import FaultList

MAX_LESSON_BYTES = 2_000_000  # a lesson is written by hand; large arrays belong in files


class RawFloat(float):
    """A TOML float that remembers how it was written."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> "RawFloat":
        """From the raw text, such as "1.0" or "1e-9"."""
        number = super().__new__(cls, text)
        number.text = text
        return number


def read_text(path: Path, faults: FaultList, hint: str = "Check the path.") -> str:
    """The text of a UTF-8 file; `hint` says what to do where there is none.

    Raises LessonError for a file that is missing, a folder, unreadable, too large or not UTF-8.
    """
    try:
        if path.is_dir():
            faults.add(None, "this is a folder", "a lesson file", "Name a .toml file inside it.")
        elif not path.exists():
            faults.add(None, "no such file", "a lesson file", hint)
        elif not path.is_file():
            faults.add(None, "not a plain file", "a lesson file", hint)
        elif path.stat().st_size > MAX_LESSON_BYTES:
            found = f"{path.stat().st_size:,} bytes"
            mend = 'Move large arrays to files: W = { file = "weights.npy" }.'
            faults.add(None, found, f"at most {MAX_LESSON_BYTES:,}", mend)
        faults.raise_any()
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        found = f"byte {error.start + 1} is not UTF-8"
        faults.add(None, found, "UTF-8 text", "Save the file as UTF-8.")
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or str(error)
        faults.add(None, f"cannot be read ({reason})", "a readable file", hint)
    raise faults.error()


def parse_toml(source: str, faults: FaultList) -> dict[str, Any]:
    """The document, floats as RawFloat. Raises LessonError with line and column."""
    try:
        return tomllib.loads(source, parse_float=RawFloat)
    except RecursionError:
        faults.add(None, "lists nested too deeply", "at most rows of numbers", "Remove brackets.")
    except ValueError as error:  # TOMLDecodeError, or an integer of thousands of digits
        _keep_syntax(str(error), faults)
    raise faults.error()


def _keep_syntax(message: str, faults: FaultList) -> None:
    at = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    line = int(at[1]) if at and at[1] else len(faults.source.splitlines())
    reason = message[: at.start()] if at else message
    found = f"{reason[:1].lower()}{reason[1:]}"
    mend = "Check quotes, commas and brackets here and on the line before."
    faults.add_at(found, "TOML", mend, line, int(at[2]) if at and at[2] else None)
