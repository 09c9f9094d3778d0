"""How the dense-layer clip looks: legible, aligned, inside the frame, nothing overlaps."""

from __future__ import annotations

import re

import numpy as np
import pytest

from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import default_lesson
from anim_lib.nn.activations import ACTIVATIONS
from anim_lib.stage.ink import Slots
from anim_lib.stage.lesson_scene import LessonScene
from anim_lib.stage.marks import Band
from anim_lib.stage.theme import Role, contrast, hex_to_rgb
from anim_lib.timeline import Beat
from tests.scenes.dense_told import (
    FRAME,
    WIDEST,
    Picture,
    Told,
    tell,
    told_truly,
)
from tests.stage import stagehand as hand
from tests.stage.stagehand import PIXEL, Shown, lesson_of


@pytest.fixture(scope="module")
def page() -> Told:
    return tell(default_lesson())


# Look --------------------------------------------------------------------------------------


def drawn_points(number: Slots) -> list[tuple[str, float, float, float]]:
    """Each glyph of a number as drawn: character, left, right and bottom in units."""
    glyphs, at = [], 0
    for character in number.drawn:
        alone = Slots(character, number.h, number.role, number.theme, centred=True)
        points = number.points[at : at + len(alone.points), :2]
        at += len(alone.points)
        glyphs.append((character, points[:, 0].min(), points[:, 0].max(), points[:, 1].min()))
    assert at == len(number.points)
    return glyphs


def test_decimal_points_of_a_column_share_one_x() -> None:
    told = tell(
        lesson_of(
            [["0.5", "-12.25", "3.125"], ["-0.25", "1.5", "-0.5"]], ["1.0"] * 3, ["0.1", "-0.25"]
        )
    )
    seen = 0
    for picture in told.pictures[2:]:
        columns: dict[str, list[float]] = {}
        for number in hand.numbers(picture.inks):
            if number.h != max(n.h for n in hand.numbers(picture.inks)):
                continue  # the pairs' line has smaller digits: pairs meet at the point instead
            kind, index = re.fullmatch(r"dense\.(\w+)\[(.*)\]", number.quantity.name).groups()  # type: ignore[union-attr]
            column = index.split(",")[-1] if kind in ("W", "x", "products", "partial") else kind
            dots = [(left + right) / 2 for c, left, right, _ in drawn_points(number) if c == "."]
            columns.setdefault(column, []).extend(dots)
        for column in ("0", "1", "2", "b"):
            xs = columns[column]
            seen += len(xs)
            assert max(xs) - min(xs) < PIXEL / 10
    assert seen > 100


def test_numbers_of_a_row_stand_on_one_baseline(page: Told) -> None:
    for picture in page.pictures[2:]:
        rows: dict[tuple[float, str], list[float]] = {}
        for number in hand.numbers(picture.inks):
            for character, _, _, bottom in drawn_points(number):
                line = round(hand.baseline(number), 3)
                if character not in "−+()":  # those stand at half height
                    rows.setdefault((line, character), []).append(bottom)
        assert max(max(feet) - min(feet) for feet in rows.values()) < PIXEL / 10


@pytest.mark.parametrize("lesson", [default_lesson(), WIDEST], ids=["page", "eight-by-six"])
def test_digits_are_never_smaller_than_eleven_pixels(lesson: Lesson) -> None:
    for picture in tell(lesson).pictures:
        for ink in hand.numbers(picture.inks):
            low, high = ink.points[:, 1].min(), ink.points[:, 1].max()
            assert (high - low) / PIXEL >= 11


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_what_is_read_stands_out_from_what_is_behind_it(theme: str) -> None:
    lesson = default_lesson().with_display(theme=theme)  # type: ignore[arg-type]
    faint: list[str] = []
    least = {"active": 21.0, "waiting": 21.0}

    def look(beat: Beat, inks: list[Shown]) -> None:
        bands = [s for s in inks if isinstance(s.ink, Band)]
        for one in inks:
            if not one.is_text:
                continue
            on_band = any(hand.gap(one.box, band.box) < 0 for band in bands)
            theme_ = one.ink.theme
            behind = theme_.rgb(Role.BAND) if on_band else hex_to_rgb(theme_.background)
            ratio = contrast(one.ink.rgb, behind)
            waits = np.allclose(one.ink.rgb, one.ink.waiting) and not on_band
            kind = "waiting" if waits else "active"
            least[kind] = min(least[kind], ratio)
            if ratio < (3.0 if waits else 4.5):
                faint.append(f"{beat.name}: {one.words} {ratio:.2f}")
            if not waits and not np.allclose(one.ink.rgb, one.ink.bright):
                quiet = theme_.rgb(Role.QUIET)
                assert np.allclose(one.ink.rgb, quiet), f"{one.words} has a colour of no role"

    hand.walk("dense-layer", lesson, beat_ends=look)
    assert faint == []
    assert least["waiting"] < 21.0


# Shapes ------------------------------------------------------------------------------------


def random_text(kind: str, dice: np.random.Generator) -> str:
    match kind:
        case "tenths":
            return f"{dice.integers(-9, 10) / 10}"
        case "hundredths":
            return f"{dice.integers(-99, 100) / 100:.2f}"
        case "whole":
            return str(dice.integers(-30, 31))
        case "mixed":
            return str(dice.choice(["0.5", "-12.25", "100", "3", "-0.125"]))
        case _:
            return f"{dice.integers(-9, 10)}e-{dice.integers(1, 10)}"


@pytest.mark.parametrize("kind", ["tenths", "hundredths", "whole", "mixed", "tiny"])
def test_no_layer_ever_draws_over_itself_or_out_of_the_frame(kind: str) -> None:
    dice = np.random.default_rng([ord(c) for c in kind])
    told_of, tried = 0, 0
    while told_of < 5 and tried < 30:
        tried += 1
        rows, columns = (int(n) for n in dice.integers(1, [9, 7]))
        W = [[random_text(kind, dice) for _ in range(columns)] for _ in range(rows)]
        x, b = ([random_text(kind, dice) for _ in range(n)] for n in (columns, rows))
        lesson = lesson_of(W, x, b, str(dice.choice(sorted(ACTIVATIONS))))
        if not fits(lesson):
            continue
        told_of += 1
        faults: set[str] = set()

        def look(_: LessonScene, inks: list[Shown], faults: set[str] = faults) -> None:
            faults.update(hand.outside(FRAME, inks))
            faults.update(hand.too_close(inks, 0.0))

        pictures: list[Picture] = []

        def rest(beat: Beat, inks: list[Shown], kept: list[Picture] = pictures) -> None:
            kept.append(Picture(beat, inks, hand.lines(inks)))

        timeline = hand.walk("dense-layer", lesson, each_frame=look, beat_ends=rest)
        for picture in pictures:
            faults.update(hand.outside(FRAME, picture.inks))
            faults.update(hand.too_close(picture.inks, 3 * PIXEL))
            faults.update(hand.touching_brackets(picture.inks))
        assert faults == set(), f"W = {W}, x = {x}, b = {b}"
        assert told_truly(Told(lesson, timeline, pictures)) == [], f"W = {W}, x = {x}, b = {b}"
    assert told_of == 5


def fits(lesson: Lesson) -> bool:
    from anim_lib.lesson.faults import LessonError
    from anim_lib.stage.checks import check_scene

    try:
        check_scene("dense-layer", lesson, 16 / 9)
    except LessonError:
        return False
    return True
