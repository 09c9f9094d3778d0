"""A small lesson's page, made once by the real command, and a real browser to look at it.

Every page that a test opens is watched: an error on its console, or a request for anything outside
the folder it came from, fails the test.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

LESSON = """\
title = "Two rows"
[dense]
W = [[0.5, -0.3], [-0.6, 0.9]]
x = [1.0, 2.0]
[lanes]
rows = 64
lanes = 64
[attention]
tokens = ["export", "fail"]
query = "export"
keys = [[0.9, 0.1], [0.8, -0.3]]
[display]
pace = 0.5
"""
SCENES = ("dense-layer", "relu", "gpu-lanes", "attention", "blend")
FPS = 10
COMMAND = [sys.executable, "-c", "from anim_lib.cli import main; main()"]

Open = Callable[..., Page]


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the lesson `two.toml` and a cache that all web tests share."""
    folder = tmp_path_factory.mktemp("course")
    (folder / "two.toml").write_text(LESSON, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def dotreel(workshop: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """The real command, run in the workshop at a small size."""

    def run(*words: str, small: bool = True) -> subprocess.CompletedProcess[str]:
        size = ["--resolution", "320x180", "--fps", str(FPS)] if small else []
        return subprocess.run(
            [*COMMAND, *words, *size],
            cwd=workshop,
            env={**os.environ, "DOTREEL_CACHE": str(workshop / "cache"), "PYTHONUTF8": "1"},
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=300,
        )

    return run


@pytest.fixture(scope="session")
def site(workshop: Path, dotreel: Callable[..., subprocess.CompletedProcess[str]]) -> Path:
    """The folder of the lesson page, its clips in both themes."""
    done = dotreel("embed", "two.toml", "--page", "--theme", "both", "-o", "site")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(Path("site", "two", "index.html"))
    return workshop / "site" / "two"


@pytest.fixture(scope="session")
def beats(site: Path) -> list[dict[str, Any]]:
    """The beats of the dense layer's clip, times in seconds."""
    timeline = json.loads((site / "dense-layer.json").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = timeline["beats"]
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("no Chromium is installed; make test installs it on Debian")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=program,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser: Browser, site: Path) -> Iterator[Open]:
    """Opens a file of the site (or any address below `root`) in a profile of its own."""
    faults: list[str] = []
    with ExitStack() as stack:

        def open_(
            name: str = "index.html", root: str = site.as_uri() + "/", **options: Any
        ) -> Page:
            context = browser.new_context(**options)
            context.set_default_timeout(10_000)
            stack.callback(context.close)
            page = context.new_page()
            watch(page, root, faults)
            page.goto(root + name)
            return page

        yield open_
    assert faults == []


def watch(page: Page, root: str, faults: list[str]) -> None:
    """Note what goes wrong on a page, and what it asks for outside its own folder."""
    page.on("console", lambda m: faults.append(m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "request",
        lambda r: faults.append(r.url) if not r.url.startswith((root, "data:")) else None,
    )
    page.on("dialog", lambda dialog: faults.append(f"dialog: {dialog.message}"))
