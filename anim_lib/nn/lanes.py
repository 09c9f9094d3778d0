"""How many ticks a layer takes: one lane, a lane for each row, and thousands of lanes."""

from collections.abc import Iterator
from dataclasses import dataclass, fields

from anim_lib.nn.quantity import Quantity


@dataclass(frozen=True)
class LaneCounts:
    """Small steps of one layer on one machine; a step is a multiply-add or the bias add."""

    serial_steps: int  # ticks on one lane
    parallel_steps: int  # ticks on all lanes
    waves: int  # rows that each lane takes, one after another


def count_lanes(rows: int, inputs: int, lanes: int) -> LaneCounts:
    """Ticks of a layer with rows × inputs weights on so many lanes; a row is one lane's job."""
    steps = inputs + 1  # the multiply-adds of one row, and its bias
    waves = -(-rows // lanes)  # rounded up
    return LaneCounts(rows * steps, waves * steps, waves)


@dataclass(frozen=True)
class LanesTrace:
    """The lesson's own layer on as many lanes as it has rows, and the wide one on its machine."""

    rows: Quantity
    inputs: Quantity
    lanes: Quantity  # as many as rows
    serial_steps: Quantity
    parallel_steps: Quantity
    wide_rows: Quantity
    wide_lanes: Quantity
    wide_serial_steps: Quantity
    wide_parallel_steps: Quantity
    waves: Quantity  # of the wide layer

    def quantities(self) -> Iterator[Quantity]:
        """All counts, in the order of the fields."""
        return (getattr(self, field.name) for field in fields(self))


def trace_lanes(rows: int, inputs: int, wide_rows: int, wide_lanes: int) -> LanesTrace:
    """Counts for a layer (rows, inputs), and for one of wide_rows rows and the same inputs."""
    own = count_lanes(rows, inputs, lanes=rows)
    wide = count_lanes(wide_rows, inputs, wide_lanes)
    counts = {
        "rows": rows,
        "inputs": inputs,
        "lanes": rows,
        "serial_steps": own.serial_steps,
        "parallel_steps": own.parallel_steps,
        "wide_rows": wide_rows,
        "wide_lanes": wide_lanes,
        "wide_serial_steps": wide.serial_steps,
        "wide_parallel_steps": wide.parallel_steps,
        "waves": wide.waves,
    }
    return LanesTrace(**{name: Quantity.of_count(f"lanes.{name}", n) for name, n in counts.items()})
