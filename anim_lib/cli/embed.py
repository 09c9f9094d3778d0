"""`dotreel embed`: clips for a course page, and what to paste into it; or the whole page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from anim_lib.cli._options import (
    check_results,
    choose_settings,
    jobs_option,
    lesson_options,
    output_to,
    pace_option,
    read_lesson,
    report_options,
    size_options,
)
from anim_lib.cli._scenes import check_layouts, choose_scenes, known_scenes
from anim_lib.cli._web_folder import WebFolder

if TYPE_CHECKING:
    from anim_lib.lesson.lesson import Lesson
    from anim_lib.render.registry import SceneInfo


class _KindOption(click.Option):
    """Its help lists the kinds there are; they are looked up only when it is read."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        from anim_lib.web.pastes import KINDS, summaries

        self.help = f"The kind of page (default: html). {summaries(list(KINDS.values()))}."
        return super().get_help_record(ctx)


def _known_kind(ctx: click.Context, param: click.Parameter, kind: str | None) -> str | None:
    """The kind, or a usage error that names those there are."""
    if kind is None:
        return None
    from anim_lib.web.pastes import KINDS

    if kind not in KINDS:
        kinds = ", ".join(map(repr, KINDS))
        raise click.BadParameter(f"{kind!r} is not one of {kinds}.", ctx, param)
    return kind


@click.command(
    "embed",
    short_help="Put clips into a course page, or make the whole page.",
    epilog="Example: dotreel embed dense-layer --for mkdocs -o docs",
)
@click.argument("what", nargs=-1, metavar="[LESSON|SCENE]...")
@lesson_options
@click.option(
    "--for",
    "kind",
    cls=_KindOption,
    callback=_known_kind,
    metavar="KIND",
)
@click.option("--page", "whole_page", is_flag=True, help="Make the whole lesson page, index.html.")
@click.option("--deck", is_flag=True, help="Make slides in one file, deck.html: a beat a step.")
@click.option(
    "--theme",
    type=click.Choice(["dark", "light", "both"]),
    help="In place of the lesson's own; both are chosen between by the reader's own scheme.",
)
@size_options
@output_to("renders/embed")
@jobs_option
@pace_option
@report_options
def command(
    what: tuple[str, ...],
    lesson_name: str | None,
    kind: str | None,
    whole_page: bool,
    deck: bool,
    theme: str | None,
    quality: str,
    resolution: str | None,
    fps: int | None,
    output: Path,
    jobs: int | None,
    pace: float | None,
    as_json: bool,
) -> None:
    """Write a folder that needs no network, and print what to paste into a page.

    The folder has the clips of the named scenes, or of all that the lesson offers, with captions,
    transcripts and the player. Its files are listed on stderr. With --page or --deck the folder has
    index.html or deck.html, and that path is printed.
    """
    if sum([kind is not None, whole_page, deck]) > 1:
        raise click.UsageError("Choose one of --for, --page and --deck.")
    if deck and theme == "both":
        raise click.UsageError("A deck has one theme: --theme dark or --theme light.")
    settings = choose_settings(quality, resolution, fps)
    name, scenes = _sorted(what, lesson_name)
    own = theme if theme in ("dark", "light") else None
    lesson = read_lesson(name, own, pace)  # type: ignore[arg-type] # one of the two, or None
    infos = choose_scenes(scenes, lesson)
    check_layouts(infos, lesson, settings.aspect)
    check_results(output, lesson, [f"{info.name}.mp4" for info in infos])
    folder = WebFolder(lesson, infos, settings, output, jobs)
    if deck:
        files, text = folder.write_deck(), None
    elif whole_page:
        files, text = folder.write_page(both=theme == "both"), None
    else:
        from anim_lib.web.pastes import KINDS

        paste = KINDS[kind or "html"].paste
        files, made = folder.write_clips(paste, both=theme == "both")
        text = made.text
        if not as_json:
            click.echo(made.advice, err=True)
    _report(lesson, infos, files, text, as_json=as_json)


def _sorted(what: Sequence[str], lesson_name: str | None) -> tuple[str | None, list[str]]:
    """The lesson and the scenes among the arguments; of one name it is one's own scene."""
    from anim_lib.lesson.load import shipped_lessons

    names = set(shipped_lessons()) - set(known_scenes())
    lessons = [word for word in what if word.endswith(".toml") or word in names]
    if len(lessons) + (lesson_name is not None) > 1:
        raise click.UsageError("One lesson at a time, please.")
    scenes = [word for word in what if word not in lessons]
    return (lessons[0] if lessons else lesson_name), scenes


def _report(
    lesson: Lesson,
    infos: Sequence[SceneInfo],
    files: Sequence[Path],
    text: str | None,
    *,
    as_json: bool,
) -> None:
    """Print the paste, or the path of the page; the files and what is too large on stderr."""
    from anim_lib.web.bundle import size_warnings

    for warning in size_warnings(files):
        click.echo(warning, err=True)
    if as_json:
        report: dict[str, Any] = {
            "lesson": lesson.name,
            "scenes": [info.name for info in infos],
            "folder": str(files[0].parent),
            "files": [{"path": str(file), "size": file.stat().st_size} for file in files],
        }
        report |= {"page": str(files[0])} if text is None else {"paste": text}
        click.echo(json.dumps(report, ensure_ascii=False, indent=2))
    elif text is None:
        click.echo(str(files[0]))
    else:
        click.echo("\n".join(map(str, files)), err=True)
        click.echo(text)
