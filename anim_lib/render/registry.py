"""Finds the scenes there are without running them.

A scene is a file with one class whose base is called ``LessonScene``, or is itself such a class of
our own scenes or of a file beside it. Files are read as syntax only, so that a list of scenes costs
no import of Manim; `scene_loading` runs the one to be drawn.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar

from anim_lib.lesson.lesson import TABLES, slug
from anim_lib.render.scene_syntax import OURS, PACKAGE_PARENT, Class, SourceFile
from anim_lib.render.scene_trouble import (
    SceneFileError,
    place_text,
    raise_any,
)

BASE_NAME = "LessonScene"
LAST = 1_000_000  # the order of a scene that names none
# What lies beside the clips, or opens them:
TAKEN = ("lecture", "manifest", "title-card", "index", "deck")
NONE_HERE = f"holds no class whose base is {BASE_NAME} or a scene"

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class SceneInfo:
    """What is known of a scene from its file alone.

    ``name`` is the clip's name, ``needs`` the tables a lesson must have, ``description`` one line.
    Clips follow one another by ``order``, those of the same order by name. ``planned_as`` is the
    scene whose layout it shares, where it is a kind of that scene.
    """

    name: str
    class_name: str
    path: Path
    needs: tuple[str, ...]
    description: str
    order: int = LAST
    planned_as: str | None = None

    @property
    def is_ours(self) -> bool:
        """Whether it ships, with whatever its picture depends on."""
        return any(self.path.is_relative_to(PACKAGE_PARENT / package) for package in OURS)

    def offered(self, tables: Iterable[str]) -> bool:
        """Whether a lesson with these tables can be told by this scene."""
        return set(self.needs) <= set(tables)


def shipped_folder() -> Path:
    """The folder of our own scenes: the one that lies beside this package."""
    return PACKAGE_PARENT / "scenes"


@dataclass(frozen=True)
class Found:
    """The scenes of some folders by their names, in the page's order, and the files at fault."""

    scenes: dict[str, SceneInfo]
    troubles: list[SceneFileError]

    def sound(self) -> dict[str, SceneInfo]:
        """The scenes, where no file is at fault. Raises SceneFileError with all that are."""
        raise_any(self.troubles)
        return self.scenes


def find_scenes(folders: Iterable[Path] | None = None) -> dict[str, SceneInfo]:
    """Every scene of the folders by its name, in the page's order; by default the shipped ones.

    Files whose names start with an underscore or a point are passed over. Raises SceneFileError,
    also where two files have one name.
    """
    return look_for_scenes([shipped_folder()] if folders is None else folders).sound()


def look_for_scenes(folders: Iterable[Path]) -> Found:
    """The scenes of the folders, and what is wrong with those that cannot be used."""
    found: dict[str, SceneInfo] = {}
    troubles: list[SceneFileError] = []
    for folder in folders:
        for path in sorted(folder.glob("[!_.]*.py")):
            try:
                info = read_scene(path) if path.is_file() else None
                if info is not None and info not in found.values():
                    _refuse_taken(info, found.get(info.name))
                    found[info.name] = info
            except SceneFileError as error:
                troubles.append(error)
    ranked = sorted(found.values(), key=lambda info: (info.order, info.name))
    return Found({info.name: info for info in ranked}, troubles)


def scenes_with(own: Iterable[Path]) -> Found:
    """The shipped scenes and those of one's own folders, and what is wrong with the others.

    A folder without a scene is at fault: its owner expects one there.
    """
    own = list(own)
    found = look_for_scenes([shipped_folder(), *own])
    for folder in own:
        alone = look_for_scenes([folder])
        if not alone.scenes and not alone.troubles:
            files = ", ".join(path.name for path in sorted(folder.glob("[!_.]*.py")))
            words = f"{files} {NONE_HERE}" if files else "no Python file is in it"
            found.troubles.append(SceneFileError(f"holds no scene: {words}", folder))
    return found


def read_scene(path: Path) -> SceneInfo | None:
    """The scene a file defines, or None when it defines none. Raises SceneFileError.

    Classes whose names start with an underscore are there for others to be made from.
    """
    source = SourceFile(path.resolve())
    classes = [Class(source, node) for node in source.classes.values() if node.name[:1] != "_"]
    scenes = [one for one in classes if one.has_base_called(BASE_NAME)]
    if not scenes:
        return None
    if len(scenes) > 1:
        names = " and ".join(scene.node.name for scene in scenes)
        words = f"defines {names}; a scene file holds one scene. Let the others begin with _."
        raise SceneFileError(words, source.path, scenes[1].node.lineno)
    (scene,) = scenes
    order = _inherited(scene, "order", int, "a plain whole number")
    return SceneInfo(
        name=slug(path.stem),
        class_name=scene.node.name,
        path=source.path,
        needs=_needs(scene),
        description=(ast.get_docstring(scene.node) or "").partition("\n")[0].strip(),
        order=LAST if order is None else order,
        planned_as=_planned_as(scene),
    )


def _refuse_taken(info: SceneInfo, other: SceneInfo | None) -> None:
    if info.name in TAKEN:
        raise SceneFileError(f"no clip may be called {info.name}; rename the file", info.path)
    if other is not None:
        whose = "a scene that ships" if other.is_ours else place_text(other.path)
        words = f"{whose} is called {info.name}, too; rename the file"
        raise SceneFileError(words, info.path)


def _needs(scene: Class) -> tuple[str, ...]:
    expected = "a plain tuple of table names"
    needs = _inherited(scene, "needs", tuple, expected) or ()
    for table in needs:
        if table not in TABLES:
            close = get_close_matches(str(table), TABLES, n=1)
            hint = f"Did you mean {close[0]!r}?" if close else f"There are {', '.join(TABLES)}."
            words = f"{scene.node.name} needs {table!r}, which is no table of a lesson. {hint}"
            raise SceneFileError(words, scene.file.path, scene.node.lineno)
    return tuple(needs)


def _planned_as(scene: Class) -> str | None:
    """The shipped scene that the class is a kind of, while it lays the picture out as that does."""
    for one in scene.lineage():
        if one.file.path.parent == shipped_folder():
            return slug(one.file.path.stem) if one.file.path != scene.file.path else None
        own = {node.name for node in one.node.body if isinstance(node, ast.FunctionDef)}
        if own & {"setup", "__init__"}:
            return None
    return None


def _inherited(scene: Class, name: str, kind: type[Value], expected: str) -> Value | None:
    """The literal that the class or the first of its bases assigns to `name`."""
    for one in scene.lineage():
        statement = _assignment(one.node, name)
        if statement is not None:
            return _literal(statement, name, kind, expected, one.file.path)
    return None


def _assignment(node: ast.ClassDef, name: str) -> ast.Assign | ast.AnnAssign | None:
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign):
            targets: list[ast.expr] = [statement.target]
        elif isinstance(statement, ast.Assign):
            targets = statement.targets
        else:
            continue
        named = any(isinstance(target, ast.Name) and target.id == name for target in targets)
        if named and statement.value is not None:
            return statement
    return None


def _literal(
    statement: ast.Assign | ast.AnnAssign,
    name: str,
    kind: type[Value],
    expected: str,
    path: Path,
) -> Value | None:
    try:
        value = ast.literal_eval(statement.value or ast.Constant(None))
    except ValueError:
        value = statement
    if value is None or isinstance(value, kind):
        return value
    raise SceneFileError(f"{name} must be {expected}", path, statement.lineno)
