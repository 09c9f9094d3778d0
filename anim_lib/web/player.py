"""One clip as HTML: a plain video with its tracks and transcript, which the player enhances.

The tracks are part of the page (data: addresses): a browser refuses to read a track's file when the
page itself was opened from a file, and so captions work there too, with and without the script.
"""

from __future__ import annotations

import posixpath
from typing import Any
from urllib.parse import quote

from anim_lib.timeline import Timeline, number_to_json
from anim_lib.web.assets import SCRIPT, STYLE, texts
from anim_lib.web.clip import Source, WebClip, captions_text, chapters_text
from anim_lib.web.markup import Attribute, Html, block, json_script, lines, tag
from anim_lib.web.words import spoken

LANGUAGE = "en"  # of the captions, and of whatever else is said without the player's script


def player_html(clip: WebClip, base: str = "", **attributes: Attribute) -> Html:
    """The clip's element; `base` is the address of the folder that its files lie in."""
    body = block(
        _video(clip, base),
        _transcript(clip, base),
        json_script(beats_data(clip.timeline)),
    )
    return tag(
        "dotreel-player",
        tag("div", body, class_="dotreel-clip"),
        role="group",
        aria_label=f"{texts()[LANGUAGE]['player']}: {clip.heading}",
        data_scene=clip.name,
        **attributes,
    )


def head_html(base: str = "") -> Html:
    """The player's style sheet and script; once a page is enough."""
    return lines(
        tag("link", rel="stylesheet", href=address(base, STYLE)),
        tag("script", src=address(base, SCRIPT), defer=True),
    )


def address(base: str, name: str) -> str:
    """The address of a file in the folder `base`; a data: address is one already."""
    if name.startswith("data:"):
        return name
    return quote(posixpath.join(base, name), safe="/:.~-_")


def beats_data(timeline: Timeline) -> dict[str, Any]:
    """What the script needs to know; starts and ends in frames."""
    return {
        "scene": timeline.scene,
        "fps": timeline.fps,
        "beats": [
            {
                "name": beat.name,
                "caption": " ".join(beat.caption.split()),
                "start": beat.start_frame,
                "end": beat.end_frame,
                "numbers": [number_to_json(number) for number in beat.numbers],
            }
            for beat in timeline.beats
        ],
    }


def _video(clip: WebClip, base: str) -> Html:
    timeline, words = clip.timeline, texts()[LANGUAGE]
    return tag(
        "video",
        *_sources(clip.sources, base),
        _track("captions", words["captions"], captions_text(timeline)),
        _track("chapters", words["steps"], chapters_text(timeline)),
        controls=True,
        muted=True,
        playsinline=True,
        preload="metadata",
        poster=address(base, clip.sources[0].poster),
        width=timeline.width,
        height=timeline.height,
        aria_label=clip.heading,
    )


def _sources(sources: tuple[Source, ...], base: str) -> list[Html]:
    """The lesson's own theme comes last, for readers whose scheme fits no other."""
    return [
        tag(
            "source",
            src=address(base, source.video),
            type="video/mp4",
            media=None if own else f"(prefers-color-scheme: {source.theme})",
            data_theme=source.theme,
            data_poster=address(base, source.poster),
        )
        for source in reversed(sources)
        for own in [source is sources[0]]
    ]


def _track(kind: str, label: str, text: str) -> Html:
    return tag(
        "track",
        kind=kind,
        label=label,
        srclang=LANGUAGE,
        src=f"data:text/vtt;charset=utf-8,{quote(text)}",
    )


def _transcript(clip: WebClip, base: str) -> Html:
    """A line a beat: what is said, the numbers that appear, and for paper the picture."""
    title = texts()[LANGUAGE]["transcript"]
    size = {"width": clip.timeline.width, "height": clip.timeline.height}
    items = []
    for beat, still in zip(clip.timeline.beats, clip.stills, strict=True):
        picture = tag(
            "img", src=address(base, still), alt="", class_="dotreel-still", loading="lazy", **size
        )
        said = tag("span", " ".join(beat.caption.split()) or beat.name, class_="dotreel-line")
        numbers = "; ".join(spoken(beat.numbers))
        heard = tag("p", numbers, class_="dotreel-numbers") if numbers else None
        items.append(tag("li", picture, said, heard))
    return tag(
        "div",
        tag("p", title, class_="dotreel-title"),
        tag("ol", block(*items), role="list", aria_label=title),
        class_="dotreel-transcript",
    )
