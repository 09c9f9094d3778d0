"""What the relu clip tells of a small layer, and its numbers against sums done anew."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from anim_lib.lesson.load import default_lesson
from anim_lib.nn.activations import ACTIVATIONS
from anim_lib.stage.caption import MAX_WORDS
from tests.scenes.relu_told import REFERENCES, Told, layer, rounded, tell


@pytest.fixture(scope="module")
def page() -> Told:
    return tell(default_lesson())


@pytest.fixture(scope="module", params=ACTIVATIONS)
def each(request: pytest.FixtureRequest) -> Told:
    return tell(layer(["-1.3", "0.4", "2.25", "-0.55", "0"], request.param))


def test_the_page_is_told_in_six_beats(page: Told) -> None:
    assert [(beat.name, beat.caption) for beat in page.timeline.beats] == [
        ("sums", "Before ReLU, each sum is just itself."),
        ("points", "Four rows, four points."),
        ("curve", "ReLU(z) = max(0, z)"),
        ("below-zero", "Below zero rises to 0.00."),
        ("above-zero", "Above zero passes through."),
        ("bend", "That bend is the whole trick."),
    ]


def test_the_page_takes_about_seventeen_seconds(page: Told) -> None:
    assert 15 <= page.timeline.duration <= 19


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_eight_rows_stay_under_a_minute(name: str) -> None:
    sums = ["-3.1", "-2.2", "-1.4", "-0.9", "-5.05", "-2.6", "-1.1", "-4.3"]
    assert tell(layer(sums, name)).timeline.duration < 60


def test_max_of_zero_and_z_is_said_of_relu_only(each: Told) -> None:
    said = any("max(0, z)" in caption for caption in each.captions)
    assert said == (each.trace.activation.name == "relu")


@pytest.mark.parametrize(
    ("sums", "said"),
    [
        (["1", "2"], {"Above zero passes through."}),
        (["-1", "-2"], {"Below zero rises to 0.00."}),
        (["0", "0"], {"Zero stays 0.00."}),
        (["-1", "0"], {"Below zero rises to 0.00.", "Zero stays 0.00."}),
    ],
)
def test_only_what_happens_is_told(sums: list[str], said: set[str]) -> None:
    fates = {
        "Above zero passes through.",
        "Below zero rises to 0.00.",
        "Zero stays 0.00.",
    }
    assert fates & set(tell(layer(sums)).captions) == said


def test_where_no_sum_is_below_zero_no_bend_is_claimed_to_have_done_it() -> None:
    assert tell(layer(["1", "2"])).captions[-1].startswith("Had one been below zero")
    assert tell(layer(["1", "-2"], "identity")).captions[-1] == "No bend, so no sum has changed."


def test_leaky_relu_says_what_each_row_below_zero_becomes() -> None:
    captions = tell(layer(["-3", "2", "-50"], "leaky_relu")).captions
    assert "leaky ReLU(z) = max(0.01 z, z)" in captions
    assert "Row 1, below zero: leaky ReLU keeps a hundredth, −0.03." in captions
    assert "Row 3, below zero: leaky ReLU keeps a hundredth, −0.50." in captions
    assert "Above zero passes through." in captions


def test_a_crowd_of_points_is_mentioned() -> None:
    captions = tell(layer(["0.1", "0.2", "0.3", "1000"])).captions
    assert "On this scale three rows sit near zero." in captions
    captions = tell(layer(["9.8", "9.9", "10", "-10"])).captions
    assert "On this scale three rows stand side by side." in captions


def test_captions_are_short_and_their_numbers_are_the_trace_s(each: Told) -> None:
    texts = {q.text for q in each.trace.quantities()}
    formula = f"{each.trace.activation.label}(z) = {each.trace.activation.formula}"
    for caption in each.captions:
        assert len(caption.split()) <= MAX_WORDS
        if caption == formula:
            continue
        without_rows = re.sub(r"Row \d+", "", caption)
        assert set(re.findall(r"−?\d+(?:\.\d+)?(?:e−?\d+)?", without_rows)) <= texts


# Numbers -----------------------------------------------------------------------------------


def test_the_page_s_sums_and_outputs_are_those_of_exact_fractions(page: Told) -> None:
    W = [["0.5", "-0.3", "0.8"], ["-0.6", "0.4", "0.2"], ["0.1", "0.9", "-0.5"]]
    W += [["-0.7", "-0.2", "0.6"]]
    x, b = ["1.0", "2.0", "-1.0"], ["0.1", "-0.2", "0.3", "0.0"]
    sums = [
        sum((Fraction(w) * Fraction(v) for w, v in zip(row, x, strict=True)), Fraction(bias))
        for row, bias in zip(W, b, strict=True)
    ]
    shown = page.pictures[-1].numbers
    assert [shown[f"relu.z[{i}]"] for i in range(4)] == [rounded(z) for z in sums]
    assert [shown[f"relu.y[{i}]"] for i in range(4)] == [rounded(max(z, Fraction(0))) for z in sums]


def test_outputs_are_those_of_the_activation_s_textbook_formula(each: Told) -> None:
    reference = REFERENCES[each.trace.activation.name]
    shown = each.pictures[-1].numbers
    for i, z in enumerate((-1.3, 0.4, 2.25, -0.55, 0.0)):
        exact = reference(z)
        text = shown[f"relu.y[{i}]"]
        if abs(exact) >= 0.005 or exact == 0:  # smaller ones take more decimals
            assert text == rounded(exact)
        else:
            assert float(text.replace("−", "-")) == pytest.approx(exact, rel=0.1)


def test_every_number_on_stage_is_the_trace_s(each: Told) -> None:
    known = {q.name: q.text for trace in each.lesson.traces() for q in trace.quantities()}
    for picture in each.pictures:
        assert picture.numbers
        for name, drawn in picture.numbers.items():
            assert drawn == known[name]


def test_sums_are_there_from_the_start_and_outputs_come_when_their_rows_are_told(
    each: Told,
) -> None:
    seen = [(beat.name, q.name) for beat in each.timeline.beats for q in beat.numbers]
    rows = range(len(each.trace.z))
    assert {f"relu.z[{i}]" for i in rows} <= {name for beat, name in seen if beat == "sums"}
    late = [(beat, name) for beat, name in seen if name.startswith("relu.y")]
    assert {name for _, name in late} == {f"relu.y[{i}]" for i in rows}
    assert not {beat for beat, _ in late} & {"sums", "points", "curve", "bend"}
