"""Every fault is named with file, key and cell, and says how to mend it."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from anim_lib.lesson.faults import Fault, LessonError
from anim_lib.lesson.load import load_lesson
from tests.lesson.conftest import Complain, Load, faults_of

SMALL = "[dense]\nW = [[1, 2], [3, 4]]\nx = [1, -1]\n"


def dense(W: str = "[[1, 2], [3, 4]]", x: str = "[1, -1]", more: str = "") -> str:
    return f"[dense]\nW = {W}\nx = {x}\n{more}"


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        (
            dense("[[1, 2], [3, true]]"),
            "my.toml, line 2, dense.W: row 2, column 2 is true; expected a number. Write 1 or 0.",
        ),
        (
            dense('[["1", 2]]'),
            'my.toml, line 2, dense.W: row 1, column 1 is the text "1"; expected a number. '
            "Write it without quotes.",
        ),
        (
            dense(x="[1, inf]"),
            "my.toml, line 3, dense.x: number 2 is inf; expected a finite number. "
            "Put a finite number there.",
        ),
        (
            dense(x="[1, -nan]"),
            "my.toml, line 3, dense.x: number 2 is -nan; expected a finite number. "
            "Put a finite number there.",
        ),
        (
            dense(x="[1, 1e999]"),
            "my.toml, line 3, dense.x: number 2 is 1e999; "
            "expected a number that fits a 64-bit float. Scale it down.",
        ),
        (
            dense(x="[1, 1e-999]"),
            "my.toml, line 3, dense.x: number 2 is 1e-999; "
            "expected a number that fits a 64-bit float. Write 0.",
        ),
        (
            dense(x="[1, 2026-01-01]"),
            "my.toml, line 3, dense.x: number 2 is 2026-01-01; expected a number. "
            "Write a plain decimal number such as -0.5.",
        ),
        (
            dense("[[1, 2], [3]]"),
            "my.toml, line 2, dense.W: row 2 has 1 number where row 1 has 2; "
            "expected rows of one length. Give every row as many numbers as row 1.",
        ),
        (
            dense("[[1, 2], 3]"),
            "my.toml, line 2, dense.W: row 2 is 3; expected a row of numbers. "
            'Write rows of numbers, [[1, 2], [3, 4]], or { file = "weights.csv" }.',
        ),
        (
            dense("[[[1, 2]]]"),
            "my.toml, line 2, dense.W: row 1, column 1 is a list; expected a number. "
            "Write plain rows: [[1, 2], [3, 4]].",
        ),
        (
            dense("[1, 2]"),
            "my.toml, line 2, dense.W: a flat list of 2 numbers; expected rows of numbers, "
            "[[…], […]]. For a matrix of one row put one more pair of brackets round it.",
        ),
        (
            dense("[]"),
            "my.toml, line 2, dense.W: an empty list; expected numbers. "
            'Write rows of numbers, [[1, 2], [3, 4]], or { file = "weights.csv" }.',
        ),
        (
            dense("[[]]"),
            "my.toml, line 2, dense.W: row 1 is empty; expected a row of numbers. "
            'Write rows of numbers, [[1, 2], [3, 4]], or { file = "weights.csv" }.',
        ),
        (
            dense('"weights.csv"'),
            'my.toml, line 2, dense.W: the text "weights.csv"; expected numbers. '
            'Write { file = "weights.csv" } to read a file.',
        ),
        (
            dense(x="[1, 2, 3]"),
            "my.toml, line 3, dense.x: x has 3 numbers, but W has 2 rows × 2 columns; "
            "expected 2 numbers in x, one for each column of W. Mend dense.x, or dense.W.",
        ),
        (
            dense(more="b = [1]\n"),
            "my.toml, line 4, dense.b: b has 1 number, but W has 2 rows × 2 columns; "
            "expected 2 numbers in b, one for each row of W. Mend dense.b, or dense.W.",
        ),
        (
            dense(more="b = [[1, 2], [3, 4], [5, 6]]\n"),
            "my.toml, line 4, dense.b: 3 rows × 2 columns beside a matrix of 2 rows × 2 columns; "
            "expected a vector. Write it flat, as one row or as one column.",
        ),
        (
            dense(more='activation = "rely"\n'),
            'my.toml, line 4, dense.activation: the text "rely"; expected one of relu, leaky_relu, '
            'sigmoid, tanh, gelu, identity. Did you mean "relu"?',
        ),
        (
            dense(more="activation = 3\n"),
            "my.toml, line 4, dense.activation: 3; expected a name in quotes. "
            "Write activation as a name in quotes.",
        ),
        (
            dense(more="bias = [1, 2]\n"),
            "my.toml, line 4, dense.bias: unknown key bias; expected one of W, x, b, activation. "
            'Did you mean "b"?',
        ),
        (
            dense("[[1e308, 2], [1e308, 1e308]]", "[1, 1]"),
            "my.toml, line 1, dense: row 2: the sum is too large for a 64-bit float; "
            "expected finite sums. Scale the numbers down.",
        ),
        (
            "[dense]\nx = [1]\n",
            "my.toml, line 1, dense.W: [dense] has no W; expected rows of numbers. "
            "Add W = … under [dense].",
        ),
        (
            f"{SMALL}[display]\ndecimals = 7\n",
            "my.toml, line 5, display.decimals: 7; expected a whole number from 0 to 6. "
            "Write decimals as a whole number from 0 to 6.",
        ),
        (
            f"{SMALL}[display]\ndecimals = 2.0\n",
            "my.toml, line 5, display.decimals: 2.0; expected a whole number from 0 to 6. "
            "Write decimals as a whole number from 0 to 6.",
        ),
        (
            f"{SMALL}[display]\npace = nan\n",
            "my.toml, line 5, display.pace: nan; expected a number from 0.5 to 2. "
            "Write pace as a number from 0.5 to 2.",
        ),
        (
            f'{SMALL}[display]\ntheme = "drak"\n',
            'my.toml, line 5, display.theme: the text "drak"; expected "dark" or "light". '
            'Write theme as "dark" or "light".',
        ),
        (
            f"{SMALL}[display]\npace = true\n",
            "my.toml, line 5, display.pace: true; expected a number from 0.5 to 2. "
            "Write pace as a number from 0.5 to 2.",
        ),
        (
            f"[dens]\n{SMALL}",
            "my.toml, line 1, dens: unknown key dens; expected one of title, dense, lanes, "
            'attention, display. Did you mean "dense"?',
        ),
        (
            f"decimals = 3\n{SMALL}",
            "my.toml, line 1, decimals: unknown key decimals; expected one of title, dense, lanes, "
            "attention, display. Put it under [display].",
        ),
        (
            f'title = "a\\nb"\n{SMALL}',
            'my.toml, line 1, title: the text "a b"; expected one line of text in quotes. '
            "Write title as one line of text in quotes.",
        ),
        (
            "dense = 3\n",
            "my.toml, line 1, dense: 3; expected a table [dense]. Write dense as a table [dense].",
        ),
        (
            "",
            "my.toml: nothing to draw; expected a table [dense] or [attention]. "
            "Add a [dense] table with W and x.",
        ),
        (
            "[dense]\nW = [[1, 2]\nx = [1]\n",
            "my.toml, line 3, column 1: unclosed array; expected TOML. "
            "Check quotes, commas and brackets here and on the line before.",
        ),
        (
            "[dense]\nW = [[1, 2",
            "my.toml, line 2: unclosed array; expected TOML. "
            "Check quotes, commas and brackets here and on the line before.",
        ),
        (
            "[dense\n",
            "my.toml, line 1, column 7: expected ']' at the end of a table declaration; "
            "expected TOML. "
            "Check quotes, commas and brackets here and on the line before.",
        ),
        (
            f"{SMALL}x = [1]\n",
            "my.toml, line 4, column 1: the key x is given a second time; "
            "expected each key and table once. Remove one of them.",
        ),
        (
            f"{SMALL}W = [[1],\n[2]]\n",
            "my.toml, line 4, column 1: the key W is given a second time; "
            "expected each key and table once. Remove one of them.",
        ),
        (
            f"{SMALL}  [dense]\nb = [1, 2]\n",
            "my.toml, line 4, column 3: the table [dense] is given a second time; "
            "expected each key and table once. Keep one of them, with all its keys.",
        ),
        (
            "dense = { W = [[1]], x = [1], W = [[2]] }\n",
            "my.toml, line 1, column 1: the key W is given a second time; "
            "expected each key and table once. Remove one of them.",
        ),
        (
            f"[dense]\nx = [1]\nW = [[{'1' * 5000}]]\n[display]\ndecimals = 2\n",
            "my.toml, line 3, column 7: an integer of 5000 digits; "
            "expected a number that fits a 64-bit float. Scale it down.",
        ),
        (
            '[attention]\ntokens = []\nquery = "a"\nkeys = [[1]]\n',
            "my.toml, line 2, attention.tokens: an empty list; "
            "expected a list of words in quotes. Write tokens as a list of words in quotes.",
        ),
        (
            "W = " + "[" * 5000,
            "my.toml: lists nested too deeply; expected at most rows of numbers. Remove brackets.",
        ),
        (
            b"title = '\xff'",
            "my.toml: byte 10 is not UTF-8; expected UTF-8 text. Save the file as UTF-8.",
        ),
    ],
)
def test_a_fault_is_told_in_one_message(
    complain: Complain, toml: str | bytes, message: str
) -> None:
    assert complain(toml) == [message]


def test_a_loop_of_links_is_named_as_such(load: Load, tmp_path: Path) -> None:
    for name in ("loop.toml", "loop.npy"):
        (tmp_path / name).symlink_to(name)
    (tmp_path / "gone.toml").symlink_to("nowhere")
    trouble = "a symbolic link that leads back to itself"
    assert [str(fault) for fault in faults_of(Path("loop.toml"))] == [
        f"loop.toml: {trouble}; expected a lesson file. Let the link lead to a file."
    ]
    assert "a symbolic link that leads nowhere" in str(faults_of(Path("gone.toml"))[0])
    with pytest.raises(LessonError, match=f"loop.npy, dense.W: {trouble}; expected a file of num"):
        load('[dense]\nW = { file = "loop.npy" }\nx = [1]\n')


@pytest.mark.parametrize(
    ("name", "meant"),
    [("bias", "b"), ("weights", "W"), ("inputs", "x"), ("activaton", "activation")],
)
def test_an_unknown_key_is_led_to_what_programs_call_so(
    complain: Complain, name: str, meant: str
) -> None:
    [said] = [said for said in complain(f"{SMALL}{name} = 1\n") if "unknown key" in said]
    assert said.endswith(f'Did you mean "{meant}"?')


def test_all_faults_are_told_at_once(complain: Complain) -> None:
    toml = dense("[[1, true], [nan, 4]]", '"x"', 'activation = "relo"\ny = 1\n')
    messages = complain(f"{toml}[display]\ntheme = 1\npace = 9\n")
    assert [message.partition(": ")[0].rpartition(", ")[2] for message in messages] == [
        "dense.y",
        "display.theme",
        "display.pace",
        "dense.W",
        "dense.W",
        "dense.x",
        "dense.activation",
    ]


def test_a_flood_of_faults_is_cut_short(complain: Complain) -> None:
    messages = complain(dense(x=f"[{', '.join(['nan'] * 40)}]"))
    assert len(messages) == 13
    assert messages[-1] == (
        "my.toml, line 3, dense.x: 28 more places at fault; expected numbers. "
        "Mend these first, then check again."
    )


def test_a_huge_integer_is_told_and_not_raised(complain: Complain) -> None:
    (message,) = complain(dense(x=f"[1, {'9' * 5000}]"))
    assert message.startswith("my.toml, line ")


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path) -> None:
    for path, found in ((tmp_path / "no.toml", "no such file"), (tmp_path, "this is a folder")):
        with pytest.raises(LessonError, match=found) as caught:
            load_lesson(path)
        assert caught.value.faults[0].file == str(path)
    with pytest.raises(LessonError, match="no such file"):
        load_lesson("a\0b.toml")


def test_a_mistyped_shipped_lesson_is_suggested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LessonError, match=r'Did you mean "every-layer"\?'):
        load_lesson("every-layr")


def test_a_lesson_too_large_is_told(tmp_path: Path) -> None:
    path = tmp_path / "big.toml"
    with path.open("wb") as file:
        file.truncate(2_000_001)
    with pytest.raises(LessonError, match=r"2,000,001 bytes; expected at most 2,000,000"):
        load_lesson(path)


def test_a_fault_names_its_cell_once() -> None:
    noun = Fault("my.toml", "dense.W", "row 1, column 2", "−123456.7", "8 letters", "Shorten it.")
    assert str(noun) == (
        "my.toml, dense.W, row 1, column 2: −123456.7; expected 8 letters. Shorten it."
    )
    sentence = Fault("my.toml", "dense.W", "row 1", "row 1 is empty", "numbers", "Fill it in.")
    assert str(sentence) == "my.toml, dense.W: row 1 is empty; expected numbers. Fill it in."


toml_values = st.recursive(
    st.sampled_from(["1", "-0.5", "nan", "true", '"a"', "''", "{}", "1979-05-27", "1e400"]),
    lambda inner: st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
    max_leaves=6,
)
keys = st.sampled_from(["W", "x", "b", "activation", "y"])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(table=st.dictionaries(keys, toml_values), junk=st.text(max_size=20))
def test_whatever_is_written_gives_a_lesson_or_its_faults(
    tmp_path: Path, table: dict[str, str], junk: str
) -> None:
    path = tmp_path / "any.toml"
    lines = [f"{key} = {value}" for key, value in table.items()]
    for text in ("\n".join(["[dense]", *lines]), junk):
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        faults = faults_of(path)
        assert all(fault.found and fault.mend for fault in faults)
