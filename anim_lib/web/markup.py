"""HTML from Python: whatever is not built here is text, and stays text."""

from __future__ import annotations

import html
import json
from typing import Any

VOID = frozenset({"br", "img", "input", "link", "meta", "source", "track"})
# Only "<" could end a script or open a comment in it; the last two end lines in old scripts.
_JSON_ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


class Html(str):
    """A piece of finished HTML. Only this module makes them from strings."""

    __slots__ = ()


Child = str | None
Attribute = str | int | float | bool | None


def tag(name: str, /, *children: Child, **attributes: Attribute) -> Html:
    """The element with these attributes and children; plain strings among them become text.

    ``class_`` and ``for_`` lose their underscore, and ``aria_label`` gets a hyphen for it. An
    attribute of True stands alone; one of None or False is left out.
    """
    words = [name]
    for key, value in attributes.items():
        word = key.rstrip("_").replace("_", "-")
        if value is True:
            words.append(word)
        elif value is not None and value is not False:
            words.append(f'{word}="{html.escape(str(value))}"')
    start = f"<{' '.join(words)}>"
    if name in VOID:
        return Html(start)
    return Html(f"{start}{joined(*children)}</{name}>")


def joined(*children: Child) -> Html:
    """The pieces one after the other; plain strings become text, None nothing."""
    return Html(
        "".join(
            child if isinstance(child, Html) else html.escape(child, quote=False)
            for child in children
            if child is not None
        )
    )


def lines(*children: Child) -> Html:
    """The pieces, each on a line of its own."""
    return Html("\n".join(joined(child) for child in children if child is not None))


def trusted(code: str) -> Html:
    """A file of our own (a script, a style sheet) as HTML. Never for what a lesson holds."""
    return Html(code)


def block(*children: Child) -> Html:
    """The pieces as `lines`, with a line break before and after."""
    return Html(f"\n{lines(*children)}\n")


def json_script(data: Any, **attributes: Attribute) -> Html:
    """Data for scripts, inside the page. Nothing in it can end the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_JSON_ESCAPES)
    return tag("script", Html(text), type="application/json", **attributes)


def page(title: str, head: Html, body: Html, *, lang: str, **attributes: Attribute) -> str:
    """A whole document."""
    top = lines(
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", title),
        head,
    )
    document = tag(
        "html",
        block(tag("head", block(top)), tag("body", block(body), **attributes)),
        lang=lang,
    )
    return f"<!doctype html>\n{document}\n"
