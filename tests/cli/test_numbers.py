"""Numbers given as options: read, put in the lesson's place, and refused by name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from anim_lib.cli._group import dotreel


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit code, what was printed and what was said."""
    result = CliRunner().invoke(dotreel, arguments)
    return result.exit_code, result.stdout, result.stderr


def quantities(*arguments: str) -> dict[str, str]:
    """The text of every quantity that `show` prints."""
    code, printed, said = run("show", "--json", *arguments)
    assert code == 0, said
    data: list[dict[str, Any]] = json.loads(printed)["quantities"]
    return {quantity["name"]: quantity["text"] for quantity in data}


def test_a_layer_from_a_file_from_text_and_from_an_array_without_a_lesson(tmp_path: Path) -> None:
    (tmp_path / "weights.csv").write_text("0.5,-0.3,0.8\n-0.6,0.4,0.2\n")
    np.save(tmp_path / "bias.npy", np.array([0.1, -0.2]))
    numbers = quantities("-W", "weights.csv", "-x", "1 2 -1", "-b", "bias.npy")
    # 0.5·1 − 0.3·2 + 0.8·(−1) + 0.1 and −0.6·1 + 0.4·2 + 0.2·(−1) − 0.2 by hand
    assert numbers["dense.pre_activation[0]"] == "−0.80"
    assert numbers["dense.pre_activation[1]"] == "−0.20"
    assert (numbers["dense.x[0]"], numbers["dense.b[1]"]) == ("1", "−0.2")
    _, printed, _ = run("show", "--json", "-W", "weights.csv", "-x", "1 2 -1")
    assert json.loads(printed)["lesson"] == "weights"


@pytest.mark.parametrize("text", ["1 2 -1", "1,2,-1", "1, 2, -1", " 1;2;-1; ", "1\n2\n\u22121"])
def test_a_vector_is_written_in_any_usual_way(text: str) -> None:
    numbers = quantities("-W", "1 1 1", "-x", text)
    assert [numbers[f"dense.x[{j}]"] for j in range(3)] == ["1", "2", "−1"]
    assert numbers["dense.pre_activation[0]"] == "2.00"


def test_numbers_keep_the_text_they_were_given_in() -> None:
    numbers = quantities("-W", "+1.50 .5; 1e-3 -0.0", "-x", "1.0 2")
    texts = [numbers[f"dense.W[{i},{j}]"] for i in range(2) for j in range(2)]
    assert texts == ["1.50", "0.5", "1e−3", "0.0"]


def test_options_take_the_place_of_the_lessons_own_numbers() -> None:
    numbers = quantities("every-layer", "-x", "0 0 1", "--activation", "identity")
    assert numbers["dense.output[0]"] == "0.90"  # 0.8 + 0.1, the lesson's own W and b
    assert "attention.scale" in numbers


def test_an_attention_step_without_a_lesson() -> None:
    numbers = quantities("--tokens", "a, b", "--query", "b", "--keys", "1 0; 0 2")
    assert [numbers[f"attention.query[{j}]"] for j in range(2)] == ["0", "2"]
    assert numbers["attention.dot[1]"] == "4.00"
    vector = quantities("--tokens", "a b", "--query", "3 4", "--keys", "1 0; 0 2")
    assert vector["attention.dot[0]"] == "3.00"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-W", "1 a; 3 4", "-x", "1 2"], '-W: row 1, column 2 is "a"; expected a number'),
        (["-W", "1 2; 3 4", "-x", "1,,2"], "-x: number 2 is empty"),
        (["-W", "0,5 0,3", "-x", "1 2"], 'is "0,5"; expected a decimal point. Write 0.5.'),
        (["-W", "1 2; 3", "-x", "1 2"], "-W: row 2 has 1 number where row 1 has 2"),
        (["-W", "1 2; 3 4", "-x", "1 2 3"], "-x: x has 3 numbers, but W has 2 rows × 2 columns"),
        (["-W", "1 1e999", "-x", "1 2"], "-W: row 1, column 2 is 1e999"),
        (["-W", "none.csv", "-x", "1"], "none.csv, -W: no such file"),
        (["-W", "bad.csv", "-x", "1 2"], 'bad.csv, line 2, -W: row 2, column 2 is "x"'),
        (["-W", "1", "-x", "1", "--activation", "rlu"], "--activation: the text"),
        (["--tokens", "a b", "--query", "c", "--keys", "1; 2"], '--query: the text "c"'),
        (["-W", "", "-x", "1"], "-W: row 1"),
        (["none.toml", "-x", "1"], "none.toml: no such file"),
        (["-W", "1 2", "-x", "0,5"], '-x: "0,5", which is 0.5 or 0 and 5; expected one reading.'),
        (["-W", "1 2; 3 4", "-x", "1 2 3"], "Mend -x, or -W."),
    ],
)
def test_a_fault_names_the_option_and_the_cell(
    tmp_path: Path, arguments: list[str], message: str
) -> None:
    (tmp_path / "bad.csv").write_text("1,2\n3,x\n")
    code, printed, said = run("show", *arguments)
    assert (code, printed) == (3, "")
    assert message in said


def test_all_faulty_options_are_named_at_once() -> None:
    _, _, said = run("show", "-W", "a", "-x", "b", "-b", "c")
    assert [line.removeprefix("Error: ").partition(":")[0] for line in said.splitlines()] == [
        "-W",
        "-x",
        "-b",
    ]


def test_half_a_layer_is_wrong_usage() -> None:
    code, _, said = run("show", "-b", "1")
    assert code == 2
    assert "-b without -W and -x" in said


def test_check_takes_the_numbers_too() -> None:
    code, printed, said = run("check", "-W", "1 2; 3 4", "-x", "5 6")
    assert (code, said) == (0, "")
    assert printed.startswith("dense-layer: full form for 2 rows × 2 inputs")


def test_an_array_of_a_file_of_several_is_named_behind_a_colon(tmp_path: Path) -> None:
    np.savez(tmp_path / "net.npz", **{"fc1.weight": np.eye(2), "fc1.bias": np.array([0.5, -3.0])})  # type: ignore[arg-type]
    code, _, said = run("show", "-W", "net.npz", "-x", "1 2")
    assert code == 3
    assert "Write net.npz:fc1.weight to pick one." in said
    given = ("-W", "net.npz:fc1.weight", "-x", "1 2", "-b", "net.npz:fc1.bias")
    numbers = quantities(*given)
    assert [numbers[f"dense.pre_activation[{i}]"] for i in (0, 1)] == ["1.50", "−1.00"]
    code, _, said = run("show", "-W", "net.npz:fc1.wieght", "-x", "1 2")
    assert code == 3
    assert 'Did you mean "fc1.weight"?' in said


@pytest.mark.parametrize("text", ["export\nfail\n\nwhy now\n", "\ufeffexport fail why\n"])
def test_words_are_read_from_a_file(tmp_path: Path, text: str) -> None:
    (tmp_path / "words.txt").write_text(text, encoding="utf-8")
    words = ("--tokens", str(tmp_path / "words.txt"), "--keys", "1; 2; 3")
    code, printed, _ = run("show", *words, "--query", "fail", "--json")
    assert code == 0
    shown = {number["name"]: number["text"] for number in json.loads(printed)["quantities"]}
    assert (shown["attention.query[0]"], shown["attention.dot[2]"]) == ("2", "6.00")


def test_a_query_that_is_a_word_is_the_word_even_if_it_looks_like_a_number() -> None:
    shown = quantities("--tokens", "1 2", "--query", "1", "--keys", "5; 3")
    assert shown["attention.query[0]"] == "5"


def test_two_whole_numbers_with_a_comma_are_two_numbers() -> None:
    assert quantities("-W", "1,2;3,4", "-x", "1,0")["dense.products[1,0]"] == "3.00"
