"""The frame a clip is drawn in: its size in Manim units and what may be used of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Shape = Literal["wide", "square", "tall"]

NARROWEST_WIDE = 1.25  # times as wide as high: a row's steps run to the right
NARROWEST_SQUARE = 0.8
_EDGE = 0.3
SHORT_SIDE = 8.0  # units; 45 reference pixels each, so 360 on the short side


@dataclass(frozen=True, slots=True)
class Frame:
    """Width and height in Manim units; the short side is always 8."""

    width: float
    height: float

    @classmethod
    def of_aspect(cls, aspect: float) -> Frame:
        """The frame of a picture whose width / height is `aspect`."""
        if aspect >= 1:
            return cls(SHORT_SIDE * aspect, SHORT_SIDE)
        return cls(SHORT_SIDE, SHORT_SIDE / aspect)

    @property
    def aspect(self) -> float:
        """Width over height."""
        return self.width / self.height

    @property
    def shape(self) -> Shape:
        """Which layouts serve this frame."""
        if self.aspect >= NARROWEST_WIDE:
            return "wide"
        return "square" if self.aspect >= NARROWEST_SQUARE else "tall"

    @property
    def is_wide(self) -> bool:
        """Whether the wide layouts serve this frame (square and tall ones reflow)."""
        return self.shape == "wide"

    @property
    def safe_x(self) -> float:
        """All ink stays within ± this: 3.6 where the width is the short side."""
        return 0.45 * self.width

    @property
    def safe_bottom(self) -> float:
        """The lowest y any ink may reach; in a tall frame above a phone's controls."""
        low = _EDGE - self.height / 2
        return max(-4.6, low) if self.shape == "tall" else low

    @property
    def safe_top(self) -> float:
        """The highest y any ink may reach."""
        top = self.height / 2 - 0.4
        return min(5.9, top) if self.shape == "tall" else top

    @property
    def stage_bottom(self) -> float:
        """Where the stage ends: pictures and numbers stay above it, the caption below."""
        return self.caption_baseline + (0.85 if self.is_wide else 0.7)

    @property
    def stage_top(self) -> float:
        """Where the stage begins."""
        return self.safe_top - 0.3

    @property
    def caption_baseline(self) -> float:
        """Where the letters of the caption's first line stand."""
        return self.safe_bottom + {"wide": 0.35, "square": 0.65, "tall": 0.7}[self.shape]

    @property
    def caption_lines(self) -> int:
        """How many lines a caption may take."""
        return 1 if self.is_wide else 2
