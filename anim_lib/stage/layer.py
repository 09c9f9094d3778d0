"""A dense layer on stage: its table, its workbench, its opening, and what is said of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from anim_lib.nn.dense import DenseTrace
from anim_lib.stage.caption import first_that_fits
from anim_lib.stage.dense_plan import plan_dense
from anim_lib.stage.layer_formula import layer_formula
from anim_lib.stage.motion import Motion, together
from anim_lib.stage.opening import Opening
from anim_lib.stage.row_table import RowTable
from anim_lib.stage.rows import dense_rows
from anim_lib.stage.tempo import Tempo, tempo_of
from anim_lib.stage.verbs import FADE, wipe, write
from anim_lib.stage.wording import counted, sentence
from anim_lib.stage.workbench import Workbench

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
        plan = plan_dense(scene.lesson, trace, scene.frame)
        self.table = RowTable(dense_rows(trace), plan, scene.theme)
        self.opening = Opening(self.table, layer_formula(trace, self.table, scene.theme))
        self.bench = Workbench(self.table)
        self.rows = tuple(self._row(i) for i in range(trace.n_rows))
        self._frame = scene.frame

    def _row(self, i: int) -> Row:
        trace, number = self.trace, i + 1
        kinds = [z.sign for z in trace.pre_activation]
        terms = tuple(
            Term(j, j + 1, "Multiply the pair." if j == 0 else _ADD_ON)
            for j in range(trace.n_inputs)
        )
        z, y = trace.pre_activation[i], trace.output[i]
        return Row(
            index=i,
            number=number,
            tempo=tempo_of(i),
            says=self._says(i),
            outcome=trace.activation.says(f"Row {number}", z, y, full=i > 0),
            is_new=kinds[i] not in kinds[:i],
            terms=terms,
        )

    def _says(self, i: int) -> str:
        if i == 0:
            return "Row 1 makes output 1."
        if i == 1:
            return "Row 2: same steps, its own weights."
        if i == self.trace.n_rows - 1:
            return "No row needed another row’s answer."
        return "Every other row works the same way."

    def close(self) -> list[Motion]:
        """The outputs are boxed; the formula comes back where the working was."""
        return together(
            wipe(self.table.rule),
            write(*self.opening.formula.inks, delay=FADE),
            self.table.box_last_column(),
        )

    def says_sum(self) -> str:
        """What is said when a row's terms have become one number."""
        return sentence(f"{counted(self.trace.n_inputs + 1, 'term')}, one sum.")

    def says_output(self) -> str:
        """The output as a list, or its counts where the list would be too long for a line."""
        listed = "y = " + ", ".join(q.text for q in self.trace.output)
        above = sum(q.sign > 0 for q in self.trace.output)
        counts = f"{self.trace.n_rows} outputs, {above} above zero."
        return first_that_fits([listed, counts], self._frame)


_ADD_ON = "Multiply, then add to the total so far."
