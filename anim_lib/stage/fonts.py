"""The fonts that words are set in: Typst's own, then the lesson's, then the optional packages'.

A system's fonts are never asked: a lecture looks the same on every machine.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import typst

from anim_lib.lesson.font_files import FontFolder
from anim_lib.lesson.lesson import Lesson

EXTRA = "dotreel[fonts]"
PACKAGES = ("manimgx_fonts", "manimgx_fonts_cjk")  # Noto, under the SIL Open Font License
# First emoji, whose digits stand in frames; last Chinese, Japanese and Korean, which hold parts of
# nearly every script.
_FIRST = ("Noto Emoji", "Noto Sans")
_CJK = "Noto Sans CJK"
_KANA, _HANGUL = re.compile("[\u3040-\u30ff]"), re.compile("[\u1100-\u11ff\uac00-\ud7af]")


@dataclass(frozen=True)
class Fonts:
    """Further fonts: the folders that hold them, and their families in the order they are asked."""

    folders: tuple[Path, ...] = ()
    families: tuple[str, ...] = ()
    digests: tuple[tuple[str, str], ...] = ()  # of the lesson's own, whose files may change


@cache
def loaded(fonts: Fonts) -> typst.Fonts:
    """These fonts and Typst's own, as Typst takes them."""
    return typst.Fonts(
        include_system_fonts=False,
        include_embedded_fonts=True,
        font_paths=[str(folder) for folder in fonts.folders],
    )


def families_in(folder: Path) -> tuple[str, ...]:
    """The families whose fonts lie in a folder, by name."""
    found = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder)]
    )
    return tuple(found.families())


@cache
def installed() -> tuple[Path, ...]:
    """The folders of the optional packages that are here."""
    specs = (importlib.util.find_spec(name) for name in PACKAGES)
    return tuple(Path(spec.origin).parent for spec in specs if spec and spec.origin)


def how_to_get_more() -> str:
    """What a user can do about a letter that no font here has."""
    own = 'put a font that has it into a folder beside the lesson: [display] fonts = "fonts".'
    if len(installed()) == len(PACKAGES):
        return own[0].upper() + own[1:]
    return f"Most scripts and emoji come with: pip install '{EXTRA}'. Or {own}"


def fonts_of(lesson: Lesson) -> Fonts:
    """The fonts that draw a lesson's words."""
    own = lesson.display.fonts
    return _fonts(_regional(_words(lesson)), own)


@cache
def _fonts(region: str, own: FontFolder | None = None) -> Fonts:
    folders = (own.path, *installed()) if own is not None else installed()
    families = dict.fromkeys(family for folder in folders for family in families_in(folder))
    mine, digests = (families_in(own.path), own.digests) if own is not None else ((), ())
    ranked = sorted(families, key=lambda family: (family not in mine, *_rank(family, region)))
    return Fonts(folders, tuple(ranked), digests)


def _rank(family: str, region: str) -> tuple[int, str]:
    if family in _FIRST:
        return _FIRST.index(family), ""
    if not family.startswith(_CJK):
        return len(_FIRST), family
    return len(_FIRST) + (1 if family.endswith(region) else 2), family


def _words(lesson: Lesson) -> str:
    tokens = lesson.attention.tokens if lesson.attention is not None else ()
    return " ".join([lesson.title, *tokens])


def _regional(words: str) -> str:
    """Whose forms shared characters take: Japanese beside kana, Korean beside Hangul."""
    if _KANA.search(words):
        return "JP"
    return "KR" if _HANGUL.search(words) else "SC"


_now: ContextVar[Fonts | None] = ContextVar("fonts", default=None)


def current() -> Fonts:
    """The fonts that words are set in now: those of the lesson that is being drawn."""
    fonts = _now.get()
    return _fonts("SC") if fonts is None else fonts


@contextmanager
def drawing(lesson: Lesson) -> Iterator[None]:
    """Set words in the fonts of this lesson while the block runs."""
    token = _now.set(fonts_of(lesson))
    try:
        yield
    finally:
        _now.reset(token)
