"""Numbers from safetensors files.

The format is eight bytes (how long the header is), the header as JSON, and the numbers, one tensor
after the other in little-endian order. It is read here and not with the package of that name, which
gives numpy no bfloat16, and so nothing has to be installed for it.
Source: https://huggingface.co/docs/safetensors/index#format
"""

import json
import math
from pathlib import Path
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from anim_lib.lesson.contents import REAL, ArrayFileError, Entry, Stored, reason_of

MAX_HEADER_BYTES = 100_000_000  # the format's own limit
TYPES = {
    "F64": "<f8",
    "F32": "<f4",
    "F16": "<f2",
    "BF16": "<u2",  # the upper half of a float32
    "I64": "<i8",
    "I32": "<i4",
    "I16": "<i2",
    "I8": "i1",
    "U64": "<u8",
    "U32": "<u4",
    "U16": "<u2",
    "U8": "u1",
}
NAMES = {"F": "float", "B": "bfloat", "I": "int", "U": "uint"}


def safetensors_entries(path: Path) -> list[Entry]:
    """The tensors of the file, in the order of their names."""
    tensors, _ = _header(path)
    return [
        Entry(name, _shape(tensors[name], name), _type_name(tensors[name].get("dtype")))
        for name in sorted(tensors)
    ]


def read_safetensors(path: Path, name: str) -> Stored:
    """One tensor, mapped rather than read."""
    tensors, start = _header(path)
    tensor = tensors[name]
    shape, kind = _shape(tensor, name), tensor.get("dtype")
    if kind not in TYPES:
        found = f"a tensor of {_type_name(kind)}"
        raise ArrayFileError((found, REAL, "Save it as F32: tensor.float()."))
    dtype = np.dtype(TYPES[kind])
    begin, end = _offsets(tensor, name)
    available = path.stat().st_size - start
    if end > available or end - begin != math.prod(shape) * dtype.itemsize:
        found = f'"{name[:40]}" has {end - begin:,} bytes from byte {begin:,} of {available:,}'
        expected = f"{math.prod(shape) * dtype.itemsize:,} bytes for its shape"
        raise ArrayFileError((found, expected, "Save the file again."))
    if not math.prod(shape):
        return Stored(np.empty(shape, dtype))
    flat = np.memmap(path, dtype, mode="r", offset=start + begin, shape=(math.prod(shape),))
    array = flat.reshape(shape)
    return Stored(array, from_bfloat16) if kind == "BF16" else Stored(array)


def from_bfloat16(halves: NDArray[Any]) -> NDArray[Any]:
    """The same values, exactly: a bfloat16 is a float32 without its lower 16 bits.

    As float64, whose shortest decimal is the value itself: −0.298828125, not −0.29882812.
    """
    return (np.asarray(halves).astype(np.uint32) << 16).view(np.float32).astype(np.float64)


def _header(path: Path) -> tuple[dict[str, dict[str, Any]], int]:
    """The tensors' descriptions by name, and the byte where the numbers start."""
    with path.open("rb") as stream:
        length = int.from_bytes(stream.read(8), "little")
        if length > min(MAX_HEADER_BYTES, path.stat().st_size - 8):
            raise _damaged(f"its header would have {length:,} bytes")
        text = stream.read(length)
    try:
        header = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise _damaged(reason_of(error)) from error
    if not isinstance(header, dict):
        raise _damaged("its header is no table")
    header.pop("__metadata__", None)
    if not all(isinstance(tensor, dict) for tensor in header.values()):
        raise _damaged("its header describes no tensors")
    return header, 8 + length


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        raise ValueError("a name stands twice in its header")
    return table


def _shape(tensor: dict[str, Any], name: str) -> tuple[int, ...]:
    shape = tensor.get("shape")
    if not _are_counts(shape):
        raise _damaged(f'"{name[:40]}" has no shape')
    return tuple(shape)


def _offsets(tensor: dict[str, Any], name: str) -> tuple[int, int]:
    offsets = tensor.get("data_offsets")
    if not _are_counts(offsets) or len(offsets) != 2:
        raise _damaged(f'"{name[:40]}" has no place')
    return offsets[0], offsets[1]


def _are_counts(value: object) -> TypeGuard[list[int]]:
    return isinstance(value, list) and all(type(part) is int and part >= 0 for part in value)


def _type_name(kind: object) -> str:
    """The name "bfloat16" for BF16; a kind that is not known keeps its own."""
    text = str(kind)[:20]
    if text not in TYPES:
        return text
    return NAMES[text[0]] + text.lstrip("BFIU")


def _damaged(reason: str) -> ArrayFileError:
    found = f"not a readable safetensors file ({reason})"
    return ArrayFileError((found, "tensors by name", "Save it again with save_file."))
