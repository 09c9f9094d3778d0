"""A dense-layer clip told without pictures, and what must be true of every text in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from anim_lib.lesson.lesson import Lesson
from anim_lib.nn.activations import ACTIVATIONS
from anim_lib.nn.dense import DenseTrace
from anim_lib.nn.quantity import Quantity
from anim_lib.render.settings import RenderSettings
from anim_lib.stage.caption import caption_lines
from anim_lib.stage.dense_plan import plan_dense
from anim_lib.stage.frame import Frame
from anim_lib.stage.ink import Number, Slots, Words
from anim_lib.stage.rows_layout import RowsLayout
from anim_lib.stage.theme import Role
from anim_lib.timeline import Beat, Timeline
from tests.stage import stagehand as hand
from tests.stage.stagehand import Shown, lesson_of

Place = NDArray[np.float64]  # (3,)


PROJECT = Path(__file__).parents[2]
FRAME = Frame.of_aspect(16 / 9)


@dataclass(frozen=True)
class Picture:
    """What stands on stage at the end of a beat."""

    beat: Beat
    inks: list[Shown]
    lines: dict[float, str]

    @property
    def words(self) -> list[str]:
        return [s.words for s in self.inks if isinstance(s.ink, Words)]

    @property
    def equations(self) -> list[str]:
        return [line for line in self.lines.values() if re.search("[=≈]", line)]


@dataclass(frozen=True)
class Told:
    """The whole clip of one lesson."""

    lesson: Lesson
    timeline: Timeline
    pictures: list[Picture]
    frame: Frame = FRAME

    @property
    def trace(self) -> DenseTrace:
        assert self.lesson.dense_trace is not None
        return self.lesson.dense_trace

    @cached_property
    def layout(self) -> RowsLayout:
        return plan_dense(self.lesson, self.trace, self.frame)

    def quantities(self) -> Iterator[Quantity]:
        """What is shown of the trace: all of it, or a view with its hidden columns' sums."""
        rows = self.layout.rows
        yield from (q for row in (rows.header, *rows.cells) for q in row if q is not None)
        yield from chain(*rows.products, *rows.totals, rows.aside, rows.sums)
        yield from rows.results[-1].numbers

    def words(self) -> set[str]:
        """The clip's own words, captions left out."""
        rows, label = self.layout.rows, self.trace.activation.label
        own = {"sum", "so far", "so far ≈", label, *label.split(" ")}
        if self.layout.plan.list is not None:
            own |= {"multiply", "bias"}
        if rows.view.hidden_columns:
            count = rows.view.hidden_columns
            own |= {"···", "⋮", f"{count} more", f"{count} more terms"}
        if rows.view.hidden_rows:
            count = rows.view.hidden_rows
            named = f"{count} more row{'s' if count > 1 else ''}"
            if self.layout.plan.list is not None:
                named = f"{count} more"
            own |= {"⋮", named, f"⋮ {named}", *(f"{i + 1:,}" for i in rows.view.rows)}
        return own

    def of(self, beat: str) -> Picture:
        return next(p for p in self.pictures if p.beat.name == beat)


def tell(lesson: Lesson, settings: RenderSettings = hand.WIDE) -> Told:
    pictures: list[Picture] = []

    def look(beat: Beat, inks: list[Shown]) -> None:
        pictures.append(Picture(beat, inks, hand.lines(inks)))

    timeline = hand.walk("dense-layer", lesson, beat_ends=look, settings=settings)
    return Told(lesson, timeline, pictures, Frame.of_aspect(settings.width / settings.height))


# Texts done anew ---------------------------------------------------------------------------

NUMBER = r"[0-9]+(?:\.[0-9]+)?(?:e−?[0-9]+)?"
PAIR = re.compile(rf"\((−?{NUMBER})\)\((−?{NUMBER})\)")
TERM = re.compile(rf"[+−]{NUMBER}")


def value(text: str) -> Decimal:
    return Decimal(text.replace("−", "-"))


def left_side(text: str, activation: str) -> Decimal:
    """The operation that a line of working shows, done on the numbers as printed."""
    if PAIR.match(text):
        pairs = sum(value(w) * value(x) for w, x in PAIR.findall(text))
        rest = PAIR.sub("", text).replace("+", "", len(PAIR.findall(text)) - 1)
        return pairs + value(rest)
    if text.startswith("("):
        z = value(text.strip("()"))
        return Decimal(repr(ACTIVATIONS[activation].at(float(z))))
    terms = TERM.findall(text)
    assert "".join(terms) == text, f"{text!r} is no sum of signed terms"
    return sum((value(term) for term in terms), Decimal(0))


def rounds_to(exact: Decimal, printed: str) -> bool:
    said = value(printed)
    place = Decimal((0, (1,), int(said.as_tuple().exponent)))
    return exact.quantize(place, rounding=ROUND_HALF_UP) == said


def untrue(line: str, activation: str) -> bool:
    """Whether a line's = or ≈ says what is not so of the numbers as printed."""
    left, sign, right = re.split("([=≈])", line)
    if (
        left.startswith("(")
        and left.endswith(")")
        and Decimal(right.replace("−", "-"))
        in {
            "sigmoid": (0, 1),
            "tanh": (-1, 1),
        }.get(activation, ())
    ):
        return sign != "≈"  # a bound is only come near to
    exact = left_side(left, activation)
    # Twelve digits, as everywhere: binary floats leave 2.3849999999999998 for 2.385.
    exact = Decimal(f"{exact:.12g}") if exact else exact
    return rounds_to(exact, right) != (sign == "=")


def strangers(told: Told, inks: list[Shown]) -> list[str]:
    """Texts on stage that are not the trace's, nor words of the clip's own."""
    known = {q.name: q.text for q in told.quantities()}
    own = told.words() | {line for b in told.timeline.beats for line in said(b, told.frame)}
    found = []
    for ink in (s.ink for s in inks if s.is_text):
        if isinstance(ink, Number):
            text = known.get(ink.quantity.name, "nothing of that name")
            as_term = text if text.startswith("−") else f"+{text}"
            # In the line of pairs a bias's sign is the operator before it.
            as_operand = text.removeprefix("−") if ink.role == Role.BIAS else text
            if ink.drawn not in (text, as_term, as_operand):
                found.append(f"{ink.quantity.name} drawn as {ink.drawn}, in the trace {text}")
        elif isinstance(ink, Slots):
            if ink.drawn not in {"+", "−", "=", "≈", "(", ")"}:
                found.append(f"{ink.drawn!r} is no operator")
        elif isinstance(ink, Words) and ink.words not in own:
            found.append(f"words {ink.words!r}")
    return found


def said(beat: Beat, frame: Frame) -> tuple[str, ...]:
    """A beat's caption as it is written in the frame."""
    return caption_lines(beat.caption, frame)


def told_truly(told: Told) -> list[str]:
    """Everything that is wrong with a clip's texts."""
    faults = []
    for picture in told.pictures:
        faults += strangers(told, picture.inks)
        faults += [
            f"{picture.beat.name}: {line}"
            for line in picture.equations
            if untrue(line, told.trace.activation.name)
        ]
    shown = Counter(q.name for beat in told.timeline.beats for q in beat.numbers)
    wanted = {q.name: 1 for q in told.quantities()}
    faults += [f"first seen {shown[n]} times: {n}" for n in {*shown, *wanted} if shown[n] != 1]
    return faults


def texts_of(told: Told) -> set[str]:
    return {s.ink.drawn for p in told.pictures for s in p.inks if isinstance(s.ink, Number)} | {
        beat.caption for beat in told.timeline.beats
    }


PUBLIC = (
    [
        ["0.2", "0.8", "-0.5", "1.0"],
        ["0.5", "-0.91", "0.26", "-0.5"],
        ["-0.26", "-0.27", "0.17", "0.87"],
    ],
    ["1.0", "2.0", "3.0", "2.5"],
    ["2.0", "3.0", "0.5"],
)
CONVOLUTION = ([[*"0134"], [*"1245"], [*"3467"], [*"4578"]], [*"0123"])


WIDEST = lesson_of([[f"-0.{i}{j}" for j in range(1, 7)] for i in range(1, 9)],
                   [f"-0.{j}9" for j in range(1, 7)], ["-0.63"] * 8)  # fmt: skip
