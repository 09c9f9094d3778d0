"""A small web server for looking at a folder: this machine only, files only, with byte ranges.

Browsers ask for parts of a video (RFC 9110, section 14); without an answer they cannot seek.
"""

from __future__ import annotations

import html
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote, unquote, urlsplit

from anim_lib.web.mime import content_type

HOST = "127.0.0.1"
CHUNK = 256 * 1024  # bytes
_RANGE = re.compile(r"bytes=(\d*)-(\d*)")


class FolderServer(ThreadingHTTPServer):
    """Serves the files of one folder on this machine's own address. Port 0 takes a free one."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.folder = folder.resolve()
        super().__init__((HOST, port), _Handler)

    @property
    def url(self) -> str:
        """Where the folder is seen."""
        return f"http://{HOST}:{self.server_address[1]}/"

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: a browser that has seen enough of a video hangs up, which is no fault."""


@dataclass(frozen=True)
class Part:
    """Bytes `first` to `last` of a file, both counted."""

    first: int
    last: int

    @property
    def length(self) -> int:
        """How many bytes these are."""
        return self.last - self.first + 1


class UnsatisfiableError(ValueError):
    """A range that begins behind the file's end."""


def part_of(header: str | None, size: int) -> Part | None:
    """The part that a Range header asks for; None for the whole file.

    A header that is no single range of bytes is passed over, as the standard says. Raises
    UnsatisfiableError.
    """
    match = _RANGE.fullmatch((header or "").strip())
    if match is None or match[1] == match[2] == "":
        return None
    if match[1] == "":  # the last so many bytes
        wanted = int(match[2])
        if wanted == 0 or size == 0:
            raise UnsatisfiableError
        return Part(max(0, size - wanted), size - 1)
    first = int(match[1])
    last = min(int(match[2]), size - 1) if match[2] else size - 1
    if match[2] and int(match[2]) < first:
        return None
    if first >= size:
        raise UnsatisfiableError
    return Part(first, last)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "dotreel"
    sys_version = ""
    server: FolderServer

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Keep quiet: the terminal shows the address, and what goes wrong."""

    def _answer(self, *, with_body: bool) -> None:
        # A page elsewhere may point its own name at this machine; it must not read our files.
        host = (self.headers.get("Host") or "").rpartition(":")[0]
        if host not in (HOST, "localhost"):
            self._refuse(HTTPStatus.FORBIDDEN)
            return
        path = urlsplit(self.path).path
        file = _file_of(self.server.folder, path)
        if file is None:
            self._refuse(HTTPStatus.NOT_FOUND)
        elif file.is_dir():
            self._answer_folder(file, path, with_body=with_body)
        else:
            self._answer_file(file, with_body=with_body)

    def _answer_folder(self, folder: Path, path: str, *, with_body: bool) -> None:
        if not path.endswith("/"):
            self.send_response(HTTPStatus.MOVED_PERMANENTLY)
            # One slash: a location that begins with two would lead to another machine.
            self.send_header("Location", quote("/" + unquote(path).strip("/") + "/"))
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif (folder / "index.html").is_file():
            self._answer_file(folder / "index.html", with_body=with_body)
        else:
            listing = _listing(folder).encode()
            self._head(HTTPStatus.OK, content_type(".html"), len(listing))
            if with_body:
                self.wfile.write(listing)

    def _answer_file(self, path: Path, *, with_body: bool) -> None:
        try:
            file = path.open("rb")
        except OSError:
            self._refuse(HTTPStatus.NOT_FOUND)
            return
        with file:
            size = os.fstat(file.fileno()).st_size
            kind = content_type(path.suffix)
            try:
                part = part_of(self.headers.get("Range"), size)
            except UnsatisfiableError:
                self._refuse(HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE, f"bytes */{size}")
                return
            if part is None:
                part = Part(0, size - 1)
                self._head(HTTPStatus.OK, kind, size)
            else:
                place = f"bytes {part.first}-{part.last}/{size}"
                self._head(HTTPStatus.PARTIAL_CONTENT, kind, part.length, place)
            if with_body:
                for piece in _pieces(file, part):
                    self.wfile.write(piece)

    def _head(
        self, status: HTTPStatus, kind: str, length: int, content_range: str | None = None
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(length))
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        if content_range is not None:
            self.send_header("Content-Range", content_range)
        self.end_headers()

    def _refuse(self, status: HTTPStatus, content_range: str | None = None) -> None:
        text = f"{status.value} {status.phrase}\n".encode()
        self._head(status, content_type(".txt"), len(text), content_range)
        if self.command != "HEAD":
            self.wfile.write(text)


def _file_of(folder: Path, path: str) -> Path | None:
    """The file or folder that the address means; None for what is not there or not inside.

    Hidden files are not shown; links that lead out of the folder are not followed.
    """
    parts = [part for part in unquote(path).split("/") if part]
    if any(part.startswith(".") or "\\" in part or "\0" in part for part in parts):
        return None
    try:
        found = folder.joinpath(*parts).resolve(strict=True)
    except (OSError, ValueError):
        return None
    return found if found.is_relative_to(folder) else None


def _pieces(file: BinaryIO, part: Part) -> Iterator[bytes]:
    file.seek(part.first)
    left = part.length
    while left > 0 and (piece := file.read(min(CHUNK, left))):
        left -= len(piece)
        yield piece


def _listing(folder: Path) -> str:
    """The folder's files as links."""
    names = sorted(
        path.name + "/" * path.is_dir()
        for path in folder.iterdir()
        if not path.name.startswith(".")
    )
    items = "\n".join(f'<li><a href="{quote(n)}">{html.escape(n)}</a></li>' for n in names)
    title = html.escape(folder.name)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<link rel="icon" href="data:,"></head>\n<body><h1>{title}</h1>\n<ul>\n{items}\n</ul>'
        "</body></html>\n"
    )
