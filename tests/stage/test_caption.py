"""A caption is one line, swaps out before in, and stays long enough to be read."""

from __future__ import annotations

import pytest

from anim_lib.stage.caption import CAPTION_EM, ENTER, LEAVE, Caption, reading_seconds
from anim_lib.stage.frame import Frame
from anim_lib.stage.motion import ends
from anim_lib.stage.theme import DARK
from anim_lib.stage.typeset import text_line
from anim_lib.stage.verbs import Appear, Vanish

PIXEL = 1 / 45
FRAME = Frame.of_aspect(16 / 9)


@pytest.mark.parametrize(("words", "seconds"), [(1, 2.0), (5, 2.0), (6, 2.4), (10, 4.0), (12, 4.8)])
def test_two_and_a_half_words_are_read_a_second(words: int, seconds: float) -> None:
    assert reading_seconds(" ".join(["word"] * words)) == pytest.approx(seconds)


def test_a_caption_is_centred_on_its_baseline() -> None:
    words = Caption(FRAME, DARK).words("xxx")
    left, bottom, right, _ = words.box()
    assert left == pytest.approx(-right, abs=0.02)
    assert bottom == pytest.approx(-3.35, abs=0.01)


def test_a_caption_of_sixty_five_letters_keeps_inside_the_frame() -> None:
    words = Caption(FRAME, DARK).words(
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
