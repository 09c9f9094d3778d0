"""What is wrong with a scene file, and where: file and line, as a person names them."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from pathlib import Path


class SceneFileError(ValueError):
    """A scene file that cannot be used. The message names file and line, and how to mend it.

    It goes from the drawing processes to their starter, in whose folder the path is told;
    `details` is the traceback of what the file raised.
    """

    def __init__(self, words: str, path: Path, line: int | None = None, details: str = "") -> None:
        super().__init__(words, path, line, details)
        self.words, self.path, self.line, self.details = words, path, line, details

    def __str__(self) -> str:
        """One message."""
        return f"{place_text(self.path, self.line)}: {self.words}"


class SceneFilesError(SceneFileError):
    """Several scene files that cannot be used, each with its own message."""

    def __init__(self, troubles: Sequence[SceneFileError]) -> None:
        first, details = troubles[0], "\n".join(filter(None, (one.details for one in troubles)))
        super().__init__(first.words, first.path, first.line, details)
        self.troubles = tuple(troubles)
        self.args = (self.troubles,)

    def __str__(self) -> str:
        """The messages one after the other."""
        return "\n".join(map(str, self.troubles))


def raise_any(troubles: Sequence[SceneFileError]) -> None:
    """Raise what was found: the one, or all of them together."""
    if troubles:
        raise troubles[0] if len(troubles) == 1 else SceneFilesError(troubles)


def place_text(path: Path, line: int | None = None) -> str:
    """The file, from the folder that we are in when it lies below, and the line."""
    shown = str(path)
    if path.is_absolute():
        try:
            below = path.is_relative_to(Path.cwd())
        except OSError:  # our folder is gone
            below = False
        shown = str(path.relative_to(Path.cwd())) if below else shown
    return shown if line is None else f"{shown}, line {line}"


def place_of(error: BaseException, folder: Path) -> tuple[Path, int] | None:
    """The last line in a file of the folder that led to the error; None if there is none."""
    frames = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        frames.append((error.filename, error.lineno))
    for filename, line in reversed(frames):
        if line is not None and Path(filename).is_relative_to(folder):
            return Path(filename), line
    return None


def error_text(error: BaseException) -> str:
    """The error's kind and what it says, on one line."""
    said = " ".join((error.msg if isinstance(error, SyntaxError) else str(error)).split())
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
