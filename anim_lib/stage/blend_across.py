"""The horizontal layout of the blend: the tightest one first, then what is left over is shared."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from anim_lib.stage.blend_heights import BlendForm
from anim_lib.stage.blend_lines import BlendLines, hidden_label
from anim_lib.stage.frame import Frame
from anim_lib.stage.slots import OPERATOR, SIGN, Extent, extent, joined
from anim_lib.stage.softmax_lines import SEVERAL
from anim_lib.stage.table_plan import LABEL_EM, SMALL_EM, Bracket, words_width

_EDGE = 0.05
_WIDEN = 0.5
_DOT = 0.2  # from the dot's middle in "0.46 · yes" to what stands beside it


@dataclass(frozen=True, slots=True)
class Spacing:
    """The least air between things: in units, but for the columns' gap, in digit heights."""

    name_gap: float
    air: float  # beside the multiplication sign
    pad: float  # between a bracket and the digits it holds
    gap: float  # between columns
    output_reaches: bool  # the output's name may reach into the weights' column, empty there


SPACINGS = (
    Spacing(name_gap=0.4, air=0.14, pad=0.24, gap=0.76, output_reaches=False),
    Spacing(name_gap=0.26, air=0.09, pad=0.18, gap=0.56, output_reaches=True),
)


@dataclass(frozen=True)
class WorkedLine:
    """Where "0.41 × 0.9 ≈ 0.37" stands: decimal points, and the middles of its signs."""

    weight: float
    times: float
    value: float
    relation: float
    product: float


@dataclass(frozen=True)
class Kept:
    """A weight stays as part of its row's name: "0.46 · yes"."""

    weight: float  # decimal point
    dot: float | None  # the middle of the dot before the name; None: it stays where it is


@dataclass(frozen=True)
class BlendColumns:
    """Decimal points' x of each column, and where everything beside them stands."""

    name: float  # the names' right end, or their left end where the values stand under them
    output_name: float  # likewise
    names_lead: bool  # the names begin at `name`, else they end there
    weights: float
    times: tuple[float, ...]  # (lines,) the middles of the multiplication signs
    plus: float  # the middle of the plus signs that join the products
    kept: Kept | None  # where a weight stays once its values are scaled; None: no room
    values: tuple[float, ...]  # (columns,)
    middles: tuple[float, ...]  # (columns,) of what each holds
    hidden: float | None  # the middle of the dots that stand for the hidden columns
    hidden_head: float | None  # where the words at their head end; None: they stand over the dots
    bracket: Bracket
    worked: WorkedLine | None  # None where there is no room for it


def columns_of(
    lines: BlendLines, output_label: str, frame: Frame, form: BlendForm, spacing: Spacing, h: float
) -> BlendColumns | None:
    """The columns at this digit height, in the middle of the frame; None where too wide."""
    left, right = -frame.safe_x + _EDGE, frame.safe_x - _EDGE
    names = max(words_width(label, LABEL_EM) for label in lines.labels)
    output_right = left + max(names, words_width(output_label, LABEL_EM))
    reaches = spacing.output_reaches or form == "stacked"
    name_right = left + names if reaches else output_right
    weight = joined([q.text for q in lines.weights], h)
    if lines.others:  # whose weight is dots
        dots = words_width(SEVERAL, LABEL_EM) / 2
        weight = weight.joined(Extent(dots, dots))
    weights = name_right + spacing.name_gap + weight.left
    times = weights + weight.right + spacing.air + SIGN * h / 2
    after = times + SIGN * h / 2 + spacing.air
    beside = form == "beside"
    lead = SIGN * h + spacing.air  # for a plus sign before values that stand under their names
    extents = _held(lines, h)
    for start in (after,) if beside else (left + lead, left):
        columns = [start + spacing.pad + extents[0].left]
        for before, held in pairwise(extents):
            columns.append(columns[-1] + before.right + spacing.gap * h + held.left)
        end = columns[-1] + extents[-1].right + spacing.pad
        if max(end, after) <= right:
            break
    else:
        return None
    if beside and output_right + spacing.air > start:
        return None
    words = max(words_width(label, LABEL_EM) for label in lines.labels[: len(lines.words)])
    # What the weights that stay want left of the block, and get if it is free.
    wanted = max(0.0, _kept_width(lines, h) - (name_right - words - left)) if beside else 0.0
    free = right - end
    stay = wanted if wanted <= free else 0.0
    gaps = len(columns) - 1
    widen = min(_WIDEN, (free - stay) / gaps) if gaps else 0.0
    columns = [x + widen * j for j, x in enumerate(columns)]
    end += widen * gaps
    if form == "stacked" and lines.hidden is not None:  # its head ends the first name's line
        head = words_width(hidden_label(lines.hidden), SMALL_EM)
        if after + spacing.name_gap + head > end:
            return None
    # In the middle, or a little right of it to make room for them.
    shift = max((right - max(end, after)) / 2, stay)
    columns = [x + shift for x in columns]
    leads = not beside and start > left  # plus signs stand before the values
    signs = [times] * lines.count
    if not beside:  # each beside its own weight
        after_weight = spacing.air + SIGN * h / 2
        own = [weights + extent(q.text, h).right + after_weight for q in lines.weights]
        signs[: len(own)] = own
    if beside:
        kept = _kept(lines, name_right + shift - words, left, h)
    else:
        kept = Kept(weights + shift, None) if leads else None
    # Under stacked lines the working begins where they begin.
    back = weights + shift if form == "beside" else left + shift + weight.left
    at = lines.hidden_at
    values = tuple(x for j, x in enumerate(columns) if j != at)
    return BlendColumns(
        name=(name_right if form == "beside" else left) + shift,
        output_name=(output_right if form == "beside" else left) + shift,
        names_lead=form == "stacked",
        weights=weights + shift,
        times=tuple(x + shift for x in signs),
        plus=shift + (start - spacing.air - SIGN * h / 2 if leads else times),
        kept=kept,
        values=values,
        middles=tuple(x + _middle(own) for x, own in zip(values, _numbers(lines, h), strict=True)),
        hidden=None if at is None else columns[at],
        hidden_head=end + shift if form == "stacked" else _head_end(lines, columns, right),
        bracket=Bracket(start + shift, end + shift),
        worked=_worked(lines, back, spacing, right, h),
    )


def _kept(lines: BlendLines, names: float, left: float, h: float) -> Kept | None:
    """Weights before names that begin at `names`; None where they would begin left of `left`."""
    reach = joined([q.text for q in lines.weights], h)
    dot = names - _DOT
    weight = dot - _DOT - reach.right
    return Kept(weight, dot) if weight - reach.left >= left - 1e-9 else None


def _kept_width(lines: BlendLines, h: float) -> float:
    """The room that weights take before their names."""
    return joined([q.text for q in lines.weights], h).width + 2 * _DOT


def _head_end(lines: BlendLines, columns: list[float], right: float) -> float | None:
    """Where the words over the hidden columns end, if they cannot stand in their middle."""
    if lines.hidden is None or lines.hidden_at is None:
        return None
    half = words_width(hidden_label(lines.hidden), SMALL_EM) / 2
    return right if columns[lines.hidden_at] + half > right else None


def _worked(
    lines: BlendLines, weight: float, spacing: Spacing, right: float, h: float
) -> WorkedLine | None:
    """The first line's products one after another, the weight at `weight`; None if too wide."""
    weights = joined([q.text for q in lines.weights], h)
    values = joined([q.text for q in lines.values[0]], h)
    products = joined([q.text for q in lines.scaled[0]], h)
    sign, air = SIGN * h / 2 + spacing.air, 0.1 + OPERATOR * h / 2
    times = weight + weights.right + sign
    value = times + sign + values.left
    relation = value + values.right + air
    product = relation + air + products.left
    fits = product + products.right <= right
    return WorkedLine(weight, times, value, relation, product) if fits else None


def _held(lines: BlendLines, h: float) -> list[Extent]:
    """Everything that will ever stand in a column: values, products and their sum; or dots."""
    dots = words_width(SEVERAL, LABEL_EM) / 2
    held = []
    for own in _numbers(lines, h):
        middle = _middle(own)
        # Dots stand in the others' line until its turn.
        held.append(own.joined(Extent(dots - middle, dots + middle)) if lines.others else own)
    at = lines.hidden_at
    if at is not None:
        held.insert(at, Extent(dots, dots))
    return held


def _numbers(lines: BlendLines, h: float) -> list[Extent]:
    columns = zip(*lines.values, *lines.scaled, lines.output, strict=True)
    return [joined([number.text for number in column], h) for column in columns]


def _middle(own: Extent) -> float:
    """How far right of its decimal point the middle of a column is."""
    return (own.right - own.left) / 2
