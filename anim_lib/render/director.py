"""Decides beat by beat what one process draws, and puts each drawn beat in the work folder."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from PIL import Image

from anim_lib.files import Lock, write_whole
from anim_lib.render.alpha_segment import AlphaSegmentEncoder
from anim_lib.render.events import BeatDone, Event, FramesDrawn, Job, Want
from anim_lib.render.renderer import BeatRenderer
from anim_lib.render.segment import SegmentEncoder
from anim_lib.render.workfolder import WorkFolder
from anim_lib.stage.lesson_scene import Director, LessonScene
from anim_lib.stage.outline import outline
from anim_lib.timeline import Beat

SECONDS_BETWEEN_REPORTS = 0.2


class BeatDirector(Director):
    """The director of one run of a scene.

    Several processes run the same scene side by side. At each beat's start the first to ask gets
    to draw it; the others pass over it. So nobody plans who draws what, and the bytes of a beat
    do not depend on who drew it.
    """

    def __init__(self, job: Job, report: Callable[[Event], None]) -> None:
        self.renderer = BeatRenderer(self._count)
        self._job = job
        self._folder = WorkFolder.at(job.folder, job.settings)
        self._report = report
        self._claim: Lock | None = None
        self._unreported = 0
        self._reported_at = time.monotonic()

    def draws(self, index: int, name: str) -> bool:
        """Whether this process draws the beat; if so its file is opened."""
        if self._job.want not in (Want.BEATS, Want.MISSING):
            return False
        target = self._folder.segment(index)
        if target.exists():
            return False
        claim = self._folder.claim(index, wait=self._job.want is Want.MISSING)
        if claim is None:
            return False
        if target.exists():  # finished between the two questions
            claim.release()
            return False
        self._claim = claim
        for leftover in target.parent.glob(f".{target.stem}-*"):  # of one that was killed
            leftover.unlink(missing_ok=True)
        settings = self._job.settings
        encoder = AlphaSegmentEncoder if settings.transparent else SegmentEncoder
        self.renderer.segment = encoder(target, settings.width, settings.height, settings.fps)
        return True

    def beat_ended(self, scene: LessonScene, index: int, beat: Beat) -> None:
        """Close the beat's file, or keep its last picture when that is wanted."""
        segment = self.renderer.segment
        if segment is not None:
            if segment.frames != beat.frames:
                raise RuntimeError(
                    f'beat "{beat.name}" lasts {beat.frames} frames, '
                    f"but {segment.frames} were drawn"
                )
            segment.finish()
            self._close()
            self._send_count()
            self._report(BeatDone(index, beat.name, beat.frames))
        elif self._job.want is Want.STILLS:
            self._keep_still(scene, index)
        elif self._job.want is Want.OUTLINES:
            text = json.dumps(outline(scene).to_json(), separators=(",", ":"))
            write_whole(self._folder.outline(index), text)

    def abort(self) -> None:
        """Drop a beat that was begun and will not be finished."""
        if self.renderer.segment is not None:
            self.renderer.segment.abort()
            self._close()

    def _close(self) -> None:
        self.renderer.segment = None
        if self._claim is not None:
            self._claim.release()
            self._claim = None

    def _keep_still(self, scene: LessonScene, index: int) -> None:
        target = self._folder.still(index)
        private = target.with_name(f".{target.name}")
        Image.fromarray(scene.still()).save(private, format="PNG")
        private.replace(target)

    def _count(self, frames: int) -> None:
        self._unreported += frames
        if time.monotonic() - self._reported_at > SECONDS_BETWEEN_REPORTS:
            self._send_count()

    def _send_count(self) -> None:
        self._report(FramesDrawn(self._unreported))
        self._unreported = 0
        self._reported_at = time.monotonic()
