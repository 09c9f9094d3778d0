"""Arrays from csv and npy files."""

import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from anim_lib.lesson import formats
from anim_lib.lesson.load import load_lesson
from tests.lesson.conftest import Complain, Load, faults_of

TWO = '[dense]\nW = { file = "W.csv" }\nx = [1, 2]\n'


def npy(array: object, *, pickled: bool = False) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, np.asarray(array), allow_pickle=pickled)
    return buffer.getvalue()


def from_npy(table: str = "", x: str = "[1, 2]") -> str:
    return f'[dense]\nW = {{ file = "W.npy"{table} }}\nx = {x}\n'


@pytest.mark.parametrize(
    "content",
    [
        "0.50,-2\n3,4e1\n",
        "\ufeffw1,w2\n0.50,-2\n3,4e1\n",
        "\ufeff0.50,-2\n3,4e1\n",
        "w1;w2\r\n0.50;-2\r\n3;4e1\r\n",
        "0.50\t-2\n3\t4e1",
        "0.50 -2\n3   4e1\n",
        "# saved by hand\n0.50, -2\n3, 4e1\n",
        '"w 1","w, 2"\n"0.50","-2"\n"3","4e1"\n\n\n',
        "0.50,−2\n3,4e1\n,\n",
        "\n\nw1,w2\n\n0.50,-2\n3,4e1\n",
        "w1,w2\n0.50,-2\n3,4e1\n".encode("utf-16"),
    ],
    ids=[
        "plain",
        "byte-order mark and header",
        "byte-order mark alone",
        "semicolons",
        "tabs",
        "spaces",
        "comment",
        "quotes and trailing blank lines",
        "typographic minus and blank last row",
        "blank lines round the header",
        "utf-16",
    ],
)
def test_the_form_of_a_csv_is_recognised(load: Load, content: str | bytes) -> None:
    lesson = load(TWO, W_csv=content)
    assert lesson.dense is not None
    assert lesson.dense.W.texts == (("0.50", "-2"), ("3", "4e1"))


@pytest.mark.parametrize(
    ("content", "messages"),
    [
        (
            ",1\n2,3\n",
            [
                "W.csv, line 1, dense.W: row 1, column 1 is empty; expected a number. "
                "Fill in the cell; write 0 for nothing."
            ],
        ),
        (
            "1,nan\ninf,2\n",
            [
                "W.csv, line 1, dense.W: row 1, column 2 is nan; expected a finite number. "
                "Put a finite number there.",
                "W.csv, line 2, dense.W: row 2, column 1 is inf; expected a finite number. "
                "Put a finite number there.",
            ],
        ),
        (
            "1,2\n3\n",
            [
                "W.csv, line 2, dense.W: row 2 has 1 cell where row 1 has 2; "
                "expected rows of one length. Give every row as many cells as row 1."
            ],
        ),
        (
            "w1,w2\n1,2\n3,x\n",
            [
                'W.csv, line 3, dense.W: row 2, column 2 is "x"; expected a number. '
                "Write a plain decimal number such as -0.5."
            ],
        ),
        (
            '"1,000";1\n',
            [
                'W.csv, line 1, dense.W: row 1, column 1 is "1,000": a thousand and more, '
                "or three decimals; expected a number that can be read in one way only. "
                "Write 1000 or 1.000."
            ],
        ),
        (
            b"1,\x1b[2J\n",
            [
                'W.csv, line 1, dense.W: row 1, column 2 is "\ufffd[2J"; expected a number. '
                "Write a plain decimal number such as -0.5."
            ],
        ),
        (
            "1,2\n\n3,4\n",
            [
                "W.csv, line 2, dense.W: row 2 is empty; expected numbers. "
                "Fill in the line, or delete it."
            ],
        ),
        (
            "",
            [
                "W.csv, dense.W: no numbers in the file; expected rows of numbers. Fill it in.",
            ],
        ),
        (
            b"1,\xff\n",
            [
                "W.csv, dense.W: byte 3 is not UTF-8; expected UTF-8 text. "
                "Save the file as CSV UTF-8."
            ],
        ),
    ],
    ids=[
        "blank",
        "nan",
        "ragged",
        "text",
        "thousands",
        "control",
        "gap",
        "empty",
        "not utf-8",
    ],
)
def test_a_faulty_csv_is_refused_cell_by_cell(
    complain: Complain, content: str | bytes, messages: list[str]
) -> None:
    assert complain(TWO, W_csv=content) == messages


def test_an_unclosed_quote_is_refused(complain: Complain) -> None:
    (message,) = complain(TWO, W_csv='1,"2\n3,4\n')
    assert message.startswith("W.csv, dense.W: not CSV (unexpected end of data)")


def test_a_part_of_a_csv_keeps_its_decimal_text(load: Load) -> None:
    toml = TWO.replace('csv"', 'csv", transpose = true, rows = "1:", cols = ":2"')
    lesson = load(toml, W_csv="a,b\n1,0.50\n2,0.250\n3,7\n")
    assert lesson.dense is not None
    assert lesson.dense.W.texts == (("0.50", "0.250"),)


@pytest.mark.parametrize("form", ["1\n2\n", "1,2\n"])
def test_a_vector_file_may_be_a_row_or_a_column(load: Load, form: str) -> None:
    lesson = load('[dense]\nW = [[1, 1]]\nx = { file = "x.csv" }\n', x_csv=form)
    assert lesson.dense is not None
    assert lesson.dense.x.texts == ("1", "2")


def test_float32_weights_print_in_their_shortest_form(load: Load) -> None:
    lesson = load(from_npy(), W_npy=npy(np.array([[0.1, 1.0]], dtype=np.float32)))
    assert lesson.dense_trace is not None
    assert [q.text for q in lesson.dense_trace.W[0]] == ["0.1", "1.0"]


GRID = npy(np.arange(12).reshape(3, 4))


@pytest.mark.parametrize(
    ("table", "texts"),
    [
        (', rows = "0:1", cols = "1:3"', (("1", "2"),)),
        (', rows = "2:", cols = ":2"', (("8", "9"),)),
        (', transpose = true, rows = "1:2", cols = "0:2"', (("1", "5"),)),
        (', rows = "::2", cols = "-1:"', (("3",), ("11",))),
        (', rows = "-2:-1", cols = "1::2"', (("5", "7"),)),
    ],
)
def test_a_part_of_a_file_counts_in_the_array_as_used(
    load: Load, table: str, texts: tuple[tuple[str, ...], ...]
) -> None:
    lesson = load(from_npy(table, x=str([1] * len(texts[0]))), W_npy=GRID)
    assert lesson.dense is not None
    assert lesson.dense.W.texts == texts


@pytest.mark.parametrize(
    ("toml", "data", "message"),
    [
        (
            from_npy(', rows = "0:9"'),
            GRID,
            'my.toml, line 2, dense.W.rows: the text "0:9", with 3 there; expected "first:end" '
            'within 0:3, the end not included. Write "0:3".',
        ),
        (
            from_npy(", rows = 2"),
            GRID,
            'my.toml, line 2, dense.W.rows: 2, with 3 there; expected "first:end" within 0:3, '
            'the end not included. Write "0:3".',
        ),
        (
            from_npy(", transpose = 1"),
            GRID,
            "my.toml, line 2, dense.W.transpose: 1; expected true or false. Write true or false.",
        ),
        (
            from_npy(', row = "0:1"'),
            GRID,
            "my.toml, line 2, dense.W.row: unknown key; expected one of file, key, rows, cols, "
            'transpose. Did you mean "rows"?',
        ),
        (
            from_npy(', key = "fc1.weight"'),
            GRID,
            "my.toml, line 2, dense.W.key: a key for the .npy file W.npy; expected no key. "
            "Remove it: the file holds one array.",
        ),
        (
            from_npy(),
            npy(np.zeros((2, 2, 2))),
            "W.npy, dense.W: 2 × 2 × 2; expected a vector or a matrix. "
            "Save the part that you need as an array of one or two dimensions.",
        ),
        (
            from_npy(),
            npy(3.0),
            "W.npy, dense.W: a single number; expected a vector or a matrix. "
            "Save the part that you need as an array of one or two dimensions.",
        ),
        (
            from_npy(),
            npy([[1.0, np.nan]]),
            "W.npy, dense.W: row 1, column 2 is nan; expected a finite number. "
            "Put a finite number there.",
        ),
        (
            from_npy(),
            npy([[True, False]]),
            "W.npy, dense.W: an array of bool; expected an array of real numbers. "
            "Save real numbers, for example array.astype(float).",
        ),
        (
            from_npy(),
            npy(np.zeros((2049, 2048), np.int8)),
            "W.npy, dense.W: 4,196,352 numbers; expected at most 4,194,304. "
            'Pick a part: rows = "0:4", cols = "0:3".',
        ),
    ],
)
def test_a_faulty_npy_or_part_is_refused(
    complain: Complain, toml: str, data: bytes, message: str
) -> None:
    assert complain(toml, W_npy=data) == [message]


def test_a_pickle_is_never_opened(complain: Complain) -> None:
    (message,) = complain(from_npy(), W_npy=npy([{"a": 1}], pickled=True))
    assert message.startswith("W.npy, dense.W: an array of Python objects, which are never ")


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("no.csv", "no.csv, dense.W: no such file; expected it at no.csv. "),
        (".", "., dense.W: this is a folder; "),
        ("my.toml", 'my.toml, dense.W: the ending ".toml"; expected one of .csv, .tsv, .txt, .npy'),
        ("a\\u0000.csv", "dense.W: no such file; "),
        ("", 'my.toml, line 2, dense.W: the text ""; expected file = "…". '),
    ],
)
def test_a_file_that_cannot_be_used_is_named(complain: Complain, file: str, message: str) -> None:
    (got,) = complain(f'[dense]\nW = {{ file = "{file}" }}\nx = [1]\n')
    assert message in got


def test_a_file_too_large_is_refused(complain: Complain, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "MAX_TEXT_BYTES", 10)
    (message,) = complain(TWO, W_csv="1,2\n" * 3)
    assert message.startswith("W.csv, dense.W: 12 bytes; expected at most 10. ")


def test_files_are_found_beside_the_lesson(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    load(TWO, W_csv="1,2\n")
    lesson_path = Path("my.toml").resolve()
    monkeypatch.chdir("/")
    assert load_lesson(lesson_path).dense is not None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_npy_gives_a_lesson_or_its_faults(tmp_path: Path, data: st.DataObject) -> None:
    content = bytearray(npy([[1.0, 2.0]]))
    for _ in range(data.draw(st.integers(0, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    (tmp_path / "W.npy").write_bytes(content[: data.draw(st.integers(0, len(content)))])
    expect_lesson_or_faults(tmp_path, from_npy())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=60) | st.text('0123456789.,;\t\n "-e#x', max_size=40))
def test_any_csv_gives_a_lesson_or_its_faults(tmp_path: Path, content: bytes | str) -> None:
    data = content.encode() if isinstance(content, str) else content
    (tmp_path / "W.csv").write_bytes(data)
    expect_lesson_or_faults(tmp_path, TWO)


def expect_lesson_or_faults(folder: Path, toml: str) -> None:
    (folder / "my.toml").write_text(toml)
    assert all(fault.found and fault.mend for fault in faults_of(folder / "my.toml"))


def test_both_slices_of_an_array_are_told_at_once(complain: Complain) -> None:
    told = complain(
        '[dense]\nW = { file = "W.npy", rows = "5:9", cols = [0] }\nx = [1]\n',
        W_npy=npy(np.zeros((2, 3))),
    )
    assert len(told) == 2
    assert "dense.W.rows" in told[0]
    assert "dense.W.cols" in told[1]
