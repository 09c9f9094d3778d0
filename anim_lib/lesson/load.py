"""From a lesson file to a checked, frozen Lesson, or to all of its faults at once."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from anim_lib.lesson.arrays import ArrayReader
from anim_lib.lesson.faults import FaultList
from anim_lib.lesson.font_files import read_fonts
from anim_lib.lesson.formats import names_arrays
from anim_lib.lesson.lesson import Display, Lanes, Lesson, slug
from anim_lib.lesson.parts import read_attention, read_dense
from anim_lib.lesson.schema import check_document
from anim_lib.lesson.shown import read_shown
from anim_lib.lesson.toml_file import parse_toml, read_text
from anim_lib.lesson.words import did_you_mean
from anim_lib.nn.steps import RangeError

LESSONS = Path(__file__).resolve().parents[2] / "scenes" / "lessons"


def shipped_lessons() -> dict[str, Path]:
    """Name and file of the lessons that ship."""
    return {path.stem: path for path in sorted(LESSONS.glob("*.toml"))}


def default_lesson() -> Lesson:
    """The page's own numbers."""
    return load_lesson(LESSONS / "every-layer.toml")


def load_lesson(path: Path | str) -> Lesson:
    """The lesson in a TOML file, or the shipped lesson of that name ("every-layer").

    Raises LessonError with every fault that the file and its arrays have.
    """
    file, document, faults = read_document(path)
    return lesson_of(document, name=file.stem, folder=file.parent, path=file, faults=faults)


def read_document(path: Path | str) -> tuple[Path, dict[str, Any], FaultList]:
    """The file that a path or a shipped lesson's name means, what it says, and its faults to be.

    Raises LessonError for what cannot be read as TOML.
    """
    file = Path(path)
    shipped = shipped_lessons()
    if str(path) in shipped and not file.is_file():
        file = shipped[str(path)]
    faults = FaultList(str(path) or '""')
    if names_arrays(str(path)) and file.is_file():
        mend = f"Write one: dotreel new my.toml --from {path}; or give its numbers: -W {path} -x …"
        faults.add(None, "a file of arrays", "a lesson file", mend)
        raise faults.error()
    hint = did_you_mean(str(path), shipped, "Check the path.")
    faults.source = read_text(file, faults, hint)
    return file, parse_toml(faults.source, faults), faults


def lesson_of(
    document: Mapping[str, object],
    *,
    name: str,
    folder: Path,
    path: Path | None = None,
    faults: FaultList | None = None,
) -> Lesson:
    """The lesson that a document of TOML's shape describes; files are relative to `folder`.

    Raises LessonError with every fault of the document and its arrays.
    """
    faults = faults or FaultList(name)
    checked = check_document(document, faults)
    reader = ArrayReader(folder, faults)
    layer = read_dense(document.get("dense"), reader)
    attention = read_attention(document.get("attention"), reader)
    rows, cols = read_shown(document, layer, attention, faults)
    fonts = read_fonts(document, folder, faults)
    _refuse_nothing_to_draw(document, faults)
    if checked is None or faults.faults:
        raise faults.error()
    shown, lanes = checked.display, checked.lanes
    lesson = Lesson(
        name=slug(name),
        title=checked.title or name,
        path=path,
        dense=layer,
        lanes=Lanes(lanes.rows, lanes.lanes) if lanes else None,
        attention=attention,
        display=Display(shown.decimals, shown.theme, float(shown.pace), rows, cols, fonts),
        source=faults.source,
    )
    _refuse_beyond_range(lesson, faults)
    return lesson


def _refuse_nothing_to_draw(document: Mapping[str, object], faults: FaultList) -> None:
    if "lanes" in document and "dense" not in document:
        mend = "Add a [dense] table with W and x, or remove [lanes]."
        faults.add("lanes", "[lanes] without [dense]", "the layer that the lanes work on", mend)
    elif not {"dense", "attention"} & set(document) and not faults.faults:
        mend = "Add a [dense] table with W and x."
        faults.add(None, "nothing to draw", "a table [dense] or [attention]", mend)


def _refuse_beyond_range(lesson: Lesson, faults: FaultList) -> None:
    for table, trace in (("dense", "dense_trace"), ("attention", "blend_trace")):
        try:
            getattr(lesson, trace)
        except RangeError as error:
            cell = f"row {error.row}"
            faults.add(table, str(error), error.expected, error.mend, cell=cell)
    faults.raise_any()
