"""GIF: plays where no video is allowed; small, with few pictures a second and its own palette.

GIF counts time in hundredths of a second, so that 12.5 pictures a second (8 hundredths each) keep
exact time where 12 would not.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from anim_lib.export.registry import from_frames
from anim_lib.export.thinned import size_within, thinned
from anim_lib.timeline import Master

if TYPE_CHECKING:
    from av.filter import FilterContext, Graph
    from av.video.frame import VideoFrame

WIDTH = 640  # pixels, or less where the clip is smaller
PACE = Fraction(25, 2)  # pictures a second, at most
COLOURS = 256
TICK = Fraction(1, 100)  # seconds: GIF's unit of time


@from_frames("gif", "a small animation for where no video is allowed (640 pixels wide)")
def write_gif(master: Master, target: Path) -> None:
    """Choose a palette over all pictures, then write them with it; repeats for ever.

    Nothing is dithered: the clip's flat colours need none, and it would cost most of the size.
    """
    import av

    painter = _Painter(_palette(master))
    with av.open(str(target), "w", format="gif", options={"loop": "0"}) as movie:
        stream = movie.add_stream("gif", rate=PACE)
        stream.pix_fmt = "pal8"
        stream.width, stream.height = size_within(WIDTH, master.timeline)
        stream.codec_context.time_base = TICK
        for picture in _pictures(master):
            movie.mux(stream.encode(painter.paint(picture)))
        movie.mux(stream.encode(None))


def _pictures(master: Master) -> Iterator[VideoFrame]:
    """The pictures that are kept, each with its time in ticks."""
    for picture, moment in thinned(master, PACE, WIDTH):
        picture.pts, picture.time_base = round(moment / TICK), TICK
        yield picture.reformat(format="rgba")


def _palette(master: Master) -> VideoFrame:
    """A picture of 16×16 pixels: the colours that all pictures share."""
    from av.filter import Graph
    from av.video.frame import VideoFrame

    graph = Graph()
    source: FilterContext | None = None
    for picture in _pictures(master):
        if source is None:
            source = _source(graph, picture)
            chooser = graph.add("palettegen", f"max_colors={COLOURS}:stats_mode=full")
            source.link_to(chooser)
            chooser.link_to(graph.add("buffersink"))
            graph.configure()
        source.push(picture)
    if source is None:
        raise ValueError(f"{master.timeline.scene} has no pictures")
    source.push(None)
    palette = graph.pull()
    assert isinstance(palette, VideoFrame)
    return palette


class _Painter:
    """Repaints pictures in the colours of a palette, each pixel in the nearest one."""

    def __init__(self, palette: VideoFrame) -> None:
        self._palette = palette
        self._graph: Graph | None = None
        self._source: FilterContext | None = None

    def paint(self, picture: VideoFrame) -> VideoFrame:
        """The picture in the palette's colours, at its own time."""
        from av.video.frame import VideoFrame

        if self._source is None or self._graph is None:
            self._graph, self._source = self._built(picture)
        self._source.push(picture)
        painted = self._graph.pull()
        assert isinstance(painted, VideoFrame)
        return painted

    def _built(self, picture: VideoFrame) -> tuple[Graph, FilterContext]:
        from av.filter import Graph

        graph = Graph()
        source, colours = _source(graph, picture), _source(graph, self._palette)
        painter = graph.add("paletteuse", "dither=none:diff_mode=rectangle")
        source.link_to(painter, 0, 0)
        colours.link_to(painter, 0, 1)
        painter.link_to(graph.add("buffersink"))
        graph.configure()
        self._palette.pts, self._palette.time_base = 0, TICK
        colours.push(self._palette)
        colours.push(None)
        return graph, source


def _source(graph: Graph, like: VideoFrame) -> FilterContext:
    """Where pictures of this size and format enter a graph."""
    return graph.add_buffer(
        width=like.width, height=like.height, format=like.format, time_base=TICK
    )
