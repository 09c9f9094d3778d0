"""A lesson: what the user wrote, checked and frozen."""

import hashlib
import json
import re
import unicodedata
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from anim_lib.nn.activations import Activation
from anim_lib.nn.dense import DenseTrace, trace_dense
from anim_lib.nn.numbers import NumberArray

Theme = Literal["dark", "light"]
MAX_NAME = 60  # letters; keeps paths under every system's limit


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

    def __post_init__(self) -> None:
        """Raise ValueError for what is out of range."""
        if not 0 <= self.decimals <= 6:
            raise ValueError(f"decimals is {self.decimals}; expected 0 to 6")
        if self.theme not in ("dark", "light"):
            raise ValueError(f'theme is "{self.theme}"; expected "dark" or "light"')
        if not 0.5 <= self.pace <= 2.0:
            raise ValueError(f"pace is {self.pace}; expected 0.5 to 2")


@dataclass(frozen=True)
class Lesson:
    """One lesson; a scene is offered when its table is there."""

    name: str  # safe in paths and addresses: [a-z0-9-]+
    title: str  # as written
    path: Path | None = None  # where it was read from
    dense: DenseLayer | None = None
    lanes: Lanes | None = None
    attention: Attention | None = None
    display: Display = field(default_factory=Display)

    @property
    def tables(self) -> frozenset[str]:
        """Names of the tables that are there: "dense", "lanes", "attention"."""
        return frozenset(t for t in ("dense", "lanes", "attention") if getattr(self, t) is not None)

    @cached_property
    def dense_trace(self) -> DenseTrace | None:
        """Every number of the dense layer; None without `[dense]`."""
        layer = self.dense
        if layer is None:
            return None
        return trace_dense(layer.W, layer.x, layer.b, layer.activation, self.display.decimals)

    def traces(self) -> tuple[DenseTrace, ...]:
        """The traces that the lesson has, in the page's order."""
        return tuple(trace for trace in (self.dense_trace,) if trace is not None)

    def with_display(
        self, theme: Theme | None = None, pace: float | None = None, decimals: int | None = None
    ) -> "Lesson":
        """The same lesson shown otherwise. Raises ValueError for what is out of range."""
        given = {"theme": theme, "pace": pace, "decimals": decimals}
        changed: dict[str, Any] = {key: value for key, value in given.items() if value is not None}
        return replace(self, display=replace(self.display, **changed))

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
    """A name safe in paths and addresses: "Ana's lesson (é)" gives "ana-s-lesson-e"."""
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", ascii_text)[:MAX_NAME].strip("-") or "lesson"


def _plain(value: Any) -> Any:
    if isinstance(value, NumberArray):
        return value.texts
    if isinstance(value, Activation):
        return value.name
    if hasattr(value, "__dataclass_fields__"):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    return value
