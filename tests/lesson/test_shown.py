"""`rows` and `cols` of `[display]`: what of a table is shown in full."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import jsonschema
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anim_lib import Lesson
from anim_lib.lesson.faults import LessonError
from anim_lib.lesson.json_schema import lesson_schema

if TYPE_CHECKING:
    from tests.lesson.conftest import Load

LAYER = "[dense]\nW = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [0, 1, 2]]\nx = [1, 2, 3]\n"
STEP = '[attention]\ntokens = ["a", "b"]\nquery = "a"\nkeys = [[1, 2], [3, 4]]\n'


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ('"0:2"', (0, 1)),
        ('"::2"', (0, 2)),
        ('"-1:"', (3,)),
        ('" 1 : 4 : 2 "', (1, 3)),
        ('":"', (0, 1, 2, 3)),
        ('"-4:4"', (0, 1, 2, 3)),
        ("[2, 0]", (0, 2)),
        ("[-1, 3, 0]", (0, 3)),
    ],
)
def test_rows_are_chosen_as_written(load: Load, written: str, shown: tuple[int, ...]) -> None:
    lesson = load(f"{LAYER}[display]\nrows = {written}\n")
    assert lesson.shown_rows(4) == shown
    assert lesson.shown_cols(3) == ()
    assert pickle.loads(pickle.dumps(lesson)) == lesson  # noqa: S301 (our own bytes)
    assert lesson.digest != load(LAYER).digest


def test_where_nothing_is_asked_for_nothing_is_chosen(load: Load) -> None:
    for text in (LAYER, STEP, f"{LAYER}[display]\ndecimals = 1\n"):
        assert load(text).shown_rows(4) == load(text).shown_cols(3) == ()


def test_the_step_beside_a_layer_takes_what_it_has_of_the_choice(load: Load) -> None:
    lesson = load(f'{LAYER}{STEP}[display]\nrows = [3, 1]\ncols = "1:3"\n')
    assert (lesson.shown_rows(4), lesson.shown_cols(3)) == ((1, 3), (1, 2))
    assert (lesson.shown_rows(2), lesson.shown_cols(2)) == ((1,), (1,))


@given(
    st.integers(1, 64),
    st.none() | st.integers(-64, 64),
    st.none() | st.integers(-64, 64),
    st.none() | st.integers(1, 70),
)
def test_a_slice_means_what_it_means_in_python(
    count: int, first: int | None, end: int | None, step: int | None
) -> None:
    text = ":".join("" if part is None else str(part) for part in (first, end, step))
    lesson = Lesson.dense(np.ones((count, 1)), [1.0])
    wanted = tuple(range(count))[first:end:step]
    inside = all(bound is None or abs(bound) <= count for bound in (first, end))
    if wanted and inside:
        assert lesson.with_display(rows=text).shown_rows(count) == wanted
    else:
        with pytest.raises(ValueError, match=f"within 0:{count}, the end not included"):
            lesson.with_display(rows=text)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "rows = [0, 4]",
            "my.toml, line 5, display.rows: entry 2 is 4, but W has 4 rows; expected numbers from "
            "-4 to 3. The first row is 0, the last 3 or -1.\n    5 | rows = [0, 4]\n"
            "      |            ^",
        ),
        ("rows = [-5]", "entry 1 is -5, but W has 4 rows"),
        ("cols = [3]", "line 5, display.cols: entry 1 is 3, but W has 3 columns"),
        ('cols = "0:4"', 'the text "0:4", but W has 3 columns; expected "first:end" within 0:3'),
        ('rows = "4:"', 'the text "4:", but W has 4 rows'),
        ('rows = "2:1"', 'the text "2:1", but W has 4 rows'),
        ('rows = "-9:"', 'the text "-9:", but W has 4 rows'),
        ('rows = "::0"', 'the text "::0"; expected a slice such as "0:3", or whole numbers'),
        ('rows = "::-1"', 'the text "::-1"; expected a slice'),
        ('rows = "2"', 'the text "2"; expected a slice'),
        (f'rows = "0:{"9" * 30}"', "expected a slice"),
        ("rows = 2", "display.rows: 2; expected a slice such as"),
        ("rows = 2", "Write [2]."),
        ("rows = []", "an empty list; expected a slice"),
        ("rows = [0, true]", "entry 2 is true; expected a whole number"),
        ("rows = [1.0]", "entry 1 is 1.0; expected a whole number"),
        ('cols = ["0:3"]', 'entry 1 is the text "0:3"; expected a whole number'),
        ("cols = [[0]]", "entry 1 is a list of 1; expected a whole number"),
        ("cols = true", "display.cols: true; expected a slice"),
        ("cols = { file = 1 }", "display.cols: a table; expected a slice"),
    ],
)
def test_a_choice_that_does_not_fit_is_told_with_its_place(
    load: Load, line: str, message: str
) -> None:
    with pytest.raises(LessonError) as caught:
        load(f"{LAYER}[display]\n{line}\n")
    assert message in str(caught.value)


def test_without_a_layer_the_words_are_chosen_from(load: Load) -> None:
    with pytest.raises(LessonError) as caught:
        load(f"{STEP}[display]\nrows = [2]\ncols = [1, 2]\n")
    assert [fault.found for fault in caught.value.faults] == [
        "entry 1 is 2, but keys has 2 rows",
        "entry 2 is 2, but keys has 2 columns",
    ]


def test_a_choice_is_told_together_with_what_else_is_wrong(load: Load) -> None:
    short = LAYER.replace("x = [1, 2, 3]", "x = [1, 2]")
    with pytest.raises(LessonError) as caught:
        load(f'{short}[display]\ndecimals = 9\nrows = "x"\n')
    keys = {fault.key for fault in caught.value.faults}
    assert keys == {"dense.x", "display.decimals", "display.rows"}


def test_from_python_a_choice_is_made_changed_and_taken_back() -> None:
    lesson = Lesson.dense([[1, 2], [3, 4]], [1, 2]).with_display(rows=[1], cols="0:1")
    assert lesson.with_display(theme="light").shown_rows(2) == (1,)
    assert lesson.with_display(rows=()).shown_rows(2) == ()
    assert lesson.with_display(rows=()).shown_cols(2) == (0,)
    with pytest.raises(ValueError, match=r"rows: entry 2 is 2, but W has 2 rows; expected"):
        lesson.with_display(rows=[0, 2])
    with pytest.raises(ValueError, match=r'cols: the text "a"; expected a slice'):
        lesson.with_display(cols="a")


@pytest.mark.parametrize("value", ["0:3", "::16", "-1:", [0, -1]])
def test_editors_take_what_is_taken_here(value: object) -> None:
    document = {"dense": {"W": [[1]], "x": [1]}, "display": {"rows": value, "cols": value}}
    jsonschema.validate(document, lesson_schema())


@pytest.mark.parametrize("value", ["3", "::0", "::-1", [], [0.5], 3, ["0:3"]])
def test_editors_mark_what_is_refused_here(value: object) -> None:
    document = {"dense": {"W": [[1]], "x": [1]}, "display": {"rows": value}}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, lesson_schema())


@pytest.mark.parametrize(
    ("given", "same"),
    [
        ({"rows": slice(0, 2), "cols": slice(-1, None)}, {"rows": "0:2", "cols": "-1:"}),
        ({"rows": np.arange(2), "cols": range(1)}, {"rows": (0, 1), "cols": (0,)}),
        ({"pace": np.float32(1.5), "decimals": np.int64(3)}, {"pace": 1.5, "decimals": 3}),
    ],
)
def test_python_and_numpy_have_other_words_for_the_same(
    given: dict[str, Any], same: dict[str, Any]
) -> None:
    lesson = Lesson.dense([[1, 2], [3, 4]], [1, 2])
    assert lesson.with_display(**given).to_json() == lesson.with_display(**same).to_json()


def test_all_that_is_wrong_with_a_display_is_told_at_once_as_for_a_lesson_file() -> None:
    lesson = Lesson.dense([[1, 2], [3, 4]], [1, 2])
    wrong: dict[str, Any] = {"theme": "blue", "pace": 9, "decimals": "x", "rows": "0:3", "cols": 5}
    with pytest.raises(LessonError) as caught:
        lesson.with_display(**wrong)
    assert {fault.key: fault.found for fault in caught.value.faults} == {
        "decimals": 'the text "x"',
        "theme": 'the text "blue"',
        "pace": "9",
        "rows": 'the text "0:3", but W has 2 rows',
        "cols": "5",
    }
