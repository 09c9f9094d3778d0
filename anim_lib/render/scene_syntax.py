"""What a Python file says before it is run: its classes, their bases, and the files it imports.

Files are read as syntax only, so that looking at a scene costs no import of Manim. ``scenes`` and
``anim_lib`` are always ours, as they are in the drawing processes; whatever else is called by
these names does no harm. Other modules are looked for beside the file.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from anim_lib.render.scene_trouble import SceneFileError

PACKAGE_PARENT = Path(__file__).resolve().parents[2]
OURS = ("anim_lib", "scenes")

NOWHERE: frozenset[Path] = frozenset()

Dotted = tuple[str, ...]  # ("scenes", "dense_layer", "DenseLayer")


@dataclass(frozen=True)
class Import:
    """One imported name: what it is called here and what it stands for; `level` counts dots."""

    local: str  # "*" for all names
    level: int
    target: Dotted


class SourceFile:
    """One Python file. Raises SceneFileError when it cannot be read as Python."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.tree = _parsed(path)

    @cached_property
    def classes(self) -> dict[str, ast.ClassDef]:
        """The classes at the file's top, by name."""
        return {node.name: node for node in self.tree.body if isinstance(node, ast.ClassDef)}

    @cached_property
    def imports(self) -> tuple[Import, ...]:
        """All imports, those inside functions too."""
        return tuple(_imports(self.tree))

    def base_names(self, node: ast.ClassDef) -> list[Dotted]:
        """The bases of a class as they are written; what is not a name is left out."""
        return [name for base in node.bases if (name := _dotted(base))]

    def class_of(
        self, name: Dotted, besides: ast.ClassDef | None = None, through: frozenset[Path] = NOWHERE
    ) -> Class | None:
        """The class that a name stands for here, or None when its file is not known.

        `besides` is a class that is not meant: one whose base has its own name. `through` are the
        files that led here, which are not asked again.
        """
        if len(name) == 1:
            node = self.classes.get(name[0])
            if node is not None and node is not besides:
                return Class(self, node)
        through |= {self.path}
        for step in self.meanings(name):
            file = module_file(step.level, step.target[:-1], self.path)
            if file is not None and file not in through:
                found = SourceFile(file).class_of(step.target[-1:], through=through)
                if found is not None:
                    return found
        return None

    def meanings(self, name: Dotted) -> Iterator[Import]:
        """What a name may stand for outside of this file, in full."""
        for step in self.imports:
            if step.local == name[0]:
                yield Import(".".join(name), step.level, (*step.target, *name[1:]))
            elif step.local == "*":
                yield Import(".".join(name), step.level, (*step.target, *name))


@dataclass(frozen=True)
class Class:
    """A class and the file that it stands in."""

    file: SourceFile
    node: ast.ClassDef

    def bases(self) -> list[Class]:
        """Its bases that can be found."""
        names = self.file.base_names(self.node)
        found = [self.file.class_of(name, besides=self.node) for name in names]
        return [base for base in found if base is not None]

    def lineage(self) -> list[Class]:
        """The class, its first base, that one's bases, and so on; each once."""
        found: dict[tuple[Path, str], Class] = {}

        def visit(one: Class) -> None:
            key = (one.file.path, one.node.name)
            if key not in found:
                found[key] = one
                for base in one.bases():
                    visit(base)

        visit(self)
        return list(found.values())

    def has_base_called(self, name: str) -> bool:
        """Whether a base of the class or of its bases is called `name`, however it is reached."""
        return any(
            meaning[-1] == name
            for one in self.lineage()
            for written in one.file.base_names(one.node)
            for meaning in (written, *(step.target for step in one.file.meanings(written)))
        )


def module_file(level: int, module: Dotted, importer: Path) -> Path | None:
    """The file of a module that a file imports; None for one that is neither ours nor beside it."""
    if level:
        root = importer.parents[level - 1] if level <= len(importer.parents) else None
    else:
        root = PACKAGE_PARENT if module[:1] and module[0] in OURS else importer.parent
    if root is None:
        return None
    place = root.joinpath(*module)
    candidates = [place.with_suffix(".py")] if module else []
    return next((file for file in (*candidates, place / "__init__.py") if file.is_file()), None)


def sources(path: Path) -> list[Path]:
    """The file, and all that it imports from beside it and from our scenes; in a fixed order."""
    seen: dict[Path, None] = {}
    waiting = [path]
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen[path] = None
            waiting += _imported_files(SourceFile(path))
    first, *others = seen
    return [first, *sorted(others)]


def _imported_files(source: SourceFile) -> Iterator[Path]:
    for step in source.imports:
        if step.level == 0 and step.target[0] == "anim_lib":
            continue
        # Packages are run before what is in them; the last part may be a module or a name in one.
        for length in range(1, len(step.target) + 1):
            file = module_file(step.level, step.target[:length], source.path)
            if file is not None:
                yield file


def _parsed(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_bytes(), filename=str(path))
    except SyntaxError as error:
        raise SceneFileError(f"is not Python: {error.msg}", path, error.lineno) from error
    except (ValueError, RecursionError, MemoryError) as error:  # NULs, endless brackets
        raise SceneFileError(f"is not Python: {error}", path) from error
    except OSError as error:
        raise SceneFileError(f"cannot be read: {error.strerror}", path) from error


def _imports(tree: ast.Module) -> Iterator[Import]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                target = tuple(alias.name.split("."))
                if alias.asname is None:
                    # The name is the package's alone, but all of them are imported.
                    yield Import("", 0, target)
                    target = target[:1]
                yield Import(alias.asname or target[0], 0, target)
        elif isinstance(node, ast.ImportFrom):
            module = tuple(node.module.split(".")) if node.module else ()
            for alias in node.names:
                named = () if alias.name == "*" else (alias.name,)
                yield Import(alias.asname or alias.name, node.level, (*module, *named))


def _dotted(expression: ast.expr) -> Dotted:
    """The parts of "a.b.C" (of "C[int]" too); empty for anything else."""
    if isinstance(expression, ast.Subscript):
        return _dotted(expression.value)
    if isinstance(expression, ast.Name):
        return (expression.id,)
    if isinstance(expression, ast.Attribute) and (before := _dotted(expression.value)):
        return (*before, expression.attr)
    return ()
