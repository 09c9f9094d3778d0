"""Where the softmax stands: names, scores, exponentials, weights and their bars; no Manim.

The division is built in the total's own row: "1.67 / 4.05 = 0.41", the result under the weights.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from anim_lib.nn.attention import AttentionTrace
from anim_lib.nn.quantity import Vector
from anim_lib.stage.frame import Frame
from anim_lib.stage.plan import NoFitError
from anim_lib.stage.slots import MAX_DIGIT, MIN_DIGIT, OPERATOR, Extent, extent, joined, slot_width
from anim_lib.stage.table_plan import LABEL_EM, words_width

TOTAL, TOTAL_ABOUT, LARGEST = "total", "total ≈", "largest"  # names of the last row
MAX_TRACK, MIN_TRACK = 4.2, 2.0
_EDGE = 0.05
_AIR = 0.06
_LINE_PITCH, _CLOSEST = 0.8, 0.375


@dataclass(frozen=True)
class SoftmaxPlan:
    """Decimal points' x of each column, the rows' y, and the track that stands for 1."""

    h: float
    name_right: float
    scores: float
    shifted: float | None  # the column of shifted scores, where exp needs them
    exp: float
    weights: float
    track_left: float
    track_right: float
    rows: tuple[float, ...]
    header_y: float
    rule_y: float
    total_y: float
    bar_height: float
    numerator: float  # decimal point of the division's numerator, in the total's row
    fall: float  # decimal point of the first score where it falls into exp( )
    rule_left: float
    rule_right: float

    @property
    def track(self) -> float:
        """The length that stands for 1."""
        return self.track_right - self.track_left


def plan_softmax(trace: AttentionTrace, labels: tuple[str, ...], frame: Frame) -> SoftmaxPlan:
    """The largest digits that fit. Raises NoFitError when none do."""
    for h in _heights():
        plan = _lay_out(trace, labels, frame, h)
        if plan is not None:
            return plan
    columns = (trace.scores, trace.shifted or trace.scores, trace.exp, trace.weights)
    widest = max(range(len(labels)), key=lambda i: sum(len(column[i].text) for column in columns))
    score, exp = trace.scores[widest].text, trace.exp[widest].text
    raise NoFitError(
        (widest, 0),
        f"its score {score} and exp {exp} do not fit beside the weights and their bars",
    )


def _heights() -> Iterator[float]:
    steps = round((MAX_DIGIT - MIN_DIGIT) / 0.01)
    yield from (round(MAX_DIGIT - 0.01 * k, 2) for k in range(steps + 1))


def _column(numbers: Vector, label: str, h: float) -> tuple[Extent, Extent]:
    """The numbers' own extent, and the one with the header word centred over them."""
    own = joined([q.text for q in numbers], h)
    half, middle = words_width(label, LABEL_EM) / 2, (own.right - own.left) / 2
    return own, own.joined(Extent(half - middle, half + middle))


def _lay_out(
    trace: AttentionTrace, labels: tuple[str, ...], frame: Frame, h: float
) -> SoftmaxPlan | None:
    count = len(labels)
    pitch = min(_LINE_PITCH, 4.4 / (count + 1))
    if pitch < max(_CLOSEST, h + 0.125):
        return None
    left, right = -frame.safe_x + _EDGE, frame.safe_x - _EDGE
    names = (*labels, TOTAL_ABOUT, *([LARGEST] if trace.shifted else []))
    name_right = left + max(words_width(text, LABEL_EM) for text in names)
    score, score_head = _column(trace.scores, "score", h)
    exp, exp_head = _column((*trace.exp, trace.total), "exp", h)
    _, weight_head = _column((*trace.weights, trace.weights_total), "weight", h)
    gaps: list[float] = []
    scores = name_right + 0.5 + score_head.left
    edge = scores + score_head.right
    shifted_x: float | None = None
    if trace.shifted:
        shifted, shifted_head = _column(trace.shifted, "shifted", h)
        shifted_x = edge + 0.45 + shifted_head.left
        edge = shifted_x + shifted_head.right
        score = shifted
    slash = slot_width("/") * h + 2 * _AIR
    # Numerators fall straight down to their place before the total, clear of the column before.
    before = scores if shifted_x is None else shifted_x
    widest = joined([q.text for q in trace.exp], h)
    clear = before + score.right + 2 * _AIR + widest.width + slash + exp.left
    exp_x = max(edge + 0.5 + exp_head.left, clear)
    numerator = exp_x - exp.left - slash - widest.right
    weights = exp_x + exp_head.right + OPERATOR * h + 0.5 + weight_head.left
    track_left = weights + weight_head.right + 0.4
    room = right - track_left
    if room < MIN_TRACK or numerator - widest.left < name_right + 0.2:
        return None
    spare = max(0.0, room - MAX_TRACK)
    track = min(room, MAX_TRACK)
    gaps = _shares(spare, 3)
    scores, exp_x, weights = scores + gaps[0], exp_x + gaps[1], weights + gaps[2]
    shifted_x = None if shifted_x is None else shifted_x + (gaps[0] + gaps[1]) / 2
    track_left += gaps[2] if spare else 0.0
    numerator += gaps[1]
    # The first score falls into exp( ) before any exponential stands at the right of it.
    before = scores if shifted_x is None else shifted_x
    fall = before + score.right + 2 * _AIR + extent(trace.exponents[0].text, h).left
    first, total_y, header_y = _vertical(count, pitch)
    last = first - pitch * (count - 1)
    return SoftmaxPlan(
        h=h,
        name_right=name_right,
        scores=scores,
        shifted=shifted_x,
        exp=exp_x,
        weights=weights,
        track_left=track_left,
        track_right=track_left + track,
        rows=tuple(first - pitch * i for i in range(count)),
        header_y=header_y,
        rule_y=(last + total_y) / 2,
        total_y=total_y,
        bar_height=min(0.46, 0.62 * pitch),
        numerator=numerator,
        fall=fall,
        rule_left=exp_x - exp.left - 0.12,
        rule_right=exp_x + exp.right + 0.12,
    )


def _shares(spare: float, count: int) -> list[float]:
    """How far each of the columns moves right when spare room is shared by the gaps."""
    step = min(spare / (count + 1), 0.6)
    return [step * (k + 1) for k in range(count)]


def _vertical(count: int, pitch: float) -> tuple[float, float, float]:
    """The first row's, the total's and the header's y, the block in the middle of the stage."""
    height = pitch * count + 0.12  # from the first row to the total
    header_gap = min(0.75, pitch + 0.1)
    top = 0.45 + (height + header_gap) / 2
    first = top - header_gap
    return first, first - height, top
