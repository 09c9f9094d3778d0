"""The records of what a clip shows when: beats, their captions and the numbers seen.

Times are counted in whole frames, so that beats, chapters and captions agree to the frame; seconds
are derived. Nothing here draws or reads files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from anim_lib.nn.quantity import Quantity


@dataclass(frozen=True, slots=True)
class Beat:
    """One step of a clip's story, and a place where the video may be cut.

    Frames are counted from the clip's start; ``end_frame`` is the first frame of the next beat.
    ``numbers`` are the quantities first seen in this beat. An empty caption means none is shown.
    """

    name: str
    caption: str
    start_frame: int
    end_frame: int
    numbers: tuple[Quantity, ...] = ()

    @property
    def frames(self) -> int:
        """How many frames the beat lasts."""
        return self.end_frame - self.start_frame


@dataclass(frozen=True, slots=True)
class Chapter:
    """A named part of a video; frames are counted from its start, the end is not part of it."""

    title: str
    start_frame: int
    end_frame: int


@dataclass(frozen=True, slots=True)
class Timeline:
    """A whole clip: its beats in order, without gaps, from frame 0 to the last.

    ``scene`` and ``lesson`` are names that are safe in file names; ``title`` is as written.
    ``fps`` is in frames a second, ``width`` and ``height`` in pixels. ``parts`` are the clips that
    a lecture was joined from, without gaps; a clip has none.
    """

    scene: str
    title: str
    lesson: str
    fps: int
    width: int
    height: int
    beats: tuple[Beat, ...]
    parts: tuple[Chapter, ...] = ()

    @property
    def frames(self) -> int:
        """How many frames the clip lasts."""
        return self.beats[-1].end_frame if self.beats else 0

    @property
    def duration(self) -> float:
        """The clip's length in seconds."""
        return self.frames / self.fps

    @property
    def numbers(self) -> tuple[Quantity, ...]:
        """Every quantity seen, in the order of its first showing."""
        return tuple(number for beat in self.beats for number in beat.numbers)

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """What a player lists: the parts of a lecture, the beats of a clip."""
        return self.parts or tuple(
            Chapter(beat.caption or beat.name, beat.start_frame, beat.end_frame)
            for beat in self.beats
        )

    def start(self, beat: Beat | Chapter) -> float:
        """The beat's first moment, in seconds from the clip's start."""
        return beat.start_frame / self.fps

    def end(self, beat: Beat | Chapter) -> float:
        """The moment the beat is over, in seconds from the clip's start."""
        return beat.end_frame / self.fps

    def to_json(self) -> dict[str, Any]:
        """The timeline as plain data; times in seconds. A lecture's has its parts, too."""
        data: dict[str, Any] = {
            "scene": self.scene,
            "lesson": self.lesson,
            "duration": self.duration,
            "fps": self.fps,
            "width": self.width,
            "height": self.height,
            "beats": [
                {
                    "name": beat.name,
                    "caption": beat.caption,
                    "start": self.start(beat),
                    "end": self.end(beat),
                    "numbers": [number_to_json(number) for number in beat.numbers],
                }
                for beat in self.beats
            ],
            "title": self.title,
            "frames": self.frames,
        }
        if self.parts:
            data["parts"] = [
                {"title": part.title, "start": self.start(part), "end": self.end(part)}
                for part in self.parts
            ]
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Timeline:
        """The timeline that :meth:`to_json` wrote; KeyError or TypeError if it is not one."""
        fps = int(data["fps"])
        return cls(
            scene=str(data["scene"]),
            title=str(data.get("title", data["scene"])),
            lesson=str(data["lesson"]),
            fps=fps,
            width=int(data["width"]),
            height=int(data["height"]),
            beats=tuple(
                Beat(
                    name=str(beat["name"]),
                    caption=str(beat["caption"]),
                    start_frame=round(beat["start"] * fps),
                    end_frame=round(beat["end"] * fps),
                    numbers=tuple(number_from_json(number) for number in beat["numbers"]),
                )
                for beat in data["beats"]
            ),
            parts=tuple(
                Chapter(str(part["title"]), round(part["start"] * fps), round(part["end"] * fps))
                for part in data.get("parts", ())
            ),
        )


def number_to_json(number: Quantity) -> dict[str, Any]:
    """A quantity as plain data: its name, its exact float64 and its text as drawn."""
    return {"name": number.name, "value": number.value, "text": number.text}


def number_from_json(data: Mapping[str, Any]) -> Quantity:
    """The quantity that :func:`number_to_json` wrote; float noise is not removed again."""
    value = float(data["value"])
    return Quantity(str(data["name"]), value, str(data["text"]), Decimal(repr(value)))


@dataclass(frozen=True, slots=True)
class Master:
    """A rendered video: its timeline, and one closed H.264 video file for each beat, in order.

    All files share size, frame rate and encoder settings, so that they join without encoding.
    ``inputs`` is the digest of everything the pictures depend on; ``story`` leaves out size and
    frame rate, so that two masters with the same story show the same numbers. The last picture of
    segment ``poster`` stands for the whole. A lecture is joined from ``clips``: scenes and stories.
    ``outlines`` are files of what stands at each beat's end, as shapes, where they were asked for.
    """

    timeline: Timeline
    segments: tuple[Path, ...]
    inputs: str
    story: str
    poster: int = -1
    clips: tuple[tuple[str, str], ...] = ()
    outlines: tuple[Path, ...] = ()
