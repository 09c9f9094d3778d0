"""Clips from Python and notebooks: `render` draws one, a `Clip` shows itself in Jupyter."""

from __future__ import annotations

import base64
import html
import inspect
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote

from anim_lib.files import name_beside, sha256_of
from anim_lib.lesson.faults import Fault, LessonError
from anim_lib.lesson.lesson import Lesson
from anim_lib.lesson.load import load_lesson
from anim_lib.timeline import Timeline

if TYPE_CHECKING:
    from anim_lib.render.registry import SceneInfo

INLINE_BYTES = 20_000_000  # a larger video is linked to, not put into the notebook
WIDEST, HIGHEST = 960, 720  # CSS pixels in a notebook
OUTPUT = Path("renders")


@dataclass(frozen=True)
class Clip:
    """A rendered clip. In Jupyter it plays where a cell ends with it.

    `path` is the video, `files` all that was written, `timeline` its beats and numbers.
    """

    path: Path
    timeline: Timeline = field(repr=False)
    files: tuple[Path, ...] = field(repr=False)
    digest: str = field(repr=False)  # SHA-256 of the video, which another clip may replace

    @property
    def captions(self) -> Path | None:
        """The WebVTT file beside the video."""
        beside = self.path.with_suffix(".vtt")
        return beside if beside in self.files else None

    def _repr_html_(self) -> str:
        """A player with captions: the video itself, or a link to it when it is large."""
        if trouble := self._trouble():
            return f"<p>{html.escape(f'{self.path} {trouble}')}</p>"
        title = html.escape(self.timeline.title, quote=True)
        across, down = self.timeline.width, self.timeline.height
        size = f'width="{min(across, WIDEST, round(HIGHEST * across / down))}"'
        track = ""
        if self.captions is not None and self.captions.is_file():
            source = self._source(self.captions, "text/vtt")
            track = f'<track kind="captions" srclang="en" label="English" src="{source}" default>'
        source = self._source(self.path, "video/mp4")
        return (
            f'<video controls preload="metadata" {size} style="max-width: 100%" '
            f'aria-label="{title}" src="{source}">{track}</video>'
        )

    def _trouble(self) -> str:
        """What keeps the video from being shown: its file is gone, or holds another clip."""
        if not self.path.is_file():
            return "is no longer there; render it anew."
        if sha256_of(self.path) != self.digest:
            return (
                "holds another clip by now; render this one anew. "
                "Lessons with titles of their own have folders of their own."
            )
        return ""

    def _source(self, path: Path, kind: str) -> str:
        if self.path.stat().st_size <= INLINE_BYTES:
            return f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"
        return quote(Path(os.path.relpath(path)).as_posix())


def render(
    scene: str | Path | type[Any],
    lesson: Lesson | Path | str,
    quality: str = "l",
    output: Path | str | None = None,
    *,
    theme: Literal["dark", "light"] | None = None,
    pace: float | None = None,
    resolution: str | None = None,
    fps: int | None = None,
    jobs: int | None = None,
    scenes: Path | str | Sequence[Path | str] = (),
) -> Clip:
    """Draw one clip, and put it with its companions into `output`/<lesson>/ (usually renders/).

    `scene` is a shipped scene's name ("dense-layer"), or the file or the class of one of your own,
    or its name when `scenes` names its folder.
    `lesson` is a Lesson, a lesson file or a shipped lesson's name. `quality` is one of Manim's
    letters (l m h p k); `resolution` ("1080x1920") and `fps` take the place of what it says;
    `theme` and `pace` that of what the lesson says; `jobs` processes draw.
    What was drawn before is not drawn again.
    Raises LessonError for a lesson that this clip cannot show, SceneFileError for a scene's file
    that is at fault (both are ValueErrors), ValueError for other arguments that are wrong and
    TypeError for what is none; MissingLibraryError or RenderError when drawing fails.
    """
    from anim_lib.export.publish import publish
    from anim_lib.export.registry import chosen
    from anim_lib.render.engine import render_clip
    from anim_lib.render.settings import RenderSettings

    _refuse_other_kinds(scene, jobs)
    folders = [scenes] if isinstance(scenes, str | Path) else scenes
    info = _scene_info(scene, [Path(folder) for folder in folders])
    lesson = _lesson_of(lesson)
    lesson = lesson.with_display(theme=theme, pace=pace)
    _refuse_missing_tables(info, lesson)
    settings, _ = RenderSettings.choose(quality, resolution, fps)
    folder = OUTPUT if output is None else Path(output)
    with render_clip(info, lesson, settings, jobs) as master:
        file = name_beside(lesson.path, folder) if lesson.path else None
        files = tuple(path.absolute() for path in publish(master, chosen(()), folder, file))
    (video,) = [file for file in files if file.suffix == ".mp4"]
    return Clip(video, master.timeline, files, sha256_of(video))


def _refuse_other_kinds(scene: object, jobs: object) -> None:
    if not isinstance(scene, str | Path | type):
        found = f"an object of type {type(scene).__name__} is no scene"
        raise TypeError(f'{found}; give its name ("dense-layer"), its class or its file')
    if jobs is not None and not (isinstance(jobs, int) and jobs > 0):
        raise ValueError(f"jobs is {jobs!r}; expected a whole number of processes, 1 or more")


def _lesson_of(lesson: object) -> Lesson:
    """The lesson that is meant: itself, or a file's. TypeError for anything else."""
    if isinstance(lesson, Lesson):
        return lesson
    if not isinstance(lesson, str | Path):
        found = f"an object of type {type(lesson).__name__} is no lesson"
        raise TypeError(f"{found}; give Lesson.dense(W, x, b), or a lesson file's path")
    return load_lesson(lesson)


def _scene_info(scene: str | Path | type[Any], folders: Sequence[Path]) -> SceneInfo:
    """The scene of that name, file or class. ValueError when there is none."""
    from anim_lib.render.registry import NONE_HERE, read_scene, scenes_with

    if isinstance(scene, type):
        scene = _file_of(scene)
    if isinstance(scene, Path) or scene.endswith(".py"):
        if not Path(scene).is_file():
            raise ValueError(f"{scene}: no such file")
        info = read_scene(Path(scene))
        if info is None:
            raise ValueError(f"{scene}: {NONE_HERE}")
        return info
    for folder in folders:
        if not folder.is_dir():
            raise ValueError(f"{folder}: no such folder")
    scenes = scenes_with(folders).sound()
    if scene not in scenes:
        close = get_close_matches(scene.lower().replace("_", "-"), scenes, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(scenes)}"
        raise ValueError(f"no scene is called {scene!r}; {hint}")
    return scenes[scene]


def _file_of(scene: type[Any]) -> Path:
    """The file of a scene's class. ValueError for one that was typed into a notebook."""
    try:
        path = Path(inspect.getfile(scene))
    except (OSError, TypeError):
        path = Path()
    if not path.is_file():
        raise ValueError(
            f"{scene.__name__} is in no file, and the drawing processes read scenes from files; "
            f"write it to one and give its path"
        )
    return path


def _refuse_missing_tables(info: SceneInfo, lesson: Lesson) -> None:
    file = str(lesson.path or lesson.name)
    absent = [table for table in info.needs if table not in lesson.tables]
    if absent:
        raise LessonError(
            *(
                Fault(file, table, None, f"no [{table}]", f"what {info.name} shows", "Add it.")
                for table in absent
            )
        )
