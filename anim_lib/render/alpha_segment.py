"""One beat as a video file with an alpha channel: QuickTime Animation, which loses nothing.

It stores what changed since the frame before, so that a held picture costs next to nothing. It is
large all the same, and players on pages do not know it: it is what transparent formats are made of.
"""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.video.frame import VideoFrame
from numpy.typing import NDArray


class AlphaSegmentEncoder:
    """Writes one beat's frames; used like :class:`anim_lib.render.segment.SegmentEncoder`."""

    def __init__(self, target: Path, width: int, height: int, fps: int) -> None:
        self.target = target
        self.frames = 0
        self._private = target.with_name(f".{target.stem}-{os.getpid()}{target.suffix}")
        self._time_base = Fraction(1, fps)
        self._container = av.open(
            str(self._private), "w", format="mov", container_options={"fflags": "+bitexact"}
        )
        self._stream = self._container.add_stream("qtrle", rate=fps)
        self._stream.width = width
        self._stream.height = height
        self._stream.pix_fmt = "argb"
        self._stream.codec_context.time_base = self._time_base

    def write(self, pixels: NDArray[np.uint8], repeat: int = 1) -> None:
        """Append a picture (height, width, 4) of premultiplied RGBA, `repeat` times."""
        picture = VideoFrame.from_ndarray(straight(pixels), format="rgba").reformat(format="argb")
        picture.time_base = self._time_base
        for _ in range(repeat):
            picture.pts = self.frames
            self._container.mux(self._stream.encode(picture))
            self.frames += 1

    def finish(self) -> None:
        """Close the file and move it to its place."""
        self._container.mux(self._stream.encode(None))
        self._container.close()
        self._private.replace(self.target)

    def abort(self) -> None:
        """Drop what was written."""
        self._container.close()
        self._private.unlink(missing_ok=True)


def straight(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Premultiplied RGBA (…, 4), as Cairo draws it, with each colour as if it were opaque.

    Where nothing is drawn the colour is black.
    """
    alpha = pixels[..., 3:].astype(np.uint16)
    divisor = np.maximum(alpha, 1)
    colour = (pixels[..., :3] * np.uint16(255) + divisor // 2) // divisor
    return np.concatenate([np.minimum(colour, 255), alpha], axis=-1).astype(np.uint8)
