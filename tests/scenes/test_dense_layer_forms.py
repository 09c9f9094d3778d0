"""The dense layer in every form and frame: elided, rounded, one term under another."""

from __future__ import annotations

import random

import pytest

from anim_lib.lesson.faults import LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.nn.activations import ACTIVATIONS
from anim_lib.render.settings import RenderSettings
from anim_lib.stage.caption import caption_fits
from anim_lib.stage.frame import Frame
from anim_lib.stage.ink import Number, Words
from anim_lib.stage.lesson_scene import LessonScene
from anim_lib.stage.marks import Ring
from tests.scenes.dense_told import Picture, Told, tell, told_truly
from tests.stage import stagehand as hand
from tests.stage.stagehand import PIXEL, Shown, lesson_of

SIZES = [(640, 360), (480, 360), (360, 360), (360, 450), (360, 640)]
SQUARE, TALL = RenderSettings(360, 360, 10), RenderSettings(360, 640, 10)


def layer(rows: int, columns: int) -> Lesson:
    """A layer of tenths."""
    dice = random.Random(0)  # noqa: S311 (a layer, not a secret)

    def some(count: int) -> list[str]:
        return [f"{dice.randint(-20, 20) / 10}" for _ in range(count)]

    return lesson_of([some(columns) for _ in range(rows)], some(columns), some(rows))


@pytest.fixture(scope="module")
def large() -> Told:
    return tell(layer(64, 64))


def test_a_large_layer_works_four_rows_and_passes_through_the_hidden_columns(large: Told) -> None:
    names = [p.beat.name for p in large.pictures if p.beat.name.count("-") == 1]
    assert [n for n in names if n.startswith("row")] == ["row-1", "row-2", "row-3", "row-64"]
    assert large.layout.view.hidden_columns == 60
    hidden = large.of("row-1-term-4")
    assert hidden.beat.caption == "60 products stand together as one number."
    assert "60 more" in hidden.words
    assert [q.name for q in hidden.beat.numbers] == ["dense.hidden[0]", "dense.partial[0,62]"]
    assert told_truly(large) == []


def test_its_hidden_factors_are_ringed_like_the_others(large: Told) -> None:
    rings = [s for s in large.of("row-1-term-4").inks if isinstance(s.ink, Ring)]
    words = [s for s in large.of("row-1-term-4").inks if s.words in ("60 more", "···")]
    assert len(rings) == 2
    for ring in rings:
        assert any(
            ring.box[0] < w.box[0] and ring.box[1] < w.box[1] < w.box[3] < ring.box[3]
            for w in words
        )
        assert ring.box[3] - ring.box[1] >= 11 * PIXEL


def test_dots_stand_for_hidden_results_once_the_rows_above_are_worked(large: Told) -> None:
    def dots(beat: str) -> int:
        return large.of(beat).words.count("⋮")

    assert dots("row-3") == dots("row-1") == 1  # in b
    assert dots("row-64") == dots("output") == 3


def test_the_last_caption_counts_what_is_hidden(large: Told) -> None:
    above = sum(q.sign > 0 for q in large.trace.output)
    assert large.pictures[-1].beat.caption == f"64 outputs, {above} above zero."


def test_a_narrow_frame_stacks_a_row_s_terms() -> None:
    for settings in (SQUARE, TALL):
        told = tell(layer(4, 3), settings)
        assert told_truly(told) == []
        worked = told.of("row-1-bias")
        lines = [line for y, line in sorted(worked.lines.items(), reverse=True) if "(" in line]
        rows = told.layout.rows
        for j, line in enumerate(lines):
            w, x, p, t = rows.cells[0][j], rows.header[j], rows.products[0][j], rows.totals[0][j]
            assert w is not None
            assert x is not None
            sign = "" if p.text.startswith("−") else "+"
            assert line == f"({w.text})({x.text}){sign}{p.text}{t.text}"
        assert len(lines) == 3
        assert "bias" in worked.words


def test_hidden_terms_are_one_line_of_the_list() -> None:
    told = tell(layer(64, 64), TALL)
    assert told_truly(told) == []
    count = told.layout.view.hidden_columns
    assert f"{count} more terms" in told.of("row-1-bias").words


def test_where_x_has_no_room_beside_w_it_lies_over_it_from_the_start() -> None:
    told = tell(layer(4, 3), SQUARE)
    first, second = told.pictures[:2]
    assert second.beat.caption == "The inputs lie over the columns."
    places = [{s.box for s in p.inks if isinstance(s.ink, Number)} for p in (first, second)]
    assert places[0] == places[1]


def test_rounded_weights_are_said_to_be_rounded_and_computed_with_all_digits() -> None:
    told = tell(lesson_of([["0.12345678"] * 5] * 2, ["0.87654321"] * 5, ["0.5", "-3"]))
    assert told.of("rounded").beat.caption == "Weights and inputs rounded to 3 digits here."
    assert told_truly(told) == []
    drawn = {s.ink.drawn for s in told.pictures[0].inks if isinstance(s.ink, Number)}
    assert drawn == {"0.123", "0.877", "0.5", "−3"}
    assert told.trace.pre_activation[0].text == "1.04"  # 5 × 0.12345678 × 0.87654321 + 0.5


# Any layer, any frame ----------------------------------------------------------------------


def any_text(kind: str, dice: random.Random) -> str:
    match kind:
        case "tenths":
            return f"{dice.randint(-9, 9) / 10}"
        case "mixed":
            return dice.choice(["0.5", "-12.25", "100", "3", "-0.125", "1234.5"])
        case "float32":
            return f"{dice.uniform(-1, 1):.8f}"
        case _:
            return f"{dice.randint(-9, 9)}e{dice.randint(-9, 3)}"


@pytest.mark.parametrize("size", SIZES)
def test_no_shape_draws_over_itself_in_any_frame(size: tuple[int, int]) -> None:
    dice = random.Random(f"forms {size}")  # noqa: S311 (likewise)
    settings, frame = RenderSettings(*size, 10), Frame.of_aspect(size[0] / size[1])
    told_of = 0
    while told_of < 4:
        kind = dice.choice(["tenths", "mixed", "float32", "magnitudes"])
        rows, columns = (dice.choice([dice.randint(1, 8), dice.randint(1, 64)]) for _ in "WW")
        W = [[any_text(kind, dice) for _ in range(columns)] for _ in range(rows)]
        x, b = ([any_text(kind, dice) for _ in range(n)] for n in (columns, rows))
        lesson = lesson_of(W, x, b, dice.choice(sorted(ACTIVATIONS)))
        faults: set[str] = set()
        pictures: list[Picture] = []

        def look(_: LessonScene, inks: list[Shown], faults: set[str] = faults) -> None:
            faults.update(hand.outside(frame, inks))
            faults.update(hand.too_close(inks, 0.0))

        def rest(beat: object, inks: list[Shown], kept: list[Picture] = pictures) -> None:
            kept.append(Picture(beat, inks, hand.lines(inks)))  # type: ignore[arg-type]

        try:
            timeline = hand.walk(
                "dense-layer", lesson, each_frame=look, beat_ends=rest, settings=settings
            )
        except LessonError as refused:
            assert refused.faults[0].cell is not None
            continue
        told_of += 1
        for picture in pictures:
            faults.update(hand.outside(frame, picture.inks))
            faults.update(hand.too_close(picture.inks, 3 * PIXEL))
            faults.update(hand.touching_brackets(picture.inks))
            assert caption_fits(picture.beat.caption, frame)
            assert all(s.ink.em >= 0.34 for s in picture.inks if isinstance(s.ink, Words))
        name = f"{kind}, W = {W}, x = {x}, b = {b}"
        assert faults == set(), name
        assert told_truly(Told(lesson, timeline, pictures, frame)) == [], name
        assert timeline.duration <= 90


def test_numbers_of_many_magnitudes_end_at_one_x_where_points_have_no_room() -> None:
    W = [["-500.5"], ["806"], ["-30025.5"]]
    told = tell(lesson_of(W, ["1e-6"], ["1.8e-11", "-806", "-40000.5"]), SQUARE)
    assert told.layout.plan.flush
    assert told_truly(told) == []
    column = [s.box[2] for s in told.pictures[-1].inks if ".W[" in named(s) and ",0]" in named(s)]
    assert len(column) == 3
    assert max(column) - min(column) < 2 * PIXEL  # the last digits' own shapes differ


def named(shown: Shown) -> str:
    return shown.ink.quantity.name if isinstance(shown.ink, Number) else ""
