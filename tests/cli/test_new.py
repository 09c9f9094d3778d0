"""`dotreel new` and `dotreel schema`: lessons to start from, and what editors complete them by."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import numpy as np
import pytest

from anim_lib.lesson.json_schema import lesson_schema
from anim_lib.lesson.load import load_lesson, shipped_lessons
from tests.cli.conftest import COMMAND

if TYPE_CHECKING:
    from tests.cli.conftest import Desk

NET = {
    "fc1.weight": np.arange(128 * 64, dtype=np.float32).reshape(128, 64),
    "fc1.bias": np.arange(128, dtype=np.float32),
    "fc2.weight": np.arange(6, dtype=np.float32).reshape(2, 3),
    "fc2.bias": np.array([0.5, -1], dtype=np.float32),
}


def written(desk: Desk, name: str) -> dict[str, Any]:
    return tomllib.loads((desk.folder / name).read_text(encoding="utf-8"))


def save(desk: Desk, name: str, arrays: dict[str, Any]) -> None:
    np.savez(desk.folder / name, allow_pickle=True, **arrays)


def test_a_new_lesson_has_comments_and_loads_as_it_is(desk: Desk) -> None:
    assert desk.done("new").splitlines() == ["lesson.toml", "dotreel.schema.json"]
    text = (desk.folder / "lesson.toml").read_text(encoding="utf-8")
    assert text.startswith("#:schema ./dotreel.schema.json\n")
    assert text.count("# ") > 15
    assert load_lesson(desk.folder / "lesson.toml").tables == {"dense"}
    desk.done("check", "lesson.toml")


def test_its_commented_tables_load_when_the_marks_are_taken_away(desk: Desk) -> None:
    desk.done("new", "all.toml")
    text = (desk.folder / "all.toml").read_text(encoding="utf-8")
    tables = ("[lanes]", "rows =", "lanes =", "[attention]", "tokens", "query", "keys", "cols =")
    for line in tables:
        assert f"# {line}" in text
        text = text.replace(f"# {line}", line)
    (desk.folder / "all.toml").write_text(text, encoding="utf-8")
    lesson = load_lesson(desk.folder / "all.toml")
    assert lesson.tables == {"dense", "lanes", "attention"}
    assert (lesson.shown_rows(2), lesson.shown_cols(3)) == ((0, 1), (0, 1))


def test_a_lesson_that_is_there_is_kept_unless_it_is_forced(desk: Desk) -> None:
    before = (desk.folder / "my.toml").read_text(encoding="utf-8")
    code, printed, said = desk.run("new", "my.toml")
    assert (code, printed) == (2, "")
    assert "my.toml is there already. Name another, or add --force." in said
    assert (desk.folder / "my.toml").read_text(encoding="utf-8") == before
    desk.done("new", "my.toml", "--force", "--title", 'A "title" with é')
    assert written(desk, "my.toml")["title"] == 'A "title" with é'


def test_weights_are_taken_from_a_file_with_the_bias_that_goes_with_them(desk: Desk) -> None:
    save(desk, "net.npz", NET)
    (desk.folder / "sub").mkdir()
    desk.done("new", "sub/a.toml", "--from", "net.npz", "--key", "fc2.weight")
    assert written(desk, "sub/a.toml")["dense"] == {
        "W": {"file": "../net.npz", "key": "fc2.weight"},
        "x": [1.0, 2.0, -1.0],
        "b": {"file": "../net.npz", "key": "fc2.bias"},
        "activation": "relu",
    }
    layer = load_lesson(desk.folder / "sub" / "a.toml").dense
    assert layer is not None
    assert layer.b.texts == ("0.5", "-1.0")


def test_of_a_large_matrix_a_part_is_taken(desk: Desk) -> None:
    save(desk, "net.npz", NET)
    desk.done("new", "a.toml", "--from", "net.npz", "--key", "fc1.weight")
    layer = load_lesson(desk.folder / "a.toml").dense
    assert layer is not None
    assert layer.W.values.tolist() == NET["fc1.weight"][:4, :3].tolist()
    assert layer.b.values.tolist() == [0, 1, 2, 3]


def test_a_kernel_with_a_row_for_each_input_is_turned(desk: Desk) -> None:
    kernel = np.arange(6.0).reshape(3, 2)
    save(desk, "net.npz", {"kernel": kernel, "bias": np.array([5.0, 6.0])})
    desk.done("new", "a.toml", "--from", "net.npz")
    layer = load_lesson(desk.folder / "a.toml").dense
    assert layer is not None
    assert layer.W.values.tolist() == kernel.T.tolist()
    assert layer.b.values.tolist() == [5.0, 6.0]


def test_a_choice_of_matrices_is_named_and_not_guessed(desk: Desk) -> None:
    save(desk, "net.npz", NET)
    code, _, said = desk.run("new", "a.toml", "--from", "net.npz")
    assert code == 2
    assert 'net.npz holds 2 matrices: "fc1.weight", "fc2.weight".' in said
    code, _, said = desk.run("new", "a.toml", "--from", "net.npz", "--key", "fc1.wieght")
    assert code == 2
    assert 'Did you mean "fc1.weight"?' in said
    assert not (desk.folder / "a.toml").exists()


@pytest.mark.parametrize(
    ("arrays", "said"),
    [
        (
            {"v": np.zeros(3), "t": np.zeros((2, 3, 4), dtype=np.float32)},
            'net.npz: holds "v", an array of 3 (float64), "t", an array of 2 × 3 × 4 (float32); '
            "expected a matrix.",
        ),
        ({"W": np.array([[np.nan]])}, "net.npz, dense.W: row 1, column 1 is nan"),
        ({"W": np.array([["a"]])}, "net.npz, dense.W: an array of <U1"),
    ],
)
def test_a_file_that_gives_no_layer_is_refused_and_nothing_written(
    desk: Desk, arrays: dict[str, Any], said: str
) -> None:
    save(desk, "net.npz", arrays)
    code, printed, told = desk.run("new", "a.toml", "--from", "net.npz")
    assert (code, printed) == (3, "")
    assert said in told
    assert not (desk.folder / "a.toml").exists()


def asked(desk: Desk, answers: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [*COMMAND, "new", *arguments]
    return subprocess.run(
        command, cwd=desk.folder, input=answers, capture_output=True, text=True, check=False
    )


def test_the_numbers_are_asked_for_until_they_fit(desk: Desk) -> None:
    answers = ["1 2; 3", "1.50 2; 3 4", "1 2 3", "1 -2", "0,5 2", "5", "5 6", "tnah", "Tanh"]
    done = asked(desk, "\n".join([*answers, ""]), "a.toml", "--ask")
    assert done.returncode == 0, done.stderr
    for message in (
        "Error: W: row 2 has 1 number where row 1 has 2; expected rows of one length.",
        "Error: x: x has 3 numbers, but W has 2 rows × 2 columns; expected 2 numbers in x",
        'Error: b: number 1 is "0,5"; expected a decimal point. Write 0.5.',
        "Error: b: b has 1 number, but W has 2 rows × 2 columns",
        'Did you mean "tanh"?',
    ):
        assert done.stderr.count(message) == 1, done.stderr
    assert "-W" not in done.stderr
    layer = load_lesson(desk.folder / "a.toml").dense
    assert layer is not None
    assert layer.W.texts == (("1.50", "2"), ("3", "4"))
    assert (layer.x.texts, layer.b.texts) == (("1", "-2"), ("5", "6"))
    assert layer.activation.name == "tanh"


def test_enter_takes_what_fits(desk: Desk) -> None:
    done = asked(desk, "1 2 3 4; 5 6 7 8\n\n\n\n", "a.toml", "--ask")
    assert done.returncode == 0, done.stderr
    assert "Inputs x [1.0 2.0 -1.0 1.0]" in done.stderr
    layer = written(desk, "a.toml")["dense"]
    assert (layer["x"], layer.get("b"), layer["activation"]) == (
        [1.0, 2.0, -1.0, 1.0],
        None,
        "relu",
    )


def test_a_question_without_an_answer_ends_it_and_nothing_is_written(desk: Desk) -> None:
    done = asked(desk, "1 2; 3 4\n", "a.toml", "--ask")
    assert done.returncode == 130
    assert done.stderr.endswith("Interrupted. Nothing is written.\n")
    assert not list(desk.folder.glob("a*"))


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["a.toml", "--from", "net.npz:fc2.weight"], 0, "Next: dotreel check a.toml"),
        (["--", "-a b.toml"], 0, "Next: dotreel check './-a b.toml'"),
        (["a.toml", "--from", "net.npz", "--key", "fc1.bias"], 2, '"fc1.bias", an array of 128'),
        (["a.toml", "--from", "net.npz:fc1.bias", "--key", "W"], 2, "names the array fc1.bias"),
        (["a.toml", "--from", "net.npz:fc1.wieght"], 2, 'Did you mean "fc1.weight"?'),
        (["folder", "--force"], 2, "folder is a folder. Name the lesson's file."),
    ],
)
def test_what_is_named_is_found_or_told(
    desk: Desk, words: list[str], code: int, message: str
) -> None:
    save(desk, "net.npz", NET)
    (desk.folder / "folder").mkdir()
    found, _, said = desk.run("new", *words)
    assert (found, message in said) == (code, True), said
    assert bool([*desk.folder.glob("*a*.toml")]) == (code == 0)


def test_which_matrix_is_meant_is_asked(desk: Desk) -> None:
    save(desk, "net.npz", NET)
    done = asked(desk, "2\n", "a.toml", "--from", "net.npz", "--ask")
    assert done.returncode == 0, done.stderr
    assert "  1  fc1.weight  128 × 64\n  2  fc2.weight  2 × 3\n" in done.stderr
    assert written(desk, "a.toml")["dense"]["W"]["key"] == "fc2.weight"


@pytest.mark.skipif(sys.platform == "win32", reason="has no pty")
def test_on_a_terminal_the_numbers_are_asked_for(desk: Desk) -> None:
    import pty

    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "new", "a.toml"], cwd=desk.folder, stdin=theirs, stdout=-3, stderr=-1
    ) as run:
        os.close(theirs)
        os.write(ours, b"7 8\n1 1\n\n\n")
        _, said = run.communicate(timeout=60)
    os.close(ours)
    assert run.returncode == 0, said
    assert b"Weights W" in said
    assert written(desk, "a.toml")["dense"]["W"] == [[7, 8]]


# ---------------------------------------------------------------------------------------- schema


def complaints(document: object) -> list[str]:
    validator = jsonschema.Draft202012Validator(lesson_schema())
    return [error.json_path for error in validator.iter_errors(document)]


def test_the_schema_is_printed_and_written_alike(desk: Desk) -> None:
    printed = json.loads(desk.done("schema"))
    desk.done("new")
    beside = json.loads((desk.folder / "dotreel.schema.json").read_text(encoding="utf-8"))
    assert printed == beside == lesson_schema()
    jsonschema.Draft202012Validator.check_schema(printed)


@pytest.mark.parametrize("path", shipped_lessons().values(), ids=lambda path: path.stem)
def test_every_shipped_lesson_obeys_the_schema(path: Path) -> None:
    assert complaints(tomllib.loads(path.read_text(encoding="utf-8"))) == []


def test_the_schema_knows_arrays_in_files_vectors_in_columns_and_words(desk: Desk) -> None:
    save(desk, "net.npz", NET)
    desk.done("new", "a.toml", "--from", "net.npz", "--key", "fc1.weight")
    assert complaints(written(desk, "a.toml")) == []
    assert complaints({"dense": {"W": [[1]], "x": [[1], [2]]}}) == []
    assert complaints({"attention": {"tokens": ["a"], "query": "a", "keys": [[1]]}}) == []


@pytest.mark.parametrize(
    ("document", "place"),
    [
        ({"dens": {}}, "$"),
        ({"display": {"decimals": 2}}, "$"),
        ({"lanes": {}, "attention": {"tokens": ["a"], "query": [1], "keys": [[1]]}}, "$"),
        ({"dense": {"W": [[1]]}}, "$.dense"),
        ({"dense": {"W": "w.csv", "x": [1]}}, "$.dense.W"),
        ({"dense": {"W": [1], "x": [1]}}, "$.dense.W"),
        ({"dense": {"W": {"file": "w.csv", "rows": 4}, "x": [1]}}, "$.dense.W"),
        ({"dense": {"W": [[1]], "x": [1], "activation": "rely"}}, "$.dense.activation"),
        ({"display": {"decimals": 7}}, "$.display.decimals"),
        ({"display": {"theme": "blue"}}, "$.display.theme"),
        ({"attention": {"tokens": [], "query": [1], "keys": [[1]]}}, "$.attention.tokens"),
    ],
)
def test_the_schema_points_at_what_a_check_refuses(document: object, place: str) -> None:
    assert any(path.startswith(place) for path in complaints(document))
