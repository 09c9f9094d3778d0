"""The tables and keys that a lesson file may hold.

Each field's description says in words what is expected; messages quote it.
"""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from anim_lib.lesson.faults import FaultList
from anim_lib.lesson.words import described, did_you_mean

MAX_COUNT = 10**12  # rows or lanes; beyond it a picture says nothing
COUNT = "a whole number from 1 to 1,000,000,000,000"


class Table(BaseModel):
    """A TOML table: no unknown keys, no silent conversions."""

    model_config = ConfigDict(extra="forbid", strict=True)


class DenseTable(Table):
    """The layer y = f(Wx + b)."""  # arrays are checked by `arrays`

    W: Any = Field(description="rows of numbers")
    x: Any = Field(description="a list of numbers")
    b: Any = Field(default=None, description="a list of numbers")
    activation: str = Field(default="relu", description="a name in quotes")


class LanesTable(Table):
    """The wide layer shown last, and its machine."""

    rows: int = Field(default=4096, ge=1, le=MAX_COUNT, description=COUNT)
    lanes: int = Field(default=4096, ge=1, le=MAX_COUNT, description=COUNT)


class AttentionTable(Table):
    """One attention step."""  # likewise

    tokens: list[str] = Field(min_length=1, description="a list of words in quotes")
    query: Any = Field(description="a token in quotes, or a list of numbers")
    keys: Any = Field(description="rows of numbers, one for each token")
    values: Any = Field(default=None, description="rows of numbers, one for each token")


class DisplayTable(Table):
    """How the numbers and the clip are shown."""

    decimals: int = Field(default=2, ge=0, le=6, description="a whole number from 0 to 6")
    theme: Literal["dark", "light"] = Field(default="dark", description='"dark" or "light"')
    pace: float = Field(default=1.0, ge=0.5, le=2.0, description="a number from 0.5 to 2")
    rows: Any = Field(default=None, description="rows of a large table that are shown in full")
    cols: Any = Field(default=None, description="columns, likewise")  # checked by `shown`
    fonts: str | None = Field(default=None, description="a folder of fonts beside the lesson")


class Document(Table):
    """The whole lesson file."""

    title: str | None = Field(
        default=None, pattern=r"^[^\x00-\x1f\x7f]*$", description="one line of text in quotes"
    )
    dense: DenseTable | None = Field(default=None, description="a table [dense]")
    lanes: LanesTable | None = Field(default=None, description="a table [lanes]")
    attention: AttentionTable | None = Field(default=None, description="a table [attention]")
    display: DisplayTable = Field(default=DisplayTable(), description="a table [display]")


TABLES: dict[str, type[Table]] = {
    "": Document,
    "dense": DenseTable,
    "lanes": LanesTable,
    "attention": AttentionTable,
    "display": DisplayTable,
}


# What programs call them; spelling alone would not lead from one to the other.
ALIASES = {
    **dict.fromkeys(("weight", "weights", "matrix", "kernel"), "W"),
    **dict.fromkeys(("input", "inputs", "vector"), "x"),
    **dict.fromkeys(("bias", "biases"), "b"),
    **dict.fromkeys(("function", "nonlinearity"), "activation"),
    **dict.fromkeys(("words",), "tokens"),
}


def check_document(document: Mapping[str, object], faults: FaultList) -> Document | None:
    """The checked document, or None with every fault of its structure kept in `faults`."""
    try:
        return Document.model_validate(document)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            _keep(detail, faults)
        return None


def _keep(detail: ErrorDetails, faults: FaultList) -> None:
    names = [part for part in detail["loc"] if isinstance(part, str)]
    key, table, name = ".".join(names), ".".join(names[:-1]), names[-1]
    fields = TABLES[table].model_fields
    if detail["type"] == "extra_forbidden":
        _keep_unknown(key, table, name, faults)
        return
    expected = fields[name].description or ""
    if detail["type"] == "missing":
        mend = f"Add {name} = … under [{table}]."
        faults.add(key, f"[{table}] has no {name}", expected, mend, at_key=True)
        return
    entry = next((part for part in detail["loc"] if isinstance(part, int)), None)
    cell = None if entry is None else f"entry {entry + 1}"
    mend = f"Write {name} as {expected}."
    place = () if entry is None else (entry,)
    faults.add(key, described(detail["input"]), expected, mend, cell=cell, place=place)


def _keep_unknown(key: str, table: str, name: str, faults: FaultList) -> None:
    known = list(TABLES[table].model_fields)
    homes = [home for home, model in TABLES.items() if home and name in model.model_fields]
    meant = ALIASES.get(name.lower(), "")
    otherwise = f"Put it under [{homes[0]}]." if homes else "Remove it."
    hint = did_you_mean(meant if meant in known else name, known, otherwise)
    expected = f"one of {', '.join(known)}"
    faults.add(key, f"unknown key {name}", expected, hint, at_key=True)
