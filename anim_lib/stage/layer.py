"""A dense layer on stage: its table, its workbench, its opening, and what is said of it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from anim_lib.nn.dense import DenseTrace
from anim_lib.stage.bench import bench_for
from anim_lib.stage.caption import first_that_fits
from anim_lib.stage.dense_plan import plan_dense
from anim_lib.stage.form_words import says_rounded
from anim_lib.stage.layer_formula import layer_formula
from anim_lib.stage.motion import Motion, together
from anim_lib.stage.opening import Opening
from anim_lib.stage.row_table import RowTable
from anim_lib.stage.tempo import Tempo, tempo_of
from anim_lib.stage.verbs import FADE, wipe, write
from anim_lib.stage.wording import count_word, counted, enumerated, noun_for, sentence

if TYPE_CHECKING:
    from anim_lib.stage.lesson_scene import LessonScene


@dataclass(frozen=True)
class Term:
    """One pair of a row: its place and what is said while it is worked."""

    index: int
    number: int  # as people count
    says: str


@dataclass(frozen=True)
class Row:
    """One row of the layer: its place, its tempo and what is said while it is worked."""

    index: int
    number: int  # as people count
    tempo: Tempo
    says: str
    outcome: str  # what the activation made of the sum
    is_new: bool  # whether no row before had an outcome of this kind
    terms: tuple[Term, ...]


class Layer:
    """Everything the dense-layer clip shows, laid out before the first frame.

    Raises LessonError when the layer cannot be laid out legibly.
    """

    def __init__(self, scene: LessonScene) -> None:
        trace = scene.lesson.dense_trace
        if trace is None:
            raise ValueError(f"lesson {scene.lesson.name!r} has no [dense] table")
        self.trace: DenseTrace = trace
        self._frame = scene.frame
        self.layout = plan_dense(scene.lesson, trace, scene.frame)
        self.table = RowTable(self.layout.rows, self.layout.plan, scene.theme)
        self.opening = Opening(self.table, layer_formula(trace, self.table, scene.theme))
        self.bench = bench_for(self.table)
        self.rows = tuple(self._row(k) for k in range(len(self.layout.view.rows)))

    def _row(self, k: int) -> Row:
        trace, shown = self.trace, self.layout.view.rows
        kinds = [trace.pre_activation[i].sign for i in shown]
        i, number = shown[k], shown[k] + 1
        return Row(
            index=k,
            number=number,
            tempo=tempo_of(k),
            says=self._says(k, number),
            outcome=self._outcome(i, full=k > 0),
            is_new=kinds[k] not in kinds[:k],
            terms=tuple(self._term(j) for j in range(self.layout.view.terms)),
        )

    def _outcome(self, i: int, *, full: bool) -> str:
        """What the activation made of row i's sum, in as many words as the frame holds."""
        activation, name = self.trace.activation, f"Row {i + 1:,}"
        z, y = self.trace.pre_activation[i], self.trace.output[i]
        long = activation.says(name, z, y, full=full)
        candidates = [long, activation.says(name, z, y), f"{name} becomes {y.text}."]
        return first_that_fits(candidates, self._frame)

    def _term(self, j: int) -> Term:
        if j == self.layout.rows.hidden_at:
            count = self.layout.view.hidden_columns
            return Term(j, j + 1, f"{count:,} products stand together as one number.")
        return Term(j, j + 1, "Multiply the pair." if j == 0 else _ADD_ON)

    def _says(self, k: int, number: int) -> str:
        if k == 0:
            return f"Row {number:,} makes output {number:,}." if self.trace.n_rows > 1 else _ONE_ROW
        if k == 1:
            return f"Row {number:,}: same steps, its own weights."
        if k == len(self.layout.view.rows) - 1:
            return "No row needed another row’s answer."
        return "All other rows work the same way."

    def says_opening(self) -> str:
        """What the letters are."""
        rows, inputs = self.layout.view.n_rows, self.layout.view.n_columns
        weights, biases = noun_for(rows * inputs, "weight"), noun_for(rows, "bias", "biases")
        return f"A layer: {weights} W, {noun_for(inputs, 'input')} x, {biases} b."

    def says_laid(self) -> str:
        """How the inputs come to stand over the columns."""
        if self.opening.is_beside:
            return "Lay the inputs over the columns." if self.trace.n_inputs > 1 else _LAY_ONE
        return "The inputs lie over the columns."

    def says_rounded(self) -> str:
        """What is said where inputs are in other digits than in the lesson; else empty."""
        rows = self.layout.rows
        named = {"weights": chain(*rows.cells), "inputs": rows.header, "biases": rows.aside}
        rounded = [name for name, numbers in named.items() if self.layout.rounds(numbers)]
        return says_rounded(self.layout, sentence(enumerated(rounded)))

    def close(self) -> list[Motion]:
        """The outputs are boxed; the formula comes back where the working was."""
        return together(
            wipe(self.table.rule),
            write(*self.opening.formula.inks, delay=FADE),
            self.table.box_last_column(),
        )

    def says_sum(self) -> str:
        """What is said when a row's terms have become one number."""
        terms, hidden = counted(self.trace.n_inputs + 1, "term"), self.layout.view.hidden_columns
        if hidden:
            return sentence(f"{terms}, {count_word(hidden)} of them together: one sum.")
        return sentence(f"{terms}, one sum.")

    def says_output(self) -> str:
        """The output as a list, or its counts where the list would be too long for a line."""
        listed = "y = " + ", ".join(q.text for q in self.trace.output)
        counts = f"{self.trace.n_rows:,} outputs, {self._above_zero()}."
        whole = [] if self.layout.view.hidden_rows else [listed]  # name nothing that is hidden
        return first_that_fits([*whole, counts], self._frame)

    def _above_zero(self) -> str:
        """How many outputs are above zero; of a sigmoid's all are, which says nothing."""
        if self.trace.activation.bounds == (0.0, 1.0):
            return "each between zero and one"
        above = sum(q.sign > 0 for q in self.trace.output)
        if above in (0, self.trace.n_rows):
            return f"{'all' if above else 'none'} above zero"
        return f"{above:,} above zero"


_ONE_ROW = "The row makes the output."
_LAY_ONE = "Lay the input over its column."
_ADD_ON = "Multiply, then add to the total so far."
