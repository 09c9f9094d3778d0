"""One scene, one lesson, one choice of size and speed: drawn, and kept as a master.

The package can be called. `from anim_lib import render` gives it, since importing any part of it
puts it under that name; `render(scene, lesson)` is then `anim_lib.api.render`, whose signature and
words it shows to whoever asks for help.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from types import ModuleType
from typing import Any


class _Callable(ModuleType):
    """This package's own type."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Draw one clip; see `anim_lib.api.render` for what it takes and gives."""
        return importlib.import_module("anim_lib.api").render(*arguments, **options)

    @property
    def __signature__(self) -> inspect.Signature:
        return inspect.signature(importlib.import_module("anim_lib.api").render)

    @property
    def __doc__(self) -> str | None:  # type: ignore[override]
        return inspect.getdoc(importlib.import_module("anim_lib.api").render)


sys.modules[__name__].__class__ = _Callable
