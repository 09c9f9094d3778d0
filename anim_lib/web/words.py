"""What a beat's numbers are called in a transcript: "sums 1: −0.80" for a reader, not a program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from anim_lib.nn.quantity import Quantity

# An array that is not named here is called by its own name, with spaces for underscores.
NAMES = {
    "dense.W": "weights",
    "dense.x": "inputs",
    "dense.b": "biases",
    "dense.partial": "total so far",
    "dense.hidden": "products drawn as one",
    "dense.pre_activation": "sum",
    "relu.z": "sum",
    "relu.y": "output",
    "lanes.serial_steps": "ticks on one lane",
    "lanes.parallel_steps": "ticks on all lanes",
    "lanes.wide_rows": "rows of the wide layer",
    "lanes.wide_lanes": "its lanes",
    "lanes.wide_serial_steps": "its ticks on one lane",
    "lanes.wide_parallel_steps": "its ticks on all lanes",
    "attention.d": "d",
    "attention.dot": "dot product",
    "attention.scale": "√d",
    "attention.total": "total",
    "attention.weights_total": "weights together",
}


def spoken(numbers: Sequence[Quantity]) -> tuple[str, ...]:
    """The numbers as phrases, those of one row in one: "weights, row 1: 0.5, −0.3, 0.8".

    Rows and places are counted from 1, as on screen.
    """
    runs: list[Run] = []
    for number in _in_order(numbers):
        array, row, place = _placed(number.name)
        last = runs[-1] if runs else None
        if last and (last.array, last.row, last.first + len(last.texts)) == (array, row, place):
            last.texts.append(number.text)
        else:
            runs.append(Run(array, row, place, [number.text]))
    return tuple(f"{run.heading}: {', '.join(run.texts)}" for run in runs)


@dataclass
class Run:
    """Numbers that stand side by side; places are counted from 0, −1 means there is only one."""

    array: str
    row: str
    first: int
    texts: list[str]

    @property
    def heading(self) -> str:
        """What the numbers are, and their row or place where it is not all of them."""
        name = NAMES.get(self.array, self.array.rpartition(".")[2].replace("_", " "))
        if self.row:
            name += f", row {int(self.row) + 1}"
        if self.first < 0 or (self.row and self.first == 0 and len(self.texts) > 1):
            return name  # there is only one, or all of the row
        first, last = self.first + 1, self.first + len(self.texts)
        places = f"{first}" if first == last else f"{first}–{last}"
        return f"{name}, place {places}" if self.row else f"{name} {places}"


def _in_order(numbers: Sequence[Quantity]) -> list[Quantity]:
    """Arrays as they come, the numbers of each in the order of their places."""
    arrays = list(dict.fromkeys(_placed(number.name)[0] for number in numbers))

    def place(number: Quantity) -> tuple[int, int, int]:
        array, row, place = _placed(number.name)
        return arrays.index(array), int(row or 0), place

    return sorted(numbers, key=place)


def _placed(name: str) -> tuple[str, str, int]:
    """Array, row and place in it: "dense.W[1,2]" gives ("dense.W", "1", 2)."""
    array, _, index = name.rstrip("]").partition("[")
    row, _, place = index.rpartition(",")
    return array, row, int(place) if place else -1
