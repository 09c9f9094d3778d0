"""One attention step on stage: its scores' table, its softmax, and what is said of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from anim_lib.nn.attention import AttentionTrace
from anim_lib.stage.attention_plan import plan_attention, root_source
from anim_lib.stage.bench import bench_for
from anim_lib.stage.caption import first_that_fits
from anim_lib.stage.form_words import says_rounded
from anim_lib.stage.ink import DIGIT_EM, Formula
from anim_lib.stage.motion import Motion
from anim_lib.stage.row_table import RowTable
from anim_lib.stage.rows_layout import ROOT_GAP
from anim_lib.stage.slots import MAX_DIGIT
from anim_lib.stage.softmax_says import SoftmaxSays
from anim_lib.stage.softmax_table import SoftmaxTable
from anim_lib.stage.softmax_working import SoftmaxWorking
from anim_lib.stage.table_plan import NAME_EM
from anim_lib.stage.tempo import Tempo, tempo_of
from anim_lib.stage.theme import Role
from anim_lib.stage.tokens import quoted
from anim_lib.stage.verbs import wipe, write
from anim_lib.stage.wording import sentence
from anim_lib.stage.workbench import Workbench

if TYPE_CHECKING:
    from anim_lib.stage.lesson_scene import LessonScene


class AttentionStep:
    """Everything the attention clip shows, laid out before the first frame.

    Raises LessonError when the step cannot be laid out legibly.
    """

    def __init__(self, scene: LessonScene) -> None:
        trace = scene.lesson.attention_trace
        if trace is None:
            raise ValueError(f"lesson {scene.lesson.name!r} has no [attention] table")
        self.trace: AttentionTrace = trace
        self.theme = scene.theme
        self.plan = plan_attention(scene.lesson, trace, scene.frame)
        self.table = RowTable(self.plan.table.rows, self.plan.table.plan, scene.theme)
        self.bench = bench_for(self.table)
        self.softmax = SoftmaxTable(trace, self.plan.labels, self.plan.softmax, scene.theme)
        self.working = SoftmaxWorking(self.softmax)
        self.says = SoftmaxSays(trace, self.plan.labels, self.softmax.lines, scene.frame)
        self.turns = self.softmax.lines.turns
        self.own_turns = [turn for turn in self.turns if not turn.others]
        self._frame = scene.frame
        self._again = "The same table: " if scene.lesson.dense is not None else ""
        self.words = range(len(trace.tokens))
        view = self.plan.table.view
        hidden = self.plan.table.rows.hidden_at
        self.rows = range(len(view.rows))
        # The first row's terms up to the one that stands for several, and from there on.
        self.plain_terms = range(view.terms if hidden is None else hidden)
        self.folded_terms = range(len(self.plain_terms), view.terms)
        self.root = self._root()

    def tempo(self, k: int) -> Tempo:
        """The tempo of the table's row k."""
        return tempo_of(k)

    @property
    def first_name(self) -> str:
        """The name of the beat that works the table's first word."""
        return f"word-{self.number(0)}"

    def number(self, k: int) -> int:
        """The place in the sentence, counted from 1, of the word in the table's row k."""
        return self.plan.shown[k] + 1

    def _root(self) -> Formula:
        """√d put in numbers, at the left of the line where the scores are worked."""
        known = (self.trace.d, self.trace.scale)
        plan, terms = self.plan.table.plan, self.plan.table.plan.list
        em = _em_of_digits(plan.h if terms is None else terms.h)
        root = Formula(root_source(self.trace), em, {"": Role.QUIET}, self.theme, known)
        if terms is not None:  # on a line of its own, where no sum comes down
            middle = max(terms.pairs_right - root.width_set / 2, plan.left + root.width_set / 2)
            return root.place(middle, plan.so_far_y - terms.h / 2)
        assert isinstance(self.bench, Workbench)
        left = min(plan.bracket.left + 0.2, self.bench.quotients_left() - ROOT_GAP - root.width_set)
        return root.place(left + root.width_set / 2, plan.so_far_y - plan.h / 2)

    def show_root(self) -> list[Motion]:
        """√d is written."""
        return write(*self.root.inks)

    def hide_root(self) -> list[Motion]:
        """√d leaves."""
        return wipe(*self.root.inks)

    def leave_table(self) -> list[Motion]:
        """Keys, query and the sums leave; names and scores are carried on."""
        table = self.table
        return wipe(
            *(n for row in table.cells for n in row),
            *table.gap_words,
            *table.gap_results,
            *table.brackets,
            *table.header,
            *table.header_brackets,
            *table.header_name.inks,
            *(n for column in table.results[:-1] for n in column),
            *table.result_labels[:-1],
            table.rule,
        )

    def arrive(self) -> list[Motion]:
        """Names and scores move to the softmax's columns."""
        table = self.table
        return self.softmax.arrive(
            table.row_labels, table.results[-1], table.result_labels[-1], self.plan.shown
        )

    # What is said --------------------------------------------------------------------------

    def says_opening(self) -> str:
        """The likeness to the layer's table, and whose key the query is."""
        own = self.trace.query_token
        plain = f"{self._again}keys are the rows, the query lies on top."
        short = "Keys are the rows, the query lies on top."
        if own is None:
            return first_that_fits([sentence(plain), short], self._frame)
        key = f"{quoted(self.plan.labels[own])}’s own key"
        named = [f"{again}keys are rows; the query is {key}." for again in (self._again, "")]
        unnamed = "Keys are rows; the query is a word’s own key."
        return first_that_fits([*map(sentence, named), unnamed], self._frame)

    def says_row(self) -> str:
        """The first row is worked."""
        label = self.plan.labels[self.plan.shown[0]]
        before = ", as before" if self._again else ""
        said = f"Row {quoted(label)}: multiply and add{before}."  # as drawn, or not at all
        return first_that_fits([said, f"Multiply and add{before}."], self._frame)

    def says_hidden(self) -> str:
        """What is said of a term that stands for several."""
        view = self.plan.table.view
        return f"{view.hidden_columns:,} products stand together as one number."

    def says_rounded(self) -> str:
        """What is said where inputs stand in other digits than in the lesson; else empty."""
        return says_rounded(self.plan.table, "Numbers")

    def says_divide(self) -> str:
        """The division by √d, with d."""
        return f"Divide by √d. Here d is {self.trace.d.text}."


def _em_of_digits(h: float) -> float:
    """The size at which a formula's digits are as tall as those of its line, up to a name's."""
    return NAME_EM if h >= MAX_DIGIT else h / DIGIT_EM
