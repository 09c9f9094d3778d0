"""PNG: one beat's last picture: usually the clip's last, which says what it came to.

A lecture's is its title card.
"""

from __future__ import annotations

from pathlib import Path

from anim_lib.export.pictures import last_picture
from anim_lib.export.registry import Role, from_frames
from anim_lib.timeline import Master


@from_frames("png", "a picture for the page before it plays", role=Role.COMPANION)
def write_poster(master: Master, target: Path) -> None:
    """Write the last frame of the poster's beat as it is decoded, in full size."""
    last_picture(master.segments[master.poster]).save(target, "PNG")
