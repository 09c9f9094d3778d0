"""Several clips refuse one lesson, each for its own reason or all for the same."""

from __future__ import annotations

from collections.abc import Mapping

from anim_lib.lesson.faults import Fault, LessonError


class ClipsRefusedError(LessonError):
    """A lesson that some clips cannot show; the message names the clips before each fault."""

    def __init__(self, refusals: Mapping[str, LessonError]) -> None:
        self.scenes: dict[Fault, list[str]] = {}  # each fault and the clips that find it
        for scene, error in refusals.items():
            for fault in error.faults:
                self.scenes.setdefault(fault, []).append(scene)
        super().__init__(*self.scenes)

    def __str__(self) -> str:
        """The faults one after the other, each with the line that is meant."""
        lines = [f"{', '.join(scenes)}: {fault.shown()}" for fault, scenes in self.scenes.items()]
        return "\n".join(lines)
