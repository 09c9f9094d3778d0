"""What the planner measures is what is drawn: each character in its slot, points at one x."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anim_lib.nn.quantity import Quantity
from anim_lib.stage import slots
from anim_lib.stage.ink import DIGIT_EM, Number, Slots
from anim_lib.stage.slots import Extent, extent, joined, slot_width
from anim_lib.stage.theme import DARK, Role

H = 0.3
digits = st.text("0123456789", min_size=1, max_size=5)
plain = st.builds(
    lambda sign, whole, part, power: f"{sign}{whole}{part}{power}",
    st.sampled_from(["", "−", "+"]),
    digits,
    st.one_of(st.just(""), digits.map(lambda part: f".{part}")),
    st.sampled_from(["", "", "", "e7", "e−9"]),
)


def number(text: str) -> Number:
    return Number(Quantity.of_count("q", 1), H, Role.TEXT, DARK, text)


def test_every_digit_has_a_slot_of_the_same_width() -> None:
    assert len({slot_width(digit) for digit in "0123456789"}) == 1
    with pytest.raises(KeyError):
        slot_width("a")


@given(plain)
def test_a_number_s_ink_stays_within_the_extent_that_was_measured(text: str) -> None:
    measured, box = extent(text, H), number(text).box()
    assert -measured.left <= box[0] < box[2] <= measured.right
    # No side is measured much wider than a slot's own air.
    assert box[0] + measured.left < 0.3 * H
    assert measured.right - box[2] < 0.3 * H + slots.POINT * H


@given(plain)
def test_the_point_stands_on_the_anchor(text: str) -> None:
    whole, point, _ = text.partition(".")
    drawn = number(text)
    if point:
        alone = Slots(".", H, Role.TEXT, DARK)
        left = sum(len(Slots(c, H, Role.TEXT, DARK).points) for c in whole)
        dot = drawn.points[left : left + len(alone.points)]
        assert (dot[:, 0].min() + dot[:, 0].max()) / 2 == pytest.approx(0.0, abs=1e-9)
    else:
        units = number(text.partition("e")[0])
        assert units.box()[2] < 0  # the units stand left of where the point would be


@given(plain, plain)
def test_joined_extents_hold_both_numbers(one: str, other: str) -> None:
    both = joined([one, other], H)
    for text in (one, other):
        assert both.left >= extent(text, H).left
        assert both.right >= extent(text, H).right
    assert both.width <= extent(one, H).width + extent(other, H).width


def test_units_stand_over_units_with_a_point_and_without() -> None:
    one, sign = (len(Slots(c, H, Role.TEXT, DARK).points) for c in "1−")
    lefts = {
        round(float(number(text).points[skip : skip + one, 0].min()), 9)
        for text, skip in (("1", 0), ("1.5", 0), ("1e7", 0), ("−1", sign))
    }
    assert len(lefts) == 1


def test_digits_are_as_tall_as_was_asked() -> None:
    tall = {digit: number(digit).box() for digit in "0123456789"}
    for digit, box in tall.items():
        assert box[3] - box[1] == pytest.approx(H, rel=0.08), digit
    flat = tall["1"]
    assert flat[3] - flat[1] == pytest.approx(H, rel=0.02)
    assert 0.6 < DIGIT_EM < 0.7


def test_a_sign_does_not_fill_its_slot_from_edge_to_edge() -> None:
    for sign in "−+":
        box = Slots(sign, H, Role.TEXT, DARK, centred=True).box()
        assert box[2] - box[0] < 0.97 * slot_width(sign) * H
        assert box[0] == pytest.approx(-box[2], abs=0.01)


def test_an_extent_knows_its_width_and_its_middle() -> None:
    one = Extent(0.5, 0.2)
    assert one.width == 0.7
    assert one.off_centre == pytest.approx(0.15)
