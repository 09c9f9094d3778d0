"""Lessons that are right, and what a Lesson knows."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from anim_lib.lesson.faults import LessonError
from anim_lib.lesson.lesson import slug
from anim_lib.lesson.load import default_lesson, lesson_of, load_lesson, shipped_lessons
from tests.lesson.conftest import Load

SMALL = "[dense]\nW = [[1, 2], [3, 4]]\nx = [1, -1]\n"


def test_the_shipped_lesson_prints_the_pages_numbers() -> None:
    lesson = default_lesson()
    trace = lesson.dense_trace
    assert trace is not None
    assert [q.text for q in trace.pre_activation] == ["−0.80", "−0.20", "2.70", "−1.70"]
    assert [q.text for q in trace.output] == ["0.00", "0.00", "2.70", "0.00"]
    assert (lesson.name, lesson.title) == ("every-layer", "Every layer is the same trick")
    assert {"dense", "lanes", "attention"} == lesson.tables


def test_a_shipped_lesson_is_found_by_its_name() -> None:
    assert load_lesson("every-layer") == default_lesson()


@pytest.mark.parametrize("name", shipped_lessons())
def test_every_shipped_lesson_loads(name: str) -> None:
    assert load_lesson(name).tables


def test_the_decimal_text_of_inputs_survives(load: Load) -> None:
    lesson = load("[dense]\nW = [[0.50, 1_000], [+1, -2.50e-3]]\nx = [1.0, -0.0]\nb = [0, 1e6]\n")
    trace = lesson.dense_trace
    assert trace is not None
    assert [[q.text for q in row] for row in trace.W] == [["0.50", "1000"], ["1", "−2.50e−3"]]
    assert [q.text for q in trace.x] == ["1.0", "0.0"]
    assert [q.text for q in trace.b] == ["0", "1e6"]


def test_a_bias_left_out_is_zeros(load: Load) -> None:
    trace = load(SMALL).dense_trace
    assert trace is not None
    assert [q.text for q in trace.b] == ["0", "0"]


@pytest.mark.parametrize("b", ["[5, 6]", "[[5, 6]]", "[[5], [6]]"])
def test_a_bias_flat_as_a_row_or_as_a_column_is_one_lesson(load: Load, b: str) -> None:
    assert load(f"{SMALL}b = {b}\n").to_json() == load(f"{SMALL}b = [5, 6]\n").to_json()


def test_public_layer_and_convolution_give_their_known_sums(load: Load) -> None:
    convolution = load(
        "[dense]\nW = [[0, 1, 3, 4], [1, 2, 4, 5], [3, 4, 6, 7], [4, 5, 7, 8]]\nx = [0, 1, 2, 3]\n"
        "[display]\ndecimals = 0\n"
    )
    assert convolution.dense_trace is not None
    assert [q.text for q in convolution.dense_trace.output] == ["19", "25", "37", "43"]


def test_an_awkward_folder_and_title_work(tmp_path: Path) -> None:
    folder = tmp_path / "Ana's lesson (é)"
    folder.mkdir()
    (folder / "Ana's lesson (é).toml").write_text(f'title = "1: ReLU/clip"\n{SMALL}', "utf-8")
    lesson = load_lesson(folder / "Ana's lesson (é).toml")
    assert (lesson.name, lesson.title) == ("ana-s-lesson-e", "1: ReLU/clip")


@pytest.mark.parametrize(
    ("stem", "name"),
    [
        ("my lesson", "my-lesson"),
        ("../../etc/passwd", "etc-passwd"),
        ("日本", "lesson-cf2abf"),
        ("", "lesson-e3b0c4"),
        ("--", "lesson-d8156b"),
        ("A" * 60, "a" * 60),
        ("A" * 61, "a" * 53 + "-0ae451"),
        ("\udcff", "lesson-8f1d0f"),
    ],
)
def test_a_name_is_safe_in_paths(stem: str, name: str) -> None:
    assert slug(stem) == name


def test_without_a_title_the_file_names_the_lesson(load: Load) -> None:
    assert load(SMALL).title == "my"


def test_a_byte_order_mark_before_the_toml_does_no_harm(load: Load) -> None:
    assert load(b"\xef\xbb\xbf" + SMALL.encode()) == load(SMALL)


def test_display_is_changed_on_a_copy(load: Load) -> None:
    lesson = load(SMALL)
    copy = lesson.with_display(theme="light", decimals=0)
    assert (copy.display.theme, copy.display.decimals, copy.display.pace) == ("light", 0, 1.0)
    assert (lesson.display.theme, lesson.display.decimals) == ("dark", 2)
    assert copy.dense_trace is not None
    assert [q.text for q in copy.dense_trace.products[0]] == ["1", "−2"]
    with pytest.raises(ValueError, match=r"pace: 3; expected a number from 0\.5"):
        lesson.with_display(pace=3)


def test_the_digest_follows_every_text_and_not_the_path(load: Load, tmp_path: Path) -> None:
    lesson = load(SMALL)
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    (moved / "my.toml").write_text(SMALL)
    assert load_lesson(moved / "my.toml").digest == lesson.digest
    for other in (SMALL.replace("-1", "-1.0"), SMALL + "b = [0, 0.0]\n", f'title = "t"\n{SMALL}'):
        assert load(other).digest != lesson.digest
    assert lesson.with_display(theme="light").digest != lesson.digest


def test_a_lesson_goes_through_a_pickle(load: Load) -> None:
    lesson = load(SMALL)
    copy = pickle.loads(pickle.dumps(lesson))  # noqa: S301 (our own bytes)
    assert copy == lesson
    assert copy.digest == lesson.digest
    assert copy.dense_trace == lesson.dense_trace


def test_a_lesson_can_be_made_without_a_file(tmp_path: Path) -> None:
    (tmp_path / "weights.csv").write_text("1,2\n")
    document = {"dense": {"W": {"file": "weights.csv"}, "x": [1, 2]}}
    lesson = lesson_of(document, name="weights", folder=tmp_path)
    assert lesson.dense_trace is not None
    assert [q.text for q in lesson.dense_trace.output] == ["5.00"]
    with pytest.raises(LessonError, match=r"weights, dense\.x: x has 1 number"):
        lesson_of({"dense": {**document["dense"], "x": [1]}}, name="weights", folder=tmp_path)


def test_reading_lessons_does_not_import_manim() -> None:
    code = "import sys, anim_lib, anim_lib.nn, anim_lib.lesson.load; print('manim' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"
