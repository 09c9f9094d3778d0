"""The lessons that ship give the answers that their sources give."""

import math
from fractions import Fraction

import pytest

from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import load_lesson, shipped_lessons
from anim_lib.nn.quantity import Vector
from anim_lib.render.registry import find_scenes
from anim_lib.stage.checks import check_scene

WIDE = 16 / 9


def texts(vector: Vector) -> list[str]:
    return [quantity.text for quantity in vector]


def outputs(name: str) -> list[str]:
    trace = load_lesson(name).dense_trace
    assert trace is not None
    return texts(trace.output)


@pytest.mark.parametrize("path", shipped_lessons().values(), ids=lambda path: path.stem)
def test_a_lesson_names_its_source_and_fits_every_clip_that_it_offers(path: object) -> None:
    name = str(getattr(path, "stem", path))
    text = shipped_lessons()[name].read_text(encoding="utf-8")
    assert name == "every-layer" or "# Source: " in text
    lesson = load_lesson(name)
    offered = [info.name for info in find_scenes().values() if info.offered(lesson.tables)]
    assert len(offered) >= 2
    assert all(check_scene(scene, lesson, WIDE) for scene in offered)


def test_seven_lessons_ship_beside_the_pages() -> None:
    assert set(shipped_lessons()) >= {
        *("convolution", "equal-keys", "every-layer", "identity", "journey"),
        *("saturation", "three-neurons", "xor"),
    }


def test_the_hidden_layer_of_xor_is_that_of_the_book() -> None:
    # Goodfellow et al., section 6.1: y = w·max(0, Wx + c) with w = (1, −2).
    assert outputs("xor") == ["2", "1"]
    layer = load_lesson("xor").dense
    assert layer is not None
    for x in ((0, 0), (0, 1), (1, 0), (1, 1)):
        trace = Lesson.dense(layer.W.values, x, layer.b.values).dense_trace
        assert trace is not None
        hidden = [quantity.value for quantity in trace.output]
        assert hidden[0] - 2 * hidden[1] == (x[0] != x[1])


def test_the_convolution_gives_the_sums_of_a_sliding_kernel() -> None:
    picture, kernel = [[0, 1, 2], [3, 4, 5], [6, 7, 8]], [[0, 1], [2, 3]]
    slid = [
        sum(picture[i + di][j + dj] * kernel[di][dj] for di in (0, 1) for dj in (0, 1))
        for i in (0, 1)
        for j in (0, 1)
    ]
    assert outputs("convolution") == list(map(str, slid)) == ["19", "25", "37", "43"]


def test_the_course_layer_gives_the_courses_sums() -> None:
    trace = load_lesson("three-neurons").dense_trace
    assert trace is not None
    assert texts(trace.pre_activation) == ["4.80", "1.21", "2.39"]
    assert [float(quantity.exact) for quantity in trace.pre_activation] == [4.8, 1.21, 2.385]


def test_the_identity_layer_gives_back_its_input() -> None:
    assert outputs("identity") == ["2.0", "−1.0", "0.5"]


def test_the_sigmoid_saturates_on_both_sides_alike() -> None:
    assert outputs("saturation") == ["1.000", "0.982", "0.500", "0.018", "6.1e−6"]
    trace = load_lesson("saturation").dense_trace
    assert trace is not None
    for quantity, z in zip(trace.output, (12, 4, 0, -4, -12), strict=True):
        assert quantity.value == pytest.approx(1 / (1 + math.exp(-z)), rel=1e-12)


def test_the_journey_gives_the_books_dot_products() -> None:
    trace = load_lesson("journey").attention_trace
    assert trace is not None
    book = [0.9544, 1.4950, 1.4754, 0.8434, 0.7070, 1.0865]
    assert [quantity.value for quantity in trace.dot] == pytest.approx(book, abs=1e-12)
    shares = [math.exp(dot / math.sqrt(3)) for dot in book]
    expected = [share / sum(shares) for share in shares]
    assert [quantity.value for quantity in trace.weights] == pytest.approx(expected, abs=1e-12)
    assert texts(trace.weights) == ["0.15", "0.21", "0.20", "0.14", "0.13", "0.16"]


def test_equal_keys_give_the_mean_of_the_values() -> None:
    lesson = load_lesson("equal-keys")
    assert lesson.attention_trace is not None
    assert texts(lesson.attention_trace.weights) == ["0.25"] * 4
    assert lesson.blend_trace is not None
    mean = [Fraction(8 + 4 + 2 + 6, 4), Fraction(0 + 1 + 1 + 0, 4)]
    assert [Fraction(quantity.value) for quantity in lesson.blend_trace.output] == mean
