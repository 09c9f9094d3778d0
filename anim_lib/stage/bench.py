"""Where a row is worked: beside one another in a wide frame, one under another in a narrow one."""

from __future__ import annotations

from anim_lib.stage.list_bench import ListBench
from anim_lib.stage.row_table import RowTable
from anim_lib.stage.workbench import Workbench

Bench = Workbench | ListBench


def bench_for(table: RowTable) -> Bench:
    """The working that the table's form asks for."""
    return Workbench(table) if table.plan.list is None else ListBench(table)
