"""The planner finds a legible form for a layer, or refuses it by naming the cell."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anim_lib.lesson.faults import LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.stage.across import TIGHT, Across, measure_lines
from anim_lib.stage.checks import check_scene
from anim_lib.stage.dense_plan import MAX_COLUMNS, MAX_ROWS, plan_dense
from anim_lib.stage.frame import Frame
from anim_lib.stage.opening_plan import plan_opening
from anim_lib.stage.rows import dense_rows
from anim_lib.stage.slots import MAX_DIGIT, MIN_DIGIT, extent
from anim_lib.stage.table_plan import RowTablePlan
from tests.stage.stagehand import PIXEL, lesson_of

WIDE = Frame.of_aspect(16 / 9)


def layer(rows: int, columns: int, text: str = "-0.6", activation: str = "relu") -> Lesson:
    return lesson_of([[text] * columns] * rows, [text] * columns, [text] * rows, activation)


def plan(lesson: Lesson) -> RowTablePlan:
    assert lesson.dense_trace is not None
    return plan_dense(lesson, lesson.dense_trace, WIDE)


@pytest.mark.parametrize("rows", range(1, 9))
@pytest.mark.parametrize("columns", range(1, 7))
def test_pairs_are_written_out_where_there_is_room_for_them(rows: int, columns: int) -> None:
    form = plan(layer(rows, columns)).form
    assert form == ("full" if columns <= 3 and rows <= 5 else "compact")


@pytest.mark.parametrize("text", ["-0.6", "-0.63"])
def test_tenths_and_hundredths_fit_in_every_shape(text: str) -> None:
    for activation in ("relu", "leaky_relu", "sigmoid", "identity"):
        for rows in range(1, MAX_ROWS + 1):
            for columns in range(1, MAX_COLUMNS + 1):
                assert plan(layer(rows, columns, text, activation)).h >= MIN_DIGIT


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


@pytest.mark.parametrize(("rows", "columns"), [(MAX_ROWS + 1, 1), (1, MAX_COLUMNS + 1), (100, 100)])
def test_a_layer_too_large_to_show_whole_is_refused_with_its_size(rows: int, columns: int) -> None:
    with pytest.raises(LessonError) as refused:
        plan(layer(rows, columns))
    message = str(refused.value)
    nouns = "row" if rows == 1 else "rows", "column" if columns == 1 else "columns"
    assert f"W has {rows} {nouns[0]} and {columns} {nouns[1]}" in message
    assert "at most 8 rows and 6 columns" in message
    assert "Cut W, x and b" in message


def test_numbers_too_wide_to_be_legible_are_refused_by_the_widest_cell() -> None:
    W = [["0.5"] * 4, ["0.5", "0.5", "-123456.789", "0.5"]]
    lesson = lesson_of(W, ["1234.5", "0.123456", "123.456", "99.125"], ["0.1", "-1000.25"])
    with pytest.raises(LessonError) as refused:
        plan(lesson)
    (fault,) = refused.value.faults
    assert fault.key == "dense.W"
    assert fault.cell == "row 2, column 3"
    assert "−123456.789" in fault.found
    assert "11 pixels" in fault.expected
    assert "Round" in fault.mend


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
    rows, columns = draw(st.integers(1, 8)), draw(st.integers(1, 6))
    W = [[draw(texts) for _ in range(columns)] for _ in range(rows)]
    x = [draw(texts) for _ in range(columns)]
    b = [draw(texts) for _ in range(rows)]
    activation = draw(st.sampled_from(["relu", "leaky_relu", "tanh", "identity"]))
    return lesson_of(W, x, b, activation, draw(st.integers(0, 3)))


@given(layers())
def test_what_is_planned_is_legible_in_order_and_inside(lesson: Lesson) -> None:
    trace = lesson.dense_trace
    assert trace is not None
    try:
        placed = plan(lesson)
    except LessonError as refused:
        assert refused.faults[0].cell is not None
        return
    spec = dense_rows(trace).spec()
    h = placed.h
    assert MIN_DIGIT <= h <= MAX_DIGIT
    assert MIN_DIGIT <= placed.pair_h <= h
    # From top to bottom: header, rows, rule, the working.
    heights = [placed.header_y, *placed.rows, placed.rule_y]
    heights += [y for y in (placed.pairs_y, placed.products_y, placed.so_far_y) if y is not None]
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
    for line in (
        [(*row, aside) for row, aside in zip(spec.products, spec.aside_terms, strict=True)],
        [(*row, aside) for row, aside in zip(spec.totals, spec.aside_totals, strict=True)],
    ):
        for row in line:
            end = -WIDE.safe_x
            for at, text in zip((*placed.columns, placed.aside), row, strict=True):
                assert at - extent(text, h).left >= end
                end = at + extent(text, h).right + 3 * PIXEL
    # Brackets hold their numbers without touching them.
    for bracket, (at, _), (to, _), held in (
        (placed.bracket, columns[0], columns[trace.n_inputs - 1], (spec.cells, spec.header)),
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
def test_the_opening_stands_beside_the_table_and_inside(lesson: Lesson) -> None:
    trace = lesson.dense_trace
    assert trace is not None
    try:
        placed = plan(lesson)
    except LessonError:
        return
    opening = plan_opening(dense_rows(trace).spec(), placed)
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
    assert all(step >= placed.h + 0.1 for step in steps)
