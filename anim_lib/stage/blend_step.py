"""The blend clip on stage: it opens where the attention clip closed, and tells what was made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from anim_lib.nn.blend import BlendTrace
from anim_lib.stage.blend_layout import plan_blend_clip
from anim_lib.stage.blend_says import BlendShares
from anim_lib.stage.blend_table import BlendTable
from anim_lib.stage.blend_working import BlendWorking
from anim_lib.stage.ink import Ink, Number, Words
from anim_lib.stage.motion import Motion
from anim_lib.stage.share_bar import ShareBar
from anim_lib.stage.softmax_table import SoftmaxTable
from anim_lib.stage.verbs import wipe

if TYPE_CHECKING:
    from anim_lib.stage.lesson_scene import LessonScene


class BlendStep:
    """Everything the blend clip shows, laid out before the first frame.

    Raises LessonError when the blend cannot be laid out legibly.
    """

    def __init__(self, scene: LessonScene) -> None:
        trace, attention = scene.lesson.blend_trace, scene.lesson.attention_trace
        if trace is None or attention is None:
            raise ValueError(f"lesson {scene.lesson.name!r} has no [attention] table")
        self.trace: BlendTrace = trace
        self._attention = attention
        layout = plan_blend_clip(scene.lesson, trace, scene.frame)
        self.labels, self.lines = layout.attention.labels, layout.lines
        self.softmax = SoftmaxTable(attention, self.labels, layout.attention.softmax, scene.theme)
        self.table = BlendTable(layout.lines, layout.output_label, layout.plan, scene.theme)
        self.working = BlendWorking(self.table)
        self.bar = ShareBar(layout.lines, layout.plan, scene.theme)
        self.rows = range(layout.lines.count)
        self.columns = range(len(layout.lines.columns))
        self._standing: list[Ink] = []
        self._frame = scene.frame

    def opening(self) -> list[Ink]:
        """The picture that the attention clip closed on."""
        self._standing = self.softmax.at_the_end()
        return self._standing

    def leave(self) -> list[Motion]:
        """All but the names and the weights that are carried on leaves."""
        carried = {ink for pair in self._carried() for ink in pair[:2]}
        return wipe(*(ink for ink in self._standing if ink not in carried))

    def _carried(self) -> list[tuple[Words, Number, int]]:
        """A name, a weight and the word they belong to, of each word that has a line here too."""
        softmax = self.softmax
        every = zip(softmax.names, softmax.weights, softmax.lines.words, strict=False)
        return [each for each in every if each[2] in self.lines.words]

    def arrive(self) -> list[Motion]:
        """Names and weights go to their rows."""
        return self.table.arrive(self._carried())

    def row_beat(self, i: int) -> str:
        """The name of the beat in which row i is multiplied."""
        return "others" if self.lines.is_others(i) else f"word-{self.lines.words[i] + 1}"

    # What is said --------------------------------------------------------------------------

    def says_opening(self) -> str:
        """What the weights are for."""
        if len(self.labels) == 1:
            return "The weight says how much the word gives."
        return "The weights say how much each word gives."

    def says_values(self) -> str:
        """Where the values come from."""
        if len(self.labels) == 1:
            own = "Here the word’s value is its own vector."
            return own if self.trace.values_are_keys else "The word also has a value of its own."
        if self.trace.values_are_keys:
            return "Here each word’s value is its own vector."
        return "Each word also has a value of its own."

    def says_output(self) -> str:
        """The rows are added; one row is its own sum."""
        return "Add up each column." if len(self.labels) > 1 else "One row: it is the sum."

    def says_bar(self) -> str:
        """The bar that the weights make."""
        return "The weights as one bar." if len(self.labels) > 1 else "The weight as one bar."

    def says_row(self, i: int) -> str:
        """Each value of a row is multiplied; the first row shows how."""
        if self.lines.is_others(i):
            return f"The {self.lines.labels[i]}, each weighted, make one sum."
        return "The same for every word." if i else "Each number times its word’s weight."

    def says_share(self) -> str:
        """What the new vector is made of."""
        shares = BlendShares(self.trace, self._attention, self.labels, self.lines)
        return shares.said(self._frame)
