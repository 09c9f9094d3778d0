"""The layers of a lesson, built from their tables; shapes are checked against one another."""

import re
from collections.abc import Sequence

from anim_lib.lesson.arrays import ArrayReader
from anim_lib.lesson.lesson import Attention, DenseLayer
from anim_lib.lesson.words import counted, described, did_you_mean, quoted, shape_text
from anim_lib.nn.activations import ACTIVATIONS, Activation
from anim_lib.nn.numbers import NumberArray


def read_dense(table: object, reader: ArrayReader) -> DenseLayer | None:
    """The layer of a `[dense]` table, or None with the faults kept."""
    if not isinstance(table, dict):
        return None
    W = reader.matrix(table["W"], "dense.W") if "W" in table else None
    x = reader.vector(table["x"], "dense.x", W) if "x" in table else None
    activation = _activation(table.get("activation", "relu"), reader)
    if "b" in table:
        b = reader.vector(table["b"], "dense.b", W)
    else:
        b = None if W is None else NumberArray.from_texts(["0"] * W.shape[0])
    if W is not None:
        _check_length("x", x, W, 1, reader)
        _check_length("b", b, W, 0, reader)
    if W is None or x is None or b is None or activation is None:
        return None
    return DenseLayer(W, x, b, activation)


def _activation(name: object, reader: ArrayReader) -> Activation | None:
    if not isinstance(name, str) or name in ACTIVATIONS:  # the schema refuses what is no text
        return ACTIVATIONS[name] if isinstance(name, str) else None
    hint = did_you_mean(name, ACTIVATIONS, "Choose one of these.")
    expected = f"one of {', '.join(ACTIVATIONS)}"
    reader.faults.add("dense.activation", described(name), expected, hint)
    return None


def _check_length(
    name: str, vector: NumberArray | None, W: NumberArray, axis: int, reader: ArrayReader
) -> None:
    if vector is None or vector.shape[0] == W.shape[axis]:
        return
    found = f"{name} has {shape_text(vector.shape)}, but W has {shape_text(W.shape)}"
    side = ("row", "column")[axis]
    expected = f"{counted(W.shape[axis], 'number')} in {name}, one for each {side} of W"
    reader.faults.add(f"dense.{name}", found, expected, f"Mend dense.{name}, or dense.W.")


def read_attention(table: object, reader: ArrayReader) -> Attention | None:
    """The step of an `[attention]` table, or None with the faults kept."""
    if not isinstance(table, dict):
        return None
    tokens = _tokens(table.get("tokens"))
    keys = reader.matrix(table["keys"], "attention.keys") if "keys" in table else None
    values = reader.matrix(table["values"], "attention.values") if "values" in table else None
    if tokens:
        _check_letters(tokens, reader)
        _check_rows("keys", keys, tokens, reader)
        _check_rows("values", values, tokens, reader)
    before = len(reader.faults.faults)
    query, asks = _query(table.get("query"), tokens, keys, reader)
    if not tokens or keys is None or query is None or len(reader.faults.faults) > before:
        return None
    return Attention(tuple(tokens), query, asks, keys, values)


def _tokens(value: object) -> Sequence[str] | None:
    """The tokens, where the schema has nothing to say against them."""
    if isinstance(value, list) and all(isinstance(token, str) for token in value):
        return value
    return None


def _check_letters(tokens: Sequence[str], reader: ArrayReader) -> None:
    """Refuse halves of characters: JSON and command lines can hold them, no file of ours can."""
    for place, token in enumerate(tokens):
        half = next((letter for letter in token if "\ud800" <= letter <= "\udfff"), None)
        if half:
            found = f"U+{ord(half):04X}, half of a character"
            mend = "Mend the program or the file that the token comes from."
            expected, cell = "whole characters", f"entry {place + 1}"
            reader.faults.add("attention.tokens", found, expected, mend, cell=cell, place=(place,))


def _check_rows(
    name: str, array: NumberArray | None, tokens: Sequence[str], reader: ArrayReader
) -> None:
    if array is None or array.shape[0] == len(tokens):
        return
    there = f"there {'is' if len(tokens) == 1 else 'are'} {counted(len(tokens), 'token')}"
    found = f"{name} has {shape_text(array.shape)}, but {there}"
    mend = f"Mend attention.{name}, or attention.tokens."
    reader.faults.add(f"attention.{name}", found, "one row for each token", mend)


def _named(value: str, tokens: Sequence[str]) -> int | None:
    """Which token "the (3)" names: the third, where that is "the". Alike tokens are drawn so."""
    named = re.fullmatch(r"(.*) \(([1-9][0-9]{0,5})\)", value, re.DOTALL)
    if named is None or value in tokens:
        return None
    place = int(named[2]) - 1
    return place if place < len(tokens) and tokens[place] == named[1] else None


def _query(
    value: object, tokens: Sequence[str] | None, keys: NumberArray | None, reader: ArrayReader
) -> tuple[NumberArray | None, int | None]:
    """The query vector, and which token asks if one does; of tokens that are alike the first."""
    if value is None:
        return None, None
    if not isinstance(value, str):
        query = reader.vector(value, "attention.query", keys)
        if query is not None and keys is not None and query.shape[0] != keys.shape[1]:
            found = f"query has {shape_text(query.shape)}, but keys has {shape_text(keys.shape)}"
            expected = f"{counted(keys.shape[1], 'number')} in query, one for each column of keys"
            mend = "Mend attention.query, or attention.keys."
            reader.faults.add("attention.query", found, expected, mend)
        return query, None
    if not tokens:
        return None, None
    asks = _named(value, tokens)
    if value not in tokens and asks is None:
        hint = did_you_mean(value, tokens, "Name one of the tokens, or write a list of numbers.")
        expected = f"one of {', '.join(map(quoted, tokens[:8]))}"
        reader.faults.add("attention.query", described(value), expected, hint)
        return None, None
    if keys is None or keys.shape[0] != len(tokens):
        return None, None
    if asks is None:
        alike = [i for i, token in enumerate(tokens) if token == value]
        asks = alike[0]
        if len({keys.row_texts(i) for i in alike}) > 1:
            places = " and ".join(str(i + 1) for i in alike)
            found = f"{described(value)}, which is tokens {places} with other keys"
            mend = f'Write "{value} ({alike[-1] + 1})" for the last of them, as it is drawn.'
            reader.faults.add("attention.query", found, "one token", mend)
            return None, None
    return NumberArray.from_texts(keys.row_texts(asks)), asks
