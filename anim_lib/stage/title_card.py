"""The title card that opens a lecture. It is drawn like a clip, but is none of those listed."""

from __future__ import annotations

from anim_lib.stage.ink import Words
from anim_lib.stage.lesson_scene import LessonScene
from anim_lib.stage.theme import Role
from anim_lib.stage.title_plan import plan_title

SECONDS = 3.0


class TitleCard(LessonScene):
    """The lesson's title."""

    def construct(self) -> None:
        """Show the title; it stands still."""
        plan = plan_title(self.lesson, self.frame)
        with self.beat("title", ""):
            for line, baseline in zip(plan.lines, plan.baselines, strict=True):
                words = Words(line, plan.em, Role.TEXT, self.theme, align=0.5)
                self.add(words.place(0.0, baseline))
            self.wait(SECONDS)
