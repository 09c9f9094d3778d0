"""A layer, row by row: lay the inputs over the columns, multiply, add, apply the activation."""

from __future__ import annotations

from anim_lib.stage.layer import Layer, Row
from anim_lib.stage.lesson_scene import LessonScene


class DenseLayer(LessonScene):
    """Each row of a layer: multiply the pairs, add them up, add the bias, apply the activation."""

    needs = ("dense",)
    order = 10

    def setup(self) -> None:
        self.layer = Layer(self)

    def construct(self) -> None:
        layer = self.layer
        with self.beat("layer", layer.says_opening()):
            self.add(*layer.opening.inks())
            self.hold(1.0)
        if said := layer.says_rounded():
            with self.beat("rounded", said):
                self.hold(1.0)
        with self.beat("lay-inputs", layer.says_laid()):
            self.play(layer.opening.open_brackets())
            self.play(layer.opening.lay_down())
            self.play(layer.opening.close_brackets())
            self.play(layer.opening.close_up())
        self.first_row(layer.rows[0])
        for row in layer.rows[1:]:
            self.next_row(row)
        with self.beat("output", layer.says_output()):
            self.play(layer.bench.clear(), layer.table.release())
            self.play(layer.close())
            self.close()

    def first_row(self, row: Row) -> None:
        """The first row slowly: every pair, every product, every running total."""
        table, bench, tempo = self.layer.table, self.layer.bench, row.tempo
        with self.beat(f"row-{row.number}", row.says):
            self.play(self.layer.opening.leave())
            self.play(table.show_results())
            self.play(table.point_at(row.index))
        for term in row.terms:
            with self.beat(f"row-{row.number}-term-{term.number}", term.says):
                for move in bench.term(row.index, term.index):
                    self.play(move)
                    self.hold(tempo.pair)
                self.hold(tempo.settle)
        with self.beat(f"row-{row.number}-bias", "Add the bias."):
            for move in bench.bias_moves(row.index):
                self.play(move)
                self.hold(tempo.pair)
            self.hold(tempo.settle)
        with self.beat(f"row-{row.number}-sum", self.layer.says_sum()):
            self.play(bench.sum(row.index))
            self.hold(tempo.pair)
            self.play(bench.carry_sum(row.index))
            self.hold(tempo.number)
        with self.beat(f"row-{row.number}-output", row.outcome):
            self.play(bench.clear_terms())
            self.play(bench.apply(row.index))
            self.hold(tempo.pair)
            self.play(bench.carry_output(row.index))
            self.hold(tempo.result)

    def next_row(self, row: Row) -> None:
        """Later rows: the same lines, each filled at one go."""
        table, bench, tempo = self.layer.table, self.layer.bench, row.tempo
        with self.beat(f"row-{row.number}", row.says):
            self.play(bench.clear(), table.point_at(row.index))
            bench.start(tempo)
            self.play(bench.pairs(row.index))
            self.hold(tempo.pair)
            for line in bench.lines(row.index):
                self.play(line)
                self.hold(tempo.number)
            for move in bench.finish(row.index):
                self.play(move)
            if not row.is_new:
                self.play(table.drop_output(row.index))
                self.hold(tempo.result)
        if row.is_new:
            with self.beat(f"row-{row.number}-output", row.outcome):
                self.play(bench.clear_terms())
                self.play(bench.apply(row.index))
                self.play(bench.carry_output(row.index))
                self.hold(tempo.result)
