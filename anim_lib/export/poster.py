"""PNG: a clip's last picture, which says what it came to; a lecture's title card."""

from __future__ import annotations

from pathlib import Path

from anim_lib.export.registry import from_frames
from anim_lib.timeline import Master


@from_frames("png", "a picture for the page before it plays", companion=True)
def write_poster(master: Master, target: Path) -> None:
    """Write the last frame of the poster's beat as it is decoded, in full size."""
    import av
    from PIL import Image

    segment, picture = master.segments[master.poster], None
    with av.open(str(segment)) as video:
        for frame in video.decode(video=0):
            picture = frame
        if picture is None:
            raise ValueError(f"{segment} holds no picture")
        Image.fromarray(picture.to_ndarray(format="rgb24")).save(target, "PNG")
