"""What the blend clip says last: shares that are true, the query's own word always among them."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anim_lib.lesson.lesson import Lesson
from anim_lib.stage.blend_step import BlendStep
from anim_lib.stage.theme import DARK
from tests.scenes.attention_told import step_of
from tests.scenes.dense_told import FRAME


def says(weights: list[float], own: int | None) -> tuple[str, Lesson]:
    scores = [repr(float(np.log(w))) for w in weights]
    lesson = step_of([[s] for s in scores], ["1"])
    assert lesson.attention is not None
    object.__setattr__(lesson.attention, "query_token", own)
    scene = SimpleNamespace(lesson=lesson, theme=DARK, frame=FRAME)
    return BlendStep(cast("Any", scene)).says_share(), lesson


COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}


@settings(max_examples=50)
@given(st.lists(st.floats(0.001, 1.0), min_size=1, max_size=8), st.data())
def test_the_last_caption_counts_every_word(raw: list[float], data: st.DataObject) -> None:
    weights = [share / sum(raw) for share in raw]
    own = data.draw(st.sampled_from([None, *range(len(weights))]))
    caption, lesson = says(weights, own)
    assert lesson.blend_trace is not None
    if caption.endswith(" equally."):
        assert max(weights) == pytest.approx(min(weights))
        assert f"{len(weights)} words" in caption or len(weights) <= 8
        return
    assert caption.startswith(("The new ", "New "))
    made_of = re.split(" is |: ", caption, maxsplit=1)[1].rstrip(".")
    if own is not None:
        assert "itself" in made_of  # whatever else goes unnamed
        assert (weights[own] < 0.005) == ("hardly itself" in made_of)
    if made_of.startswith("almost all "):
        assert max(weights) > 0.99
        return
    about, made_of = made_of.startswith("about "), made_of.removeprefix("about ")
    parts = re.findall(r"(\d+%) (itself|“w\d”)", made_of)
    named = [own if name == "itself" else int(name[2:-1]) for _, name in parts]
    assert None not in named
    indices = [i for i in named if i is not None]
    assert [text for text, _ in parts] == [lesson.blend_trace.shares[i].text for i in indices]
    assert indices == sorted(indices, key=lambda i: -weights[i])
    shares = [int(text[:-1]) for text, _ in parts]
    others = re.search(r", (?:and )?(\d+)% from (\w+) others?$", made_of)
    told = {*indices, *([own] if "hardly" in made_of and own is not None else [])}
    omitted = [w for i, w in enumerate(weights) if i not in told]
    assert len(omitted) == (COUNTS[others[2]] if others else 0)
    free = [weights[i] for i in indices if i != own]
    assert max(omitted, default=0.0) <= min(free, default=1.0)
    if others:
        assert abs(int(others[1]) - 100 * sum(omitted)) <= 0.5 + 1e-9
        shares.append(int(others[1]))
    assert about == (sum(shares) != 100)


@pytest.mark.parametrize(
    ("weights", "own", "caption"),
    [
        (
            [0.1, 0.1, 0.21, 0.2, 0.19, 0.2],
            3,
            "21% “w2”, 20% itself, 20% “w5”, 39% from three others.",
        ),
        ([0.25] * 4, 0, "The new “w0” blends all four words equally."),
        ([1 / 3] * 3, None, "The new vector blends all three words equally."),
        ([0.5, 0.5], 1, "The new “w1” blends both words equally."),
        ([0.336, 0.336, 0.328], 0, "is about 34% itself, 34% “w1”, 33% “w2”."),
        ([0.998, 0.002], 1, "The new “w1” is almost all “w0”, hardly itself."),
        ([0.6, 0.398, 0.002], 2, "The new “w2” is 60% “w0”, 40% “w1”, hardly itself."),
        ([1.0], 0, "The new “w0” is 100% itself."),
    ],
)
def test_the_query_s_own_word_is_never_one_of_the_others(
    weights: list[float], own: int | None, caption: str
) -> None:
    assert says(weights, own)[0].endswith(caption)


def test_words_beside_a_line_of_others_are_not_called_others() -> None:
    """22 words: "15 others" share a line, and the caption leaves other words unnamed."""
    caption, _ = says([0.4, 0.3, *[0.015] * 20], 0)
    assert re.search(r"30% (?:from )?the other 20 words\.$", caption)
