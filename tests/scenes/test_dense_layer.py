"""What the dense-layer clip tells, against the trace and against sums done anew from its texts."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import av
import pytest

from anim_lib.lesson.load import default_lesson, load_lesson
from anim_lib.nn.activations import ACTIVATIONS
from anim_lib.render.settings import RenderSettings
from tests.scenes.dense_told import (
    CONVOLUTION,
    FRAME,
    PROJECT,
    PUBLIC,
    Told,
    rounds_to,
    tell,
    texts_of,
    told_truly,
    value,
)
from tests.stage import stagehand as hand
from tests.stage.stagehand import PIXEL, lesson_of


@pytest.fixture(scope="module")
def page() -> Told:
    return tell(default_lesson())


# The page's story --------------------------------------------------------------------------


def test_the_page_is_told_in_these_beats(page: Told) -> None:
    assert [(beat.name, beat.caption) for beat in page.timeline.beats] == [
        ("layer", "A layer: weights W, inputs x, biases b."),
        ("lay-inputs", "Lay the inputs over the columns."),
        ("row-1", "Row 1 makes output 1."),
        ("row-1-term-1", "Multiply the pair."),
        ("row-1-term-2", "Multiply, then add to the total so far."),
        ("row-1-term-3", "Multiply, then add to the total so far."),
        ("row-1-bias", "Add the bias."),
        ("row-1-sum", "Four terms, one sum."),
        ("row-1-output", "Below zero, so ReLU outputs 0.00."),
        ("row-2", "Row 2: same steps, its own weights."),
        ("row-3", "All other rows work the same way."),
        ("row-3-output", "Row 3 is above zero, so ReLU keeps 2.70."),
        ("row-4", "No row needed another row’s answer."),
        ("output", "y = 0.00, 0.00, 2.70, 0.00"),
    ]


def test_each_number_is_listed_with_the_beat_that_first_shows_it(page: Told) -> None:
    seen = {beat.name: {q.name for q in beat.numbers} for beat in page.timeline.beats}

    def row(i: int, *kinds: str) -> set[str]:
        return {f"dense.{kind}[{i},{j}]" for kind in kinds for j in range(3)}

    weights = set().union(*(row(i, "W") for i in range(4)))
    inputs = {f"dense.x[{j}]" for j in range(3)} | {f"dense.b[{i}]" for i in range(4)}
    assert seen == {
        "layer": weights | inputs,
        "lay-inputs": set(),
        "row-1": set(),
        "row-1-term-1": {"dense.products[0,0]", "dense.partial[0,0]"},
        "row-1-term-2": {"dense.products[0,1]", "dense.partial[0,1]"},
        "row-1-term-3": {"dense.products[0,2]", "dense.partial[0,2]"},
        "row-1-bias": {"dense.pre_activation[0]"},
        "row-1-sum": set(),
        "row-1-output": {"dense.output[0]"},
        "row-2": row(1, "products", "partial") | {"dense.pre_activation[1]", "dense.output[1]"},
        "row-3": row(2, "products", "partial") | {"dense.pre_activation[2]"},
        "row-3-output": {"dense.output[2]"},
        "row-4": row(3, "products", "partial") | {"dense.pre_activation[3]", "dense.output[3]"},
        "output": set(),
    }


def test_the_page_s_own_line_stands_under_the_table(page: Told) -> None:
    lines = page.of("row-1-sum").lines.values()
    assert "(0.5)(1.0)+(−0.3)(2.0)+(0.8)(−1.0)+0.1=−0.80" in lines
    assert "+0.50−0.60−0.80+0.1" in lines
    assert "0.50−0.10−0.90−0.80" in lines


def test_a_negative_bias_has_its_sign_as_the_operator(page: Told) -> None:
    assert "(−0.6)(1.0)+(0.4)(2.0)+(0.2)(−1.0)−0.2=−0.20" in page.of("row-2").lines.values()


def test_relu_is_written_with_its_sum_and_result(page: Told) -> None:
    assert "(−0.80)=0.00" in page.of("row-1-output").lines.values()
    assert "(2.70)=2.70" in page.of("row-3-output").lines.values()


def test_the_last_picture_is_the_table_alone_with_every_result(page: Told) -> None:
    last = page.pictures[-1]
    assert [last.lines[y] for y in sorted(last.lines, reverse=True)] == [
        "1.02.0−1.0",
        "0.5−0.30.80.1−0.800.00",
        "−0.60.40.2−0.2−0.200.00",
        "0.10.9−0.50.32.702.70",
        "−0.7−0.20.60.0−1.700.00",
    ]
    assert sorted(last.words) == ["ReLU", "sum", "y = 0.00, 0.00, 2.70, 0.00"]


def test_every_text_is_the_trace_s_and_every_equals_sign_is_true(page: Told) -> None:
    assert len(page.pictures) == 14
    assert told_truly(page) == []


# Numbers of every kind ---------------------------------------------------------------------


@pytest.mark.parametrize("activation", sorted(ACTIVATIONS))
def test_each_activation_is_written_said_and_true(activation: str) -> None:
    page = default_lesson().dense
    assert page is not None
    lesson = lesson_of(
        [list(row) for row in page.W.texts], list(page.x.texts), list(page.b.texts), activation
    )
    told = tell(lesson)
    assert told_truly(told) == []
    first = told.of("row-1-output")
    label = ACTIVATIONS[activation].label
    assert label in first.words
    caption = first.beat.caption
    y = told.trace.output[0]
    assert y.text in caption
    assert label in caption


def test_where_rounding_breaks_a_sum_the_sign_says_about() -> None:
    told = tell(lesson_of([["0.333", "0.333"], ["0.5", "0.5"]], ["0.5", "0.5"]))
    lines = [line for picture in told.pictures for line in picture.equations]
    assert "(0.333)(0.5)+(0.333)(0.5)+0=0.33" in lines  # 0.333 as printed
    # 0.17 + 0.17 is 0.34, not 0.33.
    assert "so far ≈" in told.of("row-1-sum").words
    assert told_truly(told) == []


def test_a_compact_line_of_products_that_do_not_add_up_says_about() -> None:
    told = tell(lesson_of([["0.333"] * 4], ["0.5"] * 4, ["0.1"], "identity"))
    assert "+0.17+0.17+0.17+0.17+0.1≈0.77" in told.of("row-1-sum").lines.values()
    assert told_truly(told) == []


def test_so_far_is_exact_exactly_in_the_rows_whose_printed_steps_are(page: Told) -> None:
    for told in (page, tell(lesson_of([["0.335"], ["0.1"]], ["1"], ["0.335", "0"]))):
        trace = told.trace
        for i in range(trace.n_rows):
            steps = [
                (value(before.text if before else "0") + value(term.text), after.text)
                for before, term, after in zip(
                    [None, *trace.partial[i]],
                    [*trace.products[i], trace.b[i]],
                    [*trace.partial[i], trace.pre_activation[i]],
                    strict=True,
                )
            ]
            exact = all(rounds_to(total, printed) for total, printed in steps)
            label = "so far" if exact else "so far ≈"
            beats = (f"row-{i + 1}", f"row-{i + 1}-")
            said = {
                w
                for p in told.pictures
                if p.beat.name == beats[0] or p.beat.name.startswith(beats[1])
                for w in p.words
                if w.startswith("so far")
            }
            assert said == {label}


def test_minus_a_half_percent_prints_minus_a_hundredth_everywhere() -> None:
    told = tell(lesson_of([["-0.005"]], ["1"], activation="identity"))
    texts = texts_of(told)
    assert {"−0.005", "−0.01", "identity(−0.01) = −0.01", "y = −0.01"} <= texts
    assert not any(re.search(r"(?<![−0-9.])0\.01", text) for text in texts)
    assert told_truly(told) == []


def test_halves_round_away_from_zero_in_table_working_and_caption() -> None:
    rows = [["1.115"], ["-0.015"], ["2.385"], ["-0.285"]]
    told = tell(lesson_of(rows, ["1"], activation="identity"))
    assert [q.text for q in told.trace.output] == ["1.12", "−0.02", "2.39", "−0.29"]
    assert told.timeline.beats[-1].caption == "y = 1.12, −0.02, 2.39, −0.29"
    assert told_truly(told) == []


def test_a_tiny_sum_is_not_shown_as_zero_and_a_clipped_one_is() -> None:
    told = tell(lesson_of([["-0.0004"], ["-3"]], ["1"]))
    assert "(−0.0004)=0.00" in told.of("row-1-output").lines.values()
    assert not {"−0.00", "−0.0"} & texts_of(told)
    assert told.timeline.beats[-1].caption == "y = 0.00, 0.00"
    assert told_truly(told) == []


def test_numbers_of_very_different_size_stay_legible_in_their_cells() -> None:
    told = tell(lesson_of([["1e-9", "1e6"], ["2", "-1e-9"]], ["1", "1"]))
    assert told_truly(told) == []
    for picture in told.pictures:
        assert hand.outside(FRAME, picture.inks) == []
        assert hand.too_close(picture.inks, 3 * PIXEL) == []


def test_a_bias_written_flat_or_as_a_row_or_a_column_gives_the_same_clip(tmp_path: Path) -> None:
    clips = []
    for bias in ("[0.1, -0.2]", "[[0.1, -0.2]]", "[[0.1], [-0.2]]"):
        file = tmp_path / "bias.toml"
        file.write_text(f"[dense]\nW = [[1, 2], [3, 4]]\nx = [0.5, -1]\nb = {bias}\n")
        told = tell(load_lesson(file))
        clips.append([(p.beat, p.lines, [s.box for s in p.inks]) for p in told.pictures])
    assert clips[0] == clips[1] == clips[2]


def test_a_public_layer_gives_its_published_sums_without_float_noise() -> None:
    told = tell(lesson_of(*PUBLIC))
    assert told.timeline.beats[-1].caption == "y = 4.80, 1.21, 2.39"
    assert not any("99999" in text or "00000" in text for text in texts_of(told))
    assert told_truly(told) == []


def test_a_convolution_as_a_matmul_gives_its_four_numbers() -> None:
    told = tell(lesson_of(*CONVOLUTION, decimals=0))
    assert told.timeline.beats[-1].caption == "y = 19, 25, 37, 43"
    assert told_truly(told) == []


# Elsewhere ---------------------------------------------------------------------------------


SCENE = ("scenes/dense_layer.py", "DenseLayer")


def test_manim_s_own_command_line_draws_the_same_number_of_frames(tmp_path: Path) -> None:
    options = ["-r", "160,90", "--fps", "5", "--progress_bar", "none", "--media_dir"]
    run = subprocess.run(
        [sys.executable, "-m", "manim", *options, str(tmp_path), *SCENE],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    (video,) = tmp_path.glob("videos/**/DenseLayer.mp4")
    with av.open(str(video)) as container:
        frames = sum(1 for _ in container.decode(video=0))
    timeline = hand.walk("dense-layer", default_lesson(), settings=RenderSettings(160, 90, 5))
    assert frames == timeline.frames


def test_a_lecturer_s_own_scene_may_tell_the_rows_differently() -> None:
    from manim import tempconfig

    from anim_lib.render.renderer import BeatRenderer
    from anim_lib.render.worker import manim_settings
    from scenes.dense_layer import DenseLayer

    class OneRowOnly(DenseLayer):
        """Only the first row."""

        needs = ("dense", "lanes")  # type: ignore[assignment]

        def next_row(self, row: object) -> None:
            """Leave the other rows as an exercise."""

    with tempconfig(manim_settings(hand.WIDE, Path("unused"))):
        scene = OneRowOnly(default_lesson(), hand._BeatEnds(None), renderer=BeatRenderer(print))
        scene.render()
    names = [beat.name for beat in scene.timeline().beats]
    assert names[-2:] == ["row-1-output", "output"]
    assert DenseLayer.needs == ("dense",)
