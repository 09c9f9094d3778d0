"""A trace as a table of text, its columns aligned at the right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import singledispatch
from typing import Protocol

from anim_lib.nn.dense import DenseTrace
from anim_lib.nn.quantity import Quantity, Vector

GAP, WIDE_GAP = "  ", "     "

Group = tuple[str, Sequence[Vector]]  # a heading and its columns' quantities


class Trace(Protocol):
    """What every kind of trace can do."""

    def quantities(self) -> Iterator[Quantity]:
        """All its numbers, those of one array together."""
        ...


@singledispatch
def trace_text(trace: Trace) -> str:
    """The trace's numbers as printed on screen: each array under its name, a row a line.

    A kind of trace that deserves a table of its own registers a function below.
    """
    arrays: dict[str, dict[str, list[Quantity]]] = {}
    for quantity in trace.quantities():
        name, _, index = quantity.name.partition("[")
        row = index.rpartition(",")[0]  # "" for a vector, "2" for row 2 of a matrix
        arrays.setdefault(name, {}).setdefault(row, []).append(quantity)
    wide = max(map(len, arrays))
    lines = []
    for name, rows in arrays.items():
        columns = list(zip(*rows.values(), strict=True))
        for number, line in enumerate(_block("", _texts(columns))[1:]):
            lines.append(f"{name if number == 0 else '':<{wide}}{WIDE_GAP}{line}")
    return "\n".join(lines)


@trace_text.register
def _(trace: DenseTrace) -> str:
    columns = range(trace.n_inputs)
    label = trace.activation.label
    groups: list[Group] = [
        ("W", [tuple(row[j] for row in trace.W) for j in columns]),
        ("products with x", [tuple(row[j] for row in trace.products) for j in columns]),
        ("so far", [tuple(row[j] for row in trace.partial) for j in columns]),
        ("+ b", [trace.b]),
        ("= sum", [trace.pre_activation]),
        (label, [trace.output]),
    ]
    head = f"dense layer: {trace.n_rows} × {trace.n_inputs}, {label}, {trace.activation.formula}"
    x = GAP.join(number.text for number in trace.x)
    return f"{head}\n\nx = {x}\n\n{table(groups, trace.n_rows)}"


def table(groups: Sequence[Group], rows: int) -> str:
    """Groups of columns side by side under their headings, the rows numbered from 1."""
    blocks = [_block("row", [[str(row + 1) for row in range(rows)]])]
    for heading, columns in groups:
        blocks.append(_block(heading, _texts(columns)))
    return "\n".join(WIDE_GAP.join(line).rstrip() for line in zip(*blocks, strict=True))


def _texts(columns: Sequence[Sequence[Quantity]]) -> list[list[str]]:
    return [[number.text for number in column] for column in columns]


def _block(heading: str, columns: Sequence[Sequence[str]]) -> list[str]:
    """The lines of one group: its heading, then its rows, all equally wide."""
    widths = [max(map(len, column)) for column in columns]
    lines = [
        GAP.join(text.rjust(width) for text, width in zip(row, widths, strict=True))
        for row in zip(*columns, strict=True)
    ]
    width = max(len(heading), *map(len, lines))
    return [heading.rjust(width), *(line.rjust(width) for line in lines)]
