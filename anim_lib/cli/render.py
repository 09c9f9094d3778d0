"""`dotreel render`: draw clips and put them, with their companions, into the output folder.

Several clips are joined into a lecture, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from anim_lib.cli._formats import (
    at_option,
    choose_formats,
    choose_poster,
    format_option,
    transparent_option,
)
from anim_lib.cli._options import (
    check_results,
    choose_settings,
    jobs_option,
    lesson_options,
    look_options,
    output_to,
    read_lesson,
    report_options,
    size_options,
)
from anim_lib.cli._progress import ProgressLine
from anim_lib.cli._scenes import choose_scenes, refuse_unfit

if TYPE_CHECKING:
    from anim_lib.export.registry import Exporter
    from anim_lib.lesson.lesson import Lesson
    from anim_lib.render.registry import SceneInfo
    from anim_lib.render.settings import RenderSettings
    from anim_lib.timeline import Master


@click.command(
    "render",
    short_help="Render clips.",
    epilog="Example: dotreel render dense-layer --lesson my.toml -q m -o clips",
)
@click.argument("scenes", nargs=-1, metavar="[SCENE]...")
@lesson_options
@size_options
@format_option
@transparent_option
@at_option
@output_to("renders")
@jobs_option
@look_options
@report_options
def command(
    scenes: tuple[str, ...],
    lesson_name: str | None,
    quality: str,
    resolution: str | None,
    fps: int | None,
    formats: tuple[str, ...],
    transparent: bool,
    poster: str | None,
    output: Path,
    jobs: int | None,
    theme: Literal["dark", "light"] | None,
    pace: float | None,
    as_json: bool,
) -> None:
    """Render clips: the named scenes, or all that the lesson offers.

    Several clips are also joined into one video, the lecture. The files' paths are printed, one a
    line. An interrupted run goes on where it stopped.
    """
    from anim_lib.files import name_beside
    from anim_lib.render.lecture import NAME as LECTURE
    from anim_lib.render.lecture import join_lecture, title_card
    from anim_lib.render.workfolder import trim_cache

    exporters = choose_formats(formats, transparent=transparent)
    settings = replace(choose_settings(quality, resolution, fps), transparent=transparent)
    lesson = read_lesson(lesson_name, theme, pace)
    infos = choose_scenes(scenes, lesson)
    is_lecture = not scenes or len(infos) > 1
    wanted = (title_card(), *infos) if is_lecture else infos
    refuse_unfit(wanted, lesson, settings.aspect)
    results = [*(info.name for info in infos), *([LECTURE] if is_lecture else [])]
    check_results(output, lesson, [f"{name}{e.suffix}" for name in results for e in exporters])
    poster_at = choose_poster(poster, wanted, lesson, settings)
    line = ProgressLine(lesson.name if len(wanted) > 1 else infos[0].name)
    lesson_file = name_beside(lesson.path, output) if lesson.path else None
    out = Output(exporters, output, line, as_json, lesson_file)
    with drawn(wanted, lesson, settings, exporters, jobs, line) as masters:
        clips = {}
        for drawn_master in masters:
            master = replace(drawn_master, poster=poster_at)
            clips[master.timeline.scene] = master
            if master.timeline.scene != title_card().name:
                out.publish(master)
        if is_lecture:
            title = clips[title_card().name]
            out.publish(join_lecture(title, [(info, clips[info.name]) for info in infos]))
        else:
            out.warn_of_an_older_lecture(clips)
    trim_cache()
    out.finish(lesson.name)


@contextmanager
def drawn(
    infos: tuple[SceneInfo, ...],
    lesson: Lesson,
    settings: RenderSettings,
    exporters: tuple[Exporter, ...],
    jobs: int | None,
    line: ProgressLine,
) -> Iterator[Iterable[Master]]:
    """The clips' masters as they are drawn; only planned when no format needs pictures."""
    from anim_lib.render.engine import plan_clips, render_clips, trace_clips

    with ExitStack() as stack:
        outlines: dict[str, tuple[Path, ...]] = {}
        if any(exporter.needs_outlines for exporter in exporters):
            outlines = stack.enter_context(trace_clips(infos, lesson, settings))
        masters: Iterable[Master]
        if any(exporter.needs_frames for exporter in exporters):
            stack.enter_context(line)
            masters = stack.enter_context(render_clips(infos, lesson, settings, jobs, line))
        else:
            masters = plan_clips(infos, lesson, settings)
        yield (replace(m, outlines=outlines.get(m.timeline.scene, ())) for m in masters)


@dataclass
class Output:
    """Publishes videos, says where their files are, and keeps account of them."""

    exporters: tuple[Exporter, ...]
    folder: Path
    line: ProgressLine
    quiet: bool
    lesson_file: str | None = None
    records: dict[str, dict[str, Any]] = field(default_factory=dict)
    manifest: Path | None = None

    def publish(self, master: Master) -> None:
        """Put the video's files into place and print their paths."""
        from anim_lib.export.publish import publish
        from anim_lib.web.bundle import size_warnings

        timeline = master.timeline
        self._warn_of_another_lesson(self.folder / timeline.lesson)
        *files, self.manifest = publish(master, self.exporters, self.folder, self.lesson_file)
        if timeline.scene not in self.records and not self.quiet:
            self.line.print("\n".join(map(str, files)))
        for warning in size_warnings(files):
            click.echo(warning, err=True)
        self.records[timeline.scene] = {
            "scene": timeline.scene,
            "duration": timeline.duration,
            "frames": timeline.frames,
            "files": [str(file) for file in (*files, self.manifest)],
        }

    def _warn_of_another_lesson(self, folder: Path) -> None:
        """Say so when the files in the folder came from a lesson file of another name."""
        from anim_lib.export.manifest import read_source

        before = read_source(folder)
        names = (before.file if before else None, self.lesson_file)
        if before and all(names) and names[0] != names[1]:
            click.echo(
                f"{folder} holds results of {names[0]} ({before.title!r}); those of {names[1]} "
                f"take their place. To keep both: rename one lesson, or use -o.",
                err=True,
            )

    def warn_of_an_older_lecture(self, clips: dict[str, Master]) -> None:
        """Say so when the lecture that lies there shows other numbers than the new clips."""
        from anim_lib.export.manifest import read_manifest

        assert self.manifest is not None
        stories = {scene: master.story for scene, master in clips.items()}
        for entry in read_manifest(self.manifest.parent):
            older = [
                name for name, story in entry.clips.items() if stories.get(name, story) != story
            ]
            if older and entry.name.endswith(".mp4"):
                path = self.manifest.parent / entry.name
                click.echo(
                    f"{path} still holds the older {', '.join(older)}; "
                    f"render without naming scenes to join it anew.",
                    err=True,
                )

    def finish(self, lesson: str) -> None:
        """Print the manifest's path, or the account as JSON."""
        if not self.quiet:
            click.echo(str(self.manifest))
            return
        report: dict[str, Any] = {
            "lesson": lesson,
            "clips": [record for scene, record in self.records.items() if scene != "lecture"],
        }
        if "lecture" in self.records:
            report["lecture"] = self.records["lecture"]
        click.echo(json.dumps(report, ensure_ascii=False, indent=2))
