"""What an author pastes into a page of each kind. A kind is one decorated function."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from anim_lib.web.bundle import Bundle
from anim_lib.web.clip import WebClip
from anim_lib.web.markup import Html, block, lines, tag
from anim_lib.web.player import address, head_html, player_html

FRAME_HEIGHT = 240  # pixels that a clip's page needs beside the picture


@dataclass(frozen=True, slots=True)
class Paste:
    """The text to paste, and what to do with the folder, in a sentence or two."""

    text: str
    advice: str


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of page: its name on the command line, what it is, and how its paste is made."""

    name: str
    summary: str
    paste: Callable[[Bundle], Paste]


KINDS: dict[str, Kind] = {}


def kind(
    name: str, summary: str
) -> Callable[[Callable[[Bundle], Paste]], Callable[[Bundle], Paste]]:
    """Register the function that makes the paste of a kind of page."""

    def register(paste: Callable[[Bundle], Paste]) -> Callable[[Bundle], Paste]:
        KINDS[name] = Kind(name, summary, paste)
        return paste

    return register


@kind("html", "any page whose HTML you write")
def for_html(bundle: Bundle) -> Paste:
    """The player's two files, then an element a clip."""
    return Paste(_players(bundle, bundle.name), f"Put the folder {bundle.name} beside the page.")


@kind("iframe", "a page that takes frames but no scripts")
def for_iframe(bundle: Bundle) -> Paste:
    """A frame a clip, which shows the clip's own page."""
    frames = lines(*(_frame(clip, bundle.name) for clip in bundle.clips))
    return Paste(frames, f"Put the folder {bundle.name} beside the page.")


@kind("quarto", "a Quarto page or book")
def for_quarto(bundle: Bundle) -> Paste:
    """A raw HTML block."""
    return Paste(
        f"```{{=html}}\n{_players(bundle, bundle.name)}\n```",
        f"Put the folder {bundle.name} beside the .qmd file, and name it in the file's header:\n"
        f"resources:\n  - {bundle.name}",
    )


@kind("myst", "MyST Markdown in Sphinx or Jupyter Book 1")
def for_myst(bundle: Bundle) -> Paste:
    """A raw directive of HTML."""
    return Paste(
        f"```{{raw}} html\n{_players(bundle, bundle.name)}\n```",
        f"Put the folder {bundle.name} into a folder that html_extra_path names in conf.py (in "
        "_config.yml: sphinx, config, html_extra_path). For pages in subfolders, put ../ before "
        f"{bundle.name}/ in the addresses.",
    )


@kind("mkdocs", "MkDocs, also with Material")
def for_mkdocs(bundle: Bundle) -> Paste:
    """HTML as it stands; MkDocs makes a folder of each page, hence the step up."""
    return Paste(
        _players(bundle, f"../{bundle.name}"),
        f"Put the folder {bundle.name} into docs/. The addresses fit pages in docs/ itself; "
        "in docs/index.md, and with use_directory_urls: false, remove the ../ before them.",
    )


@kind("revealjs", "slides made with reveal.js")
def for_revealjs(bundle: Bundle) -> Paste:
    """A slide a clip. At the clip's last step the arrow key turns to the next slide."""
    slides = lines(*(tag("section", _player(clip, bundle.name)) for clip in bundle.clips))
    head = head_html(bundle.name)
    return Paste(
        f"{head}\n{slides}",
        f"Put the folder {bundle.name} beside the slides. Click into a clip to give it the keys.",
    )


@kind("jupyter", "a notebook")
def for_jupyter(bundle: Bundle) -> Paste:
    """A cell that shows the clips' own pages."""
    frames = [
        f'display(IFrame("{address(bundle.name, clip.name + ".html")}", '
        f'width="100%", height={_height(clip, 800)}))'
        for clip in bundle.clips
    ]
    return Paste(
        "\n".join(["from IPython.display import IFrame, display", "", *frames]),
        f"Put the folder {bundle.name} beside the notebook.",
    )


@kind("moodle", "Moodle and other platforms that take uploads only")
def for_moodle(bundle: Bundle) -> Paste:
    """Which file goes where."""
    parts = []
    for clip in bundle.clips:
        source, name = clip.sources[0], clip.name
        parts.append(
            f"{clip.heading}\n"
            f"  {source.video:<28} the video\n"
            f"  {name + '.vtt':<28} subtitles or captions, English\n"
            f"  {name + '-chapters.vtt':<28} chapters\n"
            f"  {source.poster:<28} thumbnail or poster\n"
            f"  {name + '.txt':<28} transcript: paste its text below the video"
        )
    steps = (
        f"With steps: zip the folder {bundle.name}, add a resource of the kind File, upload the "
        f"zip, unpack it there, and make {bundle.clips[0].name}.html its main file.\n"
        "As a plain video: insert a video into a text, and give these files in its dialogue:"
    )
    return Paste("\n\n".join([steps, *parts]), "Each file is needed once; upload those you use.")


def _players(bundle: Bundle, base: str) -> Html:
    """All in one div: Markdown takes an element that it does not know for a part of a sentence."""
    return tag("div", block(head_html(base), *(_player(clip, base) for clip in bundle.clips)))


def _player(clip: WebClip, base: str) -> Html:
    return player_html(clip, base)


def _frame(clip: WebClip, base: str) -> Html:
    style = (
        f"width:100%;height:calc({_ratio(clip)} * min(100vw, 60rem) + {FRAME_HEIGHT}px);border:0"
    )
    return tag(
        "iframe",
        src=address(base, f"{clip.name}.html"),
        title=clip.heading,
        style=style,
        allow="fullscreen",
        loading="lazy",
    )


def _ratio(clip: WebClip) -> str:
    return f"{clip.timeline.height / clip.timeline.width:.4f}"


def _height(clip: WebClip, width: int) -> int:
    return round(width * clip.timeline.height / clip.timeline.width) + FRAME_HEIGHT


def summaries(kinds: Sequence[Kind]) -> str:
    """The kinds for a help text."""
    return "; ".join(f"{each.name}: {html.unescape(each.summary)}" for each in kinds)
