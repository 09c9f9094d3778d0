"""How many sums are on which side of zero: what is said of it, and where it stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from anim_lib.nn.relu import ReluTrace
from anim_lib.stage.table_plan import COUNT_EM, LABEL_EM, words_width

Where = Literal["", "below", "line", "beside"]  # none; under the rows; in one line there; right

_AIR = 0.22  # more than a row's, between the last row and the counts
STEP = 0.5  # between baselines
_BESIDE = 0.45  # between the table and counts at its right
_BETWEEN = 0.6  # two counts in one line
_WIDEST = 6.4  # that counts may reach in large letters, with the table where they stand beside it


@dataclass(frozen=True)
class CountLine:
    """How many sums are on one side of zero, by its baseline's left end."""

    above: bool
    text: str
    em: float
    x: float
    y: float

    @property
    def right(self) -> float:
        """Where it ends."""
        return self.x + words_width(self.text, self.em)

    def moved(self, by: float, up: float) -> CountLine:
        """The same count elsewhere."""
        return replace(self, x=self.x + by, y=self.y + up)


def count_texts(trace: ReluTrace) -> list[tuple[bool, str]]:
    """How many sums are above zero and how many are not, each where there is one."""
    above, others = trace.n_above, len(trace.z) - trace.n_above
    if not others:
        return [(True, f"{trace.above.text} {_sums(above)} above zero")]
    where = "at or below" if trace.n_zero else "below"
    if not above:
        return [(False, f"{trace.not_above.text} {_sums(others)} {where} zero")]
    return [
        (True, f"{trace.above.text} {_sums(above)} above zero"),
        (False, f"{trace.not_above.text} {where}"),
    ]


def _sums(count: int) -> str:
    return "sums" if count > 1 else "sum"


def plan_counts(
    trace: ReluTrace, where: Where, box: tuple[float, float, float, float]
) -> tuple[CountLine, ...]:
    """The counts about a table's box: its rows' left end, bottom, right end and top."""
    if not where:
        return ()
    left, bottom, right, top = box
    texts = count_texts(trace)
    if where == "line":
        return _in_line(texts, (left + right) / 2, bottom - _AIR - STEP)
    em, count = LABEL_EM, len(texts)
    x, y = left, bottom - _AIR - STEP
    widest = max(words_width(text, em) for _, text in texts)
    if where == "beside":
        x, y = right + _BESIDE, (bottom + top) / 2 + STEP * (count - 1) / 2 - 0.33 * em
    if x + widest > (_WIDEST if where == "beside" else right):
        em = COUNT_EM
    return tuple(
        CountLine(above, text, em, x, y - k * STEP) for k, (above, text) in enumerate(texts)
    )


def _in_line(texts: list[tuple[bool, str]], middle: float, y: float) -> tuple[CountLine, ...]:
    between = _BETWEEN * (len(texts) - 1)
    full = sum(words_width(text, 1.0) for _, text in texts)
    em = LABEL_EM if full * LABEL_EM + between <= _WIDEST else COUNT_EM
    width = full * em + between
    lines: list[CountLine] = []
    x = middle - width / 2
    for above, text in texts:
        lines.append(CountLine(above, text, em, x, y))
        x = lines[-1].right + _BETWEEN
    return tuple(lines)
