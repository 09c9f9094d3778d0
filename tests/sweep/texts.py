"""What a clip's words may say: numbers that are the lesson's, and counts that are true."""

from __future__ import annotations

import re
from collections.abc import Sequence

from anim_lib.stage.caption import MAX_WORDS
from anim_lib.stage.frame import Frame
from anim_lib.stage.ink import Ink, Number, Slots, Words
from anim_lib.stage.theme import Role
from anim_lib.timeline import Timeline
from tests.stage.stagehand import PIXEL, Shown
from tests.sweep.printing import NUMBER, value_of

Drawn = tuple[str, str]  # a number's name, and its text

SECONDS = {"dense-layer": 90.0, "attention": 90.0}  # of a clip at most; others
OTHERS_SECONDS = 45.0
SIGNS = {*"+−=≈/×()", ""}
_WORDS = "zero one two three four five six seven eight nine ten".split()  # noqa: SIM905
_QUOTED = re.compile("“[^”]*”|[\u2068\u2066\u2067][^\u2069]*\u2069")
_FORMULA = re.compile(r"^.*\(z\) = .*$")  # "ReLU(z) = max(0, z)" speaks of all numbers
_REST = re.compile(
    r"(?:(\w+) others?|the other (?:(\w+) words|word))\.$"
)  # all words but those whose share is said
_ROUNDED = re.compile(r"rounded to 3 digits")
_TERMS = re.compile(r"(\w+) terms?(?:, one sum|, (\w+) of them together: one sum)")
_ALIKE = re.compile(r"(?:looks most at|goes to) (\d+) words")
_CROWD = re.compile(r"^(?:On this scale )?(\d+) (?:rows (?:sit|stand)|sums are exactly zero)")
_PAIR = re.compile(r"[Rr]ows (\d) and (\d)")
_ROW = re.compile(r"(?:Row|output|Output) (\d[\d,]*)")


def drawn_numbers(inks: list[Shown]) -> set[Drawn]:
    """Every number of a picture: its name, and its text without the sign that makes it a term."""
    found = set()
    for ink in (s.ink for s in inks):
        if isinstance(ink, Number):
            found.add((ink.quantity.name, plain_text(ink)))
        for quantity in ink.quantities:
            if isinstance(ink, Words) and quantity.text not in ink.words:
                found.add((quantity.name, ink.words))  # which is wrong, and will be told
            else:
                found.add((quantity.name, quantity.text))
    return found


def plain_text(number: Number) -> str:
    """What is drawn, without parentheses and the plus of a term."""
    text = number.drawn.strip("()").removeprefix("+")
    is_operand = number.role == Role.BIAS and number.quantity.text == f"−{text}"
    return number.quantity.text if is_operand else text  # its minus is the operator before it


def caption_faults(
    frame: Frame, caption: str, lines: Sequence[str], inks: list[Shown]
) -> list[str]:
    """A caption has few words, stands on the frame's lines, and is written there as it is."""
    found = []
    if len(caption.split()) > MAX_WORDS:
        found.append(f"more than {MAX_WORDS} words: {caption}")
    if len(lines) > frame.caption_lines:
        found.append(f"more than {frame.caption_lines} lines: {caption}")
    written = [s.words for s in inks if isinstance(s.ink, Words)]
    found += [f"the caption's line is not there: {line}" for line in lines if line not in written]
    return found


def number_faults(caption: str, texts: set[str], counts: set[int], rows: int) -> list[str]:
    """Numbers of a caption that are neither a text of the lesson's nor a true count."""
    text = _QUOTED.sub("“”", caption)
    if _FORMULA.match(text):
        return []
    terms = _TERMS.search(text.lower())
    if terms and not {*filter(None, terms.groups())} <= {_word(count) for count in counts}:
        return [f"{terms[1]} terms: {caption}"]
    crowd = _CROWD.match(text) or _ALIKE.search(text)
    if crowd:
        return [] if int(crowd[1]) <= rows else [f"{crowd[1]} rows: {caption}"]
    rest = _REST.search(text)
    if rest and "%" in text:
        named = text.count("%") - 1 + ("hardly itself" in text)  # the last is all the others'
        text = _REST.sub("", text) if (rest[1] or rest[2] or "one") == _word(rows - named) else text
    text = _ROUNDED.sub("", text)
    pairs = [number for pair in _PAIR.findall(text) for number in pair]
    text = _PAIR.sub("", text)
    for number in [*_ROW.findall(text), *pairs]:
        if not 1 <= int(number.replace(",", "")) <= rows:
            return [f"no row {number}: {caption}"]
    said = NUMBER.findall(_ROW.sub("", text))
    known = texts | {f"{count:,}" for count in counts} | {str(count) for count in counts}
    return [f"{number} is not of this lesson: {caption}" for number in said if number not in known]


def _word(count: int) -> str:
    return _WORDS[count] if count < len(_WORDS) else str(count)


def strangers(inks: list[Shown], written: set[str], counts: set[int], rows: int) -> list[str]:
    """Digits on stage that are no numbers of the lesson, no counts, no places and no ticks.

    `written` are the captions' lines and the lesson's words.
    """
    known = {f"{count:,}" for count in counts} | {f"{place:,}" for place in range(1, rows + 1)}
    found: list[str] = []
    ticks: list[Shown] = []
    for one in inks:
        ink = one.ink
        if isinstance(ink, Number) or _is_name(ink, written) or ink.quantities:
            continue
        if isinstance(ink, Slots) and NUMBER.fullmatch(ink.drawn):
            ticks += [one] if ink.drawn not in known else []
        elif isinstance(ink, Slots | Words):
            if isinstance(ink, Slots) and ink.drawn in SIGNS:
                continue
            said = NUMBER.findall(one.words.replace("–", " "))
            found += [one.words] if any(number not in known for number in said) else []
    return found + uneven(ticks)


def uneven(ticks: list[Shown]) -> list[str]:
    """Numbers beside an axis that do not stand where their values are, on one line or another."""
    return [
        one.words
        for one in ticks
        if not any(
            _even([t for t in ticks if abs(_middle(t, k) - _middle(one, k)) < PIXEL], 1 - k)
            for k in (0, 1)
        )
    ]


def _even(ticks: list[Shown], along: int) -> bool:
    """Whether their places along an axis are their values on one scale, but for a pixel."""
    marks = sorted((_middle(t, along), float(value_of(t.words))) for t in ticks)
    (first, low), (last, high) = marks[0], marks[-1]
    if high == low:
        return len(marks) == 1
    scale = (last - first) / (high - low)
    return all(abs(first + (value - low) * scale - at) < PIXEL for at, value in marks)


def _middle(one: Shown, along: int) -> float:
    """The middle of its slots, x or y: where it was placed."""
    return float(one.ink.home[along])


def _is_name(ink: Ink, written: set[str]) -> bool:
    """A caption's line, or one of the lesson's words: shortened, with its place, or "new …"."""
    if not isinstance(ink, Words):
        return False
    return ink.role == Role.KEY or ink.words in written or ink.words.startswith("new ")


def length_faults(scene: str, timeline: Timeline) -> list[str]:
    """A clip longer than it may be."""
    most = SECONDS.get(scene, OTHERS_SECONDS)
    return [f"{timeline.duration:.1f} s"] if timeline.duration > most else []
