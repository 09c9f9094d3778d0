"""Loads the scene to be drawn, by its path: whatever else is called `scenes` does no harm."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

from anim_lib.render.registry import SceneInfo
from anim_lib.render.scene_trouble import SceneFileError, error_text, place_of


def load_scene(info: SceneInfo) -> type[Any]:
    """The scene's class (imports Manim). The module gets a private name of its own.

    Raises SceneFileError when the file cannot be run, or no longer defines the class.
    """
    digest = hashlib.sha256(str(info.path).encode()).hexdigest()[:12]
    name = f"_dotreel_scene_{info.path.stem}_{digest}"
    module = sys.modules.get(name)
    if module is None:
        loader = _Loader(name, str(info.path))
        spec = importlib.util.spec_from_loader(name, loader)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            loader.exec_module(module)
        except BaseException as error:
            del sys.modules[name]
            if isinstance(error, KeyboardInterrupt):
                raise
            path, line = place_of(error, info.path.parent) or (info.path, None)
            raise SceneFileError(_words(error), path, line, traceback.format_exc()) from error
    scene_class = getattr(module, info.class_name, None)
    if not isinstance(scene_class, type):
        raise SceneFileError(f"no longer defines {info.class_name}", info.path)
    return scene_class


def _words(error: BaseException) -> str:
    """What a file raised while it was run."""
    if isinstance(error, ModuleNotFoundError) and error.name:
        return f"imports {error.name}, which is neither installed nor beside the file"
    if isinstance(error, ImportError) and "relative import" in str(error):
        return f"{error_text(error)}; import what lies beside the file by its name, without points"
    return error_text(error)


@contextmanager
def neighbours(info: SceneInfo) -> Iterator[None]:
    """Let one's own scene import what lies beside it, after Python's and installed modules.

    When the block ends those modules are forgotten: those of another folder may have their names.
    """
    folder = str(info.path.parent)
    if info.is_ours or folder in sys.path:
        yield
        return
    before, wrote = set(sys.modules), sys.dont_write_bytecode
    sys.path.append(folder)
    sys.dont_write_bytecode = True  # nothing of ours is left in a folder that is not ours
    try:
        yield
    finally:
        sys.path.remove(folder)
        sys.dont_write_bytecode = wrote
        for name in set(sys.modules) - before:
            if _lies_in(info.path.parent, name):
                del sys.modules[name]


def _lies_in(folder: Path, module: str) -> bool:
    """Whether a loaded module was found by looking for its first name in the folder."""
    top = folder / module.partition(".")[0]
    loaded = sys.modules[module]
    places = [getattr(loaded, "__file__", None), *getattr(loaded, "__path__", ())]
    return any(
        Path(place) == top.with_suffix(".py") or Path(place).is_relative_to(top)
        for place in places
        if isinstance(place, str)
    )


class _Loader(SourceFileLoader):
    """Always compiles: a file saved twice in a second may be taken for what was compiled before."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        code: CodeType = self.source_to_code(self.get_data(path), path)
        return code
