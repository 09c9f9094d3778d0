"""Size and frame rate of a clip."""

from __future__ import annotations

import re
from dataclasses import dataclass

UNITS = 8.0  # Manim units along the picture's short side, whatever its shape

QUALITIES: dict[str, tuple[int, int, int]] = {  # Manim's letters: width, height, frames a second
    "l": (854, 480, 15),
    "m": (1280, 720, 30),
    "h": (1920, 1080, 60),
    "p": (2560, 1440, 60),
    "k": (3840, 2160, 60),
}
SMALLEST, LARGEST = 64, 8192  # pixels a side
FASTEST = 240  # frames a second


class SettingsError(ValueError):
    """A size or frame rate that no clip can have; the message says what is allowed."""


@dataclass(frozen=True, slots=True)
class RenderSettings:
    """Pixels across, pixels down, frames a second; the sides are even, as H.264 needs them.

    A ``transparent`` stage has no background: its frames have an alpha channel.
    """

    width: int
    height: int
    fps: int
    transparent: bool = False

    @classmethod
    def choose(
        cls, quality: str = "h", resolution: str | None = None, fps: int | None = None
    ) -> tuple[RenderSettings, str | None]:
        """The settings for a quality letter, and a remark when something had to be changed.

        `resolution` ("1920x1080") and `fps` take the place of what the letter says.
        Raises SettingsError.
        """
        if str(quality) not in QUALITIES:
            raise SettingsError(f"quality {quality!r} is none of {', '.join(QUALITIES)}")
        width, height, usual_fps = QUALITIES[quality]
        remark = None
        if resolution is not None:
            asked = parse_resolution(resolution)
            width, height = (side + side % 2 for side in asked)
            if (width, height) != asked:
                remark = (
                    f"{asked[0]}×{asked[1]} has an odd side, which H.264 cannot store: "
                    f"rendering {width}×{height}."
                )
        fps = usual_fps if fps is None else fps
        if not str(fps).isdecimal() or not 1 <= int(fps) <= FASTEST:
            raise SettingsError(f"{fps!r} frames a second: expected 1 to {FASTEST}")
        return cls(width, height, fps), remark

    @classmethod
    def tile(cls, width: int, resolution: str | None, fps: int) -> RenderSettings:
        """The settings for a still `width` pixels wide, in the shape of a resolution (or 16:9).

        Raises SettingsError.
        """
        across, down = parse_resolution(resolution or "1920x1080")
        height = round(width * down / across)
        if not SMALLEST <= height <= LARGEST // 2:
            found, most = f"a tile of {width}×{height} pixels", LARGEST // 2
            raise SettingsError(f"{found}: expected {SMALLEST} to {most} pixels each way")
        return cls(width + width % 2, height + height % 2, fps)

    @property
    def aspect(self) -> float:
        """Width over height."""
        return self.width / self.height

    @property
    def frame_size(self) -> tuple[float, float]:
        """Width and height in Manim units; the short side is always 8 units."""
        unit = min(self.width, self.height) / UNITS
        return self.width / unit, self.height / unit


def parse_resolution(text: str) -> tuple[int, int]:
    """Width and height of "1920x1080" (also × or a comma). Raises SettingsError."""
    match = re.fullmatch(r"\s*(\d{1,6})\s*[x×X,]\s*(\d{1,6})\s*", str(text))
    if match is None:
        raise SettingsError(f"resolution {text!r}: expected WIDTHxHEIGHT, such as 1920x1080")
    width, height = int(match[1]), int(match[2])
    if not all(SMALLEST <= side <= LARGEST for side in (width, height)):
        raise SettingsError(
            f"resolution {width}×{height}: each side must have {SMALLEST} to {LARGEST} pixels"
        )
    return width, height
