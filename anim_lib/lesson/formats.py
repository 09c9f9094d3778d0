"""Which files arrays are read from, by their endings, and what is said of the others."""

import json
import re
import shlex
from pathlib import Path

from anim_lib.lesson.cells import Complaint
from anim_lib.lesson.contents import MAX_JSON_BYTES, MAX_TEXT_BYTES, ArrayFileError, Entry, Format
from anim_lib.lesson.csv_file import csv_entries, read_csv
from anim_lib.lesson.json_file import json_entries, read_json
from anim_lib.lesson.npy_file import (
    is_torch_archive,
    npy_entries,
    npz_entries,
    read_npy,
    read_npz,
)
from anim_lib.lesson.safetensors_file import read_safetensors, safetensors_entries
from anim_lib.lesson.toml_file import link_trouble

TABLE = Format(csv_entries, read_csv, has_names=False)
FORMATS: dict[str, Format] = {
    ".csv": TABLE,
    ".tsv": TABLE,
    ".txt": TABLE,
    ".npy": Format(npy_entries, read_npy, has_names=False),
    ".npz": Format(npz_entries, read_npz, has_names=True),
    ".json": Format(json_entries, read_json, has_names=True),
    ".safetensors": Format(safetensors_entries, read_safetensors, has_names=True),
}
TEXT = (".csv", ".tsv", ".txt", ".json")
TORCH = (".pt", ".pth", ".ckpt", ".bin")
PICKLES = (".pkl", ".pickle", ".joblib")
SPREADSHEETS = (".xlsx", ".xls", ".ods", ".numbers")
PICKLE_MAGIC = re.compile(rb"\x80[\x02-\x05]")


def format_of(path: Path) -> Format:
    """How the file is read. Raises ArrayFileError for one that is not there or not readable."""
    if complaint := file_complaint(path):
        raise ArrayFileError(complaint)
    return FORMATS[path.suffix.lower()]


def list_arrays(path: Path) -> list[Entry]:
    """The arrays of a file: name, shape and type of each. Raises ArrayFileError."""
    return format_of(path).entries(path)


def array_behind_colon(text: str) -> tuple[str, str] | None:
    """The file and the array's name of "net.npz:fc1.weight"; None for other texts."""
    file, _, name = text.rpartition(":")
    try:
        found = bool(file and name) and Path(file).is_file() and not Path(text).exists()
    except (OSError, ValueError):  # too long for a path, or a NUL in it
        return None
    return (file, name) if found else None


def names_arrays(name: str) -> bool:
    """Whether the name is that of a file of arrays, or of one that might be taken for it."""
    return Path(name).suffix.lower() in (*FORMATS, *PICKLES, *SPREADSHEETS, *TORCH)


def file_complaint(path: Path) -> Complaint | None:
    """What keeps the file from being read as arrays; None when nothing is seen from outside."""
    try:
        if path.is_symlink() and (trouble := link_trouble(path)):
            return trouble, "a file of numbers", "Let the link lead to a file."
        if path.is_dir():
            return "this is a folder", "a file of numbers", "Name a file inside it."
        if not path.exists():
            return "no such file", f"it at {path}", "Paths start at the lesson's folder."
        if not path.is_file():
            return "not a plain file", "a file of numbers", "Copy it to a plain file."
        return _kind_complaint(path) or _size_complaint(path)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or str(error)
        return f"cannot be read ({reason})", "a readable file", "Check the path."


def _size_complaint(path: Path) -> Complaint | None:
    suffix, size = path.suffix.lower(), path.stat().st_size
    most = MAX_JSON_BYTES if suffix == ".json" else MAX_TEXT_BYTES
    if suffix in TEXT and size > most:
        mend = "Save the part that you need as a smaller file, or save it as npy."
        return f"{size:,} bytes", f"at most {most:,}", mend
    return None


def _kind_complaint(path: Path) -> Complaint | None:
    suffix = path.suffix.lower()
    with path.open("rb") as stream:
        start = stream.read(4)
    if suffix in TORCH or (start.startswith(b"PK") and is_torch_archive(path)):
        found = "a PyTorch checkpoint, which is never unpickled since that can run code"
        return found, f"one of {', '.join(FORMATS)}", f"Convert it once: {_torch_to_npz(path)}"
    if suffix in PICKLES or PICKLE_MAGIC.match(start):
        found = "a pickle, which is never opened since that can run code"
        mend = 'Where you made it, save numbers: numpy.save("W.npy", W).'
        return found, f"one of {', '.join(FORMATS)}", mend
    if suffix not in FORMATS:
        ending = f'the ending "{suffix}"' if suffix else "no ending"
        sheet = suffix in SPREADSHEETS
        mend = "In the spreadsheet, save it as CSV." if sheet else "Save it as one of these."
        return ending, f"one of {', '.join(FORMATS)}", mend
    return None


def _torch_to_npz(path: Path) -> str:
    """The command that turns a checkpoint into an npz file, unpickling nothing but tensors.

    It runs where we are, and writes the new file beside the old one.
    """
    ending = "-arrays.npz" if path.suffix.lower() == ".npz" else ".npz"
    new = path.with_name(f"{path.stem}{ending}")
    file, beside = (json.dumps(_from_here(p), ensure_ascii=False) for p in (path, new))
    state = '["state_dict"]' if path.suffix.lower() == ".ckpt" else ""
    code = (
        f"import numpy, torch; "
        f'T = torch.load({file}, map_location="cpu", weights_only=True){state}; '
        f"numpy.savez({beside}, **{{k: v.float().numpy() for k, v in T.items()}})"
    )
    return f"python -c {shlex.quote(code)}"


def _from_here(path: Path) -> str:
    """The path from the folder that we are in when it lies below, else as it is."""
    here = Path.cwd()
    below = path.is_absolute() and path.is_relative_to(here)
    return str(path.relative_to(here) if below else path)
