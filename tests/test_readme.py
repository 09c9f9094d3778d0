"""What the README says can be done, can be done: its `sh` blocks run as written, in order.

Blocks marked `console` are for a person to read: they set up a machine or render for minutes.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
import tomllib
from decimal import Decimal
from pathlib import Path

import pytest

from anim_lib.export import registry
from anim_lib.export.registry import from_timeline
from anim_lib.files import write_whole
from anim_lib.lesson.load import load_lesson
from anim_lib.nn import activations
from anim_lib.nn.quantity import Quantity
from anim_lib.timeline import Beat, Master, Timeline

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The text of every fenced block of a language, without the indentation of its list."""
    found = re.findall(rf"^( *)```{language}\n(.*?)^\1```$", README, re.DOTALL | re.MULTILINE)
    return [textwrap.dedent(text) for _, text in found]


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which all blocks have been run, one after the other."""
    folder = tmp_path_factory.mktemp("reader")
    tools = str(Path(sys.executable).parent)
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([tools, os.environ["PATH"]]),
        "DOTREEL_CACHE": str(folder / "cache"),
        "PYTHONUTF8": "1",
    }
    for number, block in enumerate(blocks("sh"), 1):
        done = subprocess.run(
            ["sh", "-e", "-c", block],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        (folder / f"block-{number}.out").write_text(done.stdout, encoding="utf-8")
        assert done.returncode == 0, f"{block}\n{done.stdout}\n{done.stderr}"
    return folder


def output_of(workshop: Path, command: str) -> str:
    """What the block that holds the command printed."""
    (number,) = [n for n, block in enumerate(blocks("sh"), 1) if command in block]
    return (workshop / f"block-{number}.out").read_text(encoding="utf-8")


def test_the_first_own_lesson_becomes_the_clip_that_is_promised(workshop: Path) -> None:
    clip = workshop / "renders" / "my" / "dense-layer.mp4"
    assert "`renders/my/dense-layer.mp4`" in README
    assert clip.stat().st_size > 10_000
    assert str(Path("renders/my/dense-layer.mp4")) in output_of(workshop, "--lesson my.toml -q l\n")


def test_show_prints_the_results_of_the_lesson_written_above(workshop: Path) -> None:
    # 0.1·1.0 + 0.9·2.0 + 0.3 = 2.20 by hand.
    assert "2.20" in output_of(workshop, "dotreel show my.toml")


def test_every_file_promised_for_a_scene_is_there(workshop: Path) -> None:
    section = README.partition("## What lands in renders/")[2].partition("\n## ")[0]
    endings = re.findall(r"`(?:<scene>)?(\.[a-z0-9]+)`", section)
    assert {".mp4", ".vtt", ".srt"} <= set(endings)
    for ending in endings:
        assert (workshop / "renders" / "my" / f"dense-layer{ending}").stat().st_size > 0, ending
    assert (workshop / "renders" / "my" / "manifest.json").stat().st_size > 0


def test_the_lesson_shown_as_reference_loads(tmp_path: Path) -> None:
    (text,) = blocks("toml")
    path = tmp_path / "reference.toml"
    path.write_text(text, encoding="utf-8")
    lesson = load_lesson(path)
    assert lesson.title == "Every layer is the same trick"


def test_the_reference_names_every_activation() -> None:
    (text,) = blocks("toml")
    (line,) = [line for line in text.splitlines() if line.startswith("activation")]
    assert tomllib.loads(line)["activation"] == "relu"
    named = line.partition("optional: ")[2].split(", ")
    assert named == list(activations.ACTIVATIONS)


def python_block(mark: str) -> str:
    (block,) = [text for text in blocks("python") if mark in text]
    return block


def test_the_activation_shown_is_an_activation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(activations, "ACTIVATIONS", dict(activations.ACTIVATIONS))
    exec(python_block("@activation"), dict(vars(activations)))  # noqa: S102
    softplus = activations.ACTIVATIONS["softplus"]
    assert softplus.at(0.0) == pytest.approx(0.693147, abs=1e-6)  # log 2


def test_the_output_format_shown_writes_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A copy, made when all shipped formats are in it, so that the example is gone afterwards.
    registry.exporters()
    monkeypatch.setattr(registry, "_EXPORTERS", dict(registry._EXPORTERS))
    names = {"Path": Path, "Timeline": Timeline, "write_whole": write_whole}
    exec(python_block("@from_timeline"), {**names, "from_timeline": from_timeline})  # noqa: S102
    product = Quantity("dense.products[0,1]", -0.6, "−0.60", Decimal("-0.6"))
    beats = (Beat("open", "", 0, 30), Beat("multiply", "", 30, 60, (product,)))
    timeline = Timeline("dense-layer", "My", "my", 15, 854, 480, beats)
    master = Master(timeline, (), "", "")
    registry.exporters()["tsv"].write(master, tmp_path / "my.tsv")
    written = (tmp_path / "my.tsv").read_text(encoding="utf-8")
    assert written == "2.00\tdense.products[0,1]\t−0.60\n"


def test_every_command_of_the_table_has_help() -> None:
    commands = re.findall(r"^\| `dotreel ([a-z]+)", README, re.MULTILINE)
    assert {"render", "list", "show", "check", "sheet", "doctor"} <= set(commands)
    for command in commands:
        subprocess.run(
            [str(Path(sys.executable).parent / "dotreel"), command, "--help"],
            check=True,
            capture_output=True,
        )


def test_every_file_the_readme_points_to_exists() -> None:
    targets = [t for t in re.findall(r"\]\(([^)]+)\)", README) if "://" not in t]
    assert "renders/gallery/dense-layer.png" in targets
    headings = re.findall(r"^#+ (.+)$", README, re.MULTILINE)
    anchors = {f"#{re.sub(r'[^a-z0-9 -]', '', h.lower()).replace(' ', '-')}" for h in headings}
    missing = [target for target in targets if not (ROOT / target).exists()]
    assert set(missing) <= anchors
