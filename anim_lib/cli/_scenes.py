"""Which scenes a command is about, and whether the lesson fits them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

import click

from anim_lib.cli._failures import LESSON_AT_FAULT, Failure

if TYPE_CHECKING:
    from anim_lib.lesson.faults import LessonError
    from anim_lib.lesson.lesson import Lesson
    from anim_lib.render.registry import SceneInfo


def choose_scenes(names: Sequence[str], lesson: Lesson) -> tuple[SceneInfo, ...]:
    """The scenes of these names, or all that the lesson offers when there are none; in their order.

    An unknown name is wrong usage; a scene that the lesson has no table for is the lesson's fault.
    """
    from anim_lib.render.registry import find_scenes

    scenes = find_scenes()
    for name in names:
        _refuse_unknown(name, scenes)
    picked = [info for info in scenes.values() if info.name in names]
    for info in picked:
        absent = [table for table in info.needs if table not in lesson.tables]
        if absent:
            tables = " and ".join(f"[{table}]" for table in absent)
            raise Failure(
                f"{lesson.path or lesson.name}: has no {tables} table, which {info.name} needs. "
                f"Add it, or render another scene: dotreel list",
                LESSON_AT_FAULT,
            )
    offered = picked or [info for info in scenes.values() if info.offered(lesson.tables)]
    if not offered:
        raise Failure(f"{lesson.path or lesson.name}: offers no scene.", LESSON_AT_FAULT)
    return tuple(offered)


def refuse_unfit(scenes: Sequence[SceneInfo], lesson: Lesson, aspect: float) -> None:
    """Refuse a lesson that does not fit all of the scenes, and say which of them it fits.

    `aspect` is the picture's width over its height.
    """
    from anim_lib.render.lecture import title_card
    from anim_lib.render.refusals import ClipsRefusedError

    try:
        check_layouts(scenes, lesson, aspect)
    except ClipsRefusedError as error:
        refusing = {title_card().name, *(name for names in error.scenes.values() for name in names)}
        others = [info.name for info in scenes if info.name not in refusing]
        hint = f"\nWhat can be had by name: {' '.join(others)}" if others else ""
        raise Failure(f"{error}{hint}", LESSON_AT_FAULT) from error


def check_layouts(scenes: Iterable[SceneInfo], lesson: Lesson, aspect: float) -> dict[str, str]:
    """For each scene a sentence on the form it takes. Raises LessonError with all that do not fit.

    `aspect` is the picture's width over its height.
    """
    from anim_lib.lesson.faults import LessonError
    from anim_lib.render.refusals import ClipsRefusedError
    from anim_lib.stage.checks import check_scene

    forms: dict[str, str] = {}
    refusals: dict[str, LessonError] = {}
    for info in scenes:
        try:
            forms[info.name] = check_scene(info.name, lesson, aspect)
        except LessonError as error:
            refusals[info.name] = error
    if refusals:
        raise ClipsRefusedError(refusals)
    return forms


def _refuse_unknown(name: str, scenes: dict[str, SceneInfo]) -> None:
    if name in scenes:
        return
    if name.endswith(".toml"):
        raise click.UsageError(f"{name} is a lesson, not a scene. Try: --lesson {name}")
    close = get_close_matches(name.lower().replace("_", "-"), scenes, n=1)
    hint = f"Did you mean {close[0]}?" if close else f"There are: {', '.join(scenes)}."
    raise click.UsageError(f"No scene is called {name!r}. {hint}")
