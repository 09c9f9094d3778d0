"""What the gpu-lanes clip says and which numbers it shows; what `check` says of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from anim_lib.lesson.load import load_lesson
from anim_lib.stage.checks import check_scene
from anim_lib.stage.frame import Frame
from anim_lib.stage.ink import Number
from anim_lib.stage.lanes_plan import plan_lanes
from anim_lib.stage.lanes_words import LanesWords
from tests.scenes.lanes_told import PAGE, Told, lanes_lesson, tell
from tests.stage import stagehand as hand

FRAME = Frame.of_aspect(16 / 9)


@pytest.fixture(scope="module")
def page() -> Told:
    return tell(PAGE)


def test_the_page_is_told_in_these_beats(page: Told) -> None:
    assert [(b.name, b.caption) for b in page.timeline.beats] == [
        ("table", "Each weight and each bias is one small step."),
        ("strips", "Each row is a strip of small steps."),
        ("one-lane", "One lane does one step per tick."),
        ("side-by-side", "Four lanes: same steps, same tick."),
        ("compare", "Same 16 steps. A quarter of the time."),
        ("zoom", "Now 4,096 rows on 4,096 lanes."),
        ("field", "All rows at once: the same 4 ticks."),
        ("totals", "Same steps, same tick, fewer ticks."),
        ("last", "Rows never wait for each other."),
    ]


def test_a_table_that_cannot_be_drawn_leaves_the_strips_to_open(tmp_path: Path) -> None:
    path = tmp_path / "rows.toml"
    rows = list(range(9))
    path.write_text(
        f"[dense]\nW = {[[k] for k in rows]}\nx = [1]\n[lanes]\n[display]\nrows = {rows}\n"
    )
    told = tell(load_lesson(path))
    assert [beat.name for beat in told.timeline.beats][:2] == ["strips", "one-lane"]


def test_the_page_lands_its_counts_in_this_order(page: Told) -> None:
    landed = [q.text for b in page.timeline.beats for q in b.numbers if q.name.startswith("lanes")]
    assert landed == ["16", "4", "4,096", "4,096", "16,384", "4"]


def numbers(told: Told) -> list[Number]:
    return [s.ink for inks in told.ends.values() for s in inks if isinstance(s.ink, Number)]


def test_every_number_on_stage_is_the_traces_own(page: Told) -> None:
    known = {id(q) for trace in page.lesson.traces() for q in trace.quantities()}
    for number in numbers(page):
        assert id(number.quantity) in known
        assert number.drawn == number.quantity.text


@pytest.mark.parametrize(
    ("wide", "waves", "ticks"),
    [((5000, 2048), "3", "12"), ((4 * 10**9, 16384), "244,141", "976,564"), ((100, 9), "12", "48")],
)
def test_rows_that_outnumber_lanes_come_in_waves(
    tmp_path: Path, wide: tuple[int, int], waves: str, ticks: str
) -> None:
    told = tell(lanes_lesson(tmp_path, 4, 3, wide))
    shown = {n.quantity.name: n.drawn for n in numbers(told)}
    assert shown["lanes.waves"] == waves
    assert shown["lanes.wide_parallel_steps"] == ticks
    assert shown["lanes.wide_serial_steps"] == f"{wide[0] * 4:,}"
    assert "in waves, 4 ticks each." in next(
        b.caption for b in told.timeline.beats if b.name == "field"
    )


PARTS = {
    2: "Half the time.",
    3: "A third of the time.",
    4: "A quarter of the time.",
    5: "A fifth of the time.",
    6: "A sixth of the time.",
    7: "A seventh of the time.",
    8: "An eighth of the time.",
}


@pytest.mark.parametrize("rows", PARTS)
def test_the_part_of_the_time_is_in_words_and_true(tmp_path: Path, rows: int) -> None:
    trace = lanes_lesson(tmp_path, rows, 2).lanes_trace
    assert trace is not None
    said = LanesWords(trace, FRAME, plan_lanes(trace, FRAME), is_solid=False).compared()
    assert said == f"Same {rows * 3} steps. {PARTS[rows]}"
    assert trace.parallel_steps.exact * rows == trace.serial_steps.exact


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        (1, "The weight is one small step, and so is the bias."),
        (3, "Each weight is one small step, and so is the bias."),
    ],
)
def test_a_layer_of_one_row_is_spoken_of_in_the_singular(
    tmp_path: Path, inputs: int, said: str
) -> None:
    timeline = hand.walk("gpu-lanes", lanes_lesson(tmp_path, 1, inputs))
    assert timeline.beats[0].caption == said


def test_check_says_how_the_lanes_are_drawn(tmp_path: Path) -> None:
    assert check_scene("gpu-lanes", PAGE, 16 / 9) == (
        "16 blocks, 0.4 s a tick; then 4,096 lanes, a square each"
    )
    billions = lanes_lesson(tmp_path, 4, 3, (4 * 10**9, 4 * 10**9))
    assert check_scene("gpu-lanes", billions, 16 / 9).endswith("one solid field")
