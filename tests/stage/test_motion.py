"""Motions start when they should, end exactly where they should, and leave things as they were."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from manim import tempconfig
from numpy.typing import NDArray

from anim_lib.nn.quantity import Quantity
from anim_lib.stage.ink import Ink, Number
from anim_lib.stage.motion import Motion, ends, later, one_after_another, together
from anim_lib.stage.paths import channel, straight, through
from anim_lib.stage.theme import DARK, Role
from anim_lib.stage.verbs import (
    Appear,
    Fly,
    Ghost,
    Slide,
    Tint,
    Vanish,
    brighten,
    drop,
    quieten,
    wipe,
    write,
)


def ink(x: float = 0.0, y: float = 0.0, role: Role = Role.TEXT) -> Number:
    return Number(Quantity.of_count("q", 7), 0.3, role, DARK).place(x, y)


def at(motion: Motion, seconds: float) -> None:
    """Show the moment `seconds` after the play has begun."""
    motion.interpolate(seconds / motion.run_time)


class Log(Motion):
    """Writes down what it is asked to show."""

    def __init__(self, seconds: float, delay: float = 0.0) -> None:
        super().__init__(ink(), seconds, delay, rate=lambda share: share)
        self.shown: list[float] = []
        self.waited = 0

    def before(self) -> None:
        self.waited += 1

    def show(self, share: float) -> None:
        self.shown.append(share)


# The score ---------------------------------------------------------------------------------


def test_a_motion_waits_for_its_delay_and_then_takes_its_seconds() -> None:
    motion = Log(seconds=0.5, delay=1.0)
    assert motion.run_time == 1.5
    for second in (0.0, 0.5, 1.0):
        at(motion, second)
    assert (motion.waited, motion.shown) == (3, [])
    for second in (1.25, 1.5, 1.6):
        at(motion, second)
    assert motion.shown == pytest.approx([0.5, 1.0, 1.0])


def test_later_moves_every_start_and_nothing_else() -> None:
    one, other = Log(0.5), Log(0.2, delay=0.1)
    assert later(0.3, one, [other]) == [one, other]
    assert [m.delay for m in (one, other)] == pytest.approx([0.3, 0.4])
    assert [m.run_time for m in (one, other)] == pytest.approx([0.8, 0.6])
    assert ends([one, other]) == pytest.approx(0.8)
    assert ends([]) == 0.0


def test_together_is_one_flat_list() -> None:
    a, b, c = Log(1), Log(1), Log(1)
    assert together(a, [b, c]) == [a, b, c]


@given(st.lists(st.lists(st.integers(1, 20), max_size=3), max_size=5), st.integers(0, 5))
def test_one_after_another_never_overlaps(groups: list[list[int]], gap: int) -> None:
    made = [[Log(tenths / 10) for tenths in group] for group in groups]
    score = one_after_another(*made, gap=gap / 10)
    assert len(score) == sum(len(group) for group in groups)
    time = 0.0
    for group in made:
        if group:
            assert all(motion.delay == pytest.approx(time) for motion in group)
            time = max(motion.delay + motion.seconds for motion in group) + gap / 10


# Verbs -------------------------------------------------------------------------------------


def begin(motion: Motion) -> Motion:
    with tempconfig({"dry_run": True, "verbosity": "ERROR"}):
        motion.begin()
    return motion


def test_a_flight_starts_at_its_source_and_ends_exactly_at_home() -> None:
    number = ink(3.0, -1.0)
    home, depth = number.points.copy(), number.z_index
    start = np.array([-2.0, 2.0, 0.0])
    flight = begin(
        Fly(number, straight(start, number.home), scale=2.0, colour=DARK.rgb(Role.INPUT), delay=0.5)
    )
    assert number.alpha == 0.0  # it is not there while it waits
    at(flight, 0.5 + 1e-9)
    assert number.points == pytest.approx((home - number.home) * 2.0 + start, abs=1e-6)
    assert number.rgb == pytest.approx(DARK.rgb(Role.INPUT), abs=1e-6)
    assert number.alpha == 1.0
    assert number.z_index > depth  # above everything it crosses
    flight.finish()
    assert np.array_equal(number.points, home)
    assert number.rgb == pytest.approx(number.bright)
    assert number.z_index == depth


def test_a_flight_ends_at_home_to_the_last_bit_however_it_came() -> None:
    number = ink(1 / 3, -2 / 7)
    home = number.points.copy()
    path = channel(np.array([0.1, 0.7, 0.0]), number.home + 1e-9, 1.1)  # ends a hair off
    flight = begin(Fly(number, path, scale=1 / 0.87))
    flight.finish()
    assert np.array_equal(number.points, home)


def test_a_flight_s_glyphs_keep_their_shape_on_the_way() -> None:
    number = ink()
    shape = number.points - number.points.mean(axis=0)
    flight = begin(Fly(number, straight(np.array([-3.0, 1.0, 0.0]), number.home)))
    for share in (0.2, 0.5, 0.9):
        flight.interpolate(share)
        assert number.points - number.points.mean(axis=0) == pytest.approx(shape)


def test_the_original_pales_while_its_copy_flies_and_comes_back() -> None:
    number = ink()
    before = number.rgb
    ghost = begin(Ghost(number, seconds=1.0))
    at(ghost, 0.5)
    assert number.rgb == pytest.approx(number.towards_background(0.45))
    assert number.alpha == 1.0
    ghost.finish()
    assert number.rgb == pytest.approx(before)


def test_a_waiting_number_that_is_copied_keeps_waiting_afterwards() -> None:
    number = ink()
    number.paint(number.waiting)
    ghost = begin(Ghost(number, seconds=1.0))
    at(ghost, 0.5)
    ghost.finish()
    assert number.rgb == pytest.approx(number.waiting)


def test_what_vanished_can_be_shown_again_as_it_was() -> None:
    number = ink(role=Role.BIAS)
    points = number.points.copy()
    vanish = begin(Vanish(number))
    vanish.finish()
    assert number.alpha == 0.0
    with tempconfig({"dry_run": True, "verbosity": "ERROR"}):
        from manim import Scene

        vanish.clean_up_from_scene(Scene())
    assert number.alpha == 1.0
    assert number.rgb == pytest.approx(number.bright)
    assert np.array_equal(number.points, points)


def test_a_drop_falls_into_its_place() -> None:
    number = ink(1.0, 1.0)
    home = number.points.copy()
    motion = begin(drop(number, delay=0.2))
    assert number.alpha == 0.0
    at(motion, 0.25)
    assert 0 < number.points[0, 1] - home[0, 1] < 0.16
    assert number.points[:, 0] == pytest.approx(home[:, 0])
    motion.finish()
    assert np.array_equal(number.points, home)
    assert number.alpha == 1.0


def test_a_slide_gives_its_ink_a_new_home() -> None:
    number = ink(-1.0, 0.0)
    shape = number.points - number.home
    slide = begin(Slide(number, np.array([2.0, 1.0, 0.0])))
    slide.interpolate(0.5)
    assert number.points == pytest.approx(shape + np.array([0.5, 0.5, 0.0]))
    slide.finish()
    assert np.array_equal(number.points, shape + np.array([2.0, 1.0, 0.0]))
    assert list(number.home) == [2.0, 1.0, 0.0]


def test_a_tint_that_waits_does_not_show_what_has_not_appeared() -> None:
    number = ink()
    appear = begin(drop(number, delay=0.4))
    tint = begin(Tint(number, DARK.rgb(Role.QUIET), 0.3, delay=0.2))
    for motion in (appear, tint):
        at(motion, 0.1)
    assert number.alpha == 0.0
    for motion in (appear, tint):
        at(motion, 0.35)
    assert number.alpha == 0.0
    for motion in (appear, tint):
        motion.finish()
    assert number.alpha == 1.0
    assert number.rgb == pytest.approx(DARK.rgb(Role.QUIET))


def test_quiet_and_bright_are_the_ink_s_own_solid_colours() -> None:
    number = ink(role=Role.WEIGHT)
    for motions, colour in ((quieten(number), number.waiting), (brighten(number), number.bright)):
        begin(motions[0]).finish()
        assert number.rgb == pytest.approx(colour)
        assert number.alpha == 1.0


def test_many_inks_are_written_and_wiped_at_once() -> None:
    inks: list[Ink] = [ink(), ink()]
    assert [type(m) for m in write(*inks, delay=0.5)] == [Appear, Appear]
    assert {m.delay for m in write(*inks, delay=0.5)} == {0.5}
    assert [type(m) for m in wipe(*inks)] == [Vanish, Vanish]


# Ways --------------------------------------------------------------------------------------

Place = NDArray[np.float64]  # (3,)
place = st.tuples(st.floats(-6, 6), st.floats(-3, 3)).map(lambda xy: np.array([*xy, 0.0]))


@given(place, place, st.floats(-6, 6))
def test_a_way_along_a_gutter_keeps_to_its_lanes(
    start: Place,
    end: Place,
    gutter: float,
) -> None:
    path = channel(start, end, gutter)
    assert path(0.0) == pytest.approx(start)
    assert path(1.0) == pytest.approx(end)
    xs = [start[0], end[0], gutter]
    ys = [start[1], end[1]]
    for share in np.linspace(0, 1, 21):
        x, y, z = path(float(share))
        assert min(xs) - 1e-9 <= x <= max(xs) + 1e-9
        assert min(ys) - 1e-9 <= y <= max(ys) + 1e-9
        assert z == 0.0
        # Away from its two rows and their rounded corners it is in the gutter.
        if min(ys) + 0.36 < y < max(ys) - 0.36:
            assert x == pytest.approx(gutter, abs=1e-6)


@given(st.lists(place, min_size=2, max_size=5))
def test_a_way_has_one_speed(corners: list[Place]) -> None:
    path = through(*corners)
    steps = [path(share) for share in np.linspace(0, 1, 401)]
    lengths = np.linalg.norm(np.diff(steps, axis=0), axis=1)
    assert lengths.max() <= lengths.sum() / 400 * 1.01 + 1e-9  # corners are chords, so never faster
