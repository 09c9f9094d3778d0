"""The attention clip laid out before its first frame: its words, its table, its softmax."""

from __future__ import annotations

from dataclasses import dataclass

from anim_lib.lesson.faults import Fault, LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.nn.attention import AttentionTrace
from anim_lib.stage.faults import layout_error, undrawable
from anim_lib.stage.frame import Frame
from anim_lib.stage.plan import NoFitError
from anim_lib.stage.rows import attention_rows
from anim_lib.stage.rows_layout import DIGITS, Build, RowSets, RowsLayout, lay_out_rows
from anim_lib.stage.softmax_plan import SoftmaxPlan, plan_softmax
from anim_lib.stage.table_plan import LABEL_EM, NAME_EM
from anim_lib.stage.table_refusal import table_refusal
from anim_lib.stage.tokens import token_labels
from anim_lib.stage.typeset import MissingGlyphError, formula
from anim_lib.stage.word_choice import table_words

_MOST_WORDS, _FEW_WORDS = 8, 4  # of more words the query's own and the three heaviest
_KEYS = ("attention.keys", "attention.query", "attention.keys")  # nothing stands beside
_MOST_TALL, _MOST_SQUARE, _MOST_BELOW = 6, 5, 5  # whole; else as many as the softmax names
_ROOMS, _NARROW_ROOMS = (
    (3.2, 2.2, 1.4),
    (1.8, 1.4, 1.0),
)  # a long word is shortened before numbers are given up


@dataclass(frozen=True)
class AttentionPlan:
    """What the scores' table and the softmax look like; `labels` are the words as drawn."""

    labels: tuple[str, ...]  # of all words
    table: RowsLayout
    softmax: SoftmaxPlan

    @property
    def shown(self) -> tuple[int, ...]:
        """The words whose scores are worked in the table."""
        return self.table.view.rows


def plan_attention(lesson: Lesson, trace: AttentionTrace, frame: Frame) -> AttentionPlan:
    """The clip's layout. Raises LessonError naming the key, and the cell or the character."""
    count, width = len(trace.tokens), len(trace.query)
    chosen, columns = lesson.shown_rows(count), lesson.shown_cols(width)
    row_sets = _row_sets(trace, chosen, frame)
    root = (trace.scale.text, formula(root_source(trace)).width * NAME_EM)
    refusal: LessonError | None = None
    for room in _ROOMS if frame.is_wide else _NARROW_ROOMS:
        labels = word_labels(lesson, trace.tokens, room)
        try:
            build = _builder(trace, labels)
            table = lay_out_rows(build, (count, width), frame, row_sets, columns, root)
        except NoFitError as error:
            refusal = table_refusal(lesson, error, _KEYS, trace.keys)
            continue
        try:
            return AttentionPlan(labels, table, plan_softmax(trace, labels, frame, chosen))
        except NoFitError as error:
            refusal = _refuse_softmax(lesson, error)
    assert refusal is not None
    raise refusal


def root_source(trace: AttentionTrace) -> str:
    """√d put in numbers, as a formula's source."""
    return f"sqrt(d) = sqrt({trace.d.text}) {trace.scale_relation()} {trace.scale.text}"


def _row_sets(trace: AttentionTrace, chosen: tuple[int, ...], frame: Frame) -> RowSets:
    """The words that may be worked in the table: all where they are few, else the heaviest."""
    count = len(trace.tokens)
    few = _MOST_WORDS if chosen or count <= _MOST_WORDS else _FEW_WORDS
    beside = table_words(trace, few, chosen)
    most = _MOST_TALL if frame.shape == "tall" else _MOST_SQUARE
    sizes = range(min(_MOST_BELOW, count - 2), 0, -1)
    below = [table_words(trace, k, chosen) for k in sizes]
    whole = [table_words(trace, most, chosen)] if count <= most else []
    return RowSets(beside, whole + below)


def _builder(trace: AttentionTrace, labels: tuple[str, ...]) -> Build:
    """The rows of a view, its inputs rounded or not."""
    return lambda view, rounded: attention_rows(
        trace.rounded(DIGITS) if rounded else trace, labels, view
    )


def _refuse_softmax(lesson: Lesson, error: NoFitError) -> LessonError:
    return layout_error(
        lesson,
        "attention.keys",
        f"row {error.widest[0] + 1}",
        error.reason,
        "scores whose weights fit side by side with digits of at least 11 pixels at 640 × 360",
        "Show fewer decimals, or scale the query or the keys down.",
    )


def word_labels(lesson: Lesson, tokens: tuple[str, ...], room: float) -> tuple[str, ...]:
    """The words as they are drawn. Raises LessonError naming all words that cannot be drawn."""
    faults: list[Fault] = []
    for i, token in enumerate(tokens):
        try:
            token_labels((token,), LABEL_EM, room)
        except MissingGlyphError as error:
            refusal = undrawable(lesson, "attention.tokens", f"word {i + 1}", token, error)
            faults += refusal.faults
    if faults:
        raise LessonError(*faults)
    return token_labels(tokens, LABEL_EM, room)
