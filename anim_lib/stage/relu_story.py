"""What is told of a layer's sums and their activation: groups of rows and what is said of them."""

from __future__ import annotations

from dataclasses import dataclass

from anim_lib.nn.relu import ReluTrace
from anim_lib.stage.hinge_plan import Cluster
from anim_lib.stage.wording import count_word, counted, sentence

_CROWD = 3  # so many rows on one label deserve a word


@dataclass(frozen=True)
class Group:
    """Rows that are told in one beat, one after another."""

    name: str
    says: str
    rows: tuple[int, ...]


@dataclass(frozen=True)
class ReluStory:
    """The captions of the clip, and the groups in which its rows are told."""

    before: str
    points: str
    curve: str
    groups: tuple[Group, ...]
    end: str


def tell_relu(trace: ReluTrace, clusters: tuple[Cluster, ...]) -> ReluStory:
    """The story of these very numbers."""
    label, formula = trace.activation.label, trace.activation.formula
    name = f"{label}(z)"
    bends = any(z.exact != y.exact for z, y in zip(trace.z, trace.y, strict=True))
    return ReluStory(
        before=f"Before {label}, each sum is just itself.",
        points=_says_points(clusters, len(trace.z)),
        curve=f"This curve is {name}." if formula == name else f"{name} = {formula}",
        groups=_groups(trace),
        end=_says_end(trace, bends),
    )


def _says_points(clusters: tuple[Cluster, ...], rows: int) -> str:
    crowd = max(len(cluster.rows) for cluster in clusters)
    if crowd >= _CROWD:
        return f"On this scale {count_word(crowd)} rows stand side by side."
    return sentence(f"{counted(rows, 'row')}, {counted(rows, 'point')}.")


def _says_end(trace: ReluTrace, bends: bool) -> str:
    if bends:
        return "That bend is the whole trick."
    if trace.activation.verb is None:
        return "No bend, so no sum has changed."
    return "Had one been below zero, the bend would have caught it."


def _groups(trace: ReluTrace) -> tuple[Group, ...]:
    """Rows of one fate share a beat; where each has a number of its own, each has its beat."""
    left_to_right = sorted(range(len(trace.z)), key=lambda i: trace.z[i].exact)
    if trace.activation.verb is None:
        if all(z.exact == y.exact for z, y in zip(trace.z, trace.y, strict=True)):
            return (Group("through", "Every sum passes through.", tuple(left_to_right)),)
        return tuple(_alone(trace, i, full=False) for i in left_to_right)
    below = [i for i in left_to_right if trace.z[i].sign < 0]
    zero = [i for i in left_to_right if trace.z[i].sign == 0]
    above = [i for i in left_to_right if trace.z[i].sign > 0]
    groups: list[Group] = []
    texts = {trace.y[i].text for i in below}
    if below and all(trace.y[i].sign == 0 for i in below):
        groups.append(Group("below-zero", f"Below zero rises to {texts.pop()}.", tuple(below)))
    else:
        groups += [_alone(trace, i, full=True) for i in below]
    if zero:
        groups.append(Group("zero", f"Zero stays {trace.y[zero[0]].text}.", tuple(zero)))
    if above:
        groups.append(Group("above-zero", "Above zero passes through.", tuple(above)))
    return tuple(groups)


def _alone(trace: ReluTrace, i: int, *, full: bool) -> Group:
    says = trace.activation.says(f"Row {i + 1}", trace.z[i], trace.y[i], full=full)
    return Group(f"row-{i + 1}", says, (i,))
