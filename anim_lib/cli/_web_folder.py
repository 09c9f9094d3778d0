"""Draws clips and writes the folder that goes beside a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from anim_lib.cli._progress import ProgressLine

if TYPE_CHECKING:
    from anim_lib.lesson.lesson import Lesson, Theme
    from anim_lib.render.registry import SceneInfo
    from anim_lib.render.settings import RenderSettings
    from anim_lib.timeline import Master
    from anim_lib.web.bundle import Bundle
    from anim_lib.web.clip import WebClip
    from anim_lib.web.pastes import Paste


@dataclass(frozen=True)
class WebFolder:
    """The folder `output`/<lesson>/ and what its clips are drawn from.

    Each method returns the files, the one to open first; they appear only when all are written.
    """

    lesson: Lesson
    infos: tuple[SceneInfo, ...]
    settings: RenderSettings
    output: Path
    jobs: int | None

    def write_clips(
        self, paste: Callable[[Bundle], Paste], *, both: bool
    ) -> tuple[tuple[Path, ...], Paste]:
        """Write the clips; also what to paste."""
        from anim_lib.web.bundle import Bundle

        with self._private() as private:
            clips = self._clips(private, both=both)
            made = paste(Bundle(self.lesson.name, self.lesson.title, tuple(clips.values())))
            return self._move_in(private, f"{self.infos[0].name}.html"), made

    def write_page(self, *, both: bool) -> tuple[Path, ...]:
        """Write the clips and the lesson page, index.html."""
        from anim_lib.files import write_whole
        from anim_lib.web.assets import PAGE_SCRIPT, asset
        from anim_lib.web.page import lesson_page

        with self._private() as private:
            clips = self._clips(private, both=both)
            write_whole(private / PAGE_SCRIPT, asset(PAGE_SCRIPT))
            write_whole(private / "index.html", lesson_page(self.lesson, clips))
            return self._move_in(private, "index.html")

    def write_deck(self) -> tuple[Path, ...]:
        """Write deck.html, which holds everything."""
        from anim_lib.files import write_whole
        from anim_lib.render.lecture import join_lecture, title_card
        from anim_lib.web.bundle import write_clip
        from anim_lib.web.page import deck_page

        with self._private() as private, self._drawn(self.lesson, title_card()) as masters:
            clips = [(info, masters[info.name]) for info in self.infos]
            lecture = join_lecture(masters[title_card().name], clips)
            parts = private / ".parts"
            parts.mkdir()
            clip = write_clip(lecture, self.lesson.title, self.lesson.display.theme, parts)
            write_whole(private / "deck.html", deck_page(clip, parts))
            return self._move_in(private, "deck.html")

    def _clips(self, private: Path, *, both: bool) -> Mapping[str, WebClip]:
        """Draw the clips in one theme or in both, and write all that belongs to them."""
        from anim_lib.web.bundle import add_theme, write_clip, write_pages

        own = self.lesson.display.theme
        with self._drawn(self.lesson) as masters:
            clips = {
                info.name: write_clip(masters[info.name], heading(info), own, private)
                for info in self.infos
            }
        if both:
            other: Theme = "light" if own == "dark" else "dark"
            with self._drawn(self.lesson.with_display(theme=other)) as masters:
                for name, clip in clips.items():
                    clips[name] = add_theme(clip, masters[name], other, private)
        write_pages(list(clips.values()), private)
        return clips

    @contextmanager
    def _drawn(self, lesson: Lesson, *first: SceneInfo) -> Iterator[Mapping[str, Master]]:
        """The clips' masters by scene; the last that came of each counts."""
        from anim_lib.render.engine import render_clips

        infos = (*first, *self.infos)
        line = ProgressLine(f"{lesson.name}, {lesson.display.theme}")
        with (
            line,
            render_clips(infos, lesson, self.settings, self.jobs, line) as masters,
        ):
            yield {master.timeline.scene: master for master in masters}

    @contextmanager
    def _private(self) -> Iterator[Path]:
        from anim_lib.export.publish import private_folder
        from anim_lib.render.workfolder import trim_cache

        self.output.mkdir(parents=True, exist_ok=True)
        with private_folder(self.output) as private:
            yield private
        trim_cache()

    def _move_in(self, private: Path, first: str) -> tuple[Path, ...]:
        """Move the files into place, and drop the stills of an older, longer telling."""
        folder = self.output / self.lesson.name
        folder.mkdir(exist_ok=True)
        names = sorted(path.name for path in private.iterdir() if not path.name.startswith("."))
        for name in names:
            (private / name).replace(folder / name)
        for info in self.infos:
            for still in folder.glob(f"{info.name}-[0-9]*.webp"):
                if still.name not in names and first != "deck.html":
                    still.unlink()
        names.sort(key=lambda name: name != first)
        return tuple(folder / name for name in names)


def heading(info: SceneInfo) -> str:
    """What a clip is called on a page."""
    return info.description.rstrip(".") or info.name
