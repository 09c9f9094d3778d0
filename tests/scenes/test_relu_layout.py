"""Any layer's sums are laid out legibly in every frame, at rest and in movement."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anim_lib.lesson.faults import LessonError
from anim_lib.nn.activations import ACTIVATIONS
from anim_lib.stage.frame import Frame
from anim_lib.stage.relu_plan import plan_relu
from tests.scenes.relu_faults import faults, texts
from tests.scenes.relu_told import MAGNITUDES, SIZES, layer, planned, tell
from tests.stage import stagehand as hand
from tests.stage.stagehand import PIXEL


@pytest.mark.parametrize("kind", MAGNITUDES)
def test_no_text_leaves_a_wide_frame_or_comes_too_near_another(kind: str) -> None:
    rng = random.Random(kind)  # noqa: S311 (layouts, not secrets)
    for name in rng.sample(sorted(ACTIVATIONS), 3):
        sums = [MAGNITUDES[kind](rng) for _ in range(rng.randint(1, 8))]
        assert faults(layer(sums, name, rng.choice([0, 2, 2, 4]))) == [], (name, sums)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("rows", [(1, 8), (9, 16), (17, 64)], ids=["few", "blocks", "counted"])
def test_no_text_leaves_any_frame_or_comes_too_near_another(
    rows: tuple[int, int], size: tuple[int, int]
) -> None:
    rng = random.Random(f"{rows} {size}")  # noqa: S311 (layouts, not secrets)
    for _ in range(2):
        make = MAGNITUDES[rng.choice(sorted(MAGNITUDES))]
        sums = [make(rng) for _ in range(rng.randint(*rows))]
        name = rng.choice(sorted(ACTIVATIONS))
        assert faults(layer(sums, name, rng.choice([0, 2, 4, 6])), size) == [], (name, sums)


def test_a_long_name_between_a_narrow_left_and_a_low_dot_stands_over_its_axis() -> None:
    sums = ["-385e-3", "822e4", "466e-3", "-231e3", "527e4", "-835e4", "-640e0"]
    assert faults(layer(sums, "leaky_relu")) == []


def test_eight_rows_under_a_name_of_two_words_keep_away_from_the_caption() -> None:
    sums = ["1", "-2", "3", "-0.5", "0.7", "-1.2", "2.2", "-2.6"]
    for picture in tell(layer(sums, "leaky_relu")).pictures:
        caption = [s for s in picture.inks if s.words == picture.beat.caption]
        others = [s for s in texts(picture.inks) if s.words != picture.beat.caption]
        assert len(caption) == 1
        assert min(hand.gap(caption[0].box, s.box) for s in others) > 15 * PIXEL


@given(
    sums=st.lists(
        st.floats(-1e300, 1e300, allow_subnormal=False).map(repr), min_size=1, max_size=80
    ),
    name=st.sampled_from(sorted(ACTIVATIONS)),
    size=st.sampled_from(SIZES),
    decimals=st.integers(0, 6),
)
def test_any_sums_are_laid_out(
    sums: list[str], name: str, size: tuple[int, int], decimals: int
) -> None:
    plan = planned(layer(sums, name, decimals), size[0] / size[1])
    places = [(p.x, p.start, p.end) for p in plan.plot.points] + list(plan.plot.curve)
    assert all(np.isfinite(place).all() and np.abs(place).max() < 8 for place in places)
    assert sorted(row for c in plan.plot.clusters for row in c.rows) == list(range(len(sums)))
    shown = [line.row for line in plan.table.lines]
    assert shown == sorted(set(shown))
    hidden = len(sums) - len(shown)
    assert hidden == plan.form.table.view.hidden_rows
    assert (plan.table.gap_y is not None) == (hidden > 0)
    assert hidden != 1


def test_a_frame_too_narrow_for_any_form_is_refused_by_row() -> None:
    lesson = layer(["1", "-123456.123456"], "identity", 6)
    assert lesson.dense_trace is not None
    assert lesson.relu_trace is not None
    with pytest.raises(LessonError, match=r"row 2.*−123456\.123456.*Show fewer decimals"):
        plan_relu(lesson, lesson.dense_trace, lesson.relu_trace, Frame(5.0, 8.0))


def test_units_are_equal_on_both_axes_in_every_frame() -> None:
    for width, height in SIZES:
        for count in (1, 8, 12, 64):
            sums = [str(k - count / 3) for k in range(count)]
            plot = planned(layer(sums), width / height).plot
            assert plot.across.reach == pytest.approx(plot.up.reach)
            assert plot.across.scale == plot.up.scale
            assert plot.across.high - plot.across.low >= 3.0 - 1e-9  # 135 pixels of 360
