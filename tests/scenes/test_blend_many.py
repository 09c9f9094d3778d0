"""The blend of a long sentence and of long values, in every frame."""

from __future__ import annotations

from decimal import Decimal

import pytest

from anim_lib.lesson.lesson import Lesson
from anim_lib.stage.bars import Bar
from anim_lib.stage.ink import Words
from tests.scenes.attention_told import Told, crowding, done_anew, prints, step_of, tell
from tests.scenes.test_attention_many import FRAMES, coarse, named
from tests.stage import stagehand as hand
from tests.stage.stagehand import PIXEL


def lesson_of(count: int, width: int) -> Lesson:
    keys = [[f"{(7 * i + 5 * j) % 23 / 10 - 1:.1f}" for j in range(2)] for i in range(count)]
    values = [
        [f"{(5 * i + 3 * j) % 17 / 10 - 0.8:.1f}" for j in range(width)] for i in range(count)
    ]
    words = ["the" if i % 3 == 2 else f"w{i}" for i in range(count)]
    return step_of(keys, 1, words, values)


@pytest.fixture(scope="module", params=[(32, 64, "16:9"), (9, 9, "16:9"), (32, 12, "9:16")])
def many(request: pytest.FixtureRequest) -> Told:
    count, width, frame = request.param
    return tell("blend", lesson_of(count, width), FRAMES[frame])


def test_the_others_line_is_the_sum_of_the_words_that_are_not_named(many: Told) -> None:
    inks, anew = many.of("output").inks, done_anew(many.lesson)
    shown = named(many, many.of("others"))
    hidden = [i for i in range(len(many.trace.tokens)) if i not in shown]
    assert f"{len(hidden)} others" in many.of("others").words
    assert many.lesson.attention is not None
    assert many.lesson.attention.values is not None
    values = many.lesson.attention.values.texts
    sums = {n.quantity.name: n.quantity.text for n in hand.numbers(inks)}
    columns = [int(name[20:-1]) for name in sums if name.startswith("blend.others_scaled[")]
    assert len(columns) >= 2
    for j in columns:
        own = sum((anew.weights[i] * Decimal(values[i][j]) for i in hidden), Decimal(0))
        assert prints(own, sums[f"blend.others_scaled[{j}]"])
        assert prints(anew.output[j], sums[f"blend.output[{j}]"])


def test_hidden_values_are_counted_and_stand_as_dots_in_every_line(many: Told) -> None:
    picture = many.of("output")
    shown = {n.quantity.name for n in hand.numbers(picture.inks) if "output" in n.quantity.name}
    hidden = len(many.blend.output) - len(shown)
    assert f"{hidden} more" in picture.words
    lines = len(named(many, many.of("others"))) + 2  # the others' and the sum
    assert picture.words.count("···") == lines


def test_the_last_bar_has_an_outlined_part_for_the_others(many: Told) -> None:
    inks = many.of("shares").inks
    bars = sorted((s for s in inks if isinstance(s.ink, Bar)), key=lambda s: s.box[0])
    shown = named(many, many.of("others"))
    weight = sum(w.value for i, w in enumerate(many.trace.weights) if i not in shown)
    length = bars[-1].box[2] - bars[0].box[0]
    assert [s.ink.outlined for s in bars if isinstance(s.ink, Bar)] == [*[False] * len(shown), True]
    assert bars[-1].box[2] - bars[-1].box[0] == pytest.approx(weight * length, abs=PIXEL / 10)
    (share,) = (s for s in inks if s.words.endswith("%") and s.ink.quantities
                and s.ink.quantities[0].name == "blend.others_share")  # fmt: skip
    assert prints(Decimal(weight * 100), share.words.rstrip("%"))


def test_the_first_row_s_products_are_written_out_as_the_trace_says() -> None:
    """ "0.41 × 0.9 = 0.37", each relation with what is printed."""
    told = lesson_of(3, 4)
    written: set[str] = set()

    def look(_: object, inks: list[hand.Shown]) -> None:
        written.update(line for line in hand.lines(inks).values() if "×" in line)

    hand.walk("blend", told, each_frame=look)
    blend = told.blend_trace
    assert blend is not None
    for j in range(4):
        weight, value, product = blend.weights[0], blend.values[0][j], blend.scaled[0][j]
        line = f"{weight.text}×{value.text}{blend.scaled_relation(0, j)}{product.text}"
        assert line in written


def test_three_hundred_equal_words_are_each_a_little() -> None:
    told = tell("blend", step_of([["1"]] * 300, ["1"]))
    assert told.captions[-1] == "The new vector blends all 300 words equally."


@pytest.mark.parametrize(
    ("count", "width", "frame"),
    [
        (8, 8, "16:9"),
        (40, 20, "4:3"),
        (3, 5, "1:1"),
        (40, 3, "4:5"),
        (4, 5, "9:16"),
        (6, 9, "9:16"),
    ],
)
def test_no_text_leaves_the_frame_or_comes_too_near_another(
    count: int, width: int, frame: str
) -> None:
    assert crowding("blend", lesson_of(count, width), coarse(FRAMES[frame])) == set()


def test_words_are_large_enough(many: Told) -> None:
    ems = [s.ink.em for p in many.pictures for s in p.inks if isinstance(s.ink, Words)]
    assert min(ems) >= 0.34
