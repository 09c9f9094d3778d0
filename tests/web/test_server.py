"""dotreel serve: byte ranges, kinds of file, this machine only, and nothing outside the folder."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from anim_lib.web.server import FolderServer, UnsatisfiableError, part_of
from tests.web.conftest import COMMAND, watch

CONTENT = bytes(range(256)) * 8


@pytest.fixture
def server(tmp_path: Path) -> Iterator[FolderServer]:
    folder = tmp_path / "site"
    (folder / "sub").mkdir(parents=True)
    (folder / "clip.mp4").write_bytes(CONTENT)
    (folder / "empty.txt").write_bytes(b"")
    (folder / "sub" / "index.html").write_text("<p>é</p>", encoding="utf-8")
    (folder / ".hidden").write_text("no", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    (folder / "way-out").symlink_to(tmp_path)
    with FolderServer(folder) as made:
        thread = threading.Thread(target=made.serve_forever, args=(0.01,))
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def ask(
    server: FolderServer, path: str, method: str = "GET", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=10)
    connection.request(method, path, headers=headers)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response.status, {name.lower(): value for name, value in response.getheaders()}, body


@pytest.mark.parametrize(
    ("asked", "first", "last"),
    [
        ("0-0", 0, 0),
        ("0-99", 0, 99),
        ("2000-", 2000, 2047),
        ("-8", 2040, 2047),
        ("5-9999", 5, 2047),
    ],
)
def test_a_part_of_a_file_is_served_as_asked(
    server: FolderServer, asked: str, first: int, last: int
) -> None:
    status, headers, body = ask(server, "/clip.mp4", Range=f"bytes={asked}")
    assert status == 206
    assert headers["content-range"] == f"bytes {first}-{last}/2048"
    assert body == CONTENT[first : last + 1]


@pytest.mark.parametrize("asked", ["2048-", "9999-10000", "-0"])
def test_a_part_behind_the_end_is_416(server: FolderServer, asked: str) -> None:
    status, headers, _ = ask(server, "/clip.mp4", Range=f"bytes={asked}")
    assert (status, headers["content-range"]) == (416, "bytes */2048")


@pytest.mark.parametrize("asked", ["bytes=9-5", "bytes=0-1,4-5", "lines=1-2", "bytes=-", "x"])
def test_what_is_no_range_gives_the_whole_file(server: FolderServer, asked: str) -> None:
    status, headers, body = ask(server, "/clip.mp4", Range=asked)
    assert (status, body, headers["accept-ranges"]) == (200, CONTENT, "bytes")


def test_no_part_of_an_empty_file_can_be_had() -> None:
    for asked in ("bytes=0-", "bytes=-1"):
        with pytest.raises(UnsatisfiableError):
            part_of(asked, 0)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/clip.mp4", "video/mp4"),
        ("/empty.txt", "text/plain; charset=utf-8"),
        ("/sub/", "text/html; charset=utf-8"),
        ("/", "text/html; charset=utf-8"),
    ],
)
def test_files_are_called_what_they_are(server: FolderServer, path: str, kind: str) -> None:
    status, headers, body = ask(server, path)
    assert (status, headers["content-type"]) == (200, kind)
    assert len(body) == int(headers["content-length"])
    head_status, head, nothing = ask(server, path, method="HEAD")
    assert (head_status, head["content-length"], nothing) == (200, headers["content-length"], b"")


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/sub/..%2f..%2fsecret.txt",
        "/..%5csecret.txt",
        "/way-out/secret.txt",
        "//secret.txt",
        "/.hidden",
        "/clip.mp4%00.txt",
        "/no-such.html",
        "/clip.mp4/x",
    ],
)
def test_nothing_outside_the_folder_is_served(server: FolderServer, path: str) -> None:
    status, _, body = ask(server, path)
    assert status == 404
    assert b"secret" not in body


def test_another_name_for_this_machine_is_refused(server: FolderServer) -> None:
    assert ask(server, "/clip.mp4", Host="evil.example:80")[0] == 403


def test_a_folder_without_its_slash_leads_to_the_folder_and_nowhere_else(
    server: FolderServer,
) -> None:
    status, headers, _ = ask(server, "/sub")
    assert (status, headers["location"]) == (301, "/sub/")
    assert ask(server, "//sub")[1]["location"] == "/sub/"


def test_a_folder_lists_what_it_shows(server: FolderServer) -> None:
    listing = ask(server, "/")[2].decode()
    assert '<a href="clip.mp4">' in listing
    assert ".hidden" not in listing


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent otherwise there")
def test_the_command_prints_its_address_and_ends_cleanly(site: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "serve", str(site)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    url = process.stdout.readline().strip()
    assert url.startswith("http://127.0.0.1:")
    port = int(url.rstrip("/").rpartition(":")[2])
    busy = subprocess.run(
        [*COMMAND, "serve", str(site), "--port", str(port)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert busy.returncode == 2
    assert f"Port {port} cannot be used" in busy.stderr
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert process.returncode == 0
    assert said.endswith("Stopped.\n")


def test_a_browser_asks_for_parts_and_plays(browser: Browser, site: Path) -> None:
    with FolderServer(site) as made:
        thread = threading.Thread(target=made.serve_forever, args=(0.01,))
        thread.start()
        faults: list[str] = []
        statuses: list[int] = []
        page = browser.new_context().new_page()
        watch(page, made.url, faults)
        page.on("response", lambda r: statuses.append(r.status) if r.url.endswith(".mp4") else None)
        page.goto(made.url)
        page.locator("dotreel-player[ready]").first.evaluate(
            "async (p) => { p.video.playbackRate = 16; p.seek({beat: 5}); await p.next();"
            " await new Promise((done) => p.video.addEventListener('pause', done)); }"
        )
        page.context.close()
        made.shutdown()
        thread.join()
    assert faults == []
    assert set(statuses) == {206}


def test_the_server_needs_nothing_but_python() -> None:
    code = "import sys, anim_lib.web.server; sys.exit('numpy' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
