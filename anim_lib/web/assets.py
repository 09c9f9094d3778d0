"""The player's and the page's own files, as they are delivered."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources

SCRIPT, STYLE = "player.js", "player.css"
PAGE_SCRIPT, PAGE_STYLE = "page.js", "page.css"

_COMMENT_LINE = re.compile(r"^\s*(?://.*|/\*[^\n]*\*/)\s*$", re.MULTILINE)


@cache
def asset(name: str) -> str:
    """A file's text, without comments and indentation; the player's has its words in it."""
    text = _read(name)
    if name == SCRIPT:
        text = text.replace("const TEXTS = {};", f"const TEXTS = {_compact(texts())};")
    squeezed = _COMMENT_LINE.sub("", text)
    return "\n".join(line.strip() for line in squeezed.splitlines() if line.strip()) + "\n"


@cache
def texts() -> dict[str, dict[str, str]]:
    """What the player says, by language. Another language is one more entry of texts.json."""
    table: dict[str, dict[str, str]] = json.loads(_read("texts.json"))
    return table


def _compact(table: dict[str, dict[str, str]]) -> str:
    return json.dumps(table, ensure_ascii=False, separators=(",", ":"))


def _read(name: str) -> str:
    return resources.files(f"{__package__}").joinpath("assets", name).read_text(encoding="utf-8")
