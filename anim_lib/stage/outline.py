"""What stands on the stage, as a record of shapes: each drawn as Manim's camera draws it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from manim import VMobject
from manim.utils.family import extract_mobject_family_members
from numpy.typing import NDArray

from anim_lib.outline import UNIT, Paint, Picture, Shape
from anim_lib.stage.lesson_scene import LessonScene

STROKE = 0.01  # Manim units a stroke of width 1 is wide


def outline(scene: LessonScene) -> Picture:
    """The picture that stands now."""
    family = extract_mobject_family_members(
        scene.mobjects, use_z_index=True, only_those_with_points=True
    )
    corner = np.array([-scene.frame.width / 2, scene.frame.height / 2])
    shapes = [_shape(mobject, corner) for mobject in family if isinstance(mobject, VMobject)]
    return Picture(
        width=round(scene.frame.width * UNIT),
        height=round(scene.frame.height * UNIT),
        background=scene.theme.background.lower() if scene.camera.background_opacity else None,  # type: ignore[union-attr]
        shapes=tuple(shape for shape in shapes if shape.paths and (shape.fill or shape.stroke)),
    )


def _shape(mobject: VMobject, corner: NDArray[np.float64]) -> Shape:
    width = round(float(mobject.get_stroke_width()) * STROKE * UNIT)
    return Shape(
        paths=tuple(_paths(mobject, corner)),
        fill=_paint(mobject.get_fill_rgbas()),
        stroke=_paint(mobject.get_stroke_rgbas()) if width else None,
        stroke_width=width,
    )


def _paths(mobject: VMobject, corner: NDArray[np.float64]) -> Iterator[tuple[int, ...]]:
    for points in mobject.get_subpaths():
        placed = np.rint((points[:, :2] - corner) * [UNIT, -UNIT]).astype(int)
        curves = placed[: len(placed) // 4 * 4].reshape(-1, 4, 2)
        if len(curves):
            yield (*curves[0, 0].tolist(), *curves[:, 1:].ravel().tolist())


def _paint(rgbas: NDArray[np.float64]) -> Paint | None:
    """The first colour (the stage uses no gradients); None when it is not seen."""
    if len(rgbas) == 0 or rgbas[0][3] <= 0:
        return None
    red, green, blue, alpha = (float(min(max(c, 0.0), 1.0)) for c in rgbas[0])
    red, green, blue = (round(255 * c) for c in (red, green, blue))
    return f"#{red:02x}{green:02x}{blue:02x}", round(alpha, 3)
