"""Finds the scenes there are without running them, and loads the one to be drawn.

A scene is a file with one class whose base is called ``LessonScene``. Files are read as syntax
only, so that a list of scenes costs no import of Manim; and they are loaded by path, so that
another package called ``scenes`` does no harm.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

BASE_NAME = "LessonScene"
LAST = 1_000_000  # the order of a scene that names none
TAKEN = ("lecture", "manifest", "title-card")  # what lies beside the clips, or opens them

Value = TypeVar("Value")


class SceneFileError(Exception):
    """A scene file that cannot be read as one; the message names the file and what to mend."""


@dataclass(frozen=True, slots=True)
class SceneInfo:
    """What is known of a scene from its file alone.

    ``name`` is the clip's name, ``needs`` the tables a lesson must have, ``description`` one line.
    Clips follow one another by ``order``, those of the same order by name.
    """

    name: str
    class_name: str
    path: Path
    needs: tuple[str, ...]
    description: str
    order: int = LAST

    def offered(self, tables: Iterable[str]) -> bool:
        """Whether a lesson with these tables can be told by this scene."""
        return set(self.needs) <= set(tables)


def shipped_folder() -> Path:
    """The folder of our own scenes: the one that lies beside this package."""
    return Path(__file__).resolve().parents[2] / "scenes"


def find_scenes(folders: Iterable[Path] | None = None) -> dict[str, SceneInfo]:
    """Every scene of the folders by its name, in the page's order; by default the shipped ones.

    A later folder's scene takes the place of an earlier one of that name. Files whose names start
    with an underscore are passed over. Raises SceneFileError.
    """
    found: dict[str, SceneInfo] = {}
    for folder in [shipped_folder()] if folders is None else folders:
        for path in folder.glob("[!_]*.py"):
            info = read_scene(path)
            if info is None:
                continue
            if info.name in TAKEN:
                raise SceneFileError(f"{path}: no clip may be called {info.name}; rename the file")
            found[info.name] = info
    ranked = sorted(found.values(), key=lambda info: (info.order, info.name))
    return {info.name: info for info in ranked}


def read_scene(path: Path) -> SceneInfo | None:
    """The scene a file defines, or None when it defines none. Raises SceneFileError."""
    try:
        tree = ast.parse(path.read_bytes(), filename=str(path))
    except SyntaxError as error:
        raise SceneFileError(f"{path}, line {error.lineno}: {error.msg}") from error
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and _is_scene(node)]
    if not classes:
        return None
    if len(classes) > 1:
        names = " and ".join(node.name for node in classes)
        raise SceneFileError(f"{path}: defines {names}; a scene file holds one scene")
    node = classes[0]
    needs = _literal(node, "needs", tuple, "a plain tuple of table names", path)
    order = _literal(node, "order", int, "a plain whole number", path)
    return SceneInfo(
        name=path.stem.replace("_", "-"),
        class_name=node.name,
        path=path.resolve(),
        needs=tuple(str(table) for table in needs or ()),
        description=(ast.get_docstring(node) or "").partition("\n")[0].strip(),
        order=LAST if order is None else order,
    )


def load_scene(info: SceneInfo) -> type[Any]:
    """The scene's class (imports Manim). The module gets a private name of its own.

    Raises SceneFileError when the file no longer defines the class, and whatever the file raises.
    """
    digest = hashlib.sha256(str(info.path).encode()).hexdigest()[:12]
    name = f"_dotreel_scene_{info.path.stem}_{digest}"
    module = sys.modules.get(name)
    if module is None:
        spec = importlib.util.spec_from_file_location(name, info.path)
        if spec is None or spec.loader is None:
            raise SceneFileError(f"{info.path}: is no Python file")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    scene_class = getattr(module, info.class_name, None)
    if not isinstance(scene_class, type):
        raise SceneFileError(f"{info.path}: no longer defines {info.class_name}")
    return scene_class


def _is_scene(node: ast.ClassDef) -> bool:
    """Whether a base of the class is called LessonScene, however it is reached."""
    names = [
        base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "")
        for base in node.bases
    ]
    return BASE_NAME in names


def _literal(
    node: ast.ClassDef, name: str, kind: type[Value], expected: str, path: Path
) -> Value | None:
    """The literal assigned to `name` in the class body; None when there is none."""
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign):
            targets: list[ast.expr] = [statement.target]
        elif isinstance(statement, ast.Assign):
            targets = statement.targets
        else:
            continue
        if not any(isinstance(target, ast.Name) and target.id == name for target in targets):
            continue
        try:
            value = ast.literal_eval(statement.value) if statement.value is not None else None
        except ValueError:
            value = statement
        if value is None or isinstance(value, kind):
            return value
        raise SceneFileError(f"{path}, line {statement.lineno}: {name} must be {expected}")
    return None
