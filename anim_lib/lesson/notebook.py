"""How a lesson shows itself in a notebook: its numbers, as `dotreel show` prints them."""

import html
from typing import TYPE_CHECKING

from anim_lib.lesson.trace_text import trace_text
from anim_lib.lesson.words import shape_text

if TYPE_CHECKING:
    from anim_lib.lesson.lesson import Lesson
    from anim_lib.nn.numbers import NumberArray

MAX_NUMBERS = 300  # of a matrix that is written out; of a larger one its shape is told


def lesson_html(lesson: "Lesson") -> str:
    """The title, and every number of the lesson or the shapes of what is large."""
    title = f"<strong>{html.escape(lesson.title)}</strong>"
    arrays = _arrays(lesson)
    if any(array.values.size > MAX_NUMBERS for array in arrays.values()):
        lines = [f"{name}: {shape_text(array.shape)}" for name, array in arrays.items()]
        text = "\n".join(lines)
    else:
        text = "\n\n".join(trace_text(trace) for trace in lesson.traces())
    return f"{title}\n<pre>{html.escape(text)}</pre>"


def _arrays(lesson: "Lesson") -> "dict[str, NumberArray]":
    found: dict[str, NumberArray | None] = {}
    if lesson.dense is not None:
        found |= {"W": lesson.dense.W, "x": lesson.dense.x, "b": lesson.dense.b}
    if lesson.attention is not None:
        step = lesson.attention
        found |= {"query": step.query, "keys": step.keys, "values": step.values}
    return {name: array for name, array in found.items() if array is not None}
