"""LessonScene: a Manim scene that tells a lesson's numbers in named beats.

It computes nothing and formats nothing. It keeps the time in whole frames, swaps captions, and
notes which quantity of the trace was first seen in which beat.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from manim import Animation, ManimColor, Scene, Wait, config
from numpy.typing import NDArray

from anim_lib.lesson.lesson import Lesson, slug
from anim_lib.lesson.load import default_lesson
from anim_lib.lesson.words import cut
from anim_lib.nn.quantity import Quantity
from anim_lib.stage.caption import MAX_WORDS, Caption, caption_is_cut, reading_seconds
from anim_lib.stage.fonts import drawing
from anim_lib.stage.frame import Frame
from anim_lib.stage.ink import Ink, Number, Slots, Words
from anim_lib.stage.theme import THEMES, Theme
from anim_lib.timeline import Beat, Timeline

LAST_HOLD = 2.0  # seconds the last picture of a clip stands at least


class Director:
    """What a renderer may decide and see; as it stands, everything is drawn."""

    def draws(self, index: int, name: str) -> bool:
        """Whether this beat's frames are wanted; asked once, as the beat starts."""
        return True

    def beat_started(self, scene: LessonScene, index: int, name: str) -> None:
        """A beat begins; nothing of it has been played."""

    def beat_ended(self, scene: LessonScene, index: int, beat: Beat) -> None:
        """A beat is over; its last picture still stands (`scene.still()`)."""


class LessonScene(Scene):
    """One clip. Subclasses name the lesson tables they need and tell the story in `construct`."""

    needs: ClassVar[tuple[str, ...]] = ()
    order: ClassVar[int | None] = None  # its place among the clips: lower first, None last

    def __init__(
        self, lesson: Lesson | None = None, director: Director | None = None, **manim: Any
    ) -> None:
        super().__init__(**manim)
        self.lesson: Lesson = lesson if lesson is not None else default_lesson()
        self.director: Director = director if director is not None else Director()
        self.theme: Theme = THEMES[self.lesson.display.theme]
        self.frame = Frame(config.frame_width, config.frame_height)
        self.camera.background_color = ManimColor(self.theme.background)  # type: ignore[union-attr]
        self.caption = Caption(self.frame, self.theme)
        self.fps = round(config.frame_rate)
        self.frames = 0
        self.beats: list[Beat] = []
        self._seen: set[str] = set()
        self._fresh: list[Quantity] = []
        self._in_beat = False
        self._caption_since = 0

    def render(self, preview: bool = False) -> bool:
        """Tell the whole story, its words in the lesson's fonts."""
        with drawing(self.lesson):
            return bool(super().render(preview))

    # Telling -----------------------------------------------------------------------------

    @contextmanager
    def beat(self, name: str, caption: str) -> Iterator[None]:
        """One step of the story; the video may be cut where it starts and ends.

        The caption swaps first. However short the motions inside, it stays long enough to read.
        """
        if self._in_beat:
            raise RuntimeError(f"beat {name!r} starts inside another beat")
        if not name.strip():
            raise RuntimeError("a beat has no name; chapters and links go by it")
        if any(beat.name == name for beat in self.beats):
            raise RuntimeError(f"two beats are called {name!r}; links and stills go by the name")
        self._check_caption(caption)
        index, start = len(self.beats), self.frames
        drawn = self.director.draws(index, name)
        self.next_section(name, skip_animations=not drawn)
        self.director.beat_started(self, index, name)
        self._in_beat, self._fresh = True, []
        if caption != self.caption.text:
            self._caption_since = start
            if self.frames == 0:  # a clip opens on a complete picture
                self.add(*self.caption.show(caption))
            else:
                self.play(self.caption.swap(caption))
        yield
        self._check_texts()
        self._until(self._caption_since + math.ceil(reading_seconds(caption) * self.fps - 1e-9))
        beat = Beat(name, caption, start, self.frames, tuple(self._fresh))
        self.beats.append(beat)
        self._in_beat = False
        self.director.beat_ended(self, index, beat)

    def _check_caption(self, caption: object) -> None:
        """Refuse what would be cut off, or is no line of text."""
        if not isinstance(caption, str) or len(caption.splitlines()) > 1:
            raise RuntimeError(f"the caption {caption!r} is not one line of text")
        if caption_is_cut(caption, self.frame):
            said, fewer = cut(caption), f"at most {MAX_WORDS} words, fewer in a narrow frame"
            raise RuntimeError(f"the caption “{said}” is wider than the frame; write {fewer}")

    def _check_texts(self) -> None:
        """Refuse a text that is cut off by the frame's edge while nothing moves."""
        half_width, half_height = self.frame.width / 2, self.frame.height / 2
        for mobject in self.get_mobject_family_members():
            if isinstance(mobject, Words | Slots) and mobject.alpha > 0:
                left, bottom, right, top = mobject.box()
                if max(-left, right) > half_width or max(-bottom, top) > half_height:
                    said = cut(mobject.drawn if isinstance(mobject, Slots) else mobject.words)
                    raise RuntimeError(f"“{said}” is cut off by the frame’s edge")

    def hold(self, seconds: float) -> None:
        """Stand still; the lesson's pace scales it."""
        self.wait(seconds * self.lesson.display.pace)

    def close(self) -> None:
        """Hold the last picture; call it at the end of the last beat."""
        self.wait(LAST_HOLD)

    def _until(self, frame: int) -> None:
        if frame > self.frames:
            self.wait((frame - self.frames) / self.fps)

    # Time in whole frames ----------------------------------------------------------------

    def play(self, *motions: Any, **options: Any) -> None:
        """Play motions (lists are flattened) for a whole number of frames; nothing if none."""
        if any(not isinstance(motion, list) or motion for motion in motions):
            super().play(*motions, **options)
            self._note_numbers()

    def add(self, *mobjects: Any) -> LessonScene:
        """Show mobjects at once."""
        super().add(*mobjects)
        return self

    def get_run_time(self, animations: list[Animation]) -> float:
        """The length of a play, rounded to whole frames.

        Manim samples a play at 0, 1/fps, 2/fps … below this length, and cuts a still hold's
        length down to frames; half a frame off the edge both give exactly the number meant.
        """
        frames = self._whole_frames(max(animation.run_time for animation in animations))
        still = len(animations) == 1 and isinstance(animations[0], Wait)
        return (frames + 0.5 if still else frames - 0.5) / self.fps

    def compile_animation_data(self, *animations: Any, **options: Any) -> Any:
        """Count the frames of every play exactly once, drawn or skipped."""
        result = super().compile_animation_data(*animations, **options)
        assert self.animations is not None
        self.frames += self._whole_frames(max(a.run_time for a in self.animations))
        return result

    def _whole_frames(self, seconds: float) -> int:
        return max(1, round(seconds * self.fps))

    # What was seen -----------------------------------------------------------------------

    def _note_numbers(self) -> None:
        for mobject in self.get_mobject_family_members():
            if isinstance(mobject, Number) and mobject.alpha > 0:
                self._note(mobject.quantity)
            elif isinstance(mobject, Ink) and mobject.alpha > 0:
                for quantity in mobject.quantities:
                    self._note(quantity)

    def _note(self, quantity: Quantity) -> None:
        if quantity.name not in self._seen:
            self._seen.add(quantity.name)
            self._fresh.append(quantity)

    def timeline(self) -> Timeline:
        """What was told when; complete after `render`."""
        return Timeline(
            scene=clip_name(type(self)),
            title=self.lesson.title,
            lesson=self.lesson.name,
            fps=self.fps,
            width=config.pixel_width,
            height=config.pixel_height,
            beats=tuple(self.beats),
        )

    def still(self) -> NDArray[np.uint8]:
        """The picture that stands now: RGBA, (height, width, 4)."""
        self.renderer.static_image = None  # type: ignore[union-attr]
        self.renderer.update_frame(self)
        return np.asarray(self.renderer.get_frame(), dtype=np.uint8)


def clip_name(scene: type[LessonScene]) -> str:
    """The clip's name: its file's, with dashes (`dense_layer.py` → `dense-layer`)."""
    source = getattr(sys.modules.get(scene.__module__), "__file__", None)
    stem = Path(source).stem if source else re.sub(r"(?<!^)(?=[A-Z])", "_", scene.__name__)
    return slug(stem)
