"""What `check` says of the lecture's title card; needs no Manim."""

from __future__ import annotations

from anim_lib.lesson.lesson import Lesson
from anim_lib.stage.checks import check
from anim_lib.stage.frame import Frame
from anim_lib.stage.title_plan import plan_title
from anim_lib.stage.wording import counted


@check("title-card")
def check_title(lesson: Lesson, frame: Frame) -> str:
    """Say how the lecture's title stands."""
    plan = plan_title(lesson, frame)
    cut = ", cut short: it is longer than its card" if plan.is_cut else ""
    return f"the title on {counted(len(plan.lines), 'line')}{cut}"
