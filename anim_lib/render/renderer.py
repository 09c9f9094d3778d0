"""A Cairo renderer that draws only the wanted beats, and hands each frame to its beat's file.

Manim's own draws a picture for skipped plays too, hashes each play for its cache, and draws a held
picture twice over itself, which thickens the edges of text for as long as it stands still. Here a
play costs what it must, and its frames are counted in whole numbers, never by adding up floats.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from manim import BLACK, Scene
from manim.renderer.cairo_renderer import CairoRenderer

from anim_lib.stage.lesson_scene import LessonScene

if TYPE_CHECKING:
    from anim_lib.render.alpha_segment import AlphaSegmentEncoder
    from anim_lib.render.segment import SegmentEncoder

    Encoder = SegmentEncoder | AlphaSegmentEncoder


class BeatRenderer(CairoRenderer):
    """Sends each frame to :attr:`segment`; while that is None nothing is drawn.

    `on_frames` is told how many frames were written, each time some were.
    """

    def __init__(self, on_frames: Callable[[int], None]) -> None:
        super().__init__()
        self.segment: Encoder | None = None
        self._on_frames = on_frames

    def play(self, scene: Scene, *args: Any, **kwargs: Any) -> None:
        """Bring the scene to the end of these animations, drawing each frame if it is wanted."""
        if not isinstance(scene, LessonScene):
            raise TypeError(f"{scene} is no LessonScene: its frames are not counted")
        self.skip_animations = self.segment is None
        self.static_image = None
        before = scene.frames
        scene.compile_animation_data(*args, **kwargs)
        frames = scene.frames - before
        scene.begin_animations()
        if scene.is_current_animation_frozen_frame():
            self._hold(scene, frames)
        else:
            self._animate(scene, frames)
        self.static_image = None
        self.time = scene.frames / scene.fps
        self.num_plays += 1

    def clear_background(self) -> None:
        """Draw on nothing from now on, in place of the theme's background."""
        self.camera.background_opacity = 0.0
        self.camera.background_color = BLACK  # Cairo's colours are premultiplied: nothing is 0

    def scene_finished(self, scene: Scene) -> None:
        """Nothing is left to write: each beat's file was closed at the beat's end."""

    def _hold(self, scene: LessonScene, frames: int) -> None:
        if self.segment is not None:
            self.update_frame(scene)
            self._write(self.segment, frames)

    def _animate(self, scene: LessonScene, frames: int) -> None:
        if self.segment is not None:
            if scene.moving_mobjects:  # else all of the scene is drawn anew, over nothing
                self.save_static_frame_data(scene, scene.static_mobjects)
            for frame in range(frames):
                scene.update_to_time(frame / scene.fps)
                self.update_frame(scene, scene.moving_mobjects)
                self._write(self.segment)
        else:
            scene.update_to_time(scene.duration)
        for animation in scene.animations or ():
            animation.finish()
            animation.clean_up_from_scene(scene)
        scene.update_mobjects(0)

    def _write(self, segment: Encoder, repeat: int = 1) -> None:
        segment.write(np.asarray(self.camera.pixel_array, dtype=np.uint8), repeat)
        self._on_frames(repeat)
