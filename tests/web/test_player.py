"""The player in a real browser: it steps, seeks, stops, follows keys, links and scripts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import FPS, SCENES, Open

CLIP = "dense-layer.html"
TO_STOP = (
    "async (player) => { if (!player.video.paused)"
    " await new Promise((done) => player.video.addEventListener('pause', done, {once: true}));"
    " while (player.video.seeking) await new Promise((done) => setTimeout(done, 5));"
    " return player.video.currentTime; }"
)


def player(page: Page, scene: str = "dense-layer") -> Locator:
    """The element of a scene's player."""
    return page.locator(f"dotreel-player[data-scene={scene}][ready]")


def stopped_at(page: Page, scene: str = "dense-layer") -> float:
    """The second at which the clip stands, once it stands."""
    return float(player(page, scene).evaluate(TO_STOP))


def hurry(page: Page, scene: str = "dense-layer") -> None:
    player(page, scene).evaluate("(player) => { player.video.playbackRate = 16; }")


def current(page: Page) -> int:
    """The number of the step that the rail marks, from 1."""
    return int(page.locator(".dotreel-rail [aria-current=step]").inner_text())


@pytest.mark.parametrize("scene", SCENES)
def test_each_step_stops_within_a_frame_of_its_beats_end(
    open_page: Open, site: Path, scene: str
) -> None:
    page = open_page(f"{scene}.html")
    timeline = json.loads((site / f"{scene}.json").read_text(encoding="utf-8"))
    hurry(page, scene)
    for number, beat in enumerate(timeline["beats"], 1):
        page.get_by_role("button", name="Next step").click()
        stood = stopped_at(page, scene)
        assert 0 <= beat["end"] - stood <= 1 / FPS, beat["name"]
        assert current(page) == number
    assert player(page, scene).evaluate("(player) => player.next()") is False


def test_no_clip_is_higher_than_the_window(open_page: Open) -> None:
    page = open_page(CLIP)
    page.set_viewport_size({"width": 1200, "height": 240})  # as low as a tall clip is high
    box = page.locator("dotreel-player video").bounding_box()
    assert box is not None
    assert 0 < box["height"] <= 0.85 * 240 + 1


def test_a_clip_plays_to_its_end_without_stops(open_page: Open, beats: list[Any]) -> None:
    page = open_page(CLIP)
    page.get_by_role("button", name="Step by step").click()
    hurry(page)
    page.get_by_role("button", name="Play").click()
    assert beats[-1]["end"] - stopped_at(page) <= 1 / FPS
    assert current(page) == len(beats)


def test_play_stops_at_steps_and_goes_on_with_the_next(open_page: Open, beats: list[Any]) -> None:
    page = open_page(CLIP)
    hurry(page)
    for beat in beats[:2]:
        page.get_by_role("button", name="Play").click()
        assert 0 <= beat["end"] - stopped_at(page) <= 1 / FPS


def test_a_click_on_the_rail_or_the_transcript_tells_that_step(
    open_page: Open, beats: list[Any]
) -> None:
    page = open_page(CLIP)
    hurry(page)
    page.locator(".dotreel-rail button").nth(3).click()
    assert 0 <= beats[3]["end"] - stopped_at(page) <= 1 / FPS
    page.locator(".dotreel-transcript button").nth(1).click()
    assert 0 <= beats[1]["end"] - stopped_at(page) <= 1 / FPS
    marked = page.locator(".dotreel-transcript [aria-current=true]")
    expect(marked).to_have_text(beats[1]["caption"])


def test_back_shows_how_the_step_before_ended(open_page: Open, beats: list[Any]) -> None:
    page = open_page(CLIP)
    player(page).evaluate("(player) => player.seek({beat: 3})")
    page.get_by_role("button", name="Back").click()
    assert 0 <= beats[2]["end"] - stopped_at(page) <= 1 / FPS


def test_everything_can_be_done_with_the_keyboard(open_page: Open, beats: list[Any]) -> None:
    page = open_page(CLIP)
    hurry(page)
    page.keyboard.press("Tab")  # into the rail
    assert page.evaluate("document.activeElement.closest('.dotreel-rail') !== null")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    stopped_at(page)
    assert current(page) == 2
    assert page.evaluate("document.activeElement.textContent") == "2"
    page.keyboard.press("ArrowLeft")
    assert current(page) == 1
    page.keyboard.press("4")
    assert 0 <= beats[3]["end"] - stopped_at(page) <= 1 / FPS
    for name in ("Back", "Play", "Next step", "Repeat step", "Step by step", "Captions"):
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name=name, exact=True)).to_be_focused()
    before = page.locator(".dotreel-caption").is_visible()
    page.keyboard.press("Space")
    assert page.locator(".dotreel-caption").is_visible() is not before
    page.keyboard.press("Tab")
    expect(page.get_by_label("Speed")).to_be_focused()
    page.get_by_label("Speed").select_option("2")
    assert player(page).evaluate("(player) => player.video.playbackRate") == 2
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")  # past full screen, to the line of the step
    assert page.evaluate("document.activeElement.className") == "dotreel-line"
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.textContent") == beats[4]["caption"]


def test_two_digits_in_quick_succession_are_one_number(open_page: Open, beats: list[Any]) -> None:
    assert len(beats) >= 10
    page = open_page(CLIP)
    player(page).focus()
    page.keyboard.type("10")
    assert current(page) == 10


def test_space_plays_and_pauses(open_page: Open) -> None:
    page = open_page(CLIP)
    player(page).focus()
    page.keyboard.press("Space")
    assert player(page).evaluate("(player) => player.video.paused") is False
    page.keyboard.press("Space")
    assert player(page).evaluate("(player) => player.video.paused") is True


def test_keys_that_do_nothing_here_are_left_to_the_slides_around(open_page: Open) -> None:
    page = open_page(CLIP)
    page.evaluate("addEventListener('keydown', (e) => { (window.heard ??= []).push(e.key); })")
    player(page).evaluate("(player) => { player.seek({beat: player.beats.length - 1}); }")
    player(page).focus()
    page.keyboard.press("ArrowRight")  # nothing comes after the last step
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("heard") == ["ArrowRight"]


def test_a_page_can_drive_the_clip_and_follow_it(open_page: Open, beats: list[Any]) -> None:
    page = open_page(CLIP)
    page.evaluate(
        "addEventListener('dotreel-beat', (e) => { (window.told ??= []).push(e.detail); })"
    )
    hurry(page)
    drive = player(page).evaluate
    assert drive("(player) => player.seek({beat: 'row-1-bias'})") is True
    assert drive("(player) => player.seek({beat: 'no-such'})") is False
    drive("(player) => player.next()")
    stopped_at(page)
    drive("(player) => player.back()")
    drive("(player) => player.play()")
    drive("(player) => player.pause()")
    told = page.evaluate("told")
    names = [beat["name"] for beat in beats]
    bias = names.index("row-1-bias")
    assert [beat["name"] for beat in told[:3]] == [*names[bias : bias + 2], names[bias]]
    assert told[0]["caption"] == "Add the bias."
    assert told[0]["scene"] == "dense-layer"
    # 0.5·1.0 − 0.3·2.0 by hand
    assert {"name": "dense.pre_activation[0]", "value": -0.1, "text": "−0.10"} in [
        {**number, "value": round(number["value"], 9)} for number in told[0]["numbers"]
    ]


def test_a_link_leads_to_a_moment(open_page: Open, beats: list[Any]) -> None:
    page = open_page(f"{CLIP}#t=row-1-bias")
    (bias,) = [beat for beat in beats if beat["name"] == "row-1-bias"]
    # Its own caption stands in the picture: the one before has gone.
    assert 0.3 <= stopped_at(page) - bias["start"] <= 0.3 + 2 / FPS
    page.evaluate("location.hash = '#t=dense-layer/row-1'")
    page.wait_for_function("document.querySelector('dotreel-player').index < 4")
    (row,) = [beat for beat in beats if beat["name"] == "row-1"]
    assert 0.3 <= stopped_at(page) - row["start"] <= 0.3 + 2 / FPS


def test_a_link_finds_its_clip_among_several(open_page: Open) -> None:
    page = open_page("index.html#t=blend/word-2")
    shown = page.evaluate(
        "[...document.querySelectorAll('dotreel-player')].map((p) => p.beats[p.index]?.name)"
    )
    assert shown == [None, None, None, None, "word-2"]
    expect(page.locator("[data-scene=blend] video")).to_be_in_viewport()


def test_one_clip_plays_at_a_time(open_page: Open) -> None:
    page = open_page()
    for scene in ("dense-layer", "relu"):
        player(page, scene).evaluate("(player) => player.play()")
    playing = "[...document.querySelectorAll('video')].map((video) => !video.paused)"
    assert page.evaluate(playing) == [False, True, False, False, False]


def test_nothing_plays_by_itself_and_nothing_is_kept(open_page: Open) -> None:
    page = open_page()
    player(page)
    assert page.evaluate("[...document.querySelectorAll('video')].every((v) => v.paused)")
    player(page).evaluate("(player) => player.next()")
    kept = "[localStorage.length, sessionStorage.length, document.cookie, location.hash]"
    assert page.evaluate(kept) == [0, 0, "", ""]


def test_where_motion_is_unwelcome_steps_are_stills(open_page: Open, beats: list[Any]) -> None:
    page = open_page(CLIP, reduced_motion="reduce")
    page.evaluate("document.addEventListener('play', () => { window.moved = true; }, true)")
    for beat in beats:
        page.get_by_role("button", name="Next step").click()
        assert 0 <= beat["end"] - stopped_at(page) <= 1 / FPS
    assert page.evaluate("window.moved") is None


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_clip_is_that_of_the_readers_scheme(open_page: Open, scheme: Any) -> None:
    page = open_page(CLIP, color_scheme=scheme)
    player(page)
    name = {"dark": "dense-layer", "light": "dense-layer-light"}[scheme]
    page.wait_for_function("document.querySelector('video').readyState > 0")
    assert page.evaluate("document.querySelector('video').currentSrc").endswith(f"/{name}.mp4")
    assert page.evaluate("document.querySelector('video').poster").endswith(f"{name}.png")


def test_a_change_of_scheme_keeps_the_moment(open_page: Open, beats: list[Any]) -> None:
    page = open_page(CLIP, color_scheme="dark")
    player(page).evaluate("(player) => player.seek({beat: 4})")
    moment = stopped_at(page)
    page.emulate_media(color_scheme="light")
    page.wait_for_function("document.querySelector('video').currentSrc.includes('-light')")
    assert abs(stopped_at(page) - moment) <= 1 / FPS
    assert beats[4]["start"] < moment < beats[4]["end"]


def test_a_page_in_another_language_gets_its_words_and_else_english(
    open_page: Open, site: Path
) -> None:
    html = (site / CLIP).read_text(encoding="utf-8")
    script = (site / "player.js").read_text(encoding="utf-8")
    start = re.search(r"const TEXTS = (\{.*\});", script)
    assert start is not None
    texts = json.loads(start[1])
    texts["eo"] = {**texts["en"], "next": "Sekva paŝo"}
    changed = script.replace(start[1], json.dumps(texts))
    (site / "eo.js").write_text(changed, encoding="utf-8")
    for lang, word in (("eo-XX", "Sekva paŝo"), ("tlh", "Next step")):
        other = html.replace('lang="en"', f'lang="{lang}"').replace("player.js", "eo.js")
        (site / "eo.html").write_text(other, encoding="utf-8")
        expect(open_page("eo.html").get_by_role("button", name=word)).to_be_visible()


def test_a_video_that_cannot_play_says_so(open_page: Open, site: Path) -> None:
    html = (site / CLIP).read_text(encoding="utf-8")
    (site / "broken.mp4").write_bytes(b"no video")
    other = re.sub(r'(<source[^>]* src=")[^"]*', r"\1broken.mp4", html)
    (site / "broken.html").write_text(other, encoding="utf-8")
    page = open_page("broken.html")
    expect(page.locator(".dotreel-caption")).to_have_text(re.compile("does not play here"))


def test_the_player_is_small(site: Path) -> None:
    assert (site / "player.js").stat().st_size < 12_000
    assert (site / "player.css").stat().st_size < 8_000
