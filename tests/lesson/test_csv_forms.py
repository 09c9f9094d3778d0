"""Tables of numbers as spreadsheets and programs write them."""

from pathlib import Path

import pytest

from anim_lib.lesson import csv_file
from anim_lib.lesson.contents import ArrayFileError
from anim_lib.lesson.csv_file import read_csv

HALVES = [["0.5", "-0.3"], ["1.25", "4"]]


def texts(folder: Path, content: str | bytes) -> list[list[str]]:
    path = folder / "W.csv"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    rows: list[list[str]] = read_csv(path, "").array.tolist()
    return rows


@pytest.mark.parametrize(
    "content",
    [
        "0,5;-0,3\n1,25;4\n",
        "0,5\t-0,3\n1,25\t4\n",
        "0,5 -0,3\n1,25  4\n",
        '"0,5","-0,3"\n"1,25","4"\n',
        "a;b\n0,5;-0,3\n1,25;4\n\n\n",
        ";a;b\nr1;0,5;-0,3\nr2;1,25;4\n",
        "row,a,b\nfirst,0.5,-0.3\nsecond,1.25,4\n",
        "r1,0.5,-0.3\nr2,1.25,4\n",
        "a b\nr1 0.5 -0.3\nr2 1.25 4\n",
        '"row one" 0.5 -0.3\n"row two" 1.25 4\n',
        "0.5,-0.3,\n1.25,4,\n",
        "0.5;-0.3;\r\n1.25;4;\r\n;;\r\n",
        ",0,1\n0,0.5,-0.3\n1,1.25,4\n",
        ",a,b\n0,0.5,-0.3\n1,1.25,4\n",
        ",a,b\n1,0.5,-0.3\n2,1.25,4\n",
        "0.5, -0.3\n1.25, 4\n",
        "\ufeff  0.5 -0.3\n  1.25 4  \n",
        ";a;b\nr1;0,5;-0,3\nr2;1,25;4\n".encode("utf-16"),
        b"\xfe\xff" + "0,5\t-0,3\n1,25\t4\n".encode("utf-16-be"),
    ],
    ids=[
        "decimal commas and semicolons",
        "decimal commas and tabs",
        "decimal commas and spaces",
        "decimal commas in quotes",
        "header over decimal commas",
        "empty corner and labels",
        "named corner and labels",
        "labels without header",
        "header without corner",
        "quoted labels with spaces",
        "separator at the end of lines",
        "separator at the end, Windows lines, blank last row",
        "row and column numbers of pandas",
        "row numbers of pandas",
        "row numbers from 1",
        "comma and space",
        "indented",
        "utf-16",
        "big-endian utf-16",
    ],
)
def test_a_table_is_read_as_people_have_it(tmp_path: Path, content: str | bytes) -> None:
    assert texts(tmp_path, content) == HALVES


@pytest.mark.parametrize(
    ("content", "cell", "found"),
    [
        ("1,000;2,500\n", "row 1, column 1", 'is "1,000": a thousand and more, or three decimals'),
        ("3;1,000\n", "row 1, column 2", 'is "1,000": a thousand and more, or three decimals'),
        ("0,5;0.5\n", "row 1, column 1", 'is "0,5" in a file that has decimal points, too'),
        (
            "0,05\n1,25\n",
            "row 1, column 2",
            'is "05" after "0", as if a decimal comma parted them',
        ),
        ("1,5\n-0,5\n", "row 2, column 2", 'is "5" after "-0", as if a decimal comma parted them'),
        ("0,5\n", "row 1", 'is "0,5": one number with a decimal comma, or two numbers'),
        ("0,5\r", "row 1", 'is "0,5": one number with a decimal comma, or two numbers'),
        ("0,5\n0,25\n", "row 1", 'is "0,5": one number with a decimal comma, or two numbers'),
        ("w\n1,5\n", "row 1", 'is "1,5": one number with a decimal comma, or two numbers'),
        ("a,0,5\nb,0,25\n", "row 1", 'is "0,5": one number with a decimal comma, or two numbers'),
        (
            "1,234\n",
            "row 1",
            'is "1,234": one number with a comma between thousands, or two numbers',
        ),
        (
            "1,234.5\n2,345.6\n",
            "row 1",
            'is "1,234.5": one number with a comma between thousands, or two numbers',
        ),
        (
            "1,000\n",
            "row 1",
            'is "1,000": one number with a comma between thousands, or two numbers',
        ),
        ("1,0005\n", "row 1, column 2", 'is "0005" after "1", as if a decimal comma parted them'),
        (
            "1 000\n2 500\n",
            "row 1, column 2",
            'is "000" after "1", as if a space between thousands parted them',
        ),
        ("1\u00a0000;2\n", "row 1, column 1", 'is "1\u00a0000"'),
        ("1'000;2\n", "row 1, column 1", 'is "1\'000"'),
        ('"1,234.5";2\n', "row 1, column 1", 'is "1,234.5"'),
        ("1;2;\n", "row 1, column 3", "is empty"),
        ("a,b\n1,2,\n3,4,5\n", "row 1, column 3", "is empty"),
        ("a;b\n1.234,5;2\n", "row 1, column 1", 'is "1.234,5"'),
        ("NA,1\nNA,2\n", "row 1, column 1", 'is "NA"'),
        ("NA,NA\n1,2\n", "row 1, column 1", 'is "NA"'),
        ("1O,2\n", "row 1, column 1", 'is "1O"'),
        (",1\n2,3\n", "row 1, column 1", "is empty"),
        (",1\n,2\n", "row 1, column 1", "is empty"),
        ("x,1\n2,3\n", "row 1, column 1", 'is "x"'),
        ("n,a,b\n7,0.5,1\n9,1.25\n", "row 2", "has 2 cells where row 1 has 3"),
    ],
)
def test_what_can_be_read_in_two_ways_is_named(
    tmp_path: Path, content: str, cell: str, found: str
) -> None:
    with pytest.raises(ArrayFileError) as caught:
        texts(tmp_path, content)
    assert (caught.value.cells[0], caught.value.complaints[0][0]) == (cell, found)


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        # Three decimals among others are decimals, and so are three behind a zero.
        ("1,000;2,5\n", [["1.000", "2.5"]]),
        ("0,125;0,250\n", [["0.125", "0.250"]]),
        ("1,2\n3,4\n", [["1", "2"], ["3", "4"]]),
        ("10,20\n0,0\n", [["10", "20"], ["0", "0"]]),
        ("0, 5\n", [["0", "5"]]),
        ("0,-5\n", [["0", "-5"]]),
        ('"0","5"\n', [["0", "5"]]),
        ("a,b\n0,5\n", [["0", "5"]]),
        ("1,2\n", [["1", "2"]]),
        ("0,0\n0,0\n", [["0", "0"], ["0", "0"]]),
        ("0,0\n0,1\n1,0\n1,1\n", [["0", "0"], ["0", "1"], ["1", "0"], ["1", "1"]]),
        ("1, 234\n", [["1", "234"]]),
        ("1;2,5\n", [["1", "2.5"]]),
        ("w\n0.5\n", [["0.5"]]),
        ("w\n0.5,1\n", [["0.5", "1"]]),
        ('"0,5"\n"1,25"\n', [["0.5"], ["1.25"]]),
        ("0,5;\n1,25;\n", [["0.5"], ["1.25"]]),
        ("1;05\n", [["1", "05"]]),
        ("1 05\n", [["1", "05"]]),
        # Names above say how many columns there are.
        ("a;b\n1;2;\n", [["1", "2"]]),
        ("a,b\n1,2,\n3,4,\n", [["1", "2"], ["3", "4"]]),
        ("a,b\nr,1,2\n", [["1", "2"]]),
        # Lines of old Macs, and of a mixture.
        ("w1,w2\r1,2\r3,4\r", [["1", "2"], ["3", "4"]]),
        ("1,2\r3,4\r\n5,6\n", [["1", "2"], ["3", "4"], ["5", "6"]]),
        ("# saved\r0.5 1\r2 3", [["0.5", "1"], ["2", "3"]]),
        # A column of row numbers without a header cannot be told from weights.
        ("0,0.5\n1,0.25\n", [["0", "0.5"], ["1", "0.25"]]),
        ("id,a\n0,0.5\n1,0.25\n", [["0", "0.5"], ["1", "0.25"]]),
        # A single row that ends in a comma lacks a number; several have a habit.
        ("1;2;\n3;4;\n", [["1", "2"], ["3", "4"]]),
    ],
)
def test_numbers_are_not_taken_for_something_else(
    tmp_path: Path, content: str, rows: list[list[str]]
) -> None:
    assert texts(tmp_path, content) == rows


def test_a_table_of_too_many_cells_is_refused_while_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv_file, "MAX_CELLS", 5)
    with pytest.raises(ArrayFileError, match="more than 5 cells"):
        texts(tmp_path, "1,2\n3,4\n5,6\n")


@pytest.mark.parametrize("content", ["w1,w2\n", "w1;w2\n\n\n", "weights", "a b\r"])
def test_a_header_alone_is_told(tmp_path: Path, content: str) -> None:
    with pytest.raises(ArrayFileError, match="a header row and no numbers"):
        texts(tmp_path, content)


def test_the_way_out_of_two_readings_is_told_and_leads_out(tmp_path: Path) -> None:
    with pytest.raises(ArrayFileError) as caught:
        texts(tmp_path, "0,5\n")
    mend = caught.value.complaints[0][2]
    assert mend == 'Write 0.5 for one number, or "0, 5" with a space for two.'
    assert texts(tmp_path, "0.5\n") == [["0.5"]]
    assert texts(tmp_path, "0, 5\n") == [["0", "5"]]


def test_counted_columns_over_decimals_are_named_not_guessed(tmp_path: Path) -> None:
    with pytest.raises(ArrayFileError) as caught:
        texts(tmp_path, "0,1,2\n0.5,0.3,0.2\n0.1,0.4,0.9\n")
    ((found, _, mend),) = caught.value.complaints
    assert "a row, or the columns' numbers" in found
    assert mend == "Remove the line, or write 0.0 if it is a row."
    assert len(texts(tmp_path, "0.0,1,2\n0.5,0.3,0.2\n")) == 2
    assert len(texts(tmp_path, "0,1,3\n0.5,0.3,0.2\n")) == 2
    assert len(texts(tmp_path, "0,1,2\n1,4,5\n")) == 2  # whole numbers all over


@pytest.mark.parametrize(
    ("content", "found", "mend"),
    [
        ("1_000,2\n", 'is "1_000"', "Write it without underscores."),
        ("[[1. 2.]\n [3. 4.]]\n", 'is "[[1."', "Take the brackets away, or save it as a .json"),
        ("1;2\n".encode("utf-16-le"), "zero bytes, as UTF-16 has", "Save the file as CSV UTF-8."),
        ("1;2\n".encode("utf-16-be"), "zero bytes, as UTF-16 has", "Save the file as CSV UTF-8."),
        (f"1;2\n3;{'9' * 50}x\n", f'is "{"9" * 39}…"', "Write a plain decimal number"),
    ],
)
def test_what_programs_write_otherwise_is_told_with_its_mend(
    tmp_path: Path, content: str | bytes, found: str, mend: str
) -> None:
    with pytest.raises(ArrayFileError) as caught:
        texts(tmp_path, content)
    assert caught.value.complaints[0][0].startswith(found)
    assert caught.value.complaints[0][2].startswith(mend)
