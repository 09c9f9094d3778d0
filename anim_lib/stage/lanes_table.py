"""The layer's table at the start of the lanes clip, and which of its places a step comes from.

What is hidden in the table has a place in it too: a hidden column's steps come from its "···", a
hidden row's from the line that stands for the hidden rows, where their boxes have no height.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from anim_lib.nn.dense import DenseTrace
from anim_lib.stage.cells import Boxes
from anim_lib.stage.ink import Ink
from anim_lib.stage.lanes_units import Units
from anim_lib.stage.row_table import RowTable

_PAD = 0.1  # from a column's numbers to their blocks' edges
_APART = 0.04  # between the blocks of two rows


class LanesTable:
    """The inks of the table, by what becomes of them."""

    def __init__(self, table: RowTable, trace: DenseTrace, height: float) -> None:
        self.table = table
        view = table.content.view
        self.rows = view.rows
        self.hidden_rows = view.hidden_rows
        self.half = min(height, table.plan.pitch - _APART) / 2
        at = table.content.hidden_at
        shown = [k for k in range(len(table.content.header)) if k != at]
        self.column_of = dict(zip(view.columns, shown, strict=True))
        self.hidden_at, self.inputs = at, trace.n_inputs

    # Inks ----------------------------------------------------------------------------------

    @property
    def numbers(self) -> list[Ink]:
        """What becomes steps: weights, biases, and what stands for the hidden ones."""
        table = self.table
        cells = [n for row in table.cells for n in row]
        return [*cells, *table.aside, *table.gap_words, *table.gap_aside]

    @property
    def others(self) -> list[Ink]:
        """What no step is made of: the inputs, brackets, names and results."""
        table = self.table
        results = [n for column in table.results for n in column]
        header = [*table.header, *table.header_brackets, *table.header_name.inks]
        aside = [*table.aside_brackets, *table.aside_name]
        ends = [*table.result_labels, *results, *table.gap_results]
        return [*header, *table.brackets, *aside, *ends, *table.row_labels]

    @property
    def inks(self) -> list[Ink]:
        """All of them."""
        return [*self.numbers, *self.others]

    # Places --------------------------------------------------------------------------------

    @property
    def cuts(self) -> list[int]:
        """The ticks at which a strip's bar is parted so that each part has one place here."""
        edges = {j for column in self.column_of for j in (column, column + 1)}
        return sorted(edge for edge in edges if 0 < edge < self.inputs)

    def weights(self, units: Units, rows: Sequence[int]) -> Boxes:
        """A box for each piece of these rows' multiply-adds."""
        columns = [self._column(j) for j in range(len(self.table.content.header))]
        hidden = columns[self.hidden_at] if self.hidden_at is not None else columns[0]
        at = [
            columns[self.column_of[j]] if (j := int(start)) in self.column_of else hidden
            for start in units.start
        ]
        return self._boxes(np.array(at).reshape(-1, 2), units, rows)

    def biases(self, units: Units, rows: Sequence[int]) -> Boxes:
        """A box for each of these rows' bias adds."""
        held = np.array([ink.box()[0::2] for ink in self.table.aside])
        edges = [held[:, 0].min() - _PAD, held[:, 1].max() + _PAD]
        return self._boxes(np.tile(edges, (len(units.strip), 1)), units, rows)

    def _column(self, k: int) -> tuple[float, float]:
        """The left and right edge of a column's boxes."""
        ends = np.array([row[k].box()[0::2] for row in self.table.cells])
        return float(ends[:, 0].min() - _PAD), float(ends[:, 1].max() + _PAD)

    def _boxes(self, across: np.ndarray, units: Units, rows: Sequence[int]) -> Boxes:
        plan = self.table.plan
        gap = plan.gap_y if plan.gap_y is not None else plan.rows[-1]
        known = dict(zip(self.rows, plan.rows, strict=True))
        at = [rows[strip] for strip in units.strip]
        y = np.array([known.get(row, gap) for row in at])
        half = np.array([self.half if row in known else 0.0 for row in at])
        return np.stack([across[:, 0], y - half, across[:, 1], y + half], axis=1)
