"""y = f(Wx + b) in the colours of its roles, at its place under the layer's table."""

from __future__ import annotations

from anim_lib.nn.dense import DenseTrace
from anim_lib.stage.ink import Formula
from anim_lib.stage.opening_plan import plan_opening
from anim_lib.stage.row_table import RowTable
from anim_lib.stage.theme import Role, Theme

_EM = 0.62
_ROLES = {
    "": Role.TEXT,
    "01": Role.OUTPUT,
    "02": Role.WEIGHT,
    "03": Role.INPUT,
    "04": Role.BIAS,
}


def layer_formula(trace: DenseTrace, table: RowTable, theme: Theme) -> Formula:
    """The formula of this layer's table, where the opening and the closing picture show it."""
    label = trace.activation.label.replace('"', "")
    source = f'ink(#"01", y) = ink(#"01", "{label}")(ink(#"02", W) ink(#"03", x) + ink(#"04", b))'
    where = plan_opening(table.content.spec(), table.plan)
    return Formula(source, _EM, _ROLES, theme).place(0.0, where.formula_y)
