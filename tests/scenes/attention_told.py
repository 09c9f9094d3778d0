"""The attention and blend clips told without pictures, and what must be true of their texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext

from anim_lib.lesson.lesson import Attention, Display, Lesson
from anim_lib.nn.attention import AttentionTrace
from anim_lib.nn.blend import BlendTrace
from anim_lib.nn.numbers import NumberArray
from anim_lib.nn.quantity import Quantity
from anim_lib.render.settings import RenderSettings
from anim_lib.stage.attention_step import AttentionStep
from anim_lib.stage.caption import caption_lines
from anim_lib.stage.frame import Frame
from anim_lib.stage.ink import Ink, Number, Slots, Words
from anim_lib.stage.lesson_scene import LessonScene
from anim_lib.stage.theme import Role
from anim_lib.timeline import Beat, Timeline
from tests.scenes.dense_told import TERM, Picture, rounds_to, value
from tests.stage import stagehand as hand
from tests.stage.stagehand import Shown

Texts = Sequence[Sequence[str]]
PRECISE = Context(prec=60)
PAGE_KEYS = (
    ("0.9", "0.1", "-0.2", "0.4"),
    ("0.8", "0.0", "-0.3", "0.5"),
    ("-0.5", "0.6", "0.7", "-0.1"),
)


def step_of(
    keys: Texts,
    query: Sequence[str] | int = 0,
    tokens: Sequence[str] | None = None,
    values: Texts | None = None,
    decimals: int = 2,
) -> Lesson:
    """An attention lesson from texts. `query`: which token asks, or a vector of its own (d,)."""
    own = query if isinstance(query, int) else None
    vector = keys[query] if isinstance(query, int) else query
    step = Attention(
        tuple(tokens if tokens is not None else [f"w{i}" for i in range(len(keys))]),
        NumberArray.from_texts(list(vector)),
        own,
        NumberArray.from_texts([list(row) for row in keys]),
        None if values is None else NumberArray.from_texts([list(row) for row in values]),
    )
    return Lesson("step", "Step", attention=step, display=Display(decimals=decimals))


@dataclass(frozen=True)
class Told:
    """One whole clip of one lesson."""

    lesson: Lesson
    timeline: Timeline
    pictures: list[Picture]

    @property
    def trace(self) -> AttentionTrace:
        assert self.lesson.attention_trace is not None
        return self.lesson.attention_trace

    @property
    def blend(self) -> BlendTrace:
        assert self.lesson.blend_trace is not None
        return self.lesson.blend_trace

    @property
    def captions(self) -> list[str]:
        return [beat.caption for beat in self.timeline.beats]

    def of(self, beat: str) -> Picture:
        return next(p for p in self.pictures if p.beat.name == beat)

    def known(self) -> dict[str, str]:
        """What may be written; sums over hidden words are checked where words are hidden."""
        both = (*self.trace.quantities(), *self.blend.quantities())
        return {quantity.name: quantity.text for quantity in both}


def tell(scene: str, lesson: Lesson, settings: RenderSettings = hand.WIDE) -> Told:
    pictures: list[Picture] = []
    timeline = hand.walk(
        scene,
        lesson,
        beat_ends=lambda beat, inks: pictures.append(Picture(beat, inks, hand.lines(inks))),
        settings=settings,
    )
    return Told(lesson, timeline, pictures)


def step_on(scene: LessonScene) -> AttentionStep:
    """What the attention clip is telling."""
    step = scene.step  # type: ignore[attr-defined]
    assert isinstance(step, AttentionStep)
    return step


def quantities_of(ink: Ink) -> tuple[Quantity, ...]:
    """The quantities that an ink writes out, as a number or in words."""
    return (ink.quantity,) if isinstance(ink, Number) else ink.quantities


# Numbers done anew -------------------------------------------------------------------------


@dataclass(frozen=True)
class Anew:
    """The step with 60 digits: q·k, scores, exponentials, their total and the weights."""

    products: list[list[Decimal]]
    dot: list[Decimal]
    scores: list[Decimal]
    exp: list[Decimal]
    total: Decimal
    weights: list[Decimal]
    output: list[Decimal]


def done_anew(lesson: Lesson) -> Anew:
    step = lesson.attention
    assert step is not None
    with localcontext(PRECISE):
        query = [Decimal(text) for text in step.query.texts]
        keys = [[Decimal(text) for text in row] for row in step.keys.texts]
        held = step.keys if step.values is None else step.values
        values = [[Decimal(text) for text in row] for row in held.texts]
        products = [[k * q for k, q in zip(row, query, strict=True)] for row in keys]
        dot = [sum(row, Decimal(0)) for row in products]
        scores = [d / Decimal(len(query)).sqrt() for d in dot]
        # The clip shifts the scores only where floats would overflow.
        top = max(scores)
        exp = [(s - top if abs(top) > 700 else s).exp() for s in scores]
        total = sum(exp, Decimal(0))
        weights = [e / total for e in exp]
        columns = zip(*values, strict=True)
        output = [
            sum((w * v for w, v in zip(weights, column, strict=True)), Decimal(0))
            for column in columns
        ]
    return Anew(products, dot, scores, exp, total, weights, output)


def prints(exact: Decimal, text: str) -> bool:
    """Whether a text is this number, rounded half away from zero to the text's own places."""
    return rounds_to(Decimal(f"{exact:.12g}"), text)


# Texts on stage ----------------------------------------------------------------------------

SIGNS = {"+", "×", "=", "≈", "/", "(", ")"}
HEADERS = {
    "score",
    "shifted",
    "exp",
    "weight",
    "total",
    "total ≈",
    "largest",
    "·",
    "q\u2009·\u2009k",
}


def untrue(line: str, *, bounded: bool) -> bool:
    """Whether a line's = or ≈ says what is not so of the numbers as printed.

    `bounded`: its result is one of several weights, none of which is 1.
    """
    left, sign, right = re.split("([=≈])", line)
    if "/" in left:
        over, under = left.split("/")
        if value(right) == 1 and bounded:
            return sign != "≈"
        exact = PRECISE.divide(value(over), value(under))
    elif left.startswith("("):
        exact = value(left.strip("()")).exp(PRECISE)
    else:
        assert "".join(TERM.findall(left)) == left, f"{left!r} is no sum of signed terms"
        exact = sum(map(value, TERM.findall(left)), Decimal(0))
    return prints(exact, right) != (sign == "=")


def strangers(told: Told, picture: Picture) -> list[str]:
    """Texts on stage that are not the trace's, nor names of the clip's own."""
    known, found = told.known(), []
    step = told.lesson.attention
    assert step is not None
    for ink in (s.ink for s in picture.inks if s.is_text):
        for quantity in quantities_of(ink):
            text = known.get(quantity.name)
            if text != quantity.text:
                found.append(f"{quantity.name} says {quantity.text}, in the trace {text}")
        if isinstance(ink, Number):
            if ink.drawn.removeprefix("+") != ink.quantity.text:
                found.append(f"{ink.quantity.name} drawn as {ink.drawn}")
        elif isinstance(ink, Slots):
            if ink.drawn not in SIGNS:
                found.append(f"{ink.drawn!r} is no sign")
        elif isinstance(ink, Words):
            if ink.quantities:
                if ink.words not in {q.text for q in ink.quantities}:
                    found.append(f"{ink.words!r} is not its quantity's text")
            elif ink.words not in {*HEADERS, *step.tokens, picture.beat.caption} and not re.match(
                r"new ", ink.words
            ):
                found.append(f"words {ink.words!r}")
    bare = re.sub("“[^”]*”", "", picture.beat.caption)
    spoken = re.findall(r"−?\d+(?:\.\d+)?(?:e−?\d+)?%?", bare)
    if "%" in bare and re.search(r" other", bare):  # what the words that are not named share
        shares = [int(number[:-1]) for number in spoken if number.endswith("%")]
        if (sum(shares) == 100) == ("about" in bare):
            found.append(f"caption says {shares[-1]}% for the rest")
        spoken = [number for number in spoken if number.endswith("%")][:-1]
    found += [f"caption says {number}" for number in spoken if number not in known.values()]
    return [f"{picture.beat.name}: {fault}" for fault in found]


def told_truly(told: Told, wanted: set[str]) -> list[str]:
    """Everything that is wrong with a clip's texts; `wanted` names what must be seen, once."""
    faults = [f for picture in told.pictures for f in strangers(told, picture)]
    for picture in told.pictures:
        bounded = picture.beat.name.startswith("weight-") and len(told.trace.tokens) > 1
        wrong = [line for line in picture.equations if untrue(line, bounded=bounded)]
        faults += [f"{picture.beat.name}: {line}" for line in wrong]
    shown = Counter(q.name for beat in told.timeline.beats for q in beat.numbers)
    faults += [f"first seen {shown[n]} times: {n}" for n in shown.keys() | wanted if shown[n] != 1]
    faults += [f"not asked for: {name}" for name in shown.keys() - wanted]
    for beat in told.timeline.beats:
        words = beat.caption.split()
        if len(words) > 12 or len(beat.caption) > 65:
            faults.append(f"{beat.name}: too long a caption: {beat.caption}")
    return faults


def shown_in_attention(trace: AttentionTrace) -> set[str]:
    """All of the trace but the running totals, which this clip does not write out."""
    return {q.name for q in trace.quantities() if not q.name.startswith("attention.partial")}


def shown_in_blend(told: Told) -> set[str]:
    """The picture it opens on, and the blend's own numbers; shares as far as they fit."""
    trace, blend = told.trace, told.blend
    opening = (*trace.scores, *trace.shifted, *trace.exp, *trace.weights)
    own = (q for q in blend.quantities() if not q.name.startswith("blend.shares"))
    length = 8.0 if len(trace.tokens) < 4 else 12.0
    shares = [s for s, w in zip(blend.shares, trace.weights, strict=True) if w.value * length > 1]
    named = (*opening, trace.total, trace.weights_total, *own, *shares)
    return {quantity.name for quantity in named}


def is_row_name(ink: Ink) -> bool:
    return isinstance(ink, Words) and ink.role == Role.KEY


# Layout ------------------------------------------------------------------------------------


def crowding(
    scene: str, lesson: Lesson, settings: RenderSettings = hand.WIDE, since: str = ""
) -> set[str]:
    """What leaves the frame or comes too near something, in any frame or at a beat's end.

    `since` names the beat after which it is looked at.
    """
    frame = Frame.of_aspect(settings.width / settings.height)
    found: set[str] = set()

    def told(scene: LessonScene) -> bool:
        return not since or since in [beat.name for beat in scene.beats]

    looks = [not since]

    def moving(told_scene: LessonScene, inks: list[Shown]) -> None:
        looks[0] = told(told_scene)
        if looks[0]:
            found.update(hand.outside(frame, inks))
            found.update(hand.too_close(inks, 0.0))

    def at_rest(beat: Beat, inks: list[Shown]) -> None:
        if not looks[0]:
            return
        found.update(hand.outside(frame, inks))
        # A caption's two lines keep their own distance.
        lower = caption_lines(beat.caption, frame)[1:]
        inks = [s for s in inks if s.words not in lower]
        # Names of eight rows, with parentheses and descenders, stand a little closer.
        found.update(hand.too_close(inks, 2 * hand.PIXEL))
        others = [s for s in inks if not is_row_name(s.ink)]
        found.update(hand.too_close(others, 3 * hand.PIXEL))
        found.update(hand.touching_brackets(inks))

    hand.walk(scene, lesson, each_frame=moving, beat_ends=at_rest, settings=settings)
    return found
