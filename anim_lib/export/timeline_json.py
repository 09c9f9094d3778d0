"""JSON: the timeline, for pages and programs that follow the clip."""

from __future__ import annotations

import json
from pathlib import Path

from anim_lib.export.registry import from_timeline
from anim_lib.files import write_whole
from anim_lib.timeline import Timeline


@from_timeline("json", "the timeline: beats, captions and numbers, for programs")
def write_timeline(timeline: Timeline, target: Path) -> None:
    """Write what :meth:`Timeline.to_json` gives."""
    write_whole(target, json.dumps(timeline.to_json(), ensure_ascii=False, indent=1) + "\n")
