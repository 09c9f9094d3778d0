"""Decoded pictures of a master, for the formats that are made of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from av.video.frame import VideoFrame
    from PIL.Image import Image


def decoded(segments: Sequence[Path]) -> Iterator[VideoFrame]:
    """Every picture of the beats' videos, one after the other; their own times mean nothing."""
    import av

    for segment in segments:
        with av.open(str(segment)) as video:
            video.streams.video[0].thread_type = "AUTO"
            yield from video.decode(video=0)


def last_picture(segment: Path) -> Image:
    """The picture that stands at a beat's end, as RGB, or as RGBA where the stage is transparent.

    Raises ValueError when the video holds none.
    """
    from PIL import Image

    last = None
    for frame in decoded([segment]):
        last = frame
    if last is None:
        raise ValueError(f"{segment} holds no picture")
    return Image.fromarray(last.to_ndarray(format="rgba" if has_alpha(last) else "rgb24"))


def has_alpha(frame: VideoFrame) -> bool:
    """Whether the picture has an alpha channel."""
    return any(component.is_alpha for component in frame.format.components)
