"""Colours can be told apart from what is behind them, and a role keeps its colour."""

from __future__ import annotations

import colorsys

import pytest

from anim_lib.stage.theme import THEMES, Role, Theme, contrast, hex_to_rgb, mix

READ = [r for r in Role if r not in (Role.BAND, Role.LINE) and r.value != "background"]
NUMBERS = [Role.TEXT, Role.WEIGHT, Role.INPUT, Role.BIAS, Role.OUTPUT, Role.KEY]
themes = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


def test_contrast_is_the_one_of_the_accessibility_guidelines() -> None:
    assert contrast((0, 0, 0), (1, 1, 1)) == pytest.approx(21.0)
    assert contrast((1, 1, 1), (1, 1, 1)) == 1.0
    grey = hex_to_rgb("#767676")  # the guidelines' own example of what just passes
    assert contrast(grey, (1, 1, 1)) == pytest.approx(4.54, abs=0.005)


@themes
def test_every_role_has_a_colour(theme: Theme) -> None:
    assert set(theme.colours) == set(Role)


@themes
@pytest.mark.parametrize("role", READ)
def test_what_is_read_has_contrast_on_the_background_and_on_the_band(
    theme: Theme, role: Role
) -> None:
    background, band = hex_to_rgb(theme.background), theme.rgb(Role.BAND)
    assert contrast(theme.rgb(role), background) >= 4.5
    assert contrast(theme.rgb(role), band) >= 4.5


@themes
@pytest.mark.parametrize("role", NUMBERS)
def test_a_waiting_number_can_still_be_read_but_is_quieter(theme: Theme, role: Role) -> None:
    background = hex_to_rgb(theme.background)
    waiting = contrast(theme.waiting_rgb(role), background)
    assert 3.0 <= waiting < contrast(theme.rgb(role), background)


@themes
def test_the_band_is_seen_without_being_loud(theme: Theme) -> None:
    assert 1.1 <= contrast(theme.rgb(Role.BAND), hex_to_rgb(theme.background)) <= 2.0


def hue(theme: Theme, role: Role) -> float:
    return 360 * colorsys.rgb_to_hls(*theme.rgb(role))[0]


@pytest.mark.parametrize("role", [r for r in NUMBERS if r is not Role.TEXT])
def test_a_role_has_the_same_hue_in_both_themes(role: Role) -> None:
    one, other = (hue(theme, role) for theme in THEMES.values())
    assert min(abs(one - other), 360 - abs(one - other)) <= 15


@themes
def test_roles_are_told_apart_by_hue(theme: Theme) -> None:
    hues = sorted(hue(theme, role) for role in NUMBERS if role is not Role.TEXT)
    gaps = [b - a for a, b in zip(hues, [*hues[1:], hues[0] + 360], strict=True)]
    assert min(gaps) >= 15


def test_a_mix_goes_from_one_colour_to_the_other() -> None:
    one, other = hex_to_rgb("#000000"), hex_to_rgb("#FF8040")
    assert mix(one, other, 0.0) == one
    assert mix(one, other, 1.0) == other
    assert mix(one, other, 0.5) == pytest.approx([0.5, 128 / 510, 64 / 510])
