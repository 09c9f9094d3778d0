"""What is told of a layer's sums and their activation: groups of rows and what is said of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from anim_lib.nn.relu import ReluTrace
from anim_lib.stage.caption import first_that_fits
from anim_lib.stage.frame import Frame
from anim_lib.stage.hinge_plan import UNSEEN, PlotPlan
from anim_lib.stage.relu_points import says_points
from anim_lib.stage.wording import counted, sentence

_UNEXPLAINED = "Φ"  # no caption has the room to say what it stands for
Rows = tuple[int, ...]


@dataclass(frozen=True)
class Group:
    """Rows that are told in one beat, one after another or all together."""

    name: str
    says: str
    rows: Rows


@dataclass(frozen=True)
class ReluStory:
    """The captions of the clip, and the groups in which its rows are told."""

    before: str
    points: str
    curve: str
    groups: tuple[Group, ...]
    end: str


def tell_relu(trace: ReluTrace, plot: PlotPlan, frame: Frame, *, together: bool) -> ReluStory:
    """The story of these very numbers; `together` tells many rows at once."""
    label, formula = trace.activation.label, trace.activation.formula
    name = f"{label}(z)"
    bends = any(z.exact != y.exact for z, y in zip(trace.z, trace.y, strict=True))
    says_formula = [f"This curve is {name}."]
    if formula != name and _UNEXPLAINED not in formula:
        says_formula.insert(0, f"{name} = {formula}")
    return ReluStory(
        before=f"Before {label}, each sum is just itself.",
        points=says_points(trace, plot, together=together),
        curve=first_that_fits(says_formula, frame),
        groups=_many(trace, plot) if together else _few(trace, plot, frame),
        end=_says_end(trace, frame, bends),
    )


def _says_end(trace: ReluTrace, frame: Frame, bends: bool) -> str:
    if bends:
        turn = "curve" if trace.activation.verb is None else "bend"
        return f"That {turn} is the whole trick."
    if trace.activation.verb is None:
        return "No bend, so no sum has changed."
    would = "Had one been below zero, the bend would have caught it."
    return first_that_fits([would, "No sum was below zero, so none has changed."], frame)


def _by_fate(trace: ReluTrace) -> tuple[Rows, Rows, Rows]:
    """Rows below, at and above zero, each from left to right."""
    left_to_right = sorted(range(len(trace.z)), key=lambda i: trace.z[i].exact)
    below = tuple(i for i in left_to_right if trace.z[i].sign < 0)
    zero = tuple(i for i in left_to_right if trace.z[i].sign == 0)
    return below, zero, tuple(i for i in left_to_right if trace.z[i].sign > 0)


def _unchanged(trace: ReluTrace) -> bool:
    return all(z.exact == y.exact for z, y in zip(trace.z, trace.y, strict=True))


def _few(trace: ReluTrace, plot: PlotPlan, frame: Frame) -> tuple[Group, ...]:
    """Rows of one fate share a beat; where each has a number of its own, each has its beat."""
    below, zero, above = _by_fate(trace)
    if trace.activation.verb is None:
        everyone = (*below, *zero, *above)
        if _unchanged(trace):
            return (Group("through", "Every sum passes through.", everyone),)
        return tuple(_alone(trace, frame, i, full=False) for i in everyone)
    groups: list[Group] = []
    if below and all(trace.y[i].sign == 0 for i in below):
        rises = f"Below zero rises to {trace.y[below[0]].text}{_too_little(plot, below)}."
        groups.append(Group("below-zero", rises, below))
    else:
        groups += [_alone(trace, frame, i, full=True) for i in below]
    if zero:
        groups.append(Group("zero", f"Zero stays {trace.y[zero[0]].text}.", zero))
    if above:
        groups.append(Group("above-zero", "Above zero passes through.", above))
    return tuple(groups)


def _alone(trace: ReluTrace, frame: Frame, i: int, *, full: bool) -> Group:
    z, y = trace.z[i], trace.y[i]
    whole = trace.activation.says(f"Row {i + 1}", z, y, full=full)
    formula = f"{trace.activation.label}({z.text}) {trace.relation(i)} {y.text}"
    short = f"Row {i + 1}: output {y.text}"
    return Group(f"row-{i + 1}", first_that_fits([whole, formula, short], frame), (i,))


def _many(trace: ReluTrace, plot: PlotPlan) -> tuple[Group, ...]:
    """All rows of one fate move at once."""
    below, zero, above = _by_fate(trace)
    if trace.activation.verb is None and _unchanged(trace):
        everyone = (*below, *zero, *above)
        says = sentence(f"{counted(len(everyone), 'row')} {_pass(everyone)} through.")
        return (Group("through", says, everyone),)
    if trace.activation.verb is None:
        return _onto_curve((*below, *zero), above, at_zero=bool(zero))
    groups: list[Group] = []
    if below:
        groups.append(Group("below-zero", _says_below(trace, plot, below), below))
    if zero:
        stays = "stay" if len(zero) > 1 else "stays"
        says = f"{counted(len(zero), 'row')} at zero {stays} {trace.y[zero[0]].text}."
        groups.append(Group("zero", sentence(says), zero))
    if above:
        says = f"Above zero, {counted(len(above), 'row')} {_pass(above)} through."
        groups.append(Group("above-zero", says, above))
    return tuple(groups)


def _onto_curve(not_above: Rows, above: Rows, *, at_zero: bool) -> tuple[Group, ...]:
    """A curve without a corner takes both sides of zero alike."""
    groups: list[Group] = []
    for name, place, rows in (
        ("below-zero", "At or below zero" if at_zero else "Below zero", not_above),
        ("above-zero", "Above zero", above),
    ):
        moves = "move" if len(rows) > 1 else "moves"
        if rows:
            says = f"{place}, {counted(len(rows), 'point')} {moves} onto the curve."
            groups.append(Group(name, says, rows))
    return tuple(groups)


def _says_below(trace: ReluTrace, plot: PlotPlan, below: Rows) -> str:
    rows = f"Below zero, {counted(len(below), 'row')}"
    if all(trace.y[i].sign == 0 for i in below):
        rise = f"{rows} rise{'s' if len(below) == 1 else ''} to {trace.y[below[0]].text}"
        return f"{rise}{_too_little(plot, below)}."
    return f"{rows} move{'s' if len(below) == 1 else ''} onto the curve."


def _too_little(plot: PlotPlan, rows: Rows) -> str:
    """What is added where no dot is seen to move."""
    ways = (abs(plot.points[row].end - plot.points[row].start) for row in rows)
    return ", too little to see here" if max(ways) < UNSEEN else ""


def _pass(rows: Sequence[int]) -> str:
    return "pass" if len(rows) > 1 else "passes"
