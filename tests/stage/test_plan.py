"""The planner finds a legible form for a layer, or refuses it by naming the cell."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from anim_lib.lesson.faults import LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.stage.across import TIGHT, Across, measure_lines
from anim_lib.stage.checks import check_scene
from anim_lib.stage.dense_plan import plan_dense
from anim_lib.stage.frame import Frame
from anim_lib.stage.opening_plan import plan_opening
from anim_lib.stage.plan import no_fit
from anim_lib.stage.rows import dense_rows
from anim_lib.stage.rows_layout import RowsLayout
from anim_lib.stage.slots import MAX_DIGIT, MIN_DIGIT, extent
from anim_lib.stage.table_plan import RowTablePlan
from tests.stage.stagehand import PIXEL, lesson_of

WIDE = Frame.of_aspect(16 / 9)


def layer(rows: int, columns: int, text: str = "-0.6", activation: str = "relu") -> Lesson:
    return lesson_of([[text] * columns] * rows, [text] * columns, [text] * rows, activation)


def lay(lesson: Lesson) -> RowsLayout:
    assert lesson.dense_trace is not None
    return plan_dense(lesson, lesson.dense_trace, WIDE)


def plan(lesson: Lesson) -> RowTablePlan:
    return lay(lesson).plan


@pytest.mark.parametrize("rows", range(1, 9))
@pytest.mark.parametrize("columns", range(1, 7))
def test_pairs_are_written_out_where_there_is_room_for_them(rows: int, columns: int) -> None:
    form = plan(layer(rows, columns)).form
    assert form == ("full" if columns <= 3 and rows <= 5 else "compact")


@pytest.mark.parametrize("text", ["-0.6", "-0.63"])
def test_tenths_and_hundredths_fit_in_every_shape(text: str) -> None:
    for activation in ("relu", "leaky_relu", "sigmoid", "identity"):
        for rows in range(1, 9):
            for columns in range(1, 7):
                layout = lay(layer(rows, columns, text, activation))
                assert layout.plan.h >= MIN_DIGIT
                assert layout.view.hidden_rows == layout.view.hidden_columns == 0
                assert not layout.rounded


@pytest.mark.parametrize("text", ["-0.63", "-30"])  # the table is the widest, or the working
def test_the_tightest_table_keeps_four_pixels_between_its_numbers(text: str) -> None:
    trace = layer(8, 6, text).dense_trace
    assert trace is not None
    spec, h = dense_rows(trace).spec(), MIN_DIGIT
    lines = measure_lines(spec, "compact", h, h, TIGHT)
    across = Across(spec, lines, h, -WIDE.safe_x, WIDE.safe_x, TIGHT)  # before air is shared out
    assert across.aside is not None
    for numbers in (spec.cells[0], spec.products[0], spec.totals[0]):
        places = zip(across.columns, numbers, strict=True)
        for (here, one), (there, other) in pairwise(places):
            air = there - extent(other, h).left - here - extent(one, h).right
            assert air >= 4 * PIXEL
    held = max(extent(text, h).right for text in (spec.header[-1], spec.cells[0][-1]))
    assert across.bracket().right - across.columns[-1] - held >= 7 * PIXEL


def test_whole_numbers_fit_in_every_shape_without_decimals() -> None:
    for rows in (1, 8):
        lesson = lesson_of([["-30", "27", "-9", "14", "-21", "30"]] * rows, ["-30"] * 6, decimals=0)
        assert plan(lesson).h >= MIN_DIGIT


def test_a_lone_number_is_as_large_as_digits_get() -> None:
    assert plan(layer(1, 1)).h == MAX_DIGIT


@pytest.mark.parametrize("rows", [9, 12, 64, 1000])
@pytest.mark.parametrize("columns", [1, 3, 6, 9, 64])
def test_what_is_too_large_stands_together(rows: int, columns: int) -> None:
    layout = lay(layer(rows, columns))
    assert layout.view.rows == (0, 1, 2, rows - 1)
    assert layout.view.hidden_columns != 1
    assert layout.plan.gap_y is not None
    assert layout.plan.rows[2] > layout.plan.gap_y > layout.plan.rows[3]
    if columns > 8:
        assert layout.view.columns == (*range(len(layout.view.columns) - 1), columns - 1)
        assert layout.rows.hidden_label == f"{layout.view.hidden_columns} more"
        assert len(layout.view.columns) >= 4


def test_a_lecturer_chooses_what_is_shown() -> None:
    lesson = layer(30, 30).with_display(rows=(4, 7, 29), cols="2:4")
    layout = lay(lesson)
    assert layout.view.rows == (4, 7, 29)
    assert layout.rows.row_names == ("5", "8", "30")
    assert layout.view.columns == (2, 3)
    assert layout.rows.hidden_at == 2
    assert layout.rows.gap_label == "27 more rows"


def test_more_rows_than_are_legible_cannot_be_chosen() -> None:
    with pytest.raises(LessonError) as refused:
        plan(layer(30, 3).with_display(rows="0:9"))
    (fault,) = refused.value.faults
    assert fault.key == "display.rows"
    assert "9 rows" in fault.found
    assert "at most 8" in fault.expected


def test_long_weights_are_rounded_before_a_small_layer_hides_columns() -> None:
    layout = lay(lesson_of([["0.12345678"] * 5] * 3, ["-1.2345678"] * 5))
    assert layout.rounded
    assert layout.view.hidden_columns == 0
    assert {q.text for q in layout.rows.cells[0] if q is not None} == {"0.123"}
    assert "3 digits" in check_scene(
        "dense-layer", lesson_of([["0.12345678"] * 5] * 3, ["-1.2345678"] * 5), 16 / 9
    )


def test_numbers_too_wide_to_be_legible_are_refused_by_the_widest_cell() -> None:
    W = [["0.5"], ["-987654.321"]]
    lesson = lesson_of(W, ["987654.321"], ["0.1", "-987654.25"], decimals=6)
    with pytest.raises(LessonError) as refused:
        check_scene("dense-layer", lesson, 9 / 16)
    (fault,) = refused.value.faults
    assert fault.key == "dense.W"
    assert fault.cell == "row 1"
    assert "the row’s result" in fault.found
    assert lesson.dense_trace is not None
    assert f'"{lesson.dense_trace.pre_activation[0].text}"' in fault.found
    assert "11 pixels" in fault.expected
    assert "Round" in fault.mend


@pytest.mark.parametrize(
    ("W", "x", "b", "part", "place"),
    [
        (["0.5", "-1.23456789e-7"], ["1", "2"], "3", "cell", (1, 0)),
        (["0.5", "1"], ["1", "-1.23456789e-7"], "3", "header", (0, 1)),
        (["0.5", "1"], ["1", "2"], "-1.23456789e-7", "aside", (1, 0)),
        (["0.5", "1000"], ["1", "2"], "3", "result", (1, 0)),
    ],
)
def test_the_number_that_asks_for_the_most_room_is_named(
    W: list[str], x: list[str], b: str, part: str, place: tuple[int, int]
) -> None:
    columns = [[W[0], "1"], [W[1], "1"]]
    trace = lesson_of(columns, x, ["0", b], "identity").dense_trace
    assert trace is not None
    refusal = no_fit(dense_rows(trace).spec())
    assert (refusal.part, refusal.widest) == (part, place)


def test_check_says_which_form_and_why() -> None:
    said = check_scene("dense-layer", layer(4, 3), 16 / 9)
    assert said == "full form for 4 rows × 3 inputs: every pair is written out"
    said = check_scene("dense-layer", layer(8, 6), 16 / 9)
    assert said.startswith("compact form for 8 rows × 6 inputs: ")


# Any layer ---------------------------------------------------------------------------------

texts = st.one_of(
    st.integers(-99, 99).map(lambda n: f"{n / 10}"),
    st.integers(-999, 999).map(lambda n: f"{n / 100:.2f}"),
    st.integers(-300, 300).map(str),
    st.sampled_from(["1e-9", "0.333333", "-12.25", "1234.5", "0"]),
)


@st.composite
def layers(draw: st.DrawFn) -> Lesson:
    rows, columns = draw(st.integers(1, 12)), draw(st.integers(1, 10))
    W = [[draw(texts) for _ in range(columns)] for _ in range(rows)]
    x = [draw(texts) for _ in range(columns)]
    b = [draw(texts) for _ in range(rows)]
    activation = draw(st.sampled_from(["relu", "leaky_relu", "tanh", "identity"]))
    return lesson_of(W, x, b, activation, draw(st.integers(0, 3)))


WIDE_IN_THE_MIDDLE = ["0", "-7.81", "0", "-129", "1234.5", "0", "0", "3.69", "0"]
INPUTS = ["0", "-12.25", "0", "1234.5", "0.333333", "0", "0", "3.77", "0"]


@given(layers())
@example(  # whose working is a list
    lesson_of(
        [["0"] * 9, WIDE_IN_THE_MIDDLE, *[["0"] * 9] * 7], INPUTS, ["0.333333"] * 9, "identity", 3
    )
)
def test_what_is_planned_is_legible_in_order_and_inside(lesson: Lesson) -> None:
    trace = lesson.dense_trace
    assert trace is not None
    try:
        layout = lay(lesson)
    except LessonError as refused:
        assert refused.faults[0].cell is not None
        return
    spec, placed = layout.rows.spec(), layout.plan
    h = placed.h
    assert MIN_DIGIT <= h <= MAX_DIGIT
    assert MIN_DIGIT <= placed.pair_h <= h
    # From top to bottom: header, rows, rule, the working.
    heights = [placed.header_y, *placed.rows, placed.rule_y]
    if placed.list is None:  # in a list the working has lines of its own
        lines = (placed.pairs_y, placed.products_y, placed.so_far_y)
        heights += [y for y in lines if y is not None]
    assert all(a - b > h for a, b in pairwise(heights) if b != placed.rule_y)
    assert heights == sorted(heights, reverse=True)
    assert placed.header_y + h / 2 <= WIDE.safe_top
    assert placed.so_far_y - h / 2 >= -2.5
    # From left to right: columns, b, results, at least three pixels between neighbours.
    assert placed.aside is not None
    columns = [*zip(placed.columns, zip(*spec.cells, strict=True), strict=True)]
    columns.append((placed.aside, spec.aside))
    columns += zip(placed.results, (numbers for _, numbers in spec.results), strict=True)
    end = -WIDE.safe_x
    for at, numbers in columns:
        assert at - max(extent(text, h).left for text in numbers) >= end + 3 * PIXEL
        end = at + max(extent(text, h).right for text in numbers)
    assert end <= WIDE.safe_x
    products = [(*row, b) for row, b in zip(spec.products, spec.aside_terms, strict=True)]
    totals = [(*row, b) for row, b in zip(spec.totals, spec.aside_totals, strict=True)]
    for line in (products, totals) if placed.list is None else ():
        for row in line:
            end = -WIDE.safe_x
            for at, text in zip((*placed.columns, placed.aside), row, strict=True):
                assert at - extent(text, h).left >= end
                end = at + extent(text, h).right + 3 * PIXEL
    # Brackets hold their numbers without touching them.
    for bracket, (at, _), (to, _), held in (
        (placed.bracket, columns[0], columns[layout.view.terms - 1], (spec.cells, spec.header)),
        (placed.aside_bracket, (placed.aside, ()), (placed.aside, ()), ((spec.aside,), ())),
    ):
        assert bracket is not None
        first = [row[0] for row in held[0]] + list(held[1][:1])
        last = [row[-1] for row in held[0]] + list(held[1][-1:])
        if bracket is placed.aside_bracket:
            first = last = list(spec.aside)
        assert at - max(extent(t, h).left for t in first) - bracket.left >= 2 * PIXEL
        assert bracket.right - to - max(extent(t, h).right for t in last) >= 2 * PIXEL
    assert placed.left > -WIDE.safe_x
    assert placed.right < WIDE.safe_x


@given(layers())
@example(lesson_of([["0.0"] * 8], ["0.0"] * 8, decimals=0))  # many tall inputs
def test_the_opening_stands_beside_the_table_and_inside(lesson: Lesson) -> None:
    trace = lesson.dense_trace
    assert trace is not None
    try:
        layout = lay(lesson)
    except LessonError:
        return
    placed = layout.plan
    opening = plan_opening(layout.rows.spec(), placed)
    across = [
        placed.bracket.right,
        opening.header_bracket.left,
        opening.header_x,
        opening.header_bracket.right,
        opening.plus_x,
        opening.aside_bracket.left,
        opening.aside,
        opening.aside_bracket.right,
        WIDE.safe_x,
    ]
    assert across == sorted(across)
    assert list(opening.header_ys) == sorted(opening.header_ys, reverse=True)
    assert opening.header_top + 0.5 < WIDE.safe_top
    assert -2.5 < opening.formula_y < opening.header_bottom
    steps = [a - b for a, b in pairwise(opening.header_ys)]
    assert all(step >= placed.h + 0.1 - 1e-9 for step in steps)
