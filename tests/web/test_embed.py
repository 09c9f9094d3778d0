"""dotreel embed: what is printed, what is written, what is warned of."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt
from playwright.sync_api import expect

from anim_lib.lesson.load import default_lesson
from anim_lib.web import bundle as bundles
from anim_lib.web.bundle import Bundle, size_warnings
from anim_lib.web.pastes import KINDS
from tests.web.conftest import Open
from tests.web.test_page import clip_of

Dotreel = Callable[..., subprocess.CompletedProcess[str]]

KIND_NAMES = ("html", "iframe", "quarto", "myst", "mkdocs", "revealjs", "jupyter", "moodle")


@pytest.fixture(scope="module")
def embedded(dotreel: Dotreel, site: Path) -> dict[str, Any]:
    """What embed says for programs. The site was rendered first, so nothing is drawn again."""
    assert site.is_dir()
    done = dotreel("embed", "two.toml", "relu", "--for", "html", "-o", "docs", "--json")
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def test_what_is_printed_can_be_pasted_into_a_page_and_plays(
    embedded: dict[str, Any], workshop: Path, open_page: Open
) -> None:
    page = workshop / "docs" / "page.html"
    head = '<!doctype html><html lang="en"><title>My course</title><link rel=icon href="data:,">'
    page.write_text(f"{head}<p>Before</p>\n{embedded['paste']}\n<p>After</p>", encoding="utf-8")
    opened = open_page("page.html", root=page.parent.as_uri() + "/")
    player = opened.locator("dotreel-player[ready]")
    moved = "async (p) => { p.play(); await new Promise((done) => p.video.addEventListener("
    player.evaluate(moved + "'timeupdate', done)); return p.video.currentTime; }")
    assert player.evaluate("(p) => p.video.currentTime") > 0
    expect(opened.get_by_text("After", exact=True)).to_be_visible()


def test_the_folder_holds_each_file_that_is_listed_and_nothing_else(
    embedded: dict[str, Any], workshop: Path
) -> None:
    listed = {Path(file["path"]).name: file["size"] for file in embedded["files"]}
    folder = workshop / embedded["folder"]
    assert {path.name: path.stat().st_size for path in folder.iterdir()} == listed
    assert {"relu.mp4", "relu.png", "relu.vtt", "relu.srt", "relu.txt", "relu.html"} <= set(listed)
    assert "dense-layer.mp4" not in listed


@pytest.mark.usefixtures("site")
def test_a_person_gets_the_paste_on_stdout_and_the_files_beside(dotreel: Dotreel) -> None:
    done = dotreel("embed", "two.toml", "relu", "--for", "iframe", "-o", "docs")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith('<iframe src="two/relu.html"')
    assert str(Path("docs", "two", "relu.mp4")) in done.stderr
    assert "Put the folder two beside the page." in done.stderr


@pytest.mark.usefixtures("embedded")
def test_stills_of_an_older_longer_clip_go(dotreel: Dotreel, workshop: Path) -> None:
    stray = workshop / "docs" / "two" / "relu-99.webp"
    own = workshop / "docs" / "two" / "notes.txt"
    stray.write_bytes(b"old")
    own.write_text("mine", encoding="utf-8")
    assert dotreel("embed", "two.toml", "relu", "-o", "docs").returncode == 0
    assert not stray.exists()
    assert own.exists()


def test_the_deck_is_one_file_that_steps_with_the_arrow_keys(
    dotreel: Dotreel, workshop: Path, open_page: Open, tmp_path: Path
) -> None:
    done = dotreel("embed", "two.toml", "relu", "blend", "--deck", "-o", "slides")
    assert done.returncode == 0, done.stderr
    made = workshop / done.stdout.strip()
    (tmp_path / "alone.html").write_bytes(made.read_bytes())
    page = open_page("alone.html", root=tmp_path.as_uri() + "/")
    player = page.locator("dotreel-player[ready]")
    player.evaluate("(p) => { p.video.playbackRate = 16; }")
    names = player.evaluate("(p) => p.beats.map((beat) => beat.name)")
    assert [name.partition("/")[0] for name in names] == sorted(
        (name.partition("/")[0] for name in names), key=["title-card", "relu", "blend"].index
    )
    for index in range(3):
        page.keyboard.press("ArrowRight")
        player.evaluate(
            "async (p) => { while (!p.video.paused || p.video.seeking)"
            " await new Promise((done) => setTimeout(done, 5)); }"
        )
        assert player.evaluate("(p) => p.index") == index


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--for", "word"], 2, "'word' is not one of 'html'"),
        (["--for", "html", "--page"], 2, "Choose one of --for, --page and --deck."),
        (["two.toml", "every-layer"], 2, "One lesson at a time"),
        (["gpu-lanes", "--lesson", "saturation"], 3, "has no [lanes] table"),
        (["no-such.toml"], 3, "no-such.toml"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is_drawn(
    dotreel: Dotreel, workshop: Path, words: list[str], code: int, message: str
) -> None:
    done = dotreel("embed", *words, "-o", "nowhere")
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    assert not (workshop / "nowhere").exists()


def test_a_file_in_a_folder_s_place_is_refused_before_anything_is_drawn(
    dotreel: Dotreel, workshop: Path
) -> None:
    (workshop / "taken").write_text("mine")
    done = dotreel("embed", "relu", "-o", "taken/sub")
    assert (done.returncode, done.stdout) == (2, "")
    assert "taken" in done.stderr
    assert "rendering" not in done.stderr
    assert (workshop / "taken").read_text() == "mine"


def paste_of(kind: str) -> str:
    lesson = default_lesson()
    clips = (clip_of(lesson, "dense-layer"), clip_of(lesson, "relu"))
    return KINDS[kind].paste(Bundle(lesson.name, lesson.title, clips)).text


def test_there_is_a_paste_for_each_kind_that_was_promised() -> None:
    assert tuple(KINDS) == KIND_NAMES


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_a_paste_names_both_clips_and_asks_nothing_of_the_network(kind: str) -> None:
    text = paste_of(kind)
    for name in ("dense-layer", "relu"):
        assert f"{name}.mp4" in text or f"{name}.html" in text
    assert "//" not in text
    assert "\n\n" not in text or kind in ("jupyter", "moodle")  # a blank line ends HTML in Markdown


@pytest.mark.parametrize("kind", ["html", "mkdocs"])
def test_markdown_leaves_the_paste_as_it_is(kind: str) -> None:
    text = paste_of(kind)
    page = MarkdownIt("commonmark").render(f"# Title\n\n{text}\n\nAfter **it**.\n")
    assert page == f"<h1>Title</h1>\n{text}\n<p>After <strong>it</strong>.</p>\n"
    # Python's Markdown, which MkDocs uses, keeps only elements whole that it knows for blocks.
    assert text.startswith("<div>\n")
    assert text.endswith("</div>")


def test_a_notebook_cell_is_python() -> None:
    compile(paste_of("jupyter"), "cell", "exec")


def test_large_files_are_warned_of_at_5_10_and_500_megabytes(
    tmp_path: Path,
) -> None:
    limits = [limit for limit, _ in bundles.WARNINGS]
    assert limits == [500_000_000, 10_000_000, 5_000_000]
    files = []
    for size in (5_000_000, 5_000_001, 10_000_001, 500_000_001):
        files.append(tmp_path / f"{size}.mp4")
        with files[-1].open("wb") as file:
            file.truncate(size)  # a sparse file takes no room
    said = size_warnings(files)
    assert ["over 5 MB" in said[0], "over 10 MB" in said[1], "over 500 MB" in said[2]] == [True] * 3
    assert len(said) == 3
