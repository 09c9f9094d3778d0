"""A caption is one line, swaps out before in, and stays long enough to be read."""

from __future__ import annotations

import numpy as np
import pytest

from anim_lib.stage.caption import (
    CAPTION_EM,
    ENTER,
    LEAVE,
    Caption,
    caption_fits,
    caption_lines,
    first_that_fits,
    reading_seconds,
)
from anim_lib.stage.frame import Frame
from anim_lib.stage.motion import ends
from anim_lib.stage.theme import DARK
from anim_lib.stage.typeset import Points, Typeset, caption_line, formula, text_line
from anim_lib.stage.verbs import Appear, Vanish

PIXEL = 1 / 45
FRAME = Frame.of_aspect(16 / 9)


@pytest.mark.parametrize(("words", "seconds"), [(1, 2.0), (5, 2.0), (6, 2.4), (10, 4.0), (12, 4.8)])
def test_two_and_a_half_words_are_read_a_second(words: int, seconds: float) -> None:
    assert reading_seconds(" ".join(["word"] * words)) == pytest.approx(seconds)


def test_a_caption_is_centred_on_its_baseline() -> None:
    (words,) = Caption(FRAME, DARK).words("xxx")
    left, bottom, right, _ = words.box()
    assert left == pytest.approx(-right, abs=0.02)
    assert bottom == pytest.approx(-3.35, abs=0.01)


def test_a_caption_of_sixty_five_letters_keeps_inside_the_frame() -> None:
    (words,) = Caption(FRAME, DARK).words(
        "Row 3: the sum of its four terms is above zero, so it is kept on."
    )
    assert len(words.words) == 65
    left, bottom, right, top = words.box()
    assert -FRAME.safe_x < left < right < FRAME.safe_x
    assert FRAME.safe_bottom < bottom < top < -2.5


def test_a_caption_s_digits_are_at_least_twelve_pixels_tall() -> None:
    points = text_line("1").parts[0].points[:, 1]
    assert (points.max() - points.min()) * CAPTION_EM / PIXEL >= 12


def test_the_old_words_are_gone_before_the_new_ones_come() -> None:
    caption = Caption(FRAME, DARK)
    (first,) = caption.swap("One.")
    assert isinstance(first, Appear)
    assert (first.delay, caption.text) == (0.0, "One.")
    out, back = caption.swap("Two.")
    assert isinstance(out, Vanish)
    assert isinstance(back, Appear)
    assert out.run_time <= back.delay
    assert ends([out, back]) == pytest.approx(LEAVE + ENTER) == pytest.approx(0.3)
    assert caption.text == "Two."


def test_no_caption_is_no_text() -> None:
    assert Caption(FRAME, DARK).text == ""


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Add them.", ("Add them.",)),
        (
            "Row 2: same steps, its own weights, and its own bias.",
            ("Row 2: same steps,", "its own weights, and its own bias."),
        ),
        (
            "Row 1 is below zero, so ReLU outputs 0.00.",
            ("Row 1 is below zero,", "so ReLU outputs 0.00."),
        ),
        (
            "The same table: keys are the rows, the query lies on top.",
            ("The same table: keys are the rows,", "the query lies on top."),
        ),
    ],
)
def test_a_narrow_frame_breaks_a_caption_at_a_pause_or_in_the_middle(
    text: str, lines: tuple[str, ...]
) -> None:
    for aspect in (9 / 16, 1.0):
        frame = Frame.of_aspect(aspect)
        assert caption_lines(text, frame) == lines
        written = Caption(frame, DARK).words(text)
        assert [w.words for w in written] == list(lines)
        boxes = [w.box() for w in written]
        assert all(-frame.safe_x < left and right < frame.safe_x for left, _, right, _ in boxes)
        assert all(low > frame.safe_bottom for _, low, _, _ in boxes)
        assert all(top < frame.stage_bottom for _, _, _, top in boxes)
    assert caption_lines(text, FRAME) == (text,)


def test_a_caption_that_no_two_lines_hold_gives_way_to_the_shorter_one() -> None:
    long, short = "Donaudampfschifffahrtsgesellschaft " * 3, "A short one."
    for frame in (FRAME, Frame.of_aspect(1.0)):
        assert not caption_fits(long.strip(), frame)
        assert first_that_fits([long.strip(), short], frame) == short


@pytest.mark.parametrize("aspect", [16 / 9, 4 / 3, 1.25, 1.0, 0.8, 0.75, 9 / 16, 9 / 21])
def test_every_frame_keeps_its_stage_and_caption_inside_the_picture(aspect: float) -> None:
    frame = Frame.of_aspect(aspect)
    assert frame.safe_x <= frame.width / 2 - 0.35
    assert -frame.height / 2 < frame.safe_bottom < frame.caption_baseline < frame.stage_bottom
    assert frame.stage_bottom < 0 < frame.stage_top < frame.safe_top < frame.height / 2


def points_of(line: Typeset) -> Points:
    """All curves of a line, in em."""
    return np.concatenate([part.points for part in line.parts])


def test_letters_of_formulas_are_set_as_in_them() -> None:
    assert np.allclose(points_of(caption_line("d")), points_of(formula("d")))
    assert np.allclose(points_of(caption_line("√d")), points_of(formula("sqrt(d)")), atol=0.03)
    said = caption_line("Divide by √d. Here d is 4.")
    assert points_of(said)[:, 1].max() == pytest.approx(points_of(formula("sqrt(d)"))[:, 1].max())


@pytest.mark.parametrize(
    "text", ["Add the bias.", "“x” looks most at “W”: 0.73.", "Row “√d”: 1", "b’s", "x1 xs axb"]
)
def test_words_and_tokens_are_no_letters_of_formulas(text: str) -> None:
    assert np.array_equal(points_of(caption_line(text)), points_of(text_line(text)))


def test_a_caption_is_measured_as_it_is_drawn() -> None:
    text = "A layer: weights W, inputs x, biases b."
    (line,) = Caption(FRAME, DARK).words(text)
    assert line.words == text
    assert line.width_set == pytest.approx(caption_line(text).width * CAPTION_EM)
    assert line.width_set != pytest.approx(text_line(text).width * CAPTION_EM, abs=0.01)
