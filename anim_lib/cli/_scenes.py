"""Which scenes a command is about, and whether the lesson fits them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

import click

from anim_lib.cli._failures import LESSON_AT_FAULT, Failure
from anim_lib.cli._numbers import of_options

if TYPE_CHECKING:
    from anim_lib.lesson.faults import LessonError
    from anim_lib.lesson.lesson import Lesson
    from anim_lib.render.registry import Found, SceneInfo


_FOLDERS = "dotreel.scenes"  # key of the context's notes


def _keep_folders(ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> None:
    """Note the folders that are given; a file in the place of one is a slip to be told."""
    for text in texts:
        folder = Path(text or os.devnull)
        if folder.suffix == ".py" and folder.is_file():
            raise click.BadParameter(
                f"{text} is a file. Name its folder: --scenes {folder.parent}", ctx, param
            )
        if not folder.is_dir():
            raise click.BadParameter(f"{text or 'an empty text'}: no such folder.", ctx, param)
    ctx.meta[_FOLDERS] = tuple(dict.fromkeys(Path(text) for text in texts))


scenes_option = click.option(
    "--scenes",
    "own_scenes",
    multiple=True,
    metavar="DIR",
    expose_value=False,
    callback=_keep_folders,
    help="A folder with scenes of your own, such as --scenes my_scenes; they are added to those "
    "that ship. May be given several times.",
)


def scene_folders() -> tuple[Path, ...]:
    """The folders of scenes that the running command was given."""
    context = click.get_current_context(silent=True)
    folders: tuple[Path, ...] = context.meta.get(_FOLDERS, ()) if context is not None else ()
    return folders


def found_scenes() -> Found:
    """The shipped scenes, those of the folders that were given, and the files at fault."""
    from anim_lib.render.registry import scenes_with

    return scenes_with(scene_folders())


def known_scenes() -> dict[str, SceneInfo]:
    """The shipped scenes and those of the folders that were given. Raises SceneFileError."""
    return found_scenes().sound()


def choose_scenes(names: Sequence[str], lesson: Lesson) -> tuple[SceneInfo, ...]:
    """The scenes of these names, or all that the lesson offers when there are none; in their order.

    An unknown name is wrong usage; a scene that the lesson has no table for is the lesson's fault.
    """
    scenes = known_scenes()
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
    from anim_lib.render.refusals import ClipsRefusedError

    forms, refusals = layouts(scenes, lesson, aspect)
    if refusals:
        raise ClipsRefusedError(refusals)
    return forms


def layouts(
    scenes: Iterable[SceneInfo], lesson: Lesson, aspect: float
) -> tuple[dict[str, str], dict[str, LessonError]]:
    """The forms of the scenes that the lesson fits, and why it does not fit the others."""
    from anim_lib.lesson.faults import LessonError
    from anim_lib.stage.checks import check_scene

    forms: dict[str, str] = {}
    refusals: dict[str, LessonError] = {}
    for info in scenes:
        try:
            forms[info.name] = check_scene(info.planned_as or info.name, lesson, aspect)
        except LessonError as error:
            refusals[info.name] = of_options(error)
    return forms, refusals


def _refuse_file_without_scene(name: str) -> None:
    """Say so when a file of the given folders should hold the scene and does not."""
    from anim_lib.lesson.lesson import slug
    from anim_lib.render.registry import NONE_HERE
    from anim_lib.render.scene_trouble import SceneFileError

    for folder in scene_folders():
        for path in folder.glob("[!_.]*.py"):
            if slug(path.stem) == name:
                raise SceneFileError(f"{NONE_HERE}, so there is no {name}", path)


def _refuse_unknown(name: str, scenes: dict[str, SceneInfo]) -> None:
    if name in scenes:
        return
    if name.endswith(".toml"):
        raise click.UsageError(f"{name} is a lesson, not a scene. Try: --lesson {name}")
    if name.endswith(".py"):
        from anim_lib.lesson.lesson import slug

        path = Path(name)
        raise click.UsageError(
            f"{name} is a file, not a scene's name. Try: {slug(path.stem)} --scenes {path.parent}"
        )
    _refuse_file_without_scene(name)
    close = get_close_matches(name.lower().replace("_", "-"), scenes, n=1)
    hint = f"Did you mean {close[0]}?" if close else f"There are: {', '.join(scenes)}."
    raise click.UsageError(f"No scene is called {name!r}. {hint}")
