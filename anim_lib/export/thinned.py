"""Fewer and smaller pictures of a clip, for animations that are sent as images."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from anim_lib.export.pictures import decoded, has_alpha
from anim_lib.timeline import Master, Timeline

if TYPE_CHECKING:
    from av.video.frame import VideoFrame

SAME = 6  # of 255: what a picture's channels may differ by and still be taken for a repeat


def thinned(master: Master, pace: Fraction, width: int) -> Iterator[tuple[VideoFrame, Fraction]]:
    """At most `pace` pictures a second, at most `width` pixels wide, with their times in seconds.

    The pictures are RGB, or RGBA where the stage is transparent. A picture that looks like the one
    before is left out: that one stands longer. The clip's last picture always comes, at its time.
    """
    size = size_within(width, master.timeline)
    kept: NDArray[np.int16] | None = None
    fps, total, slot = master.timeline.fps, master.timeline.frames, -1
    for number, frame in enumerate(decoded(master.segments)):
        is_last = number == total - 1
        if int(number * pace / fps) == slot and not is_last:
            continue
        slot = int(number * pace / fps)
        picture = _reduced(frame, size)
        pixels = picture.to_ndarray().astype(np.int16)
        if is_last or kept is None or _differs(pixels, kept):
            kept = pixels
            yield picture, Fraction(number, fps)


def size_within(width: int, timeline: Timeline) -> tuple[int, int]:
    """Width and height of the clip when it is made at most `width` pixels wide; both even."""
    across = min(width, timeline.width)
    return across, round(timeline.height * across / timeline.width / 2) * 2


def _reduced(frame: VideoFrame, size: tuple[int, int]) -> VideoFrame:
    from av.video.reformatter import Interpolation

    layout = "rgba" if has_alpha(frame) else "rgb24"
    return frame.reformat(*size, layout, interpolation=Interpolation.LANCZOS)


def _differs(one: NDArray[np.int16], other: NDArray[np.int16]) -> bool:
    return int(np.abs(one - other).max()) > SAME
