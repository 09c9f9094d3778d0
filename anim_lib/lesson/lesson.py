"""A lesson: what the user wrote, checked and frozen."""

import hashlib
import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np

from anim_lib.lesson.array_file import MAX_CELLS
from anim_lib.lesson.construct import (
    MakeAttention,
    MakeDense,
    attention_lesson,
    dense_lesson,
)
from anim_lib.lesson.font_files import FontFolder
from anim_lib.lesson.part import Part
from anim_lib.lesson.shown import Choice, chosen, form_remarks, remark_text
from anim_lib.nn.activations import Activation
from anim_lib.nn.attention import AttentionTrace, trace_attention
from anim_lib.nn.blend import BlendTrace, trace_blend
from anim_lib.nn.dense import DenseTrace, trace_dense
from anim_lib.nn.lanes import LanesTrace, trace_lanes
from anim_lib.nn.numbers import NumberArray
from anim_lib.nn.quantity import Trace
from anim_lib.nn.relu import ReluTrace, trace_relu

Theme = Literal["dark", "light"]
TABLES = ("dense", "lanes", "attention")  # that scenes tell of
MAX_NAME = 60  # letters; keeps paths under every system's limit
DIGITS = 6  # of a digest, in names that would be alike without them


@dataclass(frozen=True)
class DenseLayer:
    """`[dense]`: y = f(Wx + b)."""

    W: NumberArray  # (rows, inputs)
    x: NumberArray  # (inputs,)
    b: NumberArray  # (rows,)
    activation: Activation


@dataclass(frozen=True)
class Lanes:
    """`[lanes]`: the wide layer shown last, and its machine."""

    rows: int
    lanes: int


@dataclass(frozen=True)
class Attention:
    """`[attention]`: one attention step."""

    tokens: tuple[str, ...]  # (tokens,)
    query: NumberArray  # (d,)
    query_token: int | None  # which token asks; None when the query is a vector of its own
    keys: NumberArray  # (tokens, d)
    values: NumberArray | None  # (tokens, width); None: the keys themselves


@dataclass(frozen=True)
class Display:
    """`[display]`: how numbers and clip are shown."""

    decimals: int = 2  # 0–6, of results
    theme: Theme = "dark"
    pace: float = 1.0  # 0.5–2, scales the holds
    rows: Choice = ()  # shown in full where a table is elided, as written; see Lesson.shown_rows
    cols: Choice = ()
    fonts: FontFolder | None = None  # for letters that other fonts lack

    def __post_init__(self) -> None:
        """Raise ValueError for what is out of range."""
        if not 0 <= self.decimals <= 6:
            raise ValueError(f"decimals is {self.decimals}; expected 0 to 6")
        if self.theme not in ("dark", "light"):
            raise ValueError(f'theme is "{self.theme}"; expected "dark" or "light"')
        if not 0.5 <= self.pace <= 2.0:
            raise ValueError(f"pace is {self.pace}; expected 0.5 to 2")
        for name, choice in (("rows", self.rows), ("cols", self.cols)):
            if choice != () and (remarks := form_remarks(choice)):
                raise ValueError(remark_text(name, remarks[0]))


@dataclass(frozen=True)
class Lesson:
    """One lesson; a scene is offered when its table is there.

    Made by `Lesson.load(path)`, `Lesson.dense(W, x, b)` or `Lesson.attention(tokens, query, keys)`.
    """

    name: str  # safe in paths and addresses: [a-z0-9-]+
    title: str  # as written
    path: Path | None = None  # where it was read from
    dense: Part[DenseLayer, MakeDense] = Part(dense_lesson)  # noqa: RUF009 (a descriptor)
    lanes: Lanes | None = None
    attention: Part[Attention, MakeAttention] = Part(attention_lesson)  # noqa: RUF009
    display: Display = field(default_factory=Display)
    source: str = field(default="", compare=False, repr=False)  # its text, for messages to quote

    @staticmethod
    def load(path: Path | str) -> "Lesson":
        """The lesson in a TOML file, or the shipped one of that name. Raises LessonError."""
        from anim_lib.lesson.load import load_lesson

        return load_lesson(path)

    @property
    def tables(self) -> frozenset[str]:
        """Names of those of TABLES that are there."""
        return frozenset(table for table in TABLES if getattr(self, table) is not None)

    @cached_property
    def dense_trace(self) -> DenseTrace | None:
        """Every number of the dense layer; None without `[dense]`."""
        layer = self.dense
        if layer is None:
            return None
        return trace_dense(layer.W, layer.x, layer.b, layer.activation, self.display.decimals)

    @cached_property
    def relu_trace(self) -> ReluTrace | None:
        """The layer's sums before and after its activation; None without `[dense]`."""
        return None if self.dense_trace is None else trace_relu(self.dense_trace)

    @cached_property
    def lanes_trace(self) -> LanesTrace | None:
        """Ticks of the layer and of the wide one; None without `[dense]` and `[lanes]`."""
        if self.dense is None or self.lanes is None:
            return None
        rows, inputs = self.dense.W.shape
        return trace_lanes(rows, inputs, self.lanes.rows, self.lanes.lanes)

    @cached_property
    def attention_trace(self) -> AttentionTrace | None:
        """Every number from query to weights; None without `[attention]`."""
        step = self.attention
        if step is None:
            return None
        decimals = self.display.decimals
        return trace_attention(step.tokens, step.query, step.keys, decimals, step.query_token)

    @cached_property
    def blend_trace(self) -> BlendTrace | None:
        """Every number of the weighted sum of values; None without `[attention]`."""
        if self.attention is None or self.attention_trace is None:
            return None
        values = self.attention.values
        if values is None:
            return trace_blend(self.attention_trace, self.attention.keys, values_are_keys=True)
        return trace_blend(self.attention_trace, values, values_are_keys=False)

    def __getstate__(self) -> dict[str, Any]:
        """What a worker process needs: the traces are made anew from it."""
        made = {name for name, part in vars(Lesson).items() if isinstance(part, cached_property)}
        return {name: value for name, value in self.__dict__.items() if name not in made}

    def traces(self) -> tuple[Trace, ...]:
        """The traces that the lesson has, in the page's order."""
        layer = (self.dense_trace, self.relu_trace, self.lanes_trace)
        step = (self.attention_trace, self.blend_trace)
        return tuple(trace for trace in (*layer, *step) if trace is not None)

    def shown_rows(self, count: int) -> tuple[int, ...]:
        """Which of a table's `count` rows are asked for in full: from 0, ascending, () for none.

        `[display] rows` is for the rows of W, and for the words of an attention step as far as it
        has them.
        """
        return chosen(self.display.rows, count)

    def shown_cols(self, count: int) -> tuple[int, ...]:
        """Which of `count` columns, inputs or dimensions; as `shown_rows`."""
        return chosen(self.display.cols, count)

    def with_display(
        self,
        theme: Theme | None = None,
        pace: float | None = None,
        decimals: int | None = None,
        rows: str | slice | Sequence[int] | None = None,
        cols: str | slice | Sequence[int] | None = None,
    ) -> "Lesson":
        """The same lesson shown otherwise; None leaves a thing as it is, rows=() takes it back.

        Raises LessonError with every fault.
        """
        from anim_lib.lesson.redisplay import redisplayed  # which checks as a lesson file is

        wanted = {"theme": theme, "pace": pace, "decimals": decimals, "rows": rows, "cols": cols}
        given = {key: value for key, value in wanted.items() if value is not None}
        return replace(self, display=redisplayed(self, given)) if given else self

    def _repr_html_(self) -> str:
        """Its numbers, where a notebook's cell ends with it."""
        from anim_lib.lesson.notebook import lesson_html

        return lesson_html(self)

    def to_json(self) -> str:
        """Canonical JSON of all that can change a picture; the path is not part of it."""
        kept = {key: _plain(getattr(self, key)) for key in ("name", "title", *sorted(self.tables))}
        kept["display"] = _plain(self.display)
        return json.dumps(kept, sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    @property
    def digest(self) -> str:
        """SHA-256 of `to_json()`, in hexadecimal."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()


def slug(text: str) -> str:
    """A name safe in paths and addresses: "Ana's lesson (é)" gives "ana-s-lesson-e".

    Where nothing of the text is left ("神"), or its end was cut, six digits of its digest tell it
    from others of the same name.
    """
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "-", ascii_text).strip("-")
    if name and len(name) <= MAX_NAME:
        return name
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]
    return f"{name[: MAX_NAME - DIGITS - 1].strip('-') or 'lesson'}-{digest}"


def _array_plain(array: NumberArray) -> object:
    """Its texts; of a large array of numbers what tells it from any other."""
    source = array.source
    if not isinstance(source, np.ndarray) or source.size <= MAX_CELLS:
        return array.texts
    digest = hashlib.sha256(np.ascontiguousarray(source).tobytes()).hexdigest()
    return {"type": source.dtype.str, "shape": source.shape, "sha256": digest}


def _plain(value: object) -> object:
    if isinstance(value, NumberArray):
        return _array_plain(value)
    if isinstance(value, FontFolder):
        return value.digests  # wherever it lies
    if isinstance(value, Activation):
        return value.name
    if is_dataclass(value):
        return {part.name: _plain(getattr(value, part.name)) for part in fields(value)}
    return value
