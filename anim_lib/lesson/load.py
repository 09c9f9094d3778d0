"""From a lesson file to a checked, frozen Lesson, or to all of its faults at once."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from anim_lib.lesson.arrays import ArrayReader, shape_text
from anim_lib.lesson.faults import FaultList, did_you_mean
from anim_lib.lesson.lesson import DenseLayer, Display, Lanes, Lesson, slug
from anim_lib.lesson.schema import Document, check_document
from anim_lib.lesson.toml_file import parse_toml, read_text
from anim_lib.nn.activations import ACTIVATIONS
from anim_lib.nn.numbers import NumberArray

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
    file = Path(path)
    shipped = shipped_lessons()
    if str(path) in shipped and not file.exists():
        file = shipped[str(path)]
    faults = FaultList(str(path))
    faults.source = read_text(file, faults)
    document = parse_toml(faults.source, faults)
    return lesson_of(document, name=file.stem, folder=file.parent, path=file, faults=faults)


def lesson_of(
    document: Mapping[str, Any],
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
    layer = _dense(document.get("dense"), ArrayReader(folder, faults))
    if not {"dense", "attention"} & set(document):
        mend = "Add a [dense] table with W and x."
        faults.add(None, "nothing to draw", "a table [dense] or [attention]", mend)
    faults.raise_any()
    assert checked is not None  # a faulty document has raised
    lesson = _build(checked, layer, name, path)
    _refuse_overflow(lesson, faults)
    return lesson


def _build(checked: Document, layer: DenseLayer | None, name: str, path: Path | None) -> Lesson:
    shown, lanes = checked.display, checked.lanes
    return Lesson(
        name=slug(name),
        title=checked.title or name,
        path=path,
        dense=layer,
        lanes=Lanes(lanes.rows, lanes.lanes) if lanes else None,
        display=Display(shown.decimals, shown.theme, float(shown.pace)),
    )


def _dense(table: Any, reader: ArrayReader) -> DenseLayer | None:
    if not isinstance(table, dict):
        return None
    W = reader.matrix(table["W"], "dense.W") if "W" in table else None
    x = reader.vector(table["x"], "dense.x") if "x" in table else None
    b = reader.vector(table["b"], "dense.b") if "b" in table else None
    name = table.get("activation", "relu")
    activation = ACTIVATIONS.get(name) if isinstance(name, str) else None
    if activation is None and isinstance(name, str):
        known = ", ".join(ACTIVATIONS)
        hint = did_you_mean(name, list(ACTIVATIONS), "Choose one of these.")
        reader.faults.add("dense.activation", f'"{name}"', f"one of {known}", hint)
    if W is None:
        return None
    if "b" not in table:
        b = NumberArray.from_texts(["0"] * W.shape[0])
    _check_lengths(W, x, b, reader.faults)
    if x is None or b is None or activation is None:
        return None
    return DenseLayer(W, x, b, activation)


def _check_lengths(
    W: NumberArray, x: NumberArray | None, b: NumberArray | None, faults: FaultList
) -> None:
    rows, inputs = W.shape
    for name, array, needed, side in (("x", x, inputs, "column"), ("b", b, rows, "row")):
        if array is None or array.shape[0] == needed:
            continue
        found = f"{name} has {shape_text(array.shape)}, but W has {shape_text(W.shape)}"
        expected = f"{shape_text((needed,))} in {name}, one for each {side} of W"
        faults.add(f"dense.{name}", found, expected, f"Mend dense.{name}, or dense.W.")


def _refuse_overflow(lesson: Lesson, faults: FaultList) -> None:
    try:
        lesson.traces()
    except ValueError as error:
        row, _, reason = str(error).partition(": ")
        mend = "Scale the numbers down."
        faults.add("dense", f"{row}: {reason}", "finite sums", mend, cell=row)
    faults.raise_any()
