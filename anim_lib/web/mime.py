"""What kinds of file Dotreel writes, as browsers call them."""

from __future__ import annotations

TEXT = "; charset=utf-8"
OTHER = "application/octet-stream"

MIME_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".txt": "text/plain",
    ".vtt": "text/vtt",
    ".srt": "application/x-subrip",
    ".mp4": "video/mp4",
    ".webm": "video/webm",
    ".png": "image/png",
    ".webp": "image/webp",
    ".gif": "image/gif",
    ".jpg": "image/jpeg",
    ".svg": "image/svg+xml",
    ".ico": "image/x-icon",
    ".pdf": "application/pdf",
    ".zip": "application/zip",
}


def content_type(suffix: str) -> str:
    """The Content-Type of a file with this suffix; texts are UTF-8."""
    kind = MIME_TYPES.get(suffix.lower(), OTHER)
    is_text = kind.startswith("text/") or kind == "application/json"
    return kind + TEXT if is_text else kind
