"""JSON Schema of lesson files, by which editors complete and check them."""

from typing import Any

from anim_lib.lesson.formats import FORMATS
from anim_lib.lesson.schema import Document
from anim_lib.lesson.slices import PATTERN
from anim_lib.nn.activations import ACTIVATIONS

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SCHEMA_FILE = "dotreel.schema.json"  # beside the lesson; its first line names it

NUMBERS = {"type": "array", "items": {"type": "number"}, "minItems": 1}
ROWS = {"type": "array", "items": NUMBERS, "minItems": 1}
FILE = {
    "type": "object",
    "description": f"An array from a file: {', '.join(FORMATS)}.",
    "properties": {
        "file": {"type": "string", "description": "The file, from the lesson's folder."},
        "key": {"type": "string", "description": "The array's name in a file of several."},
        "rows": {"$ref": "#/$defs/part", "description": 'The rows that are used: "0:4".'},
        "cols": {"$ref": "#/$defs/part", "description": 'The columns that are used: "0:3".'},
        "transpose": {"type": "boolean", "description": "Turn the array first."},
    },
    "required": ["file"],
    "additionalProperties": False,
}
PART = {"type": "string", "pattern": f"^{PATTERN}$"}
WHOLE = {"type": "array", "items": {"type": "integer"}, "minItems": 1}

MATRIX, VECTOR, QUERY, SHOWN = "matrix", "vector", "query", "shown"
ARRAYS = {
    "DenseTable": {"W": MATRIX, "x": VECTOR, "b": VECTOR},
    "AttentionTable": {"query": QUERY, "keys": MATRIX, "values": MATRIX},
    "DisplayTable": {"rows": SHOWN, "cols": SHOWN},
}
SHAPES: dict[str, list[dict[str, Any]]] = {
    MATRIX: [ROWS, {"$ref": "#/$defs/file"}],
    VECTOR: [NUMBERS, ROWS, {"$ref": "#/$defs/file"}],
    QUERY: [{"type": "string"}, NUMBERS, ROWS, {"$ref": "#/$defs/file"}],
    SHOWN: [{"$ref": "#/$defs/part"}, WHOLE],
}


def lesson_schema() -> dict[str, Any]:
    """The schema of a whole lesson file, made from the tables that check it."""
    schema = Document.model_json_schema()
    tables = schema["$defs"]
    for table, arrays in ARRAYS.items():
        for key, kind in arrays.items():
            described = {"description": tables[table]["properties"][key]["description"]}
            tables[table]["properties"][key] = {**described, "anyOf": SHAPES[kind]}
    for part in schema["properties"].values():
        _leave_out_null(part)
    tables["DenseTable"]["properties"]["activation"]["enum"] = list(ACTIVATIONS)
    tables["file"], tables["part"] = FILE, PART
    something = [{"required": [table]} for table in ("dense", "attention")]
    return {
        "$schema": DIALECT,
        **schema,
        "title": "A Dotreel lesson",
        "anyOf": something,
        "dependentRequired": {"lanes": ["dense"]},
    }


def _leave_out_null(part: dict[str, Any]) -> None:
    """TOML has no null: what is optional is left out."""
    choices = [choice for choice in part.pop("anyOf", ()) if choice != {"type": "null"}]
    for choice in choices:
        part.update(choice)
    if part.get("default", 0) is None:
        del part["default"]
