"""How the first word's values are weighted: ringed, written out below, put in their place."""

from __future__ import annotations

from anim_lib.stage.blend_table import SWAP, BlendTable
from anim_lib.stage.ink import Ink, Number, Slots
from anim_lib.stage.marks import Ring
from anim_lib.stage.motion import Motion
from anim_lib.stage.theme import Role
from anim_lib.stage.verbs import WRITE, Vanish, wipe, write


class BlendWorking:
    """The line "0.41 × 0.9 ≈ 0.37" under the rows, and the rings around what it multiplies.

    The weight and "×" stand while the values take turns.
    """

    def __init__(self, table: BlendTable) -> None:
        self.table, self.lines, self.plan, self.theme = (
            table,
            table.lines,
            table.plan,
            table.theme,
        )
        self._rings: list[Ring] = []  # around the weight, then around the value being multiplied
        self._standing: list[Ink] = []
        self._turn: list[Ink] = []

    def multiply(self, j: int) -> list[Motion]:
        """The first weight and value j are ringed; the value gives way to their product.

        The product falls into its cell as it falls to the end of the line below.
        """
        value, product = self.table.values[0][j], self.table.scaled[0][j]
        leaving: list[Motion] = [Vanish(ring, WRITE) for ring in self._rings[1:]]
        leaving += [Vanish(ink, WRITE) for ink in self._turn]
        coming = [Ring(_around(value, product), self.theme)]
        if not self._rings:
            coming.insert(0, Ring(self.table.weights[0].box(), self.theme))
        self._rings = [*self._rings[:1], *coming]
        written, result = self._write(j)
        return [
            *leaving,
            *write(*coming),
            *write(*written, delay=WRITE),
            *([self.table.drop(result, WRITE + SWAP)] if result is not None else []),
            Vanish(value, SWAP, WRITE),
            self.table.drop(product, WRITE + SWAP),
        ]

    def _write(self, j: int) -> tuple[list[Ink], Number | None]:
        """What is written of column j's product, and the product at the line's end."""
        worked, y, h = self.plan.columns.worked, self.plan.heights.working, self.plan.h
        if worked is None:
            return [], None
        fresh: list[Ink] = []
        if not self._standing:
            weight = Number(self.lines.weights[0], h, Role.OUTPUT, self.theme)
            self._standing = [weight.place(worked.weight, y), self._sign("×", worked.times)]
            fresh += self._standing
        value = Number(self.lines.values[0][j], h, Role.KEY, self.theme).place(worked.value, y)
        sign = self._sign(self.lines.relations[j], worked.relation)
        result = Number(self.lines.scaled[0][j], h, Role.TEXT, self.theme)
        self._turn = [value, sign, result.place(worked.product, y)]
        return [*fresh, value, sign], result

    def _sign(self, text: str, x: float) -> Slots:
        sign = Slots(text, self.plan.h, Role.QUIET, self.theme, centred=True)
        return sign.place(x, self.plan.heights.working)

    def settle(self) -> list[Motion]:
        """The first row is multiplied: rings and the line below leave, and its weight."""
        leaving = [*self._rings, *self._standing, *self._turn]
        self._rings, self._standing, self._turn = [], [], []
        return [*wipe(*leaving), *self.table.settle(0)]


def _around(one: Ink, other: Ink) -> tuple[float, float, float, float]:
    """The box that holds both, one of which takes the other's place."""
    a, b = one.box(), other.box()
    return (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
