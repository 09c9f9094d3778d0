"""What a clip is to become: the formats asked for, with or without a background, and its poster."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from anim_lib.export.registry import Exporter
    from anim_lib.lesson.lesson import Lesson
    from anim_lib.render.registry import SceneInfo
    from anim_lib.render.settings import RenderSettings

format_option = click.option(
    "-f",
    "--format",
    "formats",
    multiple=True,
    metavar="FORMAT",
    help="mp4 (the default), webm, gif and webp bring png, vtt, srt, txt, json and chapters along; "
    "each can be had alone. Also: sheet, svg, pdf, slides. May be given several times.",
)
transparent_option = click.option(
    "--transparent",
    is_flag=True,
    help="Leave the background out. The video is then WebM; MP4 has no transparency.",
)
at_option = click.option(
    "--at",
    "poster",
    metavar="BEAT",
    help="The beat whose last picture is the poster (default: the clip's last).",
)


def choose_formats(names: tuple[str, ...], *, transparent: bool = False) -> tuple[Exporter, ...]:
    """The exporters for the formats that were asked for; usually MP4, or WebM when transparent."""
    from anim_lib.export.registry import chosen, exporters

    known = exporters()
    for name in names:
        if name not in known:
            close = get_close_matches(name.lower().lstrip("."), known, n=1)
            hint = f"Did you mean {close[0]}? " if close else ""
            raise click.UsageError(
                f"No format is called {name!r}. {hint}There are: {', '.join(known)}."
            )
        if transparent and known[name].opaque:
            clear = [other.name for other in known.values() if other.needs_frames]
            others = ", ".join(other for other in clear if not known[other].opaque)
            raise click.UsageError(
                f"{name} cannot be transparent: {known[name].opaque}. These can: {others}."
            )
    return chosen(names, ("webm",)) if transparent else chosen(names)


def choose_poster(
    beat: str | None, infos: Sequence[SceneInfo], lesson: Lesson, settings: RenderSettings
) -> int:
    """The place of the poster's beat in the clip; −1, the last, when none was asked for."""
    from anim_lib.render.engine import plan_clip

    if beat is None:
        return -1
    if len(infos) != 1:
        raise click.UsageError("--at names a beat of one clip: name the scene, and only one.")
    names = [known.name for known in plan_clip(infos[0], lesson, settings).timeline.beats]
    if beat in names:
        return names.index(beat)
    close = get_close_matches(beat.lower().replace("_", "-"), names, n=1)
    hint = f"Did you mean {close[0]}?" if close else f"There are: {', '.join(names)}."
    raise click.UsageError(f"{infos[0].name} has no beat called {beat!r}. {hint}")
