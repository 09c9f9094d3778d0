"""The blend clip on stage: it opens where the attention clip closed, and tells what was made."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from anim_lib.nn.blend import BlendTrace, share_of
from anim_lib.nn.others import others_in_attention
from anim_lib.nn.steps import printed_sum
from anim_lib.stage.blend_layout import plan_blend_clip
from anim_lib.stage.blend_table import BlendTable
from anim_lib.stage.blend_working import BlendWorking
from anim_lib.stage.caption import first_that_fits
from anim_lib.stage.ink import Ink, Number, Words
from anim_lib.stage.motion import Motion
from anim_lib.stage.share_bar import ShareBar
from anim_lib.stage.softmax_table import SoftmaxTable
from anim_lib.stage.table_plan import LABEL_EM
from anim_lib.stage.tokens import quoted, shorten
from anim_lib.stage.verbs import wipe
from anim_lib.stage.word_choice import others_of
from anim_lib.stage.wording import counted, sentence

if TYPE_CHECKING:
    from anim_lib.stage.lesson_scene import LessonScene

_WORTH_SAYING = 0.005  # a share that rounds to at least one per cent
_ROOMS = (3.2, 2.2, 1.2)  # of a word within a caption


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
        return "The weights say how much each word gives."

    def says_values(self) -> str:
        """Where the values come from."""
        if self.trace.values_are_keys:
            return "Here each word’s value is its own vector."
        return "Each word also has a value of its own."

    def says_row(self, i: int) -> str:
        """Each value of a row is multiplied; the first row shows how."""
        if self.lines.is_others(i):
            return f"The {self.lines.labels[i]}, each weighted, make one sum."
        return "The same for every word." if i else "Each number times its word’s weight."

    def says_share(self) -> str:
        """What the new vector is made of; the largest shares where all would be too long."""
        order = sorted(range(len(self.labels)), key=lambda i: -self.trace.weights[i].value)
        named = list(takewhile(set(self.lines.words).__contains__, order))
        largest = [i for i in named if self.trace.weights[i].value >= _WORTH_SAYING]
        counts = range(len(largest), 0, -1)
        candidates = [self._made_of(largest[:n], room) for n in counts for room in _ROOMS]
        if len(largest) == len(self.labels):  # all of them, in fewer letters
            candidates.insert(len(_ROOMS), self._made_of(largest, _ROOMS[0], short=True))
        few = [f"The {self._new(room)} holds a little of every word." for room in _ROOMS]
        return first_that_fits([*candidates, *few], self._frame)

    def _made_of(self, largest: list[int], room: float, *, short: bool = False) -> str:
        names = [self._name(i, room) for i in largest]
        new, unnamed = self._new(room), others_of(self._attention, tuple(largest))
        if unnamed and self.trace.weights[largest[0]].value > 1 - _WORTH_SAYING:
            return f"The {new} is almost all {names[0]}."
        parts = [
            f"{self.trace.shares[i].text} {name}" for i, name in zip(largest, names, strict=True)
        ]
        rest = f", and {self._rest(largest, unnamed)}" if unnamed else ""
        made_of = f"{', '.join(parts)}{rest}."
        return f"{sentence(new)}: {made_of}" if short else f"The {new} is {made_of}"

    def _rest(self, named: list[int], unnamed: tuple[int, ...]) -> str:
        """The words that are not named, with their share where all add up to 100% as printed."""
        others = others_in_attention(self._attention, unnamed).weight
        weights = [*(self.trace.weights[i] for i in named), others]
        count = counted(len(unnamed), "other")
        if printed_sum(weights) != 1:
            return count
        return f"{share_of('blend.unnamed_share', others).text} from {count}"

    def _new(self, room: float) -> str:
        own = self.trace.query_token
        return "new vector" if own is None else f"new {self._quoted(own, room)}"

    def _name(self, word: int, room: float) -> str:
        return "itself" if word == self.trace.query_token else self._quoted(word, room)

    def _quoted(self, word: int, room: float) -> str:
        return quoted(shorten(self.labels[word], LABEL_EM, room))
