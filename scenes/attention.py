"""One attention step: the same multiply-and-sum, then softmax weights over the words."""

from __future__ import annotations

from anim_lib.stage.attention_step import AttentionStep
from anim_lib.stage.lesson_scene import LessonScene


class Attention(LessonScene):
    """The query meets each word's key: scores, exponentials, and weights that make 1."""

    needs = ("attention",)
    order = 40

    def setup(self) -> None:
        self.step = AttentionStep(self)

    def construct(self) -> None:
        self.open_on_the_table()
        self.first_word()
        for k in self.step.rows[1:]:
            self.next_word(k)
        self.exponentials()
        self.weights()

    def open_on_the_table(self) -> None:
        """The query lies over the keys as x lay over W."""
        with self.beat("keys", self.step.says_opening()):
            self.add(*self.step.table.laid())
            self.hold(1.0)
        if said := self.step.says_rounded():
            with self.beat("rounded", said):
                self.hold(1.0)

    def first_word(self) -> None:
        """The first word's score, term by term."""
        step, bench, tempo = self.step, self.step.bench, self.step.tempo(0)
        with self.beat(step.first_name, step.says_row()):
            self.play(step.table.point_at(0))
            self.add_up(step.plain_terms, last=not step.folded_terms)
        if step.folded_terms:
            with self.beat(f"{step.first_name}-hidden", step.says_hidden()):
                self.add_up(step.folded_terms, last=True)
        with self.beat(f"{step.first_name}-score", step.says_divide()):
            for moves in (step.show_root(), bench.apply(0)):
                self.play(moves)
                self.hold(tempo.number)
            self.play(bench.carry_output(0))
            self.hold(tempo.result)

    def add_up(self, terms: range, *, last: bool) -> None:
        """Some terms of the first word, one by one; after the last ones their sum."""
        bench, tempo = self.step.bench, self.step.tempo(0)
        for j in terms:
            self.play(bench.pair(0, j))
            self.play(bench.product(0, j))
            self.hold(tempo.pair)
        if last:
            self.play(bench.sum(0))
            self.hold(tempo.number)
            self.play(bench.carry_sum(0))

    def next_word(self, k: int) -> None:
        """Another word's score, quicker."""
        table, bench, tempo = self.step.table, self.step.bench, self.step.tempo(k)
        with self.beat(f"word-{self.step.number(k)}", "The same for every word."):
            self.play(bench.clear(), table.point_at(k))
            bench.start(tempo)
            self.play(bench.products(k))
            self.play(bench.sum(k))
            self.hold(tempo.number)
            for move in (bench.carry_sum, bench.apply, bench.carry_output):
                self.play(move(k))
            self.hold(tempo.number)

    def exponentials(self) -> None:
        """exp of each score, then their total."""
        step, softmax, working = self.step, self.step.softmax, self.step.working
        with self.beat("scores", step.says.scores()):
            self.play(step.bench.clear(), step.hide_root(), step.table.release())
            self.play(step.leave_table())
            self.play(step.arrive())
        if softmax.shifted:
            with self.beat("shift", step.says.shift()):
                for move in (working.name_largest, working.shift):
                    self.play(move())
                    self.hold(step.tempo(0).number)
        with self.beat("exp", step.says.exp()):
            self.play(working.clear(), working.name_exp())
            self.play(working.first_exp())
            self.hold(step.tempo(0).number)
            self.play(working.carry_exp())
            self.play(working.clear())
            for turn in step.own_turns[1:]:
                self.play(working.exp_of(turn))
                self.hold(step.tempo(turn.first).number)
        if softmax.lines.others is not None:
            with self.beat("exp-others", step.says.others_exp()):
                self.play(working.exp_of(step.turns[-1]))
        with self.beat("total", step.says.total()):
            self.play(softmax.add_up())
            self.hold(step.tempo(0).number)

    def weights(self) -> None:
        """Each share of the total, as a number and as a bar."""
        step, softmax = self.step, self.step.softmax
        for turn in step.turns:
            with self.beat(turn.name, step.says.weight(turn)):
                if turn == step.turns[0]:
                    self.play(softmax.name_weights())
                division, weight = step.working.share(turn)
                self.play(division)
                self.hold(step.tempo(turn.first).number)
                self.play(weight)
        with self.beat("together", step.says.together()):
            for move in (step.working.clear, softmax.step_aside, softmax.fall):
                self.play(move())
        with self.beat("attends", step.says.attends()):
            self.play(softmax.look_again())
            self.close()
