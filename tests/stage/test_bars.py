"""Bars are zero-based, on one scale, and true to their share."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anim_lib.stage.bars import Bar, Track, cut_before, parts
from anim_lib.stage.ink import Slots
from anim_lib.stage.stairs import Stairs
from anim_lib.stage.theme import DARK, LIGHT, Role, Theme, contrast
from tests.stage.stagehand import PIXEL, gap

TRACK = 4.0
SHARES = st.lists(st.floats(1e-9, 1.0), min_size=1, max_size=8).map(
    lambda raw: [share / sum(raw) for share in raw]
)


def bar(share: float, least: float = PIXEL) -> Bar:
    return Bar(1.5, 0.3, share, TRACK, 0.4, DARK, least=least)


@given(st.floats(0.01, 1.0))
def test_a_bar_is_as_long_as_its_share_of_the_track(share: float) -> None:
    left, bottom, right, top = bar(share).box()
    assert (left, bottom, top) == pytest.approx((1.5, 0.1, 0.5))
    assert right - left == pytest.approx(share * TRACK)


def test_a_share_under_a_pixel_is_still_seen() -> None:
    left, _, right, _ = bar(1e-7).box()
    assert right - left == pytest.approx(PIXEL)


def test_no_share_is_no_bar() -> None:
    left, _, right, _ = bar(0.0).box()
    assert right - left < PIXEL / 100


def test_a_growing_bar_begins_at_zero_and_keeps_its_left_end() -> None:
    one = bar(0.5)
    for share in (0.001, 0.25, 1.0):
        points = one.at(share)
        assert points[:, 0].min() == pytest.approx(1.5)
        assert points[:, 0].max() == pytest.approx(1.5 + share * 0.5 * TRACK)


@given(SHARES)
def test_parts_begin_where_the_shares_before_them_end(shares: list[float]) -> None:
    starts = parts(shares, -2.0, TRACK)
    assert starts == pytest.approx([-2 + TRACK * sum(shares[:i]) for i in range(len(shares))])


@given(SHARES)
def test_the_stairs_fill_the_track_and_nothing_but_the_track(shares: list[float]) -> None:
    track = Track(1.5, 1.5 + TRACK, -1.0, 0.4, DARK)
    bars = [Bar(1.5, 2.0 - 0.6 * i, s, TRACK, 0.4, DARK) for i, s in enumerate(shares)]
    stairs = Stairs(bars, shares, track, -1.0, DARK)
    stairs.fallen()
    boxes = [copy.box() for copy in stairs.copies]
    assert boxes[0][0] == pytest.approx(1.5)
    assert boxes[-1][2] == pytest.approx(1.5 + TRACK, abs=PIXEL / 10)
    assert all(box[1::2] == pytest.approx(track.box()[1::2]) for box in boxes)
    for one, other in pairwise(boxes):
        assert gap(one, other) == pytest.approx(0.0, abs=PIXEL / 10)


@given(SHARES)
def test_cuts_stand_at_the_cumulative_shares_between_parts_wider_than_they(
    shares: list[float],
) -> None:
    track = Track(0.0, TRACK, 0.0, 0.4, DARK)
    bars = [Bar(0.0, i, s, TRACK, 0.4, DARK) for i, s in enumerate(shares)]
    cuts = [cut.box() for cut in Stairs(bars, shares, track, 0.0, DARK).cuts]
    wide = [s * TRACK >= 2 * PIXEL for s in shares]
    where = [sum(shares[:i]) * TRACK for i in range(1, len(shares)) if any(wide[:i]) and wide[i]]
    assert [(left + right) / 2 for left, _, right, _ in cuts] == pytest.approx(where)
    assert all(right - left == pytest.approx(PIXEL) for left, _, right, _ in cuts)


def test_no_cut_stands_before_the_first_part() -> None:
    assert not cut_before([0.5, 0.5], 0, TRACK)
    assert cut_before([0.5, 0.5], 1, TRACK)
    assert not cut_before([0.999, 0.001], 1, TRACK)
    assert cut_before([0.5, 0.0, 0.5], 2, TRACK)


def test_an_outlined_bar_is_paler_inside_than_at_its_edge() -> None:
    one = Bar(0.0, 0.0, 0.5, TRACK, 0.4, DARK, outlined=True)
    inside, edge = float(one.fill_rgbas[0][3]), float(one.stroke_rgbas[0][3])
    assert 0 < inside < edge == 1.0
    assert one.stroke_width > 0
    assert Bar(0.0, 0.0, 0.5, TRACK, 0.4, DARK).stroke_width == 0


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_bars_that_fall_behind_numbers_are_pale_and_land_bright(theme: Theme) -> None:
    track = Track(0.0, TRACK, -1.0, 0.4, theme)
    bars = [Bar(0.0, 2.0 - i, 0.5, TRACK, 0.4, theme) for i in range(2)]
    stairs = Stairs(bars, [0.5, 0.5], track, -1.0, theme, behind=True)
    for motion, copy in zip(stairs.fall(), stairs.copies, strict=False):
        motion.begin()
        motion.interpolate(0.5)
        assert contrast(theme.rgb(Role.TEXT), copy.rgb) >= 4.5
        assert copy.z_index < Slots("0", 0.3, Role.TEXT, theme).z_index
        motion.finish()
        assert copy.rgb == pytest.approx(copy.bright)
        assert copy.home[1] == pytest.approx(-1.0)
