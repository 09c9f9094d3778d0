"""The blend clip on stage: it opens where the attention clip closed, and tells what was made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from anim_lib.nn.blend import BlendTrace
from anim_lib.stage.blend_layout import plan_blend_clip
from anim_lib.stage.blend_table import BlendTable
from anim_lib.stage.caption import first_that_fits
from anim_lib.stage.ink import Ink
from anim_lib.stage.motion import Motion
from anim_lib.stage.softmax_table import SoftmaxTable
from anim_lib.stage.table_plan import LABEL_EM
from anim_lib.stage.tokens import quoted, shorten
from anim_lib.stage.verbs import wipe
from anim_lib.stage.wording import counted

if TYPE_CHECKING:
    from anim_lib.stage.lesson_scene import LessonScene

_WORTH_SAYING = 0.005  # a share that rounds to at least one per cent


class BlendStep:
    """Everything the blend clip shows, laid out before the first frame.

    Raises LessonError when the blend cannot be laid out legibly.
    """

    def __init__(self, scene: LessonScene) -> None:
        trace, attention = scene.lesson.blend_trace, scene.lesson.attention_trace
        if trace is None or attention is None:
            raise ValueError(f"lesson {scene.lesson.name!r} has no [attention] table")
        self.trace: BlendTrace = trace
        layout, plan, output = plan_blend_clip(scene.lesson, trace, scene.frame)
        self.labels = layout.labels
        self.softmax = SoftmaxTable(attention, layout.labels, layout.softmax, scene.theme)
        self.table = BlendTable(trace, layout.labels, output, plan, scene.theme)
        self.words = range(len(trace.tokens))
        self.columns = range(len(trace.output))
        self._standing: list[Ink] = []
        self._frame = scene.frame

    def opening(self) -> list[Ink]:
        """The picture that the attention clip closed on."""
        self._standing = self.softmax.at_the_end()
        return self._standing

    def leave(self) -> list[Motion]:
        """All but the names and the weights leaves."""
        carried = {*self.softmax.names, *self.softmax.weights}
        return wipe(*(ink for ink in self._standing if ink not in carried))

    def arrive(self) -> list[Motion]:
        """Names and weights go to their rows."""
        return self.table.arrive(self.softmax.names, self.softmax.weights)

    # What is said --------------------------------------------------------------------------

    def says_opening(self) -> str:
        """What the weights are for."""
        return "The weights say how much each word gives."

    def says_values(self) -> str:
        """Where the values come from."""
        if self.trace.values_are_keys:
            return "Here each word’s value is its own vector."
        return "Each word also has a value of its own."

    def says_row(self, i: int) -> str:
        """Each value of a row is multiplied; the first row shows how."""
        first = i == self.words[0]
        return "Each number times its word’s weight." if first else "The same for every word."

    def says_share(self) -> str:
        """What the new vector is made of; the largest shares where all would be too long."""
        order = sorted(self.words, key=lambda i: -self.trace.weights[i].value)
        largest = [i for i in order if self.trace.weights[i].value >= _WORTH_SAYING]
        counts = range(len(largest), 0, -1)
        candidates = [self._made_of(largest[:n], room) for n in counts for room in (3.2, 2.2, 1.2)]
        return first_that_fits(candidates, self._frame)

    def _made_of(self, largest: list[int], room: float) -> str:
        own, others = self.trace.query_token, len(self.words) - len(largest)
        labels = [shorten(label, LABEL_EM, room) for label in self.labels]
        new = "The new vector" if own is None else f"The new {quoted(labels[own])}"
        names = ["itself" if i == own else quoted(label) for i, label in enumerate(labels)]
        if others and self.trace.weights[largest[0]].value > 1 - _WORTH_SAYING:
            return f"{new} is almost all {names[largest[0]]}."
        parts = [f"{self.trace.shares[i].text} {names[i]}" for i in sorted(largest)]
        rest = f", and {counted(others, 'other')}" if others else ""
        return f"{new} is {', '.join(parts)}{rest}."
