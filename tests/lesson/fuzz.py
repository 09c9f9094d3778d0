"""Damaged lessons and array files by the thousand, each given to the real command.

    python -m tests.lesson.fuzz COUNT SEED

prints a report as JSON. A case is a lesson that takes its weights from a file; the lesson, the file
or both are damaged. Each must be shown (exit code 0) or refused (3), within seconds.
"""

from __future__ import annotations

import io
import json
import random
import resource
import signal
import struct
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import numpy as np
from click.testing import CliRunner

from anim_lib.cli._group import dotreel
from anim_lib.lesson.load import LESSONS

SECONDS = 10
MOST_BYTES = 3_000_000  # of a damaged file, so that making it takes no time
SHOWN, REFUSED = 0, 3

Damage = Callable[[bytes, random.Random], bytes]

W = np.array([[0.5, -0.25, 1e-3], [1.5, 4.0, -2.0]])
JUNK = [
    *(b"nan", b"inf", b"-inf", b"1e999", b"1e-999", b"9" * 400, b"true", b"null", b'"a"', b"''"),
    *(b"[", b"]", b"{", b"}", b",", b";", b"\t", b"\n", b"\r", b'"', b"#", b"=", b"\0", b"\xff"),
    *(b"\xef\xbb\xbf", b"\xff\xfe", b"\x1b[2J", b"0x1F", b"1_000", b"1.234,5", b"1,000", b"--1"),
    *("\u2212".encode(), "日本".encode(), b"2026-01-01", b"[[1]]", b"{}", b"[]", b"/dev/zero"),
]


def saved(array: object, how: Callable[..., None] = np.save) -> bytes:
    stream = io.BytesIO()
    how(stream, array)
    return stream.getvalue()


def tensors(header: object, data: bytes) -> bytes:
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def claiming(shape: str, size: int) -> bytes:
    """An npz of `size` zero bytes whose header claims a shape."""
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("W.npy", "w", force_zip64=True) as member,
    ):
        member.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        for _ in range(size >> 20):
            member.write(bytes(1 << 20))
    return stream.getvalue()


SINGLE = W.astype("<f4").tobytes()
HALVES = (W.astype("<f4").view("<u4") >> 16).astype("<u2").tobytes()
FILES = {
    "W.npy": saved(W),
    "f.npy": saved(np.asfortranarray(W)),
    "big.npy": saved(W.astype(">f2")),
    "W.npz": saved(W, np.savez),
    "packed.npz": saved(W, np.savez_compressed),
    "W.json": json.dumps({"fc1": {"W": W.tolist(), "b": [1, 2]}}).encode(),
    "one.json": json.dumps(W.tolist()).encode(),
    "W.safetensors": tensors(
        {"W": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, len(SINGLE)]}}, SINGLE
    ),
    "bf16.safetensors": tensors(
        {"W": {"dtype": "BF16", "shape": [2, 3], "data_offsets": [0, len(HALVES)]}}, HALVES
    ),
    "W.csv": b"a,b,c\n0.5,-0.25,0.001\n1.5,4,-2\n",
    "comma.csv": b";a;b;c\nr1;0,5;-0,25;0,001\nr2;1,5;4;-2\n\n",
    "wide.tsv": "x\ty\tz\n0,5\t-0,25\t1\n1,5\t4\t-2\n".encode("utf-16"),
    "W.txt": b'"row 1" 0.5 -0.25 1\n"row 2" 1.5 4 -2\n',
    "W.pt": b"\x80\x02}q\x00.",
}
LESSON = b"""\
title = "Damaged"
[dense]
W = { file = "%s"%s }
x = [1.0, -2, 0.5]
b = [0.25, 1]
activation = "tanh"
[attention]
tokens = ["a", "b"]
query = "a"
keys = [
  [1, 2.5],  # the first
  [-0.5, 1e-3],
]
[display]
decimals = 3
"""


# ------------------------------------------------------------------------------------ how to damage


def cut_short(data: bytes, dice: random.Random) -> bytes:
    return data[: dice.randrange(len(data) + 1)]


def flip_bytes(data: bytes, dice: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(dice.randint(1, 4) if changed else 0):
        changed[dice.randrange(len(changed))] = dice.randrange(256)
    return bytes(changed)


def swap_bytes(data: bytes, dice: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(3 if changed else 0):
        i, j = dice.randrange(len(changed)), dice.randrange(len(changed))
        changed[i], changed[j] = changed[j], changed[i]
    return bytes(changed)


def take_out(data: bytes, dice: random.Random) -> bytes:
    start = dice.randrange(len(data) + 1)
    return data[:start] + data[start + dice.randint(1, 12) :]


def put_in(data: bytes, dice: random.Random) -> bytes:
    start = dice.randrange(len(data) + 1)
    return data[:start] + dice.choice(JUNK) + data[start:]


def double_a_line(data: bytes, dice: random.Random) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    where = dice.randrange(len(lines))
    return b"".join([*lines[:where], lines[where], *lines[where:]])


def drop_a_line(data: bytes, dice: random.Random) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    del lines[dice.randrange(len(lines))]
    return b"".join(lines)


def change_a_number(data: bytes, dice: random.Random) -> bytes:
    places = [place for place, byte in enumerate(data) if chr(byte).isdigit()]
    if not places:
        return data
    place = dice.choice(places)
    return data[:place] + dice.choice(JUNK) + data[place + 1 :]


def nest_deeply(data: bytes, dice: random.Random) -> bytes:
    place = data.find(b"[", dice.randrange(len(data) + 1))
    depth = dice.choice([3, 50, 900, 100_000])
    return data[:place] + b"[" * depth + data[place:] + b"]" * depth * dice.randrange(2)


def repeat_much(data: bytes, dice: random.Random) -> bytes:
    return data * min(dice.choice([2, 100, 2000]), MOST_BYTES // max(len(data), 1) + 1)


DAMAGES: tuple[Damage, ...] = (
    *(cut_short, flip_bytes, swap_bytes, take_out, put_in, double_a_line, drop_a_line),
    *(change_a_number, change_a_number, put_in, nest_deeply, repeat_much),
)


def bomb(dice: random.Random) -> bytes:
    size = dice.choice([100 << 20, 260 << 20])
    shape = dice.choice(["(1024, 12800)", "(10**9, 10**9)", "(3,)", "(9999999, 9999999)"])
    return claiming(shape, size)


def write_case(folder: Path, dice: random.Random) -> str:
    """Write a lesson and its file, damaged; return what was damaged."""
    name, content = dice.choice(list(FILES.items()))
    key = dice.choice([b"", b"", b', key = "W"', b', key = "arr_0"', b', key = "fc1.W"'])
    cut = dice.choice(
        [b"", b"", b"", b"", b', rows = "0:1"', b", transpose = true", b', cols = "1:9"']
    )
    lesson = LESSON % (name.encode(), key + cut)
    if dice.random() < 0.2:
        lesson = dice.choice(sorted(LESSONS.glob("*.toml"))).read_bytes()
    said = dice.choice(["lesson", "file", "file", "both", "name"])
    if dice.random() < 0.004:
        content, said, name = bomb(dice), "bomb", "W.npz"
        lesson = LESSON % (b"W.npz", b', rows = "0:2", cols = "0:3"')
    for _ in range(dice.choice([1, 1, 2, 3])):
        if said in ("lesson", "both"):
            lesson = dice.choice(DAMAGES)(lesson, dice)
        if said in ("file", "both"):
            content = dice.choice(DAMAGES)(content, dice)
    if said == "name":  # another kind of file under this one's name
        content = dice.choice(list(FILES.values()))
    (folder / name).write_bytes(content)
    (folder / "my.toml").write_bytes(lesson)
    return said


# ------------------------------------------------------------------------------------------ running


class TooSlowError(Exception):
    """A case took longer than it may."""


def _ring(_: int, __: FrameType | None) -> None:
    raise TooSlowError


def run(count: int, seed: int) -> dict[str, object]:
    """Run the cases; the report names those that went wrong by their seeds."""
    signal.signal(signal.SIGALRM, _ring)
    runner, codes, wrong = CliRunner(), Counter[str](), list[str]()
    slowest = 0.0
    for number in range(seed, seed + count):
        with tempfile.TemporaryDirectory() as folder:
            said = write_case(Path(folder), random.Random(number))  # noqa: S311 (no secret)
            begun = time.monotonic()
            signal.alarm(SECONDS)
            result = runner.invoke(dotreel, ["show", f"{folder}/my.toml"])
            signal.alarm(0)
            slowest = max(slowest, time.monotonic() - begun)
        codes[f"{said}: {result.exit_code}"] += 1
        told = result.stderr
        if result.exit_code not in (SHOWN, REFUSED) or (
            result.exit_code == REFUSED and ("Error: " not in told or "Traceback" in told)
        ):
            wrong.append(f"case {number} ({said}): exit {result.exit_code}: {told[-300:]}")
    return {
        "cases": count,
        "shown": sum(n for code, n in codes.items() if code.endswith(f" {SHOWN}")),
        "refused": sum(n for code, n in codes.items() if code.endswith(f" {REFUSED}")),
        "by_kind": dict(sorted(codes.items())),
        "slowest_seconds": round(slowest, 2),
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        // (1024 if sys.platform != "darwin" else 1 << 20),
        "wrong": wrong,
    }


if __name__ == "__main__":
    print(json.dumps(run(int(sys.argv[1]), int(sys.argv[2])), indent=1))  # noqa: T201
