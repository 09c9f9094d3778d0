from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anim_lib.render.settings import RenderSettings, SettingsError


@pytest.mark.parametrize(
    ("letter", "size"),
    [
        ("l", (854, 480, 15)),
        ("m", (1280, 720, 30)),
        ("h", (1920, 1080, 60)),
        ("p", (2560, 1440, 60)),
        ("k", (3840, 2160, 60)),
    ],
)
def test_quality_letters_are_manims(letter: str, size: tuple[int, int, int]) -> None:
    assert RenderSettings.choose(letter) == (RenderSettings(*size), None)


def test_an_odd_size_is_made_even_and_said_so() -> None:
    settings, remark = RenderSettings.choose("l", "853x481")
    assert settings == RenderSettings(854, 482, 15)
    assert remark == ("853×481 has an odd side, which H.264 cannot store: rendering 854×482.")


@given(st.integers(64, 8192), st.integers(64, 8192), st.sampled_from("x×X,"))
def test_sides_are_even_and_never_smaller_than_asked(width: int, height: int, sign: str) -> None:
    settings, remark = RenderSettings.choose("h", f"{width}{sign}{height}")
    assert settings.width % 2 == settings.height % 2 == 0
    assert 0 <= settings.width - width <= 1
    assert 0 <= settings.height - height <= 1
    assert (remark is None) == (width % 2 == height % 2 == 0)


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920), (1080, 1080)])
def test_the_short_side_is_always_eight_units(size: tuple[int, int]) -> None:
    width, height = RenderSettings(*size, fps=30).frame_size
    assert min(width, height) == pytest.approx(8.0)
    assert width / height == pytest.approx(size[0] / size[1])


@pytest.mark.parametrize(
    "text", ["", "1920", "1920x", "x1080", "-2x4", "63x100", "100x9000", "a×b"]
)
def test_a_size_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="resolution"):
        RenderSettings.choose("h", text)


@pytest.mark.parametrize("fps", [0, -1, 241])
def test_a_frame_rate_out_of_range_is_refused(fps: int) -> None:
    with pytest.raises(SettingsError, match="expected 1 to 240"):
        RenderSettings.choose("h", None, fps)
