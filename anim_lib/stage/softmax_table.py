"""The softmax on stage: names, scores, exponentials, weights and bars, each at its place.

All bars share one scale, on which a full track is 1. How a number comes to be is the working's
affair.
"""

from __future__ import annotations

from collections.abc import Sequence

from anim_lib.nn.attention import AttentionTrace
from anim_lib.nn.quantity import Vector
from anim_lib.stage.bars import Bar, Track
from anim_lib.stage.ink import Ink, Number, Slots, Words
from anim_lib.stage.marks import Rule
from anim_lib.stage.motion import Motion
from anim_lib.stage.paths import straight
from anim_lib.stage.slots import extent
from anim_lib.stage.softmax_across import TOTAL, TOTAL_ABOUT
from anim_lib.stage.softmax_lines import SEVERAL, softmax_lines
from anim_lib.stage.softmax_plan import SoftmaxPlan
from anim_lib.stage.stairs import Stairs
from anim_lib.stage.table_plan import LABEL_EM
from anim_lib.stage.theme import Role, Theme
from anim_lib.stage.verbs import FADE, WRITE, Fly, Slide, Vanish, drop, wipe, write
from anim_lib.stage.words_home import start_of

_ARRIVE = 0.9


class SoftmaxTable:
    """The inks of the softmax, each at its final place; lists run over its lines."""

    def __init__(
        self, trace: AttentionTrace, labels: tuple[str, ...], plan: SoftmaxPlan, theme: Theme
    ) -> None:
        lines = softmax_lines(trace, labels, plan.words)
        self.lines, self.plan, self.theme = lines, plan, theme
        columns, heights = plan.columns, plan.heights
        self.names = self._names()
        self.scores = self._column(lines.scores, columns.scores, Role.TEXT)
        x = columns.shifted
        self.shifted = [] if x is None else self._column(lines.shifted, x, Role.TEXT)
        self.exp = self._column(lines.exp, columns.exp, Role.TEXT)
        self.weights = self._column(lines.weights, columns.weights, Role.OUTPUT)
        self.score_label = self._label("score", columns.scores, lines.scores, Role.TEXT)
        self.shifted_label = (
            None if x is None else self._label("shifted", x, lines.shifted, Role.TEXT)
        )
        self.exp_label = self._label("exp", columns.exp, lines.exp, Role.TEXT)
        self.weight_label = self._label("weight", columns.weights, lines.weights, Role.OUTPUT)
        self.several = self._several()
        self.rule = Rule(columns.rule_left, columns.rule_right, heights.rule, theme)
        total = TOTAL if lines.total_relation == "=" else TOTAL_ABOUT
        self.total_label = self.name(total, heights.total)
        self.total = Number(lines.total, plan.h, Role.TEXT, theme).place(columns.exp, heights.total)
        self.tracks = [self._track(y) for y in heights.bars]
        shares = [weight.value for weight in lines.weights]
        self.bars = [
            Bar(
                columns.track_left,
                y,
                share,
                plan.track,
                heights.thickness,
                theme,
                outlined=lines.is_others(i),
            )
            for i, (share, y) in enumerate(zip(shares, heights.bars, strict=True))
        ]
        track, under = self._track(heights.total_bar), plan.form == "under"
        self.stairs = Stairs(self.bars, shares, track, heights.total_bar, theme, behind=under)
        self.one = Number(lines.one, plan.h, Role.OUTPUT, theme).place(
            columns.weights, heights.total
        )

    # Parts ---------------------------------------------------------------------------------

    def name(self, text: str, y: float, role: Role = Role.QUIET) -> Words:
        """A line's name, at the place where names stand."""
        columns = self.plan.columns
        words = Words(
            text, self.plan.name_em, role, self.theme, align=0.0 if columns.names_lead else 1.0
        )
        last = y == self.plan.heights.total
        return words.place(columns.last_name if last else columns.name, y - self.plan.h / 2)

    def _names(self) -> list[Words]:
        lines, plan = self.lines, self.plan
        names = [
            self.name(label, y, Role.QUIET if lines.is_others(i) else Role.KEY)
            for i, (label, y) in enumerate(zip(lines.labels, plan.heights.rows, strict=True))
        ]
        if lines.others is not None:
            names[-1].quantities = (lines.others.count,)
        return names

    def _several(self) -> list[Words]:
        """The others have no score of their own: dots stand in the scores' column."""
        if self.lines.others is None:
            return []
        labels = [self.score_label]
        if self.shifted_label is not None and not self.plan.columns.in_place:
            labels.append(self.shifted_label)
        y = self.plan.heights.rows[-1] - self.plan.h / 2
        return [
            Words(SEVERAL, LABEL_EM, Role.QUIET, self.theme, align=0.5).place(label.home[0], y)
            for label in labels
        ]

    def _column(self, numbers: Vector, x: float, role: Role) -> list[Number]:
        return [
            Number(q, self.plan.h, role, self.theme).place(x, y)
            for q, y in zip(numbers, self.plan.heights.rows, strict=False)
        ]

    def _label(self, text: str, x: float, numbers: Vector, role: Role) -> Words:
        h = self.plan.h
        reach = [extent(q.text, h) for q in numbers]
        middle = (max(e.right for e in reach) - max(e.left for e in reach)) / 2
        words = Words(text, self.plan.label_em, role, self.theme, align=0.5)
        return words.place(x + middle, self.plan.heights.header - h / 2)

    def _track(self, y: float) -> Track:
        columns, thickness = self.plan.columns, self.plan.heights.thickness
        return Track(columns.track_left, columns.track_right, y, thickness, self.theme)

    # Motions -------------------------------------------------------------------------------

    def arrive(
        self,
        names: Sequence[Ink],
        scores: Sequence[Number],
        label: Words,
        words: Sequence[int],
    ) -> list[Motion]:
        """Names, scores and their header come from where they stood in the scores' table.

        `words` says whose names and scores those are, from 0. A word that has no line here leaves;
        one that the table did not show, and the others' line, are written once the rest stands.
        """
        own = {word: line for line, word in enumerate(self.lines.words)}
        leaving: list[Ink] = []
        pairs: list[tuple[Ink, Ink]] = [(label, self.score_label)]
        for name, score, word in zip(names, scores, words, strict=True):
            if word in own:
                line = own.pop(word)
                pairs += [(name, self.names[line]), (score, self.scores[line])]
            else:
                leaving += [name, score]
        motions, start = wipe(*leaving), FADE if leaving else 0.0
        for old, new in pairs:
            motions += [Vanish(old, 0.1, start), self._fly(old, new, start)]
        fresh = [ink for line in own.values() for ink in (self.names[line], self.scores[line])]
        hidden = [*self.names[len(self.scores) :], *self.several]
        return [*motions, *write(*fresh, *hidden, delay=start + _ARRIVE)]

    def _fly(self, old: Ink, new: Ink, delay: float) -> Motion:
        way = straight(start_of(old, new), new.home)
        scale = _size(old) / _size(new)
        return Fly(new, way, scale=scale, colour=old.rgb, seconds=_ARRIVE, delay=delay)

    def add_up(self) -> list[Motion]:
        """The rule, the label and the total."""
        return [*write(self.rule, self.total_label), drop(self.total, WRITE)]

    def name_weights(self) -> list[Motion]:
        """The weights' header and empty tracks."""
        return write(self.weight_label, *self.tracks)

    def step_aside(self) -> list[Motion]:
        """Copies of the bars slide right, each to where the one above ends."""
        return self.stairs.step_aside()

    def fall(self) -> list[Motion]:
        """They drop into the total's track and fill it exactly; the total is written."""
        falling = self.stairs.fall()
        landed = max(motion.run_time for motion in falling if isinstance(motion, Slide))
        return [*falling, drop(self.one, landed)]

    def look_again(self) -> list[Motion]:
        """Each word's bar stands out again beside its weight."""
        return self.stairs.brighten()

    def at_the_end(self) -> list[Ink]:
        """Everything as it stands when the attention clip closes; the next clip opens on it."""
        scores: list[Ink] = [*self.scores, self.score_label]
        if self.plan.columns.in_place:
            scores = []
        if self.shifted_label is not None:
            scores += [*self.shifted, self.shifted_label]
        return [
            *self.names,
            *scores,
            *self.several,
            *self.exp,
            *self.weights,
            self.exp_label,
            self.weight_label,
            self.total_label,
            self.rule,
            self.total,
            self.one,
            *self.tracks,
            *self.stairs.fallen(),
        ]


def _size(ink: Ink) -> float:
    """What a text's size is measured by: the digits' height or the em."""
    if isinstance(ink, Slots):
        return ink.h
    return ink.em if isinstance(ink, Words) else 1.0
