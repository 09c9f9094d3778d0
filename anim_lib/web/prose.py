"""What the sections of a lesson page are written with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from anim_lib.lesson.lesson import Lesson
from anim_lib.nn.quantity import Quantity
from anim_lib.web.clip import WebClip
from anim_lib.web.markup import Html, block, tag
from anim_lib.web.player import player_html


@dataclass(frozen=True)
class Story:
    """What the page is made of: the lesson, and its clips by scene."""

    lesson: Lesson
    clips: Mapping[str, WebClip]

    def clip(self, scene: str) -> Html | None:
        """The scene's player, if the clip was rendered."""
        clip = self.clips.get(scene)
        return None if clip is None else player_html(clip)


def section(name: str, title: str, *children: Html | None) -> Html:
    """A section with its heading."""
    heading = tag("h2", title, id=f"{name}-title")
    return tag("section", block(heading, *children), id=name, aria_labelledby=f"{name}-title")


def p(*children: Html | str) -> Html:
    """A paragraph."""
    return tag("p", *children)


def num(quantity: Quantity) -> Html:
    """A number as printed in the clips, marked so that it can light up with them."""
    return tag("data", quantity.text, value=repr(quantity.value), data_number=quantity.name)


def count(n: int, thing: str) -> str:
    """How many of a thing: "1 row", "4 rows"."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def commas(pieces: Iterable[Html]) -> Sequence[Html | str]:
    """The pieces with commas between them."""
    listed: list[Html | str] = []
    for piece in pieces:
        listed += [", ", piece] if listed else [piece]
    return listed
