"""Lanes: the steps of a layer one by one, then side by side, then on a machine of thousands."""

from __future__ import annotations

from anim_lib.stage.lanes import Lanes
from anim_lib.stage.lesson_scene import LessonScene


class GpuLanes(LessonScene):
    """One lane takes every step in turn; a lane for each row needs fewer ticks for them."""

    needs = ("dense", "lanes")
    order = 30

    def setup(self) -> None:
        self.lanes = Lanes(self)

    def construct(self) -> None:
        lanes, says = self.lanes, self.lanes.words
        self.add(*lanes.opening())
        if lanes.table is not None:
            with self.beat("table", says.table()):
                self.hold(1.0)
                self.play(lanes.clear_table())
                self.play(lanes.box_numbers())
                self.hold(0.8)
        with self.beat("strips", says.strips()):
            self.play(lanes.close_up())
            self.play(lanes.explain())
            self.hold(lanes.explained)
            self.play(lanes.stop_explaining())
            self.play(lanes.line_up())
        with self.beat("one-lane", says.one_lane()):
            self.play(lanes.run_one_lane())
            self.play(lanes.land_one_count())
            self.hold(0.7)
        if not lanes.is_single:
            self.side_by_side()
        self.wide_machine()

    def side_by_side(self) -> None:
        """The same strips, each in a lane of its own."""
        lanes, says = self.lanes, self.lanes.words
        with self.beat("side-by-side", says.side_by_side()):
            self.play(lanes.lanes_apart())
            self.hold(lanes.breath)
            self.play(lanes.run_all_lanes())
            self.play(lanes.land_many_count())
            self.hold(0.5)
        with self.beat("compare", says.compared()):
            self.play(lanes.axis.mark_ends())
            self.hold(1.5)

    def wide_machine(self) -> None:
        """The one zoom: a field of lanes, all on the same tick."""
        lanes, says, field, panel = self.lanes, self.lanes.words, self.lanes.field, self.lanes.panel
        with self.beat("zoom", says.wide()):
            self.play(lanes.clear_lanes())
            self.play(lanes.fold())
            self.play(field.zoom(), lanes.unfold())
            self.play(panel.size())
        with self.beat("field", says.all_at_once()):
            self.play(panel.wait())
            for k in range(field.plan.waves_shown):
                if k:
                    self.play(field.take_rows(k + 1), panel.strip.empty())
                self.play(lanes.run_wave(k))
                self.play(panel.land_wave(k))
            self.play(panel.land_wave(field.plan.waves_shown), field.last_wave())
            self.hold(0.5)
        with self.beat("totals", says.totals()):
            self.play(panel.land_totals())
            self.hold(1.5)
        with self.beat("last", says.last()):
            self.close()
