"""The text of a new lesson, with comments, that loads as it is."""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from anim_lib.lesson.contents import Entry
from anim_lib.lesson.json_schema import SCHEMA_FILE
from anim_lib.nn.activations import ACTIVATIONS

SHOWN_ROWS, SHOWN_COLUMNS = 4, 3  # of a matrix that is too large to be written out whole
WHOLE_ROWS, WHOLE_COLUMNS = 8, 6
SAMPLE = ("1.0", "2.0", "-1.0")  # inputs, repeated as often as they are needed


@dataclass(frozen=True)
class Layer:
    """What stands at the right of the equals signs of `[dense]`, as TOML."""

    W: str = "[[0.5, -0.3, 0.8], [-0.6, 0.4, 0.2]]"
    x: str = "[1.0, 2.0, -1.0]"
    b: str | None = "[0.1, -0.2]"
    activation: str = "relu"
    of_x: str = "one number for each column of W"


def starter(title: str, layer: Layer) -> str:
    """A lesson on the layer; what else a lesson may hold stands in comments."""
    b = f"b = {layer.b}" if layer.b is not None else "# b = [0.1, -0.2]"
    return f"""\
#:schema ./{SCHEMA_FILE}
# A Dotreel lesson.   dotreel check FILE · dotreel show FILE · dotreel render --lesson FILE -q l

title = {quoted(title)}

[dense]                       # the layer y = f(Wx + b)
# W: one row for each output. An array may also come from a file:
#    W = {{ file = "weights.csv" }}
#    W = {{ file = "net.npz", key = "fc1.weight", rows = "0:4", cols = "0:3", transpose = true }}
W = {layer.W}
x = {layer.x}   # {layer.of_x}
{b}   # one number for each row of W; zeros when left out
activation = "{layer.activation}"   # {", ".join(ACTIVATIONS)}

# [lanes]                     # adds the clip about lanes that work at the same time
# rows = 4096                 # the wide layer shown last
# lanes = 4096                # and its machine

# [attention]                 # adds the clips about one attention step
# tokens = ["export", "fail", "why"]
# query = "export"            # one of the tokens, or a list of numbers
# keys = [[0.9, 0.1, -0.2, 0.4], [0.8, 0.0, -0.3, 0.5], [-0.5, 0.6, 0.7, -0.1]]
# values = ...                # rows of numbers; the keys themselves when left out

[display]
decimals = 2                  # of results, 0 to 6
theme = "dark"                # or "light"
pace = 1.0                    # 0.5 to 2, scales the pauses
# rows = [0, -1]              # shown in full where a large table is elided, counted from 0;
# cols = "0:2"                # or a slice: "0:3", "::16", "-1:"
# fonts = "fonts"             # a folder beside this file, for letters that other fonts lack
"""


def quoted(text: str) -> str:
    """The text as a TOML string."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def matrices(entries: Sequence[Entry]) -> list[Entry]:
    """The arrays that can be a layer's W, by their shape."""
    return [entry for entry in entries if len(entry.shape) == 2 and min(entry.shape) > 0]


def layer_from(file: Path, folder: Path, entries: Sequence[Entry], W: Entry) -> Layer:
    """A layer that takes W, and a bias that fits it, from a file; the lesson lies in `folder`.

    A bias as long as W is wide and not as W is high says that W is written with a row for each
    input, and is to be turned.
    """
    b = _bias(entries, W)
    turned = b is not None and b.shape[0] != W.shape[0]
    rows, columns = W.shape[::-1] if turned else W.shape
    whole = rows <= WHOLE_ROWS and columns <= WHOLE_COLUMNS
    height = rows if whole else min(rows, SHOWN_ROWS)
    width = columns if whole else min(columns, SHOWN_COLUMNS)
    path = Path(os.path.relpath(file, folder)).as_posix()
    cut = "" if height == rows else f', rows = "0:{height}"'
    across = "" if width == columns else f', cols = "0:{width}"'
    turn = ", transpose = true" if turned else ""
    inputs = ", ".join(SAMPLE[j % len(SAMPLE)] for j in range(width))
    return Layer(
        W=f"{{ {_named(path, W)}{cut}{across}{turn} }}",
        x=f"[{inputs}]",
        b=None if b is None else f"{{ {_named(path, b)}{cut} }}",
        of_x=f"put your own input here: {width} numbers",
    )


def _named(path: str, entry: Entry) -> str:
    key = f", key = {quoted(entry.name)}" if entry.name else ""
    return f"file = {quoted(path)}{key}"


def _bias(entries: Sequence[Entry], W: Entry) -> Entry | None:
    """The one vector that goes with W: of W's own layer, else the only one that is long enough."""
    vectors = [e for e in entries if len(e.shape) == 1 and e.shape[0] in W.shape]
    layer = W.name.rpartition(".")[0] or W.name.rpartition("_")[0]
    own = [e for e in vectors if layer and e.name.startswith((f"{layer}.", f"{layer}_"))]
    for group in (own, vectors):
        named = [e for e in group if e.name.lower().endswith(("b", "bias", "beta"))] or group
        fitting = [e for e in named if e.shape[0] == W.shape[0]] or named
        if len(fitting) == 1:
            return fitting[0]
    return None
