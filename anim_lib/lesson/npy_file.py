"""Numbers from numpy's npy and npz files, never with pickle."""

import math
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy_format

from anim_lib.lesson.contents import (
    MAX_EXPANDED_BYTES,
    REAL,
    ArrayFileError,
    Entry,
    Stored,
    reason_of,
    refuse_unreal,
)

PLAIN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # what numpy writes
NPY = ".npy"

Header = tuple[tuple[int, ...], "np.dtype[Any]"]


def npy_entries(path: Path) -> list[Entry]:
    """The one array of an npy file."""
    with _explained("npy"), path.open("rb") as stream:
        shape, dtype = _header(stream)
    return [Entry("", shape, str(dtype))]


def read_npy(path: Path, _: str) -> Stored:
    """The array, mapped rather than read."""
    with _explained("npy"):
        with path.open("rb") as stream:
            refuse_unreal(_header(stream)[1])
        return Stored(npy_format.open_memmap(path, mode="r"))


def npz_entries(path: Path) -> list[Entry]:
    """The arrays of an npz file."""
    with _explained("npz"), zipfile.ZipFile(path) as archive:
        entries = []
        for name, member in _members(archive).items():
            with archive.open(member) as stream:
                shape, dtype = _header(stream)
            entries.append(Entry(name, shape, str(dtype)))
        return entries


def read_npz(path: Path, name: str) -> Stored:
    """One array of an npz file; its size is looked at before it is expanded."""
    with _explained("npz"), zipfile.ZipFile(path) as archive:
        member = _members(archive)[name]
        with archive.open(member) as stream:
            shape, dtype = _header(stream)
        refuse_unreal(dtype)
        size = math.prod(shape) * dtype.itemsize
        if max(size, member.file_size) > MAX_EXPANDED_BYTES:
            found = f"an array of {max(size, member.file_size):,} bytes"
            mend = "Save it as npy, which is read in part, or save the part that you need."
            raise ArrayFileError((found, f"at most {MAX_EXPANDED_BYTES:,}", mend))
        if size > member.file_size:
            found = f"an array of {size:,} bytes, of which {member.file_size:,} are there"
            raise ArrayFileError((found, "a whole file", "Save it again."))
        with archive.open(member) as stream:
            return Stored(np.asarray(npy_format.read_array(stream, allow_pickle=False)))


def is_torch_archive(path: Path) -> bool:
    """Whether the file is a zip archive with a pickle in it, as torch.save writes it."""
    try:
        with zipfile.ZipFile(path) as archive:
            return any(name.endswith(".pkl") for name in archive.namelist())
    except Exception:  # no archive; a damaged one makes zipfile raise almost anything
        return False


def _members(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The archive's arrays by their names. ArrayFileError for two of one name, and odd packing."""
    members: dict[str, zipfile.ZipInfo] = {}
    for member in archive.infolist():
        if not member.filename.endswith(NPY):
            continue
        name = member.filename.removesuffix(NPY)
        if name in members:
            found = f'two arrays called "{name[:40]}"'
            raise ArrayFileError((found, "one array of each name", "Save them under two names."))
        if member.compress_type not in PLAIN:
            found = f'"{name[:40]}" is packed in a way that numpy does not use'
            raise ArrayFileError((found, "an npz file", "Save it with numpy.savez."))
        members[name] = member
    return members


def _header(stream: "IO[bytes]") -> Header:
    """Shape and type that an npy header tells. Raises almost anything for a damaged one."""
    version = npy_format.read_magic(stream)
    if version == (1, 0):
        shape, _, dtype = npy_format.read_array_header_1_0(stream)
    else:
        shape, _, dtype = npy_format.read_array_header_2_0(stream)
    if any(side < 0 for side in shape):
        raise ValueError(f"a shape of {shape}")
    return shape, dtype


@contextmanager
def _explained(kind: str) -> Iterator[None]:
    """Turn what a damaged file makes numpy, zipfile or zlib raise into an ArrayFileError."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # numpy warns of headers that Python 2 wrote
            yield
    except ArrayFileError:
        raise
    except Exception as error:  # a damaged file makes them raise almost anything
        save = "numpy.save" if kind == "npy" else "numpy.savez"
        found = f"not a readable {kind} file ({reason_of(error)})"
        raise ArrayFileError((found, REAL, f"Save plain numbers with {save}.")) from error
