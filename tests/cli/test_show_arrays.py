"""`dotreel show` of a file of arrays."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from numpy.typing import NDArray
from safetensors.numpy import save_file

if TYPE_CHECKING:
    from tests.cli.conftest import Desk


def test_the_arrays_of_a_file_are_listed_with_shape_and_type(desk: Desk) -> None:
    arrays: dict[str, NDArray[Any]] = {
        "fc1.weight": np.zeros((128, 64), np.float16),
        "fc1.bias": np.zeros(128, np.float32),
    }
    save_file(arrays, desk.folder / "net.safetensors")
    np.savez(desk.folder / "net.npz", allow_pickle=True, **arrays)
    listed = "fc1.bias         128  float32\nfc1.weight  128 × 64  float16\n"
    assert desk.done("show", "net.safetensors") == listed
    assert sorted(desk.done("show", "net.npz").splitlines()) == listed.splitlines()
    report = json.loads(desk.done("show", "net.npz", "--json"))
    assert report["file"] == "net.npz"
    assert {"name": "fc1.weight", "shape": [128, 64], "type": "float16"} in report["arrays"]


def test_a_table_of_numbers_is_one_array_without_a_name(desk: Desk) -> None:
    desk.write("W.csv", "a;b\n0,5;1\n2,5;3\n-1,5;4\n")
    assert desk.done("show", "W.csv") == "(no name)  3 × 2  decimal\n"


def test_a_list_that_is_no_array_is_listed_with_what_is_wrong(desk: Desk) -> None:
    desk.write("net.json", '{"W": [[1, 2], [3]], "b": [1, 2], "names": ["a", "b"]}')
    assert desk.done("show", "net.json").splitlines() == [
        "W      2 × 2  no array: row 2 has 1 number where row 1 has 2",
        "b          2  decimal",
        'names      2  no array: number 1 is the text "a"',
    ]


def test_one_array_of_a_file_is_shown_by_its_name_behind_a_colon(desk: Desk) -> None:
    desk.write("net.json", '{"W": [[1, 2]], "bias": [1]}')
    assert desk.done("show", "net.json:bias") == "bias  1  decimal\n"
    code, _, said = desk.run("show", "net.json:bais")
    assert (code, "no array is called bais. Did you mean" in said) == (3, True)


@pytest.mark.parametrize("file", ["W.csv", "W.npy", "W.json"])
def test_a_file_of_arrays_is_no_lesson(desk: Desk, file: str) -> None:
    desk.write(file, "[[1, 2]]")
    message = f"{file}: a file of arrays; expected a lesson file. Write one: dotreel new my.toml"
    for words in (["check", file], ["render", "--lesson", file], ["show", file, "-x", "1"]):
        code, _, said = desk.run(*words)
        assert (code, message in said) == (3, True), said


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("net.pt", b"\x80\x02.", "net.pt: a PyTorch checkpoint, which is never unpickled"),
        ("net.npz", b"PK\x03\x04", "net.npz: not a readable npz file ("),
        ("W.csv", b"1,2\n3\n", "W.csv, line 2: row 2 has 1 cell where row 1 has 2"),
        ("no.npz", None, "no.npz: no such file"),
    ],
)
def test_a_file_that_cannot_be_listed_is_refused_with_exit_code_3(
    desk: Desk, file: str, content: bytes | None, said: str
) -> None:
    if content is not None:
        (desk.folder / file).write_bytes(content)
    code, printed, told = desk.run("show", file)
    assert (code, printed) == (3, "")
    assert f"Error: {said}" in told
    assert "Traceback" not in told
