"""Lessons made in Python from arrays, lists and whatever gives an array."""

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from anim_lib import Lesson, LessonError
from anim_lib.lesson.load import default_lesson


class Boxed:
    """A tensor of another library."""

    def __init__(self, values: Any) -> None:
        self.values = values

    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        return np.asarray(self.values, dtype=dtype)


class Attached:
    """A tensor that refuses to become an array."""

    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad.")


def outputs(lesson: Lesson) -> list[str]:
    trace = lesson.dense_trace
    assert trace is not None
    return [quantity.text for quantity in trace.output]


@pytest.mark.parametrize(
    "x",
    [
        [1, 2],
        (1, 2),
        [[1], [2]],
        np.array([1, 2], dtype=np.int8),
        np.array([[1.0], [2.0]], order="F"),
        [np.float32(1), np.int64(2)],
        [Decimal(1), Fraction(2)],
        Boxed([1, 2]),
        [Boxed([1]), Boxed([2])],
    ],
    ids=lambda value: type(value).__name__,
)
def test_whatever_holds_numbers_is_taken(x: Any) -> None:
    assert outputs(Lesson.dense([[1, 2], [-3, 1]], x)) == ["5.00", "0.00"]


def test_a_layer_has_its_bias_activation_title_and_looks() -> None:
    lesson = Lesson.dense(
        np.eye(2), [0.5, -1], [1, 1], "tanh", title="Ana's layer", decimals=3, theme="light"
    )
    assert outputs(lesson) == ["0.905", "0.000"]  # tanh 1.5 and tanh 0
    assert (lesson.name, lesson.title) == ("ana-s-layer", "Ana's layer")
    assert lesson.display.theme == "light"
    assert lesson.tables == {"dense"}


def test_inputs_print_as_they_were_written() -> None:
    W = np.array([[0.1, 2.5]], dtype=np.float32)
    layer = Lesson.dense(W, [Decimal("1.50"), 3]).dense
    assert layer is not None
    assert layer.W.texts == (("0.1", "2.5"),)
    assert layer.x.texts == ("1.50", "3")
    half = Lesson.dense(np.array([[0.1]], dtype=np.float16), [1]).dense
    assert half is not None
    assert half.W.texts == (("0.0999755859375",),)


def test_an_attention_step_asks_by_token_or_by_vector() -> None:
    keys = [[0.9, 0.1, -0.2, 0.4], [0.8, 0.0, -0.3, 0.5], [-0.5, 0.6, 0.7, -0.1]]
    tokens = ["export", "fail", "why"]
    page = default_lesson().attention_trace
    for query in ("export", np.str_("export"), np.array(keys[0])):
        trace = Lesson.attention(tokens, query, np.array(keys), values=np.eye(3)).attention_trace
        assert trace is not None
        assert page is not None
        assert [q.text for q in trace.weights] == [q.text for q in page.weights]


def test_half_a_character_in_a_token_is_refused() -> None:
    with pytest.raises(LessonError, match=r"entry 2: U\+DC80, half of a character"):
        Lesson.attention(["ok", "a\udc80"], [1], [[1], [2]])


def test_a_lesson_is_loaded_by_path_or_by_name(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text("[dense]\nW = [[1]]\nx = [2]\n")
    assert outputs(Lesson.load(tmp_path / "my.toml")) == ["2.00"]
    assert Lesson.load("every-layer") == default_lesson()


@pytest.mark.parametrize(
    ("W", "x", "messages"),
    [
        (
            [[1, float("nan")]],
            [1],
            [
                "Lesson.dense, dense.W: row 1, column 2 is nan; expected a finite number. "
                "Put a finite number there.",
            ],
        ),
        (
            [[1, 2]],
            [1, 2, 3],
            [
                "Lesson.dense, dense.x: x has 3 numbers, but W has 1 row × 2 columns; "
                "expected 2 numbers in x, one for each column of W. Mend dense.x, or dense.W.",
            ],
        ),
        (
            np.array([[True]]),
            np.zeros((1, 1, 1)),
            [
                "Lesson.dense, dense.W: an array of bool; expected an array of real numbers. "
                "Save real numbers, for example array.astype(float).",
                "Lesson.dense, dense.x: an array of 1 × 1 × 1; expected a vector or a matrix of "
                "at most 4,194,304 numbers. Give the part that you need.",
            ],
        ),
        (
            Attached(),
            [1, float("inf")],
            [
                "Lesson.dense, dense.W: Attached gives no array (Can't call numpy() on Tensor that "
                "requires grad.); expected numbers. Give a list of numbers or a numpy array; "
                "of a tensor tensor.detach().float().numpy().",
                "Lesson.dense, dense.x: number 2 is inf; expected a finite number. "
                "Put a finite number there.",
            ],
        ),
        (
            object(),
            [1],
            [
                "Lesson.dense, dense.W: an object of type object; expected an array of real "
                "numbers. Give a list of numbers or a numpy array; "
                "of a tensor tensor.detach().float().numpy().",
            ],
        ),
        (
            [[1, "2"], [3, True]],
            [1, 2],
            [
                'Lesson.dense, dense.W: row 1, column 2 is the text "2"; expected a number. '
                "Write it without quotes.",
                "Lesson.dense, dense.W: row 2, column 2 is true; expected a number. Write 1 or 0.",
            ],
        ),
    ],
)
def test_what_is_wrong_is_told_as_for_a_lesson_file(W: Any, x: Any, messages: list[str]) -> None:
    with pytest.raises(LessonError) as caught:
        Lesson.dense(W, x)
    assert [str(fault) for fault in caught.value.faults] == messages


anything: Any = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=3) | st.binary(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=8,
)


@given(W=anything, x=anything, b=anything)
def test_whatever_is_given_makes_a_lesson_or_its_faults(W: Any, x: Any, b: Any) -> None:
    try:
        lesson = Lesson.dense(W, x, b)
    except LessonError as error:
        assert all(fault.found and fault.mend for fault in error.faults)
    else:
        assert lesson.dense_trace is not None


def test_what_is_masked_is_no_number() -> None:
    W = np.ma.masked_array([[0.5, -0.3], [-0.6, 0.4]], mask=[[True, False], [False, True]])
    with pytest.raises(LessonError) as caught:
        Lesson.dense(W, [1, np.ma.masked])
    assert [fault.found for fault in caught.value.faults] == [
        "row 1, column 1 is masked",
        "row 2, column 2 is masked",
        "the number is masked",
    ]
    assert Lesson.dense(W.filled(0), np.ma.masked_array([1, 2])).dense_trace is not None


@pytest.mark.parametrize(
    ("tokens", "found"), [("ab", 'the text "ab"'), (3, "3"), ([], "an empty list")]
)
def test_words_are_a_list_of_words(tokens: Any, found: str) -> None:
    with pytest.raises(LessonError) as caught:
        Lesson.attention(tokens, [1.0], [[1.0], [2.0]])
    (fault,) = caught.value.faults
    assert (fault.key, fault.found.startswith(found)) == ("attention.tokens", True)


def test_what_pandas_gives_for_mixed_columns_is_taken_number_by_number() -> None:
    mixed = np.array([[Fraction(1, 4), Decimal("0.10")], [3, np.float32(0.1)]], dtype=object)
    lesson = Lesson.dense(mixed, np.array([1, 2], dtype=object))
    assert lesson.dense is not None
    assert lesson.dense.W.texts == (("0.25", "0.10"), ("3", "0.1"))
    with pytest.raises(LessonError, match="an object of type dict; expected an array of real"):
        Lesson.dense(np.array([[1, {}]], dtype=object), [1, 2])


@pytest.mark.parametrize("shape", [(0, 2), (2, 0), (0,)])
def test_an_empty_array_is_told_as_such(shape: tuple[int, ...]) -> None:
    written = " × ".join(map(str, shape))
    with pytest.raises(LessonError, match=f"dense.W: an empty array of {written}; expected num"):
        Lesson.dense(np.ones(shape), [1, 2])


def test_a_lesson_without_a_title_is_named_after_its_table() -> None:
    lesson = Lesson.dense([[1]], [1], title=cast("str", None))
    assert (lesson.name, lesson.title) == ("dense", "dense")


def test_of_words_that_are_alike_with_other_keys_none_is_picked() -> None:
    with pytest.raises(LessonError, match='the text "a", which is tokens 1 and 3 with other keys'):
        Lesson.attention(["a", "b", "a"], "a", [[1], [2], [3]])
    alike = Lesson.attention(["a", "b", "a"], "a", [[1], [2], [1]])
    assert alike.attention is not None
    assert alike.attention.query_token == 0


def test_a_number_that_is_cut_in_a_message_shows_it() -> None:
    with pytest.raises(LessonError, match=r"is 1000000000\d*…; expected a number that fits"):
        Lesson.dense([[10**400]], [1])
