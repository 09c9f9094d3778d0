"""Asks for a layer's numbers on a terminal, each until it is well and fits those before it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from anim_lib.cli._number_texts import value_of
from anim_lib.cli._numbers import BY_KEY, OPTIONS, lesson_of_numbers

if TYPE_CHECKING:
    from anim_lib.lesson.faults import Fault
    from anim_lib.lesson.starter import Layer
    from anim_lib.nn.numbers import NumberArray

_LETTERS = {option.flag: option.key.partition(".")[2] for option in OPTIONS}
_MOST_OFFERED = 8  # inputs that are offered; more would be a long line to read


def ask_for_layer() -> Layer:
    """The layer that is typed in; Enter takes what stands in brackets."""
    from anim_lib.lesson.starter import SAMPLE, Layer
    from anim_lib.nn.activations import ACTIVATIONS

    click.echo(
        "Numbers in a row are parted by spaces, rows by ';'. A file's name will do.", err=True
    )
    given = {"dense.W": _ask("Weights W", "0.5 -0.3 0.8; -0.6 0.4 0.2", _check_weights)}
    inputs = _weights(given["dense.W"]).shape[1]
    sample = " ".join(SAMPLE[j % len(SAMPLE)] for j in range(inputs))
    for key, question, offered in (
        ("dense.x", "Inputs x", sample if inputs <= _MOST_OFFERED else None),
        ("dense.b", "Biases b, Enter for zeros", ""),
        ("dense.activation", f"Activation, {', '.join(ACTIVATIONS)}", "relu"),
    ):
        fits = _fits_with({**given}, key)
        answer = _ask(question, offered, fits)
        if answer.strip():
            given[key] = answer.lower() if key.endswith("activation") else answer
    layer = lesson_of_numbers(given, None).dense
    assert layer is not None
    return Layer(
        W=_list(_list(row) for row in layer.W.texts),
        x=_list(layer.x.texts),
        b=_list(layer.b.texts) if "dense.b" in given else None,
        activation=layer.activation.name,
    )


def _list(parts: Iterable[str]) -> str:
    return f"[{', '.join(parts)}]"


def _ask(question: str, offered: str | None, check: Callable[[str], None]) -> str:
    def checked(text: str) -> str:
        from anim_lib.lesson.faults import LessonError

        try:
            check(text)
        except LessonError as error:
            raise click.UsageError("\n".join(str(_answered(f)) for f in error.faults)) from error
        return text

    shown = bool(offered)
    answer: str = click.prompt(
        question, default=offered, show_default=shown, value_proc=checked, err=True
    )
    return answer


def _answered(fault: Fault) -> Fault:
    """A fault of an option, told of the letter that was asked for."""
    mend = fault.mend
    for flag, letter in _LETTERS.items():
        mend = re.sub(rf"(?<!\S){flag}\b", letter, mend)
    if fault.file not in _LETTERS:
        return replace(fault, mend=mend)
    return replace(fault, file=_LETTERS[fault.file], key=None, mend=mend)


def _check_weights(text: str) -> None:
    _weights(text)


def _weights(text: str) -> NumberArray:
    """The matrix that is typed in or named. Raises LessonError."""
    from anim_lib.lesson.arrays import ArrayReader
    from anim_lib.lesson.faults import FaultList

    faults = FaultList("W")
    array = ArrayReader(Path(), faults).matrix(value_of(BY_KEY["dense.W"], text), "")
    if array is None:
        raise faults.error()
    return array


def _fits_with(given: dict[str, str], key: str) -> Callable[[str], None]:
    """The check of one more answer beside those before it."""

    def check(text: str) -> None:
        if key == "dense.x" or text.strip():
            one_more = {**given, key: text.lower() if key.endswith("activation") else text}
            lesson_of_numbers(one_more, None)

    return check
