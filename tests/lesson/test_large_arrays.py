"""Matrices of a trained network: read in seconds, computed whole, drawn in part."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import load_lesson
from anim_lib.nn.numbers import NumberArray, shortest_texts
from anim_lib.nn.quantity import LazyMatrix

ROWS, INPUTS = 600, 500


@pytest.fixture(scope="module")
def weights() -> np.ndarray:
    return np.random.default_rng(3).normal(size=(ROWS, INPUTS)).astype(np.float32)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory, weights: np.ndarray) -> Lesson:
    folder = tmp_path_factory.mktemp("large")
    np.save(folder / "W.npy", weights)
    np.save(folder / "x.npy", np.ones(INPUTS, np.int16))
    file = folder / "large.toml"
    file.write_text('[dense]\nW = { file = "W.npy" }\nx = { file = "x.npy" }\n')
    return load_lesson(file)


@pytest.mark.parametrize(
    "dtype", [np.float32, np.float64, np.float16, np.longdouble, np.int8, np.uint64]
)
def test_what_is_computed_is_what_the_texts_say(dtype: type) -> None:
    values: np.ndarray = (
        (np.random.default_rng(1).normal(size=(40, 7)) * 50).astype(np.int8).astype(dtype)
    )
    if np.dtype(dtype).kind == "f":
        values = np.random.default_rng(1).normal(size=(40, 7)).astype(dtype)
    kept = NumberArray.from_values(values)
    anew = NumberArray.from_texts(shortest_texts(values))
    assert kept == anew
    assert hash(kept) == hash(anew)
    assert np.array_equal(kept.values, anew.values)
    assert kept.row_texts(3) == anew.texts[3]
    assert pickle.loads(pickle.dumps(kept)) == kept  # noqa: S301 (our own)


def test_no_minus_zero_is_computed_with_or_written() -> None:
    kept = NumberArray.from_values(np.array([-0.0, 0.0]))
    assert kept.texts == ("0.0", "0.0")
    assert not np.signbit(kept.values).any()


def test_every_row_is_computed_and_few_are_written(large: Lesson, weights: np.ndarray) -> None:
    trace = large.dense_trace
    assert trace is not None
    assert len(trace.pre_activation) == ROWS
    exact = np.array([[float(str(w)) for w in row] for row in weights[[0, 17, 599]]]).sum(axis=1)
    got = [trace.pre_activation[i].value for i in (0, 17, 599)]
    assert got == pytest.approx(exact, abs=1e-9)
    assert isinstance(trace.W, LazyMatrix)
    assert trace.W[17][3].text.replace("−", "-") == str(weights[17, 3])
    assert trace.W[-1] == trace.W[ROWS - 1]
    assert trace.W[1:3] == (trace.W[1], trace.W[2])
    with pytest.raises(IndexError):
        trace.W[ROWS]


def test_a_worker_gets_the_lesson_without_its_traces(large: Lesson) -> None:
    sent = pickle.dumps(large)
    assert len(sent) < 3 * ROWS * INPUTS * 8
    again = pickle.loads(sent)  # noqa: S301 (our own)
    assert again.digest == large.digest
    assert isinstance(again, Lesson)
    traces = again.dense_trace, large.dense_trace
    assert traces[0] is not None
    assert traces[1] is not None
    assert traces[0].pre_activation == traces[1].pre_activation


def test_a_changed_number_changes_the_digest(
    tmp_path: Path, large: Lesson, weights: np.ndarray
) -> None:
    changed = weights.copy()
    changed[300, 200] += 1
    np.save(tmp_path / "W.npy", changed)
    np.save(tmp_path / "x.npy", np.ones(INPUTS, np.int16))
    assert large.path is not None
    file = tmp_path / large.path.name
    file.write_text(large.path.read_text())
    assert load_lesson(file).digest != large.digest
    np.save(tmp_path / "W.npy", weights)
    assert load_lesson(file).digest == large.digest
