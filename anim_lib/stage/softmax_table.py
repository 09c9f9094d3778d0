"""The softmax on stage: scores become exponentials, a total, weights and bars.

Each result is built in the total's row under its own column and rises into its cell; number and
bar end on the same frame. All bars share one scale, on which a full track is 1.
"""

from __future__ import annotations

from collections.abc import Sequence

from anim_lib.nn.attention import AttentionTrace
from anim_lib.nn.quantity import Vector
from anim_lib.stage.bars import Bar, Track
from anim_lib.stage.equation import Leftwards
from anim_lib.stage.ink import Ink, Number, Slots, Words
from anim_lib.stage.marks import Rule
from anim_lib.stage.motion import Motion
from anim_lib.stage.paths import channel, straight
from anim_lib.stage.slots import extent
from anim_lib.stage.softmax_plan import LARGEST, TOTAL, TOTAL_ABOUT, SoftmaxPlan
from anim_lib.stage.stairs import Stairs
from anim_lib.stage.table_plan import LABEL_EM
from anim_lib.stage.tempo import tempo_of
from anim_lib.stage.theme import Role, Theme
from anim_lib.stage.verbs import (
    STEP,
    TRAVEL,
    WRITE,
    Fly,
    Ghost,
    Slide,
    Vanish,
    drop,
    wipe,
    write,
)

_ARRIVE = 0.9


class SoftmaxTable:
    """The inks of the softmax, each at its final place."""

    def __init__(
        self, trace: AttentionTrace, labels: tuple[str, ...], plan: SoftmaxPlan, theme: Theme
    ) -> None:
        self.trace, self.plan, self.theme = trace, plan, theme
        h = plan.h
        self.names = [
            Words(label, LABEL_EM, Role.KEY, theme, align=1.0).place(plan.name_right, y - h / 2)
            for label, y in zip(labels, plan.rows, strict=True)
        ]
        self.scores = self._column(trace.scores, plan.scores, Role.TEXT)
        self.shifted = (
            [] if plan.shifted is None else self._column(trace.shifted, plan.shifted, Role.TEXT)
        )
        self.exp = self._column(trace.exp, plan.exp, Role.TEXT)
        self.weights = self._column(trace.weights, plan.weights, Role.OUTPUT)
        self.score_label = self._label("score", plan.scores, trace.scores, Role.TEXT)
        self.shifted_label = (
            None
            if plan.shifted is None
            else self._label("shifted", plan.shifted, trace.shifted, Role.TEXT)
        )
        self.exp_label = self._label("exp", plan.exp, trace.exp, Role.TEXT)
        self.weight_label = self._label("weight", plan.weights, trace.weights, Role.OUTPUT)
        self.rule = Rule(plan.rule_left, plan.rule_right, plan.rule_y, theme)
        total = TOTAL if trace.total_relation() == "=" else TOTAL_ABOUT
        self.total_label = Words(total, LABEL_EM, Role.QUIET, theme, align=1.0).place(
            plan.name_right, plan.total_y - h / 2
        )
        self.total = Number(trace.total, h, Role.TEXT, theme).place(plan.exp, plan.total_y)
        self.tracks = [self._track(y) for y in plan.rows]
        self.bars = [
            Bar(plan.track_left, y, weight.value, plan.track, plan.bar_height, theme)
            for weight, y in zip(trace.weights, plan.rows, strict=True)
        ]
        shares = [weight.value for weight in trace.weights]
        track = self._track(plan.total_y)
        self.stairs = Stairs(self.bars, shares, track, plan.total_y, theme)
        self.one = Number(trace.weights_total, h, Role.OUTPUT, theme).place(
            plan.weights, plan.total_y
        )
        self._working: list[Ink] = []  # of the exponential, later of the division
        self._slash: list[Ink] = []  # "/" and "=" stay while the words take turns
        self._result: Number | None = None

    def _column(self, numbers: Vector, x: float, role: Role) -> list[Number]:
        return [
            Number(q, self.plan.h, role, self.theme).place(x, y)
            for q, y in zip(numbers, self.plan.rows, strict=True)
        ]

    def _label(self, text: str, x: float, numbers: Vector, role: Role) -> Words:
        h = self.plan.h
        reach = [extent(q.text, h) for q in numbers]
        middle = (max(e.right for e in reach) - max(e.left for e in reach)) / 2
        words = Words(text, LABEL_EM, role, self.theme, align=0.5)
        return words.place(x + middle, self.plan.header_y - h / 2)

    def _track(self, y: float) -> Track:
        plan = self.plan
        return Track(plan.track_left, plan.track_right, y, plan.bar_height, self.theme)

    # Arriving ------------------------------------------------------------------------------

    def arrive(self, names: Sequence[Ink], scores: Sequence[Number], label: Words) -> list[Motion]:
        """Names, scores and their header come from where they stood in the scores' table."""
        pairs = [
            *zip(names, self.names, strict=True),
            *zip(scores, self.scores, strict=True),
            (label, self.score_label),
        ]
        motions: list[Motion] = []
        for old, new in pairs:
            scale = _size(old) / _size(new)
            motions.append(Vanish(old, 0.1))
            motions.append(
                Fly(new, straight(old.home, new.home), scale=scale, colour=old.rgb, seconds=_ARRIVE)
            )
        return motions

    # Exponentials --------------------------------------------------------------------------

    def shift(self) -> list[Motion]:
        """The largest score is taken off all of them, where exp needs that."""
        assert self.shifted_label is not None
        score: list[Motion] = write(self.shifted_label)
        for i, number in enumerate(self.shifted):
            score.append(drop(number, WRITE + 0.3 * i))
        return score

    def name_largest(self) -> list[Motion]:
        """The largest score is written under the scores, in the total's row."""
        plan, shift = self.plan, self.trace.shift
        assert shift is not None
        label = Words(LARGEST, LABEL_EM, Role.QUIET, self.theme, align=1.0)
        label.place(plan.name_right, plan.total_y - plan.h / 2)
        number = Number(shift, plan.h, Role.TEXT, self.theme).place(plan.scores, plan.total_y)
        self._working = [label, number]
        return [*write(label), drop(number, WRITE)]

    def name_exp(self) -> list[Motion]:
        """The header of the exponentials."""
        return write(self.exp_label)

    def work_exp(self) -> list[Motion]:
        """Write "exp(0.51) = 1.67" in the total's row, for the first word."""
        line = Leftwards(self.plan.exp, self.plan.total_y, self.plan.h, self.theme)
        result = line.result(self.trace.exp[0], Role.TEXT)
        equals = line.operator(self.trace.exp_relation(0))
        closing = line.parenthesis(")")
        inner = line.number(self.trace.exponents[0], Role.TEXT)
        around = [line.parenthesis("("), line.name("exp", Role.TEXT), closing]
        source = self.shifted[0] if self.shifted else self.scores[0]
        self._working, self._result = line.inks, result
        return [
            Ghost(source, TRAVEL),
            Fly(inner, channel(source.home, inner.home, self.plan.fall)),
            *write(*around, equals, delay=TRAVEL),
            drop(result, WRITE + TRAVEL),
        ]

    def carry_exp(self) -> list[Motion]:
        """The first exponential rises into its cell."""
        assert self._result is not None
        path = straight(self._result.home, self.exp[0].home)
        return [Ghost(self._result, STEP), Fly(self.exp[0], path, seconds=STEP)]

    def clear_working(self) -> list[Motion]:
        """What was written in the total's row leaves."""
        leaving, self._working, self._slash = [*self._working, *self._slash], [], []
        return wipe(*leaving)

    def exp_of(self, i: int) -> list[Motion]:
        """A later word's exponential drops into its cell."""
        return [drop(self.exp[i])]

    def add_up(self) -> list[Motion]:
        """The rule, the label and the total."""
        return [*write(self.rule, self.total_label), drop(self.total, WRITE)]

    # Weights -------------------------------------------------------------------------------

    def name_weights(self) -> list[Motion]:
        """The weights' header and empty tracks."""
        return write(self.weight_label, *self.tracks)

    def divide(self, i: int) -> list[Motion]:
        """An exponential comes down before the total: "1.67 / 4.05 = 0.41"."""
        plan, trace = self.plan, self.trace
        leaving = wipe(*self._working)
        start, flight = 0.1 if leaving else 0.0, tempo_of(i).flight
        numerator = Number(trace.exp[i], plan.h, Role.TEXT, self.theme)
        numerator.place(plan.numerator, plan.total_y)
        down = channel(self.exp[i].home, numerator.home, plan.numerator)
        result = Number(trace.weights[i], plan.h, Role.OUTPUT, self.theme)
        result.place(plan.weights, plan.total_y)
        motions: list[Motion] = []
        relation = trace.weight_relation(i)
        if not self._slash or self._relation != relation:
            motions += wipe(*self._slash)
            self._slash = self._division_signs(relation)
            motions += write(*self._slash, delay=start + flight)
            self._relation = relation
        self._working, self._result = [numerator, result], result
        return [
            *leaving,
            Ghost(self.exp[i], flight, start),
            Fly(numerator, down, seconds=flight, delay=start),
            *motions,
            drop(result, start + flight + WRITE),
        ]

    _relation = ""

    def _division_signs(self, relation: str) -> list[Ink]:
        plan, h = self.plan, self.plan.h
        total_left = plan.exp - extent(self.trace.total.text, h).left
        numerator_right = plan.numerator + max(extent(q.text, h).right for q in self.trace.exp)
        slash = Slots("/", h, Role.QUIET, self.theme, centred=True)
        slash.place((total_left + numerator_right) / 2, plan.total_y)
        equals = Slots(relation, h, Role.QUIET, self.theme, centred=True)
        total_right = plan.exp + extent(self.trace.total.text, h).right
        weight_left = plan.weights - max(extent(q.text, h).left for q in self.trace.weights)
        equals.place((total_right + weight_left) / 2, plan.total_y)
        return [slash, equals]

    def land(self, i: int) -> list[Motion]:
        """The weight rises into its cell; its bar grows as it lands, both end together."""
        assert self._result is not None
        path, flight = straight(self._result.home, self.weights[i].home), tempo_of(i).flight
        return [
            Ghost(self._result, flight),
            Fly(self.weights[i], path, seconds=flight),
            self.bars[i].grow(flight / 2, flight / 2),
        ]

    # Together ------------------------------------------------------------------------------

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

    # Standing ------------------------------------------------------------------------------

    def at_the_end(self) -> list[Ink]:
        """Everything as it stands when the attention clip closes; the next clip opens on it."""
        labels = [self.score_label, self.exp_label, self.weight_label, self.total_label]
        if self.shifted_label is not None:
            labels.append(self.shifted_label)
        return [
            *self.names,
            *self.scores,
            *self.shifted,
            *self.exp,
            *self.weights,
            *labels,
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
