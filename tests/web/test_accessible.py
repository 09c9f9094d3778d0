"""Page and player for everybody: axe-core, narrow and wide, without JavaScript, on paper."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Open

AXE = files("axe_playwright_python") / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page: Page) -> list[str]:
    """What axe-core objects to, by its standards for WCAG 2.2 AA and good practice."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    # It would fetch the style sheets, which no browser allows on a page from a file.
    options = json.dumps({"runOnly": RULES, "resultTypes": ["violations"], "preload": False})
    found = page.evaluate(f"axe.run(document, {options})")["violations"]
    return [f"{fault['id']}: {node['html']}" for fault in found for node in fault["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["index.html", "dense-layer.html"])
@pytest.mark.parametrize("width", [360, 1440])
def test_axe_finds_nothing(open_page: Open, name: str, scheme: Any, width: int) -> None:
    page = open_page(name, color_scheme=scheme, viewport={"width": width, "height": 900})
    page.locator("dotreel-player[ready]").first.evaluate("(p) => { p.seek({beat: 3}); }")
    assert violations(page) == []


@pytest.mark.parametrize("width", [320, 360, 540, 768, 1024, 1440, 1920])
def test_nothing_is_wider_than_the_window(open_page: Open, width: int) -> None:
    page = open_page(viewport={"width": width, "height": 800})
    page.wait_for_selector("dotreel-player[ready]")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    out = (
        "[...document.querySelectorAll('dotreel-player *')]"
        ".filter((e) => e.getClientRects().length && !e.closest('.dotreel-status, button, label'))"
        ".filter((e) => e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML)"
    )
    assert page.evaluate(out) == []


@pytest.mark.parametrize("width", [320, 1440])
def test_every_button_is_large_enough_to_hit(open_page: Open, width: int) -> None:
    page = open_page(viewport={"width": width, "height": 800})
    page.wait_for_selector("dotreel-player[ready]")
    sizes = page.evaluate(
        "[...document.querySelectorAll('dotreel-player :is(button, select)')]"
        ".map((e) => e.getBoundingClientRect()).map((r) => Math.min(r.width, r.height))"
    )
    assert min(sizes) >= 24  # WCAG 2.2, 2.5.8


def test_without_javascript_there_are_video_captions_and_transcript(
    open_page: Open, beats: list[Any]
) -> None:
    page = open_page(java_script_enabled=False)
    video = page.locator("[data-scene=dense-layer] video")
    for attribute in ("controls", "muted", "playsinline", "poster"):
        assert video.get_attribute(attribute) is not None
    assert [video.get_attribute(a) for a in ("preload", "width", "height")] == [
        "metadata",
        "320",
        "180",
    ]
    kinds = [t.get_attribute("kind") for t in video.locator("track").all()]
    assert kinds == ["captions", "chapters"]
    lines = page.locator("[data-scene=dense-layer] .dotreel-line").all_inner_texts()
    assert lines == [beat["caption"] for beat in beats]
    assert page.locator("dotreel-player button").count() == 0
    expect(page.locator("[data-scene=dense-layer] li").last).to_be_visible()


def test_captions_and_chapters_load_from_a_file(open_page: Open, beats: list[Any]) -> None:
    page = open_page("dense-layer.html")
    cues = page.evaluate(
        "(async () => { const found = [];"
        " for (const track of document.querySelectorAll('track')) {"
        "  const loaded = new Promise((done, failed) => {"
        "   track.onload = done; track.onerror = failed; });"
        "  track.track.mode = 'hidden'; await loaded;"
        "  found.push([...track.track.cues].map((cue) => [cue.startTime, cue.text])); }"
        " return found; })()"
    )
    captions, chapters = cues
    assert [text for _, text in chapters] == [beat["caption"] for beat in beats]
    assert [start for start, _ in chapters] == [beat["start"] for beat in beats]
    assert captions[0] == [0, beats[0]["caption"]]


def test_a_step_is_said_to_a_screen_reader_once_it_ended(open_page: Open, beats: list[Any]) -> None:
    page = open_page("dense-layer.html", reduced_motion="reduce")
    page.get_by_role("button", name="Next step").click()
    said = page.get_by_role("status")
    expect(said).to_have_text(f"Step 1 of {len(beats)}: {beats[0]['caption']}")


def test_focus_is_seen(open_page: Open) -> None:
    page = open_page("dense-layer.html")
    page.wait_for_selector("dotreel-player[ready]")
    for _ in range(3):
        page.keyboard.press("Tab")
        style = "getComputedStyle(document.activeElement)"
        assert page.evaluate(f"{style}.outlineStyle") == "solid"
        assert float(page.evaluate(f"{style}.outlineWidth").removesuffix("px")) >= 2


def test_on_paper_there_are_stills_and_the_whole_transcript(
    open_page: Open, beats: list[Any]
) -> None:
    page = open_page()
    page.wait_for_selector("dotreel-player[ready]")
    page.pdf()  # has the pictures loaded, as printing does
    page.emulate_media(media="print")
    clip = page.locator("[data-scene=dense-layer]")
    expect(clip.locator("video")).to_be_hidden()
    expect(clip.locator(".dotreel-bar")).to_be_hidden()
    for index, beat in enumerate(beats):
        expect(clip.locator("li img").nth(index)).to_be_visible()
        expect(clip.get_by_text(beat["caption"], exact=True).first).to_be_visible()
    loaded = "[...document.querySelectorAll('li img')].every((image) => image.naturalWidth > 0)"
    page.wait_for_function(loaded)
    cut = "(list) => list.scrollHeight - list.clientHeight"
    assert clip.locator(".dotreel-transcript ol").evaluate(cut) <= 1


def test_the_pages_numbers_light_up_with_the_clip(open_page: Open) -> None:
    page = open_page()
    player = page.locator("[data-scene=dense-layer][ready]")
    player.evaluate("(player) => { player.seek({beat: 'row-1-bias'}); }")
    lit = page.locator(".working [data-lit]").evaluate_all("(all) => all.map((e) => e.innerText)")
    assert lit == ["−0.10", "−0.10"]  # the sum, in both lines
    player.evaluate("(player) => { player.seek({beat: 'row-1'}); }")
    expect(page.locator("[data-lit]")).to_have_count(0)
