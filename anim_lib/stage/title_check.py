"""What `check` says of the lecture's title card; needs no Manim."""

from __future__ import annotations

from anim_lib.lesson.lesson import Lesson
from anim_lib.stage.checks import check
from anim_lib.stage.frame import Frame
from anim_lib.stage.title_plan import plan_title


@check("title-card")
def check_title(lesson: Lesson, frame: Frame) -> str:
    """Say how the lecture's title stands."""
    lines = plan_title(lesson, frame).lines
    cut = ", cut short" if lines[-1].endswith("…") and lines[-1] not in lesson.title else ""
    return f"the title on {'one line' if len(lines) == 1 else 'two lines'}{cut}"
