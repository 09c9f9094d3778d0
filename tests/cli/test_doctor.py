"""`dotreel doctor` tells what is missing and what brings it, by really trying."""

from __future__ import annotations

import importlib.metadata
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from anim_lib.cli import doctor


def run_doctor(*words: str, fakes: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, with fake modules ahead of the real ones."""
    code = "from anim_lib.cli.doctor import command; command()"
    environment = {**os.environ, "PYTHONPATH": str(fakes or ""), "PYTHONUTF8": "1"}
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )


def fake_module(folder: Path, name: str, source: str) -> Path:
    (folder / f"{name}.py").write_text(source, encoding="utf-8")
    return folder


def test_a_complete_machine_passes_with_a_line_for_each_check(tmp_path: Path) -> None:
    done = run_doctor("-o", str(tmp_path / "renders"))
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    names = [line.split()[1] for line in lines]
    assert names == [
        "Python",
        "cairo",
        "pango",
        "manim",
        "typst",
        "fonts",
        "video",
        "clips",
        "cache",
        "room",
    ]
    assert all(line.startswith("ok ") for line in lines)
    assert "0.22." in lines[3]
    assert "New Computer Modern" in lines[4]
    assert "libx264" in lines[6]


def test_fonts_that_are_not_there_are_no_fault_but_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "FONT_PACKAGES", ("no-such-package",))
    fonts = doctor._more_fonts()
    assert fonts.ok
    assert (
        fonts.found == f"most scripts come with: {sys.executable} -m pip install 'dotreel[fonts]'"
    )
    monkeypatch.setattr(doctor, "FONT_PACKAGES", ("typst", "no-such-package"))
    there = f"Noto, by typst {importlib.metadata.version('typst')}; more scripts come with: "
    assert doctor._more_fonts().found.startswith(there)


def test_looking_makes_no_folder(tmp_path: Path) -> None:
    doctor.examine(tmp_path / "a" / "b")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("error", ["ImportError", "OSError"])
def test_a_missing_system_library_exits_4_with_the_command_that_installs_it(
    tmp_path: Path, error: str
) -> None:
    reason = "libpango-1.0.so.0: cannot open shared object file"
    fakes = fake_module(tmp_path, "manimpango", f"raise {error}({reason!r})")
    done = run_doctor(fakes=fakes)
    assert done.returncode == 4
    (pango,) = [line for line in done.stdout.splitlines() if " pango " in line]
    assert pango.startswith("— ")
    assert reason in pango
    assert doctor._system_libraries() in pango
    assert "Traceback" not in done.stderr


def test_on_debian_the_command_is_apt_and_on_macos_brew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert doctor._system_libraries().startswith("sudo apt-get install ")
    assert "libpango1.0-dev" in doctor._system_libraries()
    monkeypatch.setattr(sys, "platform", "darwin")
    assert doctor._system_libraries().startswith("brew install ")


def test_a_package_that_is_not_installed_is_named_with_its_pip_command(tmp_path: Path) -> None:
    fakes = fake_module(tmp_path, "av", "raise ModuleNotFoundError('no av', name='av')")
    done = run_doctor("--json", fakes=fakes)
    assert done.returncode == 4
    video = next(c for c in json.loads(done.stdout)["checks"] if c["name"] == "video")
    assert video["found"] == "the Python package av is not installed"
    assert video["mend"] == f"{sys.executable} -m pip install 'av'"


def test_another_manim_release_is_refused(tmp_path: Path) -> None:
    fakes = fake_module(tmp_path, "manim", "__version__ = '0.19.0'")
    done = run_doctor(fakes=fakes)
    assert done.returncode == 4
    assert "0.19.0, but Dotreel is built on 0.22" in done.stdout
    assert "manim[typst]==0.22.*" in done.stdout


def test_a_typst_without_the_lecture_font_is_refused(tmp_path: Path) -> None:
    source = """
__version__ = "0.1"
class Fonts:
    def __init__(self, **options): pass
    def families(self): return ["Comic Sans"]
"""
    fake_module(tmp_path, "manim", "__version__ = '0.22.0'")
    done = run_doctor(fakes=fake_module(tmp_path, "typst", source))
    assert done.returncode == 4
    assert "does not bring the font New Computer Modern" in done.stdout


def test_a_video_library_without_h264_is_refused(tmp_path: Path) -> None:
    fake_module(tmp_path, "manim", "__version__ = '0.22.0'")
    source = "__version__ = '15.0'\ncodecs_available = {'mpeg4'}"
    done = run_doctor(fakes=fake_module(tmp_path, "av", source))
    assert done.returncode == 4
    assert "cannot write H.264" in done.stdout


def test_a_folder_that_cannot_be_written_is_named_with_the_way_out() -> None:
    # Not even root can write here, so this holds on CI as well.
    unwritable = Path("/proc/renders")
    if not unwritable.parent.exists():
        pytest.skip("only Linux has /proc")
    finding = doctor._writable("clips", unwritable, naming="-o DIR")
    assert not finding.ok
    assert str(unwritable) in finding.found
    assert "-o DIR" in finding.mend


def test_too_little_room_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "ROOM", 10**18)
    finding = doctor._room(tmp_path)
    assert not finding.ok
    assert "GB free" in finding.found
    assert "make room" in finding.mend


def test_json_says_the_same_as_the_lines() -> None:
    runner = CliRunner()
    lines = runner.invoke(doctor.command, []).output.splitlines()
    report = json.loads(runner.invoke(doctor.command, ["--json"]).output)
    assert report["ok"] is True
    assert [line.split()[1] for line in lines] == [check["name"] for check in report["checks"]]


def test_help_has_an_example_that_names_the_command() -> None:
    text = CliRunner().invoke(doctor.command, ["--help"]).output
    assert "Example: dotreel doctor" in text
    assert "Exit code 4" in text
