"""Whole documents: the lesson page, a page for one clip, and a deck in one file."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from anim_lib.lesson.lesson import Lesson
from anim_lib.web.assets import PAGE_SCRIPT, PAGE_STYLE, SCRIPT, STYLE, asset
from anim_lib.web.clip import Source, WebClip
from anim_lib.web.markup import block, lines, page, tag, trusted
from anim_lib.web.mime import MIME_TYPES
from anim_lib.web.player import LANGUAGE, head_html, player_html
from anim_lib.web.prose import Story
from anim_lib.web.sections import sections


def lesson_page(lesson: Lesson, clips: Mapping[str, WebClip]) -> str:
    """The lesson as one page, its clips in their places; its files lie beside it."""
    head = lines(
        tag("link", rel="icon", href="data:,"),
        tag("link", rel="stylesheet", href=PAGE_STYLE),
        head_html(),
        tag("script", src=PAGE_SCRIPT, defer=True),
    )
    header = tag("header", tag("h1", lesson.title))
    body = tag("main", block(header, sections(Story(lesson, clips))))
    return page(lesson.title, head, body, lang=LANGUAGE, class_="lesson")


def clip_page(clip: WebClip) -> str:
    """One clip and nothing else, filling the window: for frames and for notebooks."""
    head = lines(
        tag("link", rel="icon", href="data:,"),
        tag("link", rel="stylesheet", href=PAGE_STYLE),
        head_html(),
    )
    title = f"{clip.timeline.title}: {clip.heading}"
    body = tag("main", block(tag("h1", title, class_="unseen"), player_html(clip)))
    return page(title, head, body, lang=LANGUAGE, class_="alone")


def deck_page(clip: WebClip, folder: Path) -> str:
    """The clip as slides in a single file, a beat a step; `folder` has the clip's files.

    Arrow keys and clickers work from the start.
    """
    head = lines(
        tag("link", rel="icon", href="data:,"),
        tag("style", trusted(asset(PAGE_STYLE) + asset(STYLE))),
    )
    player = player_html(_packed(clip, folder), tabindex="-1", autofocus=True)
    title = clip.timeline.title
    body = lines(
        tag("main", block(tag("h1", title, class_="unseen"), player)),
        tag("script", trusted(asset(SCRIPT))),
    )
    return page(title, head, body, lang=LANGUAGE, class_="alone deck")


def _packed(clip: WebClip, folder: Path) -> WebClip:
    """The clip with its files' contents in place of their names."""

    def packed(name: str) -> str:
        kind = MIME_TYPES[Path(name).suffix]
        content = base64.b64encode((folder / name).read_bytes()).decode("ascii")
        return f"data:{kind};base64,{content}"

    sources = tuple(
        Source(source.theme, packed(source.video), packed(source.poster)) for source in clip.sources
    )
    return replace(clip, sources=sources, stills=tuple(map(packed, clip.stills)))
