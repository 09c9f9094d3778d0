"""The horizontal layout of the softmax: the tightest one first, then what is left over is shared.

Numerators fall straight down to their place before the total, between the columns of scores and
of exponentials. Where that lane would cost too much, the columns close up and a numerator drops
in; where the shifted scores would, they take the scores' own place.
"""

from __future__ import annotations

from dataclasses import dataclass

from anim_lib.nn.quantity import Vector
from anim_lib.stage.frame import Frame
from anim_lib.stage.slots import (
    NOTHING,
    OPERATOR,
    PARENTHESIS,
    Extent,
    extent,
    joined,
    slot_width,
    text_width,
)
from anim_lib.stage.softmax_lines import SoftmaxLines
from anim_lib.stage.table_plan import LABEL_EM, SMALL_EM, words_width

TOTAL, TOTAL_ABOUT, LARGEST = "total", "total ≈", "largest"  # names of the last row
MAX_TRACK, MIN_TRACK = 4.2, 2.0
_EDGE = 0.05
_AIR = 0.06
CLEAR = 0.2  # between the last row's name and a numerator


@dataclass(frozen=True, slots=True)
class Variant:
    """How generous a layout is."""

    falls: bool  # numerators have a lane of their own to fall along
    in_place: bool  # shifted scores take the scores' place
    gap: float  # between columns
    track_gap: float  # before the track
    label_em: float = LABEL_EM  # of header words and names


VARIANTS = (
    Variant(falls=True, in_place=False, gap=0.5, track_gap=0.4),
    Variant(falls=True, in_place=True, gap=0.5, track_gap=0.4),
    Variant(falls=False, in_place=False, gap=0.28, track_gap=0.28),
    Variant(falls=False, in_place=True, gap=0.28, track_gap=0.28),
    Variant(falls=False, in_place=False, gap=0.24, track_gap=0.24, label_em=SMALL_EM),
    Variant(falls=False, in_place=True, gap=0.24, track_gap=0.24, label_em=SMALL_EM),
    Variant(falls=False, in_place=True, gap=0.18, track_gap=0.2, label_em=SMALL_EM),
)


@dataclass(frozen=True)
class Columns:
    """Decimal points' x of each column, and where names, track and rule begin and end."""

    name: float  # the names' right end, or their left end where bars stand under them
    last_name: float  # likewise, of "total" and "largest"
    names_lead: bool  # the names begin at `name`, else they end there
    scores: float
    shifted: float | None  # the column of shifted scores, where exp needs them
    exp: float
    weights: float
    track_left: float
    track_right: float
    numerator: float  # decimal point of the division's numerator, in the total's row
    falls: bool  # whether a numerator may fall there from its line
    fall: float  # decimal point of the first score where it falls into exp( )
    rule_left: float
    rule_right: float

    @property
    def in_place(self) -> bool:
        """Whether the shifted scores take the scores' place."""
        return self.shifted == self.scores


@dataclass(frozen=True)
class _Measured:
    """The extents of the columns, those of their numbers alone and with the header over them."""

    score: Extent
    score_head: Extent
    shifted: Extent | None  # where the shifted scores have a column of their own
    shifted_head: Extent
    exp: Extent
    exp_head: Extent
    weight_head: Extent
    shift: Extent  # what is taken off the scores, written under them
    first: Extent  # what the first exponential is taken of
    numerators: Extent
    names: float
    last_name: float
    working: float  # how far "exp(0.51) = 1.67" reaches left of the exponentials' points


def columns_beside(
    lines: SoftmaxLines, variant: Variant, frame: Frame, h: float, name_em: float
) -> Columns | None:
    """Bars at the right of the numbers; None where their track would be shorter than MIN_TRACK."""
    left, right = -frame.safe_x + _EDGE, frame.safe_x - _EDGE
    held = _measure(lines, variant, h, name_em)
    name, last = left + held.names, left + max(held.names, held.last_name)
    if variant.falls:  # else the last row's name may reach under the scores
        name = last
    tight = _Tight(held, variant, h, left, name, last, _in_place(lines, variant))
    track_left = tight.weights + held.weight_head.right + variant.track_gap
    room = right - track_left
    if room < MIN_TRACK:
        return None
    spare = max(0.0, room - MAX_TRACK)
    step = min(spare / 4, 0.6)
    track_left += 3 * step
    track_right = track_left + min(room, MAX_TRACK)
    return tight.spread(step, (name, last), False, track_left, track_right)


def columns_under(
    lines: SoftmaxLines, variant: Variant, frame: Frame, h: float, name_em: float
) -> Columns | None:
    """Bars under the numbers, as long as the frame; None where the numbers are too wide for it."""
    left, right = -frame.safe_x + _EDGE, frame.safe_x - _EDGE
    held = _measure(lines, variant, h, name_em)
    tight = _Tight(
        held, variant, h, left, left + held.names, left + held.last_name, _in_place(lines, variant)
    )
    spare = right - tight.weights - held.weight_head.right
    if spare < 0:
        return None
    return tight.spread(spare / 3, (left, left), True, left, right)


class _Tight:
    """The columns as close as they may be, from the names to the right."""

    def __init__(
        self,
        held: _Measured,
        variant: Variant,
        h: float,
        left: float,
        name_right: float,
        last_name_right: float,
        in_place: bool,
    ) -> None:
        self.held, self.variant = held, variant
        self.in_place = in_place
        gap = variant.gap
        # "largest" and the largest score stand in the last row, where the scores are shifted.
        self.scores = max(
            name_right + gap + held.score_head.left, last_name_right + CLEAR + held.shift.left
        )
        edge = self.scores + held.score_head.right
        self.shifted: float | None = None
        if held.shifted is not None:
            self.shifted = edge + gap - 0.05 + held.shifted_head.left
            edge = self.shifted + held.shifted_head.right
        slash = slot_width("/") * h + 2 * _AIR
        self.exp = edge + gap + held.exp_head.left
        before = self.scores if self.shifted is None else self.shifted
        self.own = held.score if held.shifted is None else held.shifted
        if variant.falls:
            clear = before + self.own.right + 2 * _AIR + held.numerators.width + slash
            self.exp = max(self.exp, clear + held.exp.left)
        division = last_name_right + CLEAR + held.numerators.width + slash + held.exp.left
        self.exp = max(self.exp, division, left + held.working)
        self.numerator = self.exp - held.exp.left - slash - held.numerators.right
        self.weights = self.exp + held.exp_head.right + OPERATOR * h + gap + held.weight_head.left

    def spread(
        self,
        step: float,
        names: tuple[float, float],
        names_lead: bool,
        track_left: float,
        track_right: float,
    ) -> Columns:
        """Each column moved right by one step more than the one before it."""
        scores, exp, weights = self.scores + step, self.exp + 2 * step, self.weights + 3 * step
        shifted = None if self.shifted is None else self.shifted + 1.5 * step
        before, held = (scores if shifted is None else shifted), self.held
        return Columns(
            name=names[0],
            last_name=names[1],
            names_lead=names_lead,
            scores=scores,
            shifted=scores if self.in_place else shifted,
            exp=exp,
            weights=weights,
            track_left=track_left,
            track_right=track_right,
            numerator=self.numerator + 2 * step,
            falls=self.variant.falls,
            # The first score falls into exp( ) before any exponential stands at its right.
            fall=before + self.own.right + 2 * _AIR + held.first.left,
            rule_left=exp - held.exp.left - 0.12,
            rule_right=exp + held.exp.right + 0.12,
        )


def _in_place(lines: SoftmaxLines, variant: Variant) -> bool:
    return bool(lines.shifted) and variant.in_place


def _measure(lines: SoftmaxLines, variant: Variant, h: float, name_em: float) -> _Measured:
    em = variant.label_em
    score, score_head = _column(lines.scores, "score", h, em)
    shifted, shifted_head = _column(lines.shifted, "shifted", h, em)
    in_place = _in_place(lines, variant)
    if in_place:
        score, score_head = score.joined(shifted), score_head.joined(shifted_head)
    exp, exp_head = _column((*lines.exp, lines.total), "exp", h, em)
    _, weight_head = _column((*lines.weights, lines.one), "weight", h, em)
    return _Measured(
        score=score,
        score_head=score_head,
        shifted=shifted if lines.shifted and not in_place else None,
        shifted_head=shifted_head,
        exp=exp,
        exp_head=exp_head,
        weight_head=weight_head,
        shift=NOTHING if lines.shift is None else extent(lines.shift.text, h),
        first=extent(lines.exponents[0].text, h),
        numerators=joined([q.text for q in lines.exp], h),
        names=max(words_width(label, name_em) for label in lines.labels),
        last_name=max(
            words_width(text, name_em)
            for text in (TOTAL_ABOUT, *([LARGEST] if lines.shift else []))
        ),
        working=_working_width(lines, h),
    )


def _working_width(lines: SoftmaxLines, h: float) -> float:
    """How far the line "exp(0.51) = 1.67" reaches left of its result's decimal point."""
    inner = text_width(lines.exponents[0].text, h)
    signs = (OPERATOR + 2 * PARENTHESIS) * h
    return extent(lines.exp[0].text, h).left + 0.24 + signs + inner + words_width("exp", LABEL_EM)


def _column(numbers: Vector, label: str, h: float, em: float) -> tuple[Extent, Extent]:
    """The numbers' own extent, and the one with the header word centred over them."""
    own = joined([q.text for q in numbers], h)
    half, middle = words_width(label, em) / 2, (own.right - own.left) / 2
    return own, own.joined(Extent(half - middle, half + middle))
