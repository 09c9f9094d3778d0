"""One lesson's clips in one frame, told without pictures, measured and computed anew.

    python -m tests.sweep.clips SEED NUMBER [SCENE]

prints what is wrong with the lesson of that number.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from anim_lib.lesson.faults import LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import load_lesson
from anim_lib.render.settings import RenderSettings
from anim_lib.stage.caption import caption_lines
from anim_lib.stage.dense_plan import plan_dense
from anim_lib.stage.frame import Frame
from anim_lib.timeline import Beat
from tests.stage import stagehand as hand
from tests.stage.stagehand import Shown
from tests.sweep import texts
from tests.sweep.independent import OF_A_PICTURE, Anew, names_in, parts_of
from tests.sweep.lessons import frames_of, random_lesson
from tests.sweep.measure import Fault, look_at

SCENES = ("dense-layer", "relu", "gpu-lanes", "attention", "blend")
FPS = 10
Picture = tuple[
    str, set[str], list[Shown]
]  # its caption, in lines and whole, and what stands there


@dataclass
class Report:
    """What a sweep has counted."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Take over what another report has counted."""
        self.counts.update(other.counts)
        self.faults += other.faults
        self.refusals += other.refusals

    def keep(self, where: str, faults: Iterable[Fault]) -> None:
        """Count these faults."""
        for kind, fault in faults:
            self.counts[kind] += 1
            self.faults.append(f"{where}: {kind}: {fault}")


def offered(lesson: Lesson, scenes: Iterable[str] = SCENES) -> list[str]:
    """The clips that a lesson has the tables for."""
    return [s for s in scenes if lesson.tables.issuperset(hand.scene_class(s).needs)]


def measure_lesson(
    seed: int, number: int, scenes: Iterable[str] = SCENES, *, every_frame: bool = True
) -> Report:
    """The lesson's clips of these scenes, in all of its frames or each in one of them in turn."""
    report = Report()
    source = random_lesson(seed, number)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "lesson.toml"
        file.write_text(source, encoding="utf-8")
        lesson = load_lesson(file)
    anew = Anew(source)
    report.counts["lessons"] += 1
    sizes = frames_of(seed, number)
    for k, scene in enumerate(offered(lesson, scenes)):
        # A layer and a step in turn are one lesson each, hence the half.
        one = sizes[(number // 2 + k) % len(sizes)]
        for width, height in sizes if every_frame else [one]:
            where = f"{scene} {seed}/{number} {width}x{height}"
            report.add(measure_clip(where, scene, lesson, anew, RenderSettings(width, height, FPS)))
    return report


def measure_clip(
    where: str, scene: str, lesson: Lesson, anew: Anew, settings: RenderSettings
) -> Report:
    """One clip in one frame: refused before its first picture, or measured at each beat's end."""
    report = Report()
    frame = Frame.of_aspect(settings.width / settings.height)
    pictures: list[Picture] = []
    drawn: set[texts.Drawn] = set()

    def look(beat: Beat, inks: list[Shown]) -> None:
        lines = caption_lines(beat.caption, frame)
        at = f"{where} {beat.name}"
        report.keep(at, look_at(frame, inks, lines))
        faults = texts.caption_faults(frame, beat.caption, lines, inks)
        report.keep(at, (("caption", fault) for fault in faults))
        drawn.update(texts.drawn_numbers(inks))
        pictures.append((beat.caption, {beat.caption, *lines}, inks))

    try:
        timeline = hand.walk(scene, lesson, beat_ends=look, settings=settings)
    except LessonError as error:
        return refused(where, error, too_late=bool(pictures))
    except Exception as error:  # whatever it is, the sweep goes on and tells it
        report.keep(where, [("crash", repr(error))])
        return report
    report.counts["clips"] += 1
    report.keep(where, (("length", fault) for fault in texts.length_faults(scene, timeline)))
    drawn |= {(number.name, number.text) for number in timeline.numbers}
    told = [caption for caption, _, _ in pictures]
    rounded = any(re.search("rounded to 3 digits|written short", said) for said in told)
    wrong = list(wrong_numbers(anew, drawn, pictures, rounded=rounded))
    if wrong and opens_rounded(scene, lesson, frame):
        wrong = list(wrong_numbers(anew, drawn, pictures, rounded=True))
    report.keep(where, wrong)
    report.counts["numbers"] += len(drawn)
    report.keep(where, wrong_texts(anew, drawn, pictures))
    return report


def opens_rounded(scene: str, lesson: Lesson, frame: Frame) -> bool:
    """Whether a clip opens on a table that the layer's own clip has said to be rounded."""
    if scene not in ("relu", "gpu-lanes") or lesson.dense_trace is None:
        return False
    try:
        return plan_dense(lesson, lesson.dense_trace, frame).shortened
    except LessonError:
        return False


def wrong_numbers(
    anew: Anew, drawn: set[texts.Drawn], pictures: list[Picture], *, rounded: bool
) -> Iterator[Fault]:
    """Every drawn number that is not what the lesson's texts come to."""
    questions = {(name, text, "") for name, text in drawn if parts_of(name)[0] not in OF_A_PICTURE}
    views = {"": names_in({name for name, _ in drawn})}
    for k, (_, _, inks) in enumerate(pictures):
        here = texts.drawn_numbers(inks)
        views[str(k)] = names_in({name for name, _ in here})
        questions |= {(n, t, str(k)) for n, t in here if parts_of(n)[0] in OF_A_PICTURE}
    for name, text, view in sorted(questions):
        fault = anew.fault(name, text, views[view], rounded=rounded)
        if fault:
            yield "number", fault


def wrong_texts(anew: Anew, drawn: set[texts.Drawn], pictures: list[Picture]) -> Iterator[Fault]:
    """Numbers in captions and on stage that the lesson does not have."""
    clip = names_in({name for name, _ in drawn})
    known = {text for _, text in drawn} | anew.part.texts(anew.decimals)
    rows = anew.part.count
    for caption, written, inks in pictures:
        here = names_in({name for name, _ in texts.drawn_numbers(inks)})
        counts = anew.part.spoken(clip) | anew.part.spoken(here)
        for fault in texts.number_faults(caption, known, counts, rows):
            yield "caption", fault
        for text in texts.strangers(inks, written, counts, rows):
            yield "number", f"{text} on stage: {caption}"


def refused(where: str, error: LessonError, *, too_late: bool) -> Report:
    """A refusal tells what is wrong with which key, and how to mend it."""
    report = Report(Counter(refused=1))
    for fault in error.faults:
        report.refusals.append(f"{where}: {fault}")
        parts = (fault.key, fault.found, fault.expected, fault.mend)
        report.keep(where, [] if all(parts) else [("refusal", f"says too little: {fault}")])
    report.keep(where, [("refusal", "after its first picture")] if too_late else [])
    return report


if __name__ == "__main__":
    started = time.monotonic()
    wanted = sys.argv[3:] or SCENES
    result = measure_lesson(int(sys.argv[1]), int(sys.argv[2]), wanted)
    lines = [*result.faults, *result.refusals, str(dict(result.counts))]
    sys.stdout.write("\n".join([*lines, f"{time.monotonic() - started:.1f} s\n"]))
