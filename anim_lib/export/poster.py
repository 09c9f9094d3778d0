"""PNG: the clip's last picture, which says what it came to."""

from __future__ import annotations

from pathlib import Path

from anim_lib.export.registry import from_frames
from anim_lib.timeline import Master


@from_frames("png", "the last picture, for the page before it plays", companion=True)
def write_poster(master: Master, target: Path) -> None:
    """Write the last frame as it is decoded, in full size."""
    import av
    from PIL import Image

    picture = None
    with av.open(str(master.segments[-1])) as video:
        for frame in video.decode(video=0):
            picture = frame
        if picture is None:
            raise ValueError(f"{master.segments[-1]} holds no picture")
        Image.fromarray(picture.to_ndarray(format="rgb24")).save(target, "PNG")
