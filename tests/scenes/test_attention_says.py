"""What the attention clip says of its weights is true, hidden words included."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anim_lib.render.settings import RenderSettings
from anim_lib.stage.caption import caption_fits
from anim_lib.stage.frame import Frame
from anim_lib.stage.softmax_lines import softmax_lines
from anim_lib.stage.softmax_plan import plan_softmax
from anim_lib.stage.softmax_says import SoftmaxSays
from tests.scenes.attention_lessons import LESSONS
from tests.scenes.attention_told import step_of, tell
from tests.stage import stagehand as hand

ASPECTS = (16 / 9, 4 / 3, 1.0, 4 / 5, 9 / 16)
COUNTS = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}


def says_of(weights: Sequence[float], own: int | None, aspect: float = 16 / 9) -> SoftmaxSays:
    """The captions for words "w0", "w1"… with these weights."""
    lesson = step_of([[repr(math.log(w))] for w in weights], ["1"])
    assert lesson.attention is not None
    object.__setattr__(lesson.attention, "query_token", own)
    trace, frame = lesson.attention_trace, Frame.of_aspect(aspect)
    assert trace is not None
    lines = softmax_lines(trace, trace.tokens, plan_softmax(trace, trace.tokens, frame).words)
    return SoftmaxSays(trace, trace.tokens, lines, frame)


@settings(max_examples=80)
@given(
    st.lists(st.floats(0.01, 1.0), min_size=1, max_size=8)
    | st.lists(st.floats(0.01, 1.0), min_size=9, max_size=60),
    st.booleans(),
    st.sampled_from(ASPECTS),
    st.data(),
)
def test_the_last_caption_is_true_of_the_weights(
    raw: list[float], near: bool, aspect: float, data: st.DataObject
) -> None:
    raw = [1 + share / 10 for share in raw] if near else raw
    weights = [share / sum(raw) for share in raw]
    own = data.draw(st.sampled_from([None, *range(len(weights))]))
    says = says_of(weights, own, aspect)
    caption = says.attends()
    largest = max(weights)
    close = [w for w in weights if largest - w <= min(0.03, 0.1 * largest) + 1e-9]
    who = "The query" if own is None else f"“w{own}”"
    spoken = caption.removeprefix(f"{who} looks")
    names = re.findall(r"itself|“w\d+”", spoken)
    named = [own if name == "itself" else int(name[2:-1]) for name in names]
    assert set(named) <= {*says.lines.words, own}  # words that can be seen
    if caption.startswith("One word"):
        assert len(weights) == 1
    elif caption.startswith("Every word"):
        assert len(close) == len(weights) > 1
        assert ("about" in caption) == (max(weights) - min(weights) > 1e-9 * max(weights))
    elif named:
        assert sorted(weights[i] for i in named if i is not None) == pytest.approx(sorted(close))
        if len(named) == 1:
            assert ("almost only" in caption) == (largest >= 0.95)
            assert caption.endswith(f": {says.trace.weights[named[0] or 0].text}.")
    else:
        assert f"{COUNTS.get(len(close), str(len(close)))} words" in caption
        assert 2 < len(close) < len(weights)


def test_three_words_that_tie_are_not_called_two() -> None:
    said = says_of([0.27, 0.26, 0.26, 0.21], 0).attends()
    assert said == "“w0” looks most at itself, “w1” and “w2”, about equally."
    said = says_of([0.23, 0.22, 0.22, 0.22, 0.11], 0).attends()
    assert said == "“w0” looks most at four words, about equally."


def test_among_many_words_a_weight_twice_as_large_is_not_called_about_the_same() -> None:
    """1/32 is 0.03, and so are most differences: what is near is measured by the largest."""
    weights = [1 / 33] * 31 + [2 / 33]
    assert says_of(weights, 0).attends() == "“w0” looks most at “w31”: 0.06."
    assert says_of([1 / 32] * 32, 0).attends() == "Every word gets the same share: 0.03."


def test_words_with_one_weight_get_the_same_others_about_the_same() -> None:
    assert says_of([0.25] * 4, 0).attends() == "Every word gets the same share: 0.25."
    assert says_of([0.505, 0.495], 0).attends() == "Every word gets about the same share."
    assert says_of([0.4, 0.4, 0.2], 1).attends() == "“w1” looks at itself and “w0” equally."
    assert says_of([0.41, 0.39, 0.2], 1).attends().endswith(" about equally.")


def test_almost_all_is_not_called_one() -> None:
    """A weight that prints as 1.00 is not 1 where other words have their share."""
    says = says_of([1.0, 1e-9], 0)
    assert says.attends() == "“w0” looks almost only at itself."
    assert says.trace.weight_relation(0) == "≈"
    assert says_of([1.0], 0).trace.weight_relation(0) == "="
    assert says_of([0.96, 0.04], 0).attends() == "“w0” looks almost only at itself: 0.96."


def test_one_word_is_not_spoken_of_as_many() -> None:
    captions = tell("attention", LESSONS["one"]).captions + tell("blend", LESSONS["one"]).captions
    assert [
        c for c in captions if re.search("them|[Tt]ogether|each one|each word|weights", c)
    ] == []


@pytest.mark.parametrize("size", [(640, 360), (360, 360), (360, 640)])
def test_a_query_that_is_a_word_s_key_is_said_to_be_that(size: tuple[int, int]) -> None:
    for tokens in (["a", "b"], ["Donaudampfschifffahrtsgesellschaftskapitaen", "b"]):
        lesson = step_of([["1", "2"], ["3", "-1"]], 0, tokens)
        told = tell("attention", lesson, RenderSettings(*size, hand.WIDE.fps))
        assert told.captions[0].endswith("own key.")


def test_a_query_of_its_own_is_nobody_s_word() -> None:
    told = tell("attention", LESSONS["own-query"])
    assert told.captions[0] == "Keys are the rows, the query lies on top."  # no layer came before
    assert told.captions[-1].startswith("The query looks ")


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("count", [1, 2, 6, 12, 13, 64, 500])
def test_captions_fit_each_frame(count: int, aspect: float) -> None:
    says = says_of([1 + (7 * i % 11) / 3 for i in range(count)], 0, aspect)
    said = [says.scores(), says.shift(), says.exp(), says.together(), says.attends()]
    said += [says.weight(turn) for turn in says.lines.turns]
    if says.lines.others is not None:
        said.append(says.others_exp())
    assert [text for text in said if not caption_fits(text, Frame.of_aspect(aspect))] == []


def test_the_line_of_the_others_is_spoken_of_with_its_own_numbers() -> None:
    says = says_of([1.0] * 32, None)
    assert says.scores() == "32 scores: 7 words by name, 25 others share a line."
    assert says.others_exp() == "Those of the 25 others add up to 25.00."
    assert says.weight(says.lines.turns[-1]) == "The 25 others share 0.78."
