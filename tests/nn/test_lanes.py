"""Ticks counted by walking through the machine."""

from hypothesis import given
from hypothesis import strategies as st

from anim_lib.nn.lanes import count_lanes, trace_lanes


def test_the_pages_layer_takes_sixteen_ticks_or_four() -> None:
    trace = trace_lanes(rows=4, inputs=3, wide_rows=4096, wide_lanes=4096)
    assert {quantity.name: quantity.text for quantity in trace.quantities()} == {
        "lanes.rows": "4",
        "lanes.inputs": "3",
        "lanes.lanes": "4",
        "lanes.serial_steps": "16",
        "lanes.parallel_steps": "4",
        "lanes.wide_rows": "4,096",
        "lanes.wide_lanes": "4,096",
        "lanes.wide_serial_steps": "16,384",
        "lanes.wide_parallel_steps": "4",
        "lanes.waves": "1",
    }


def test_four_billion_rows_come_in_waves() -> None:
    trace = trace_lanes(rows=4, inputs=3, wide_rows=4_000_000_000, wide_lanes=16_384)
    assert trace.waves.text == "244,141"
    assert trace.wide_serial_steps.text == "16,000,000,000"
    assert trace.wide_parallel_steps.text == "976,564"


@given(st.integers(1, 50), st.integers(1, 9), st.integers(1, 60))
def test_counts_are_those_of_a_machine_walked_through(rows: int, inputs: int, lanes: int) -> None:
    waiting, ticks, waves, steps = rows, 0, 0, 0
    while waiting:
        running = min(lanes, waiting)
        waiting -= running
        waves += 1
        for _ in range(inputs + 1):
            ticks += 1
            steps += running
    counts = count_lanes(rows, inputs, lanes)
    assert (counts.serial_steps, counts.parallel_steps, counts.waves) == (steps, ticks, waves)
