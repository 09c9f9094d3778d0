"""A Cairo renderer that draws only while a beat is wanted, and hands its frames to that beat's file.

Manim's own draws a picture for skipped plays too, hashes each play for its cache, and draws a held
picture twice over itself, which thickens the edges of text for as long as it stands still. Here a
play costs what it must, and its frames are counted in whole numbers, never by adding up floats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from manim import Scene, config
from manim.renderer.cairo_renderer import CairoRenderer

if TYPE_CHECKING:
    from anim_lib.render.segment import SegmentEncoder


class BeatRenderer(CairoRenderer):
    """Sends each frame to :attr:`segment`; while that is None nothing is drawn."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.segment: SegmentEncoder | None = None

    def play(self, scene: Scene, *args: Any, **kwargs: Any) -> None:
        """Bring the scene to the end of these animations, drawing each frame if it is wanted."""
        self.skip_animations = self.segment is None
        self.static_image = None
        scene.compile_animation_data(*args, **kwargs)
        scene.begin_animations()
        frames = round(scene.duration * config.frame_rate)
        if scene.is_current_animation_frozen_frame():
            self._hold(scene, frames)
        else:
            self._animate(scene, frames)
        self.static_image = None
        self.time += frames / config.frame_rate
        self.num_plays += 1

    def scene_finished(self, scene: Scene) -> None:
        """Nothing is left to write: each beat's file was closed at the beat's end."""

    def _hold(self, scene: Scene, frames: int) -> None:
        if self.segment is not None:
            self.update_frame(scene)
            self.segment.write(self.camera.pixel_array, repeat=frames)

    def _animate(self, scene: Scene, frames: int) -> None:
        if self.segment is not None:
            if scene.moving_mobjects:  # else all of the scene is drawn anew, over nothing
                self.save_static_frame_data(scene, scene.static_mobjects)
            for frame in range(frames):
                scene.update_to_time(frame / config.frame_rate)
                self.update_frame(scene, scene.moving_mobjects)
                self.segment.write(self.camera.pixel_array)
        else:
            scene.update_to_time(scene.duration)
        for animation in scene.animations or ():
            animation.finish()
            animation.clean_up_from_scene(scene)
        scene.update_mobjects(0)
