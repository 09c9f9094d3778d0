"""The frame a clip is drawn in: its size in Manim units and what may be used of it."""

from __future__ import annotations

from dataclasses import dataclass

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
    def is_wide(self) -> bool:
        """Whether the wide layouts serve this frame (square and tall ones reflow)."""
        return self.aspect >= 1.25

    @property
    def safe_x(self) -> float:
        """All ink stays within ± this."""
        return 0.45 * self.width if self.is_wide else 3.6

    @property
    def safe_bottom(self) -> float:
        """The lowest y any ink may reach."""
        return -3.7

    @property
    def safe_top(self) -> float:
        """The highest y any ink may reach."""
        return 3.6

    @property
    def caption_baseline(self) -> float:
        """Where the caption's letters stand."""
        return -3.35
