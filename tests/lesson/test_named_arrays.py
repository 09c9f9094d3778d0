"""Arrays picked by name from npz, json and safetensors files, and files that are never opened."""

import io
import json
import pickle
import shlex
import struct
import time
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save

from anim_lib.lesson.contents import ArrayFileError, Entry
from anim_lib.lesson.formats import list_arrays
from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import load_lesson
from tests.lesson.conftest import faults_of

WEIGHT = np.array([[0.5, -0.25], [1.5, 4.0]])


def write(folder: Path, file: str, content: bytes, table: str = "") -> Path:
    (folder / file).write_bytes(content)
    path = folder / "my.toml"
    path.write_text(f'[dense]\nW = {{ file = "{file}"{table} }}\nx = [1, 2]\n', encoding="utf-8")
    return path


def texts(path: Path) -> object:
    lesson: Lesson = load_lesson(path)
    assert lesson.dense is not None
    return lesson.dense.W.texts


def complaint(path: Path) -> str:
    (fault,) = faults_of(path)
    return str(fault)


def npy(array: object) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, np.asarray(array))
    return buffer.getvalue()


def npz(**arrays: object) -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=True, **{k: np.asarray(v) for k, v in arrays.items()})
    return buffer.getvalue()


def safetensors(header: object, data: bytes = b"") -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


TWO = {"fc1.weight": WEIGHT, "fc1.bias": np.zeros(2)}
TWO_JSON = json.dumps({"fc1": {"weight": WEIGHT.tolist(), "bias": [0.0, 0]}, "note": "x"}).encode()
FILES = {"net.npz": npz(**TWO), "net.json": TWO_JSON, "net.safetensors": save(TWO)}


@pytest.mark.parametrize("file", FILES)
def test_an_array_is_picked_by_its_name(tmp_path: Path, file: str) -> None:
    path = write(tmp_path, file, FILES[file], ', key = "fc1.weight"')
    assert texts(path) == (("0.5", "-0.25"), ("1.5", "4.0"))


@pytest.mark.parametrize("file", FILES)
def test_a_missing_or_mistyped_name_is_told_with_those_there_are(tmp_path: Path, file: str) -> None:
    message = complaint(write(tmp_path, file, FILES[file]))
    assert f"no key, with 2 arrays in {file}; expected one of " in message
    assert '"fc1.weight"' in message
    message = complaint(write(tmp_path, file, FILES[file], ', key = "fc1.wieght"'))
    assert 'my.toml, line 2, dense.W.key: the text "fc1.wieght"; expected one of ' in message
    assert message.endswith('Did you mean "fc1.weight"?')


@pytest.mark.parametrize("file", FILES)
def test_the_arrays_of_a_file_are_listed(tmp_path: Path, file: str) -> None:
    (tmp_path / file).write_bytes(FILES[file])
    kind = "decimal" if file.endswith("json") else "float64"
    entries = sorted(list_arrays(tmp_path / file), key=lambda entry: entry.name)
    assert entries == [Entry("fc1.bias", (2,), kind), Entry("fc1.weight", (2, 2), kind)]


def test_the_only_array_of_a_file_needs_no_name(tmp_path: Path) -> None:
    assert texts(write(tmp_path, "W.npz", npz(anything=[[1, 2]]))) == (("1", "2"),)
    assert texts(write(tmp_path, "W.json", b"[[1.50, 2]]")) == (("1.50", "2"),)


def test_json_keeps_the_decimal_text_and_finds_lists_inside_lists(tmp_path: Path) -> None:
    content = b'\xef\xbb\xbf{"layers": [{"W": [[0.50, 1e-3]]}, {"W": [[2, 3]]}]}'
    assert texts(write(tmp_path, "n.json", content, ', key = "layers.0.W"')) == (("0.50", "1e-3"),)


NUMERIC = [
    *("<i1", "<u1", "<i2", ">i2", "<u4", ">i4", "<i8", ">u8"),
    *("<f2", ">f2", "<f4", ">f4", "<f8", ">f8", "longdouble"),
]


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("kind", NUMERIC)
def test_every_numeric_type_and_order_gives_the_same_numbers(
    tmp_path: Path, kind: str, order: str
) -> None:
    array = np.array([[1, 2, 3], [4, 5, 100]], dtype=kind, order=order)  # type: ignore[call-overload]
    for file, content in (("W.npy", npy(array)), ("W.npz", npz(W=array))):
        (tmp_path / "my.toml").write_text(
            f'[dense]\nW = {{ file = "{file}" }}\nx = [1, 0, 1]\n', encoding="utf-8"
        )
        (tmp_path / file).write_bytes(content)
        lesson = load_lesson(tmp_path / "my.toml")
        assert lesson.dense is not None
        assert lesson.dense.W.values.tolist() == [[1.0, 2.0, 3.0], [4.0, 5.0, 100.0]]


def test_float16_is_widened_exactly_and_float32_prints_in_its_own_digits(tmp_path: Path) -> None:
    half = np.array([[0.1, 1.0]], dtype=np.float16)
    exact = (("0.0999755859375", "1.0"),)  # 0.1 rounded to 11 bits is 1638 / 16384
    for file, content in (("W.npy", npy(half)), ("W.safetensors", save({"W": half}))):
        assert texts(write(tmp_path, file, content)) == exact
    single = half.astype(np.float32)
    single[0, 0] = 0.1
    assert texts(write(tmp_path, "W.npy", npy(single))) == (("0.1", "1.0"),)


def test_every_bfloat16_is_widened_exactly(tmp_path: Path) -> None:
    # 1 sign bit, 8 bits of exponent with a bias of 127, 7 bits after the point.
    patterns = [pattern for pattern in range(0, 2**16, 7) if (pattern >> 7) & 0xFF not in (0, 0xFF)]
    expected = [
        (-1.0) ** (pattern >> 15)
        * (1 + (pattern & 0x7F) / 128)
        * 2.0 ** ((pattern >> 7 & 0xFF) - 127)
        for pattern in patterns
    ]
    data = np.array(patterns, dtype="<u2").tobytes()
    header = {
        "x": {"dtype": "BF16", "shape": [len(patterns)], "data_offsets": [0, len(data)]},
    }
    path = tmp_path / "my.toml"
    (tmp_path / "x.safetensors").write_bytes(safetensors(header, data))
    path.write_text(
        f"[attention]\ntokens = ['a']\nquery = {{ file = 'x.safetensors', key = 'x' }}\n"
        f"keys = [{[0] * len(patterns)}]\n",
        encoding="utf-8",
    )
    step = load_lesson(path).attention
    assert step is not None
    assert np.array_equal(
        step.query.values, np.array(expected, dtype=np.float32).astype(float)
    ) or (
        # A float32 prints in its own shortest digits, which read back as the same float32.
        np.array_equal(step.query.values.astype(np.float32), np.array(expected, dtype=np.float32))
    )


@pytest.mark.parametrize(
    "kind", [np.float64, np.float32, np.float16, np.int64, np.int32, np.int16, np.int8, np.uint8]
)
def test_what_the_safetensors_package_writes_is_read(
    tmp_path: Path, kind: type[np.generic]
) -> None:
    content = save({"a": np.zeros(3, dtype=kind), "W": np.array([[1, 2]], dtype=kind)})
    path = write(tmp_path, "W.safetensors", content, ', key = "W"')
    lesson = load_lesson(path)
    assert lesson.dense is not None
    assert lesson.dense.W.values.tolist() == [[1.0, 2.0]]
    assert {entry.type for entry in list_arrays(tmp_path / "W.safetensors")} == {kind.__name__}


W_FLOAT = {"dtype": "F32", "shape": [1, 2], "data_offsets": [0, 8]}


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", "its header would have 0 bytes"),
        (struct.pack("<Q", 2**60), "its header would have 1,152,921,504,606,846,976 bytes"),
        (safetensors(b"[1]"), "its header is no table"),
        (safetensors(b'{"W": 1}'), "its header describes no tensors"),
        (safetensors(b"{"), "not a readable safetensors file"),
        (safetensors(b'{"W": {}, "W": {}}'), "a name stands twice"),
        (safetensors(b"[" * 200_000), "not a readable safetensors file"),
        (safetensors({"W": {**W_FLOAT, "shape": [-1, 2]}}, bytes(8)), '"W" has no shape'),
        (safetensors({"W": {**W_FLOAT, "data_offsets": [0]}}, bytes(8)), '"W" has no place'),
        (safetensors({"W": W_FLOAT}, bytes(4)), '"W" has 8 bytes from byte 0 of 4'),
        (safetensors({"W": {**W_FLOAT, "shape": [2, 2]}}, bytes(8)), "expected 16 bytes"),
        (safetensors({"W": {**W_FLOAT, "dtype": "F8_E4M3"}}, bytes(8)), "a tensor of F8_E4M3"),
        (safetensors({}), "no arrays in the file"),
    ],
)
def test_a_damaged_safetensors_file_is_refused(tmp_path: Path, content: bytes, found: str) -> None:
    message = complaint(write(tmp_path, "W.safetensors", content))
    if found == "its header would have 0 bytes":
        found = "not a readable safetensors file"
    assert found in message


@pytest.mark.parametrize(
    ("file", "content", "found"),
    [
        ("W.json", b"[[1, " + b"1" * 5000 + b"]]", "an integer of more than 4300 digits; exp"),
        ("W.json", b'{"W": [1], "W": [2]}', "the key 'W' stands twice"),
        ("W.json", b'{"a": {"b": [1]}, "a.b": [2]}', "two lists are called a.b"),
        ("W.json", b"{}", "no list of numbers in the file"),
        ("W.json", b"[" * 200_000, "lists nested too deeply"),
        ("W.json", b"[[1, NaN]]", "row 1, column 2 is nan"),
        ("W.json", b'[[1, "2"]]', 'row 1, column 2 is the text "2"'),
        ("W.json", b"[[1, 2], [3]]", "row 2 has 1 number where row 1 has 2"),
        ("W.json", b"[[1, null]]", "row 1, column 2 is null"),
        ("W.json", b"\xff", "byte 1 is not UTF-8"),
        ("W.json", b"[1, 2", "not JSON ("),
        ("W.npz", b"PK", "not a readable npz file ("),
        ("W.npz", npz(W=[[1 + 2j]]), "an array of complex128"),
        (
            "W.npz",
            npz(W=np.array([[1, {}]], dtype=object)),
            "an array of Python objects, which are",
        ),
        ("W.npy", npy(np.array(["a"])), "an array of <U1"),
        ("W.npy", npy(np.zeros(2, dtype=[("a", "f4")])), "an array of records"),
        ("W.npz", npz(), "no arrays in the file"),
    ],
)
def test_a_file_without_plain_numbers_is_refused(
    tmp_path: Path, file: str, content: bytes, found: str
) -> None:
    assert found in complaint(write(tmp_path, file, content))


def torch_like() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("net/data.pkl", pickle.dumps({"a": 1}))
    return buffer.getvalue()


@pytest.mark.parametrize("file", ["net.pt", "net.pth", "net.ckpt", "net.bin", "net.npz", "net"])
def test_a_torch_checkpoint_is_refused_with_the_command_that_converts_it(
    tmp_path: Path, file: str
) -> None:
    message = complaint(write(tmp_path, file, torch_like()))
    assert f"{file}, dense.W: a PyTorch checkpoint, which is never unpickled" in message
    command = message.partition("Convert it once: ")[2]
    python, option, code = shlex.split(command)
    assert (python, option) == ("python", "-c")
    compile(code, "command", "exec")
    assert f'torch.load("{tmp_path / file}", map_location="cpu", weights_only=True)' in code
    assert ('["state_dict"]' in code) == file.endswith("ckpt")
    new = "net-arrays.npz" if file == "net.npz" else "net.npz"
    assert f'numpy.savez("{tmp_path / new}"' in code


class Trap:
    """Whatever opens it as a pickle makes a file."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.mark,)


@pytest.mark.parametrize("file", ["W.pkl", "W.npy", "W.npz", "W.json", "W.csv", "W.safetensors"])
def test_a_pickle_is_never_opened_whatever_it_is_called(tmp_path: Path, file: str) -> None:
    mark = tmp_path / "opened"
    path = write(tmp_path, file, pickle.dumps(Trap(mark)))
    assert ": a pickle, which is never opened since that can run code" in complaint(path)
    boxed = np.array([[Trap(mark)]], dtype=object)
    assert "Python objects" in complaint(write(tmp_path, "W.npz", npz(W=boxed)))
    assert not mark.exists()


def test_a_spreadsheet_is_refused_with_what_to_do(tmp_path: Path) -> None:
    message = complaint(write(tmp_path, "W.xlsx", b"x"))
    assert message.endswith("In the spreadsheet, save it as CSV.")


def bomb(shape: str, size: int) -> bytes:
    """An npz of zeros that claims a shape, `size` bytes of them."""
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("W.npy", "w", force_zip64=True) as member,
    ):
        member.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        for _ in range(size // 2**20):
            member.write(bytes(2**20))
    return buffer.getvalue()


def test_100_mb_of_zeros_in_a_small_npz_are_read_in_part_within_bounds(tmp_path: Path) -> None:
    content = bomb("(1024, 12800)", 100 * 2**20)
    assert len(content) < 200_000
    path = write(tmp_path, "W.npz", content, ', rows = "0:1", cols = "0:2"')
    begun = time.monotonic()
    tracemalloc.start()
    try:
        assert texts(path) == (("0.0", "0.0"),)
        assert tracemalloc.get_traced_memory()[1] < 300e6
    finally:
        tracemalloc.stop()
    assert time.monotonic() - begun < 10


@pytest.mark.parametrize(
    ("shape", "size", "found"),
    [
        ("(1000000, 1000000)", 2**20, "an array of 8,000,000,000,000 bytes; expected at most"),
        ("(2,)", 300 * 2**20, "an array of 314,"),
        ("(1024, 12800)", 2**20, "an array of 104,857,600 bytes, of which"),
        ("(-1, 3)", 2**20, "not a readable npz file ("),
    ],
)
def test_an_npz_that_claims_what_is_not_so_is_refused_unread(
    tmp_path: Path, shape: str, size: int, found: str
) -> None:
    assert found in complaint(write(tmp_path, "W.npz", bomb(shape, size)))


def test_a_part_of_a_large_npy_is_read_without_the_rest(tmp_path: Path) -> None:
    large = np.lib.format.open_memmap(
        tmp_path / "W.npy", mode="w+", dtype=np.float32, shape=(20_000, 20_000)
    )  # 1.6 GB, of which the disk holds next to nothing
    large[7, 3] = 0.1
    large.flush()
    del large
    path = tmp_path / "my.toml"
    path.write_text(
        '[dense]\nW = { file = "W.npy", rows = "7:8", cols = "3:5" }\nx = [1, 2]\n',
        encoding="utf-8",
    )
    assert texts(path) == (("0.1", "0.0"),)


def test_two_arrays_of_one_name_are_refused(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("W.npy", npy([1.0]))
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("W.npy", npy([2.0]))
    assert 'two arrays called "W"' in complaint(write(tmp_path, "W.npz", buffer.getvalue()))


def test_listing_a_file_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(ArrayFileError, match="no such file"):
        list_arrays(tmp_path / "no.npz")
