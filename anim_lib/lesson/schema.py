"""The tables and keys that a lesson file may hold."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from anim_lib.lesson.faults import FaultList, did_you_mean

MAX_COUNT = 10**12  # rows or lanes; beyond it a picture says nothing


class Table(BaseModel):
    """A TOML table: no unknown keys, no silent conversions."""

    model_config = ConfigDict(extra="forbid", strict=True)


class DenseTable(Table):
    """`[dense]`: the layer; arrays are read by `arrays`."""

    W: Any
    x: Any
    b: Any = None
    activation: str = "relu"


class LanesTable(Table):
    """`[lanes]`: the wide layer shown last, and its machine."""

    rows: int = Field(default=4096, ge=1, le=MAX_COUNT)
    lanes: int = Field(default=4096, ge=1, le=MAX_COUNT)


class AttentionTable(Table):
    """`[attention]`: one attention step; arrays are read by `arrays`."""

    tokens: list[str] = Field(min_length=1)
    query: Any
    keys: Any
    values: Any = None


class DisplayTable(Table):
    """`[display]`: how the numbers and the clip are shown."""

    decimals: int = Field(default=2, ge=0, le=6)
    theme: Literal["dark", "light"] = "dark"
    pace: float = Field(default=1.0, ge=0.5, le=2.0)


class Document(Table):
    """The whole lesson file."""

    title: str | None = None
    dense: DenseTable | None = None
    lanes: LanesTable | None = None
    attention: AttentionTable | None = None
    display: DisplayTable = DisplayTable()


TABLES: dict[str, type[Table]] = {
    "": Document,
    "dense": DenseTable,
    "lanes": LanesTable,
    "attention": AttentionTable,
    "display": DisplayTable,
}

_EXPECTED = {
    "int_type": "a whole number",
    "float_type": "a number",
    "string_type": "text in quotes",
    "list_type": "a list",
    "model_type": "a table",
    "too_short": "at least one entry",
}


def check_document(document: Mapping[str, Any], faults: FaultList) -> Document | None:
    """The checked document, or None with every fault of its structure kept in `faults`."""
    try:
        return Document.model_validate(document)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            _keep(detail, faults)
        return None


def _keep(detail: ErrorDetails, faults: FaultList) -> None:
    loc, kind = detail["loc"], detail["type"]
    names = [part for part in loc if isinstance(part, str)]
    key = ".".join(names)
    table = ".".join(names[:-1])
    cell = next((f"entry {part + 1}" for part in loc if isinstance(part, int)), None)
    if kind == "extra_forbidden":
        known = list(TABLES[table].model_fields)
        hint = did_you_mean(names[-1], known, "Remove it.")
        faults.add(key, "unknown key", f"one of {', '.join(known)}", hint)
    elif kind == "missing":
        mend = f"Add {names[-1]} under [{table}]."
        line = _table_line(table, faults)
        faults.add(key, f"[{table}] has no {names[-1]}", f"{names[-1]} = …", mend, line=line)
    else:
        found, expected = described(detail["input"]), _expected(detail)
        faults.add(key, found, expected, f"Write {names[-1]} as {expected}.", cell=cell)


def _table_line(table: str, faults: FaultList) -> int | None:
    from anim_lib.lesson.faults import line_of

    return line_of(faults.source, table)


def _expected(detail: ErrorDetails) -> str:
    if detail["type"] == "literal_error":
        return 'text: "dark" or "light"'
    if detail["type"] in ("greater_than_equal", "less_than_equal"):
        loc = detail["loc"]
        field = TABLES[str(loc[0])].model_fields[str(loc[1])]
        low, high = (getattr(rule, "ge", None) for rule in field.metadata), None
        bounds = [
            v for r in field.metadata for v in (getattr(r, "ge", None), getattr(r, "le", None))
        ]
        low, high = [value for value in bounds if value is not None]
        whole = "a whole number" if isinstance(low, int) else "a number"
        return f"{whole} from {low} to {high}"
    return _EXPECTED.get(detail["type"], detail["msg"].lower())


def described(value: object) -> str:
    """A value as a person would name it, short enough for a message."""
    if isinstance(value, bool):
        return f"{str(value).lower()}, which is a truth value"
    if isinstance(value, str):
        return f'the text "{value if len(value) <= 40 else value[:39] + "…"}"'
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "an empty list" if not value else f"a list of {len(value)}"
    return str(getattr(value, "text", value))
