"""Animated WebP: like GIF, in all colours and smaller; can be transparent."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from anim_lib.export.registry import from_frames
from anim_lib.export.thinned import size_within, thinned
from anim_lib.timeline import Master

WIDTH = 960  # pixels, or less where the clip is smaller
PACE = Fraction(15)  # pictures a second, at most
TICK = Fraction(1, 1000)  # seconds: WebP's unit of time
OPTIONS = {"quality": "80", "compression_level": "4", "lossless": "0"}


@from_frames("webp", "an animated picture for web pages (960 pixels wide); can be transparent")
def write_webp(master: Master, target: Path) -> None:
    """Write the pictures, which repeat for ever."""
    import av

    with av.open(str(target), "w", format="webp", options={"loop": "0"}) as movie:
        stream = movie.add_stream("libwebp_anim", rate=PACE, options=OPTIONS)
        stream.width, stream.height = size_within(WIDTH, master.timeline)
        stream.codec_context.time_base = TICK
        stream.pix_fmt = "bgra"
        for picture, moment in thinned(master, PACE, WIDTH):
            bgra = picture.reformat(format="bgra")
            bgra.pts, bgra.time_base = round(moment / TICK), TICK
            movie.mux(stream.encode(bgra))
        movie.mux(stream.encode(None))
    _end_at(target, round(1000 * master.timeline.duration))


def _end_at(target: Path, end: int) -> None:
    """Have the last picture stand until `end`, in milliseconds from the start.

    The encoder, which is told when each picture starts, guesses how long the last one stands.
    A file is RIFF chunks (name, length, content); each picture's is called ANMF, and has its
    duration in bytes 12 to 14 of its content.
    """
    raw = bytearray(target.read_bytes())
    durations: list[int] = []  # where in the file each one is
    place = 12  # behind "RIFF", the file's length and "WEBP"
    while place < len(raw):
        if raw[place : place + 4] == b"ANMF":
            durations.append(place + 8 + 12)
        length = int.from_bytes(raw[place + 4 : place + 8], "little")
        place += 8 + length + length % 2
    if durations:
        before = [int.from_bytes(raw[at : at + 3], "little") for at in durations[:-1]]
        last = max(1, end - sum(before))
        raw[durations[-1] : durations[-1] + 3] = last.to_bytes(3, "little")
    target.write_bytes(raw)
