"""A book of each kind, built by its own tool with what embed prints: the clip is in it and plays.

Quarto and reveal.js are no Python packages; where they are not at hand their tests are skipped.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import nbformat
import pytest
from nbclient import NotebookClient
from playwright.sync_api import Browser, Frame

from anim_lib.web.server import FolderServer
from tests.web.conftest import watch

Snippet = Callable[[str, Path], str]

# The clip's length is known, then its picture moves: it stops only when it got on by itself.
PLAYS = (
    "async (video) => {"
    " const to = (name) => new Promise((done, failed) => {"
    "  video.addEventListener(name, done, {once: true});"
    "  setTimeout(() => failed(`no ${name} within 10 s: ${video.currentSrc}`), 10000); });"
    " if (video.readyState < 1) await to('loadedmetadata');"
    " const before = video.currentTime; await video.play();"
    " while (video.currentTime <= before) await to('timeupdate');"
    " video.pause(); return [video.readyState, video.currentTime - before, video.videoWidth]; }"
)


@pytest.fixture
def snippet(dotreel: Callable[..., subprocess.CompletedProcess[str]], site: Path) -> Snippet:
    """Embeds the clip of ReLU into a folder for a kind of page; gives what is to be pasted."""
    assert site.is_dir()  # rendered once for all: here the cache is read

    def embed(kind: str, folder: Path) -> str:
        done = dotreel("embed", "two.toml", "relu", "--for", kind, "-o", str(folder))
        assert done.returncode == 0, done.stderr
        return done.stdout

    return embed


def run(*command: str, folder: Path) -> None:
    """Run a tool; what it says is shown when it fails."""
    done = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def assert_plays(browser: Browser, built: Path, name: str) -> None:
    """The page of a built book plays its clip, which it fetches in parts out of the same book."""
    context = browser.new_context()
    context.set_default_timeout(10_000)
    page = context.new_page()
    faults: list[str] = []
    answers: dict[str, set[int]] = {}
    with FolderServer(built) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            watch(page, server.url, faults)
            page.on("response", lambda r: answers.setdefault(r.url, set()).add(r.status))
            page.goto(server.url + name)
            frame = framed(page.main_frame)
            player = frame.locator("dotreel-player[ready] video")
            state, moved, width = player.evaluate(PLAYS)
            address = urljoin(frame.url, str(player.evaluate("(video) => video.currentSrc")))
        finally:
            context.close()
            server.shutdown()
            thread.join()
    assert (state >= 2, moved > 0, width) == (True, True, 320)
    assert answers[address] == {206}
    assert built.joinpath(address.removeprefix(server.url)).stat().st_size > 1000
    assert faults == []


def framed(frame: Frame) -> Frame:
    """The page that the frame's only inner frame shows, or the frame itself."""
    if frame.locator("iframe").count() == 0:
        return frame
    handle = frame.locator("iframe").element_handle()
    assert handle is not None
    inner = handle.content_frame()
    assert inner is not None
    return inner


def assert_named_file_is_there(page: Path, pattern: str) -> None:
    """What the built page's own text names as the clip is a file of the book."""
    (named,) = re.findall(pattern, page.read_text(encoding="utf-8"))
    assert (page.parent / named).resolve().is_file(), named


VIDEO = r'<source src="([^"]+\.mp4)"'


def test_a_book_of_mkdocs_plays_the_clip(
    snippet: Snippet, browser: Browser, tmp_path: Path
) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    paste = snippet("mkdocs", docs)
    (docs / "layers.md").write_text(f"# Layers\n\nBefore\n\n{paste}\n\nAfter\n", encoding="utf-8")
    (docs / "index.md").write_text("# Course\n", encoding="utf-8")
    # Its themes fetch fonts and scripts from elsewhere; a theme of one file does not.
    theme = tmp_path / "theme"
    theme.mkdir()
    (theme / "main.html").write_text(
        '<!doctype html><html lang="en"><head><title>{{ page.title }}</title>'
        '<link rel="icon" href="data:,"></head><body>{{ page.content }}</body></html>',
        encoding="utf-8",
    )
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: Course\ntheme: {name: null, custom_dir: theme}\nplugins: []\n",
        encoding="utf-8",
    )
    run(sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", folder=tmp_path)
    assert_named_file_is_there(tmp_path / "site" / "layers" / "index.html", VIDEO)
    assert_plays(browser, tmp_path / "site", "layers/")


def test_a_book_of_myst_and_sphinx_plays_the_clip(
    snippet: Snippet, browser: Browser, tmp_path: Path
) -> None:
    extra = tmp_path / "extra"
    extra.mkdir()
    paste = snippet("myst", extra)
    (tmp_path / "index.md").write_text(f"# Layers\n\n{paste}\n", encoding="utf-8")
    (tmp_path / "conf.py").write_text(
        'project = "Course"\nextensions = ["myst_parser"]\nhtml_theme = "basic"\n'
        'html_extra_path = ["extra"]\nexclude_patterns = ["extra", "built"]\n'
        'html_favicon = "icon.svg"\n',
        encoding="utf-8",
    )
    icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
    (tmp_path / "icon.svg").write_text(icon, encoding="utf-8")
    run(sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", ".", "built", folder=tmp_path)
    assert_named_file_is_there(tmp_path / "built" / "index.html", VIDEO)
    assert_plays(browser, tmp_path / "built", "index.html")


def test_a_notebook_that_was_run_plays_the_clip(
    snippet: Snippet, browser: Browser, tmp_path: Path
) -> None:
    v4: Any = nbformat.v4
    cell = v4.new_code_cell(snippet("jupyter", tmp_path))
    notebook = v4.new_notebook(cells=[cell])
    client = NotebookClient(notebook, kernel_name="python3", timeout=60)
    # In a thread of its own: Playwright's loop runs in this one.
    runner = threading.Thread(target=lambda: asyncio.run(client.async_execute()))
    runner.start()
    runner.join()
    shown = [output["data"]["text/html"] for output in notebook.cells[0].outputs]
    head = '<!doctype html><html lang="en"><title>Notebook</title><link rel="icon" href="data:,">'
    page = tmp_path / "notebook.html"
    page.write_text(head + "".join(shown), encoding="utf-8")
    assert_named_file_is_there(page, r'src="([^"]+\.html)"')
    assert_plays(browser, tmp_path, "notebook.html")


def test_slides_of_revealjs_play_the_clip(
    snippet: Snippet, browser: Browser, tmp_path: Path
) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm, which brings reveal.js, is not on PATH")
    # Only from npm's own cache: a test asks nothing of the network.
    quiet = ("--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier")
    got = subprocess.run(
        [npm, "install", *quiet, "reveal.js@5"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        timeout=60,
    )
    if got.returncode != 0:
        pytest.skip("reveal.js is not in npm's cache; npm cache add reveal.js@5 puts it there")
    slides = tmp_path / "slides"
    shutil.copytree(tmp_path / "node_modules" / "reveal.js" / "dist", slides / "dist")
    paste = snippet("revealjs", slides)
    (slides / "index.html").write_text(
        '<!doctype html><html lang="en"><head><title>Slides</title><link rel="icon" href="data:,">'
        '<link rel="stylesheet" href="dist/reveal.css"></head><body>'
        f'<div class="reveal"><div class="slides">{paste}</div></div>'
        '<script src="dist/reveal.js"></script><script>Reveal.initialize();</script></body></html>',
        encoding="utf-8",
    )
    assert_named_file_is_there(slides / "index.html", VIDEO)
    assert_plays(browser, slides, "index.html")


def test_a_quarto_page_plays_the_clip(snippet: Snippet, browser: Browser, tmp_path: Path) -> None:
    quarto = shutil.which("quarto")
    if quarto is None:
        pytest.skip("quarto is not on PATH; it is no Python package")
    paste = snippet("quarto", tmp_path)
    (tmp_path / "_quarto.yml").write_text("project: {type: website}\n", encoding="utf-8")
    header = "---\ntitle: Layers\nresources:\n  - two\n---\n"
    (tmp_path / "index.qmd").write_text(f"{header}\n{paste}\n", encoding="utf-8")
    run(quarto, "render", folder=tmp_path)
    assert_named_file_is_there(tmp_path / "_site" / "index.html", VIDEO)
    assert_plays(browser, tmp_path / "_site", "index.html")
