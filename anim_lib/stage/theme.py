"""Roles and their colours. A role has one colour in every clip of a theme, and no other."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

Rgb = tuple[float, float, float]


class Role(StrEnum):
    """What a thing on screen is; its colour follows."""

    TEXT = "text"
    QUIET = "quiet"
    WEIGHT = "weight"
    INPUT = "input"
    BIAS = "bias"
    OUTPUT = "output"
    KEY = "key"
    BELOW_ZERO = "below-zero"
    BAND = "band"
    LINE = "line"
    BACKGROUND = "background"


@dataclass(frozen=True, slots=True)
class Theme:
    """A background and a colour for each role, as sRGB hex strings.

    `waiting` says how far a waiting row's solid colour is mixed towards the background:
    a solid mix keeps at least 3:1 contrast on both themes, where an opacity would not.
    """

    name: str
    background: str
    colours: dict[Role, str]
    waiting: float

    def rgb(self, role: Role) -> Rgb:
        """The role's colour, each channel in 0..1."""
        return hex_to_rgb(self.colours[role])

    def waiting_rgb(self, role: Role) -> Rgb:
        """The role's colour while its row waits its turn."""
        return mix(self.rgb(role), hex_to_rgb(self.background), self.waiting)


def hex_to_rgb(colour: str) -> Rgb:
    """`#RRGGBB` as three numbers in 0..1."""
    digits = colour.lstrip("#")
    return (int(digits[0:2], 16) / 255, int(digits[2:4], 16) / 255, int(digits[4:6], 16) / 255)


def mix(colour: Rgb, towards: Rgb, share: float) -> Rgb:
    """Linear mix in sRGB: share 0 gives `colour`, 1 gives `towards`."""
    red, green, blue = (a + (b - a) * share for a, b in zip(colour, towards, strict=True))
    return (red, green, blue)


def contrast(one: Rgb, other: Rgb) -> float:
    """Contrast ratio of two colours, 1..21 (WCAG 2.2, relative luminance)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Rgb) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


DARK = Theme(
    name="dark",
    background="#0F1117",
    colours={
        Role.TEXT: "#F2F2F2",
        Role.QUIET: "#A4A8B4",
        Role.WEIGHT: "#6FB7FF",
        Role.INPUT: "#FFD866",
        Role.BIAS: "#C9A2FF",
        Role.OUTPUT: "#7EE0A1",
        Role.KEY: "#4FC9DA",
        Role.BELOW_ZERO: "#FF8A7A",
        Role.BAND: "#2A3142",
        Role.LINE: "#4A5060",
        Role.BACKGROUND: "#0F1117",
    },
    waiting=0.38,
)

LIGHT = Theme(
    name="light",
    background="#FBFAF7",
    colours={
        Role.TEXT: "#1B1D23",
        Role.QUIET: "#5B606C",
        Role.WEIGHT: "#0B5CAD",
        Role.INPUT: "#8A5A00",
        Role.BIAS: "#6B3FA0",
        Role.OUTPUT: "#0B7A43",
        Role.KEY: "#00677A",
        Role.BELOW_ZERO: "#B3261E",
        Role.BAND: "#E8EEF7",
        Role.LINE: "#B9BDC6",
        Role.BACKGROUND: "#FBFAF7",
    },
    waiting=0.25,
)

THEMES = {theme.name: theme for theme in (DARK, LIGHT)}
