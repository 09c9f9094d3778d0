"""What the relu clip says of points and curve is what is seen there."""

from __future__ import annotations

import pytest

from tests.scenes.relu_told import layer, tell


@pytest.mark.parametrize(
    ("sums", "says"),
    [
        (["1", "2", "-1"], "Three rows, three points."),
        (["-0.03", "8.4e9", "-2500"], "On this scale rows 1 and 3 are one point."),
        (["1", "-2", "1"], "Rows 1 and 3 have the same sum: one point."),
        (["1", "-2", "1", "3", "-2"], "Five rows; three points can be told apart."),
        (["0", "0", "0"], "Three sums are exactly zero."),
        (["0", "1.1", "-2.8", "0", "0"], "Three sums are exactly zero."),
        (["0", "0.01", "-2.8", "0", "0"], "On this scale four rows sit near zero."),
        ([str(k) for k in range(-6, 6)], "12 rows, 12 points."),
        ([str(k % 6) for k in range(12)], "12 rows, 12 points, some on each other."),
        (["0"] * 20 + ["1"], "20 sums are exactly zero."),
    ],
)
def test_points_are_counted_as_far_as_they_can_be_told_apart(sums: list[str], says: str) -> None:
    assert tell(layer(sums)).captions[1] == says


@pytest.mark.parametrize(
    ("sums", "says"),
    [
        (["-1", "2"], "Below zero rises to 0.00."),
        (["-1", "8.4e9"], "Below zero rises to 0.00, too little to see here."),
        (["-1"] * 9 + ["8e9"], "Below zero, nine rows rise to 0.00, too little to see here."),
    ],
)
def test_a_rise_that_is_not_seen_is_said_to_be_too_little(sums: list[str], says: str) -> None:
    assert tell(layer(sums)).after("below-zero").beat.caption == says


@pytest.mark.parametrize(
    ("name", "turn"),
    [
        ("relu", "bend"),
        ("leaky_relu", "bend"),
        ("sigmoid", "curve"),
        ("tanh", "curve"),
        ("gelu", "curve"),
    ],
)
def test_only_a_corner_is_called_a_bend(name: str, turn: str) -> None:
    assert tell(layer(["-1", "2"], name)).captions[-1] == f"That {turn} is the whole trick."


def test_no_caption_names_a_function_that_nobody_has_explained() -> None:
    captions = tell(layer(["-1", "2"], "gelu")).captions
    assert "This curve is GELU(z)." in captions
    assert not any("Φ" in caption for caption in captions)
