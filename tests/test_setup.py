"""`make setup` says plainly what a person must do where it cannot do it itself.

The machine is faked with stand-ins at the front of PATH; nothing is installed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
USUAL = ("cat", "cksum", "dirname", "env", "grep", "mktemp", "rm", "sh", "tr", "uname")


class FakeMachine:
    """A copy of what setup reads, and a PATH that holds only the programs we put there."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "dotreel"
        self.bin = folder / "bin"
        self.log = folder / "log"
        (self.home / ".ci").mkdir(parents=True)
        self.bin.mkdir()
        shutil.copy(ROOT / ".ci" / "setup.sh", self.home / ".ci")
        for name in ("requirements.txt", "pyproject.toml"):
            shutil.copy(ROOT / name, self.home)
        for name in USUAL:
            real = shutil.which(name)
            assert real, name
            (self.bin / name).symlink_to(real)
        self.program("python3", f'exec "{sys.executable}" "$@"')
        self.program("id", "echo 1000")

    def program(self, name: str, body: str) -> None:
        path = self.bin / name
        path.unlink(missing_ok=True)
        path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        path.chmod(0o755)

    def recorded(self, name: str, code: int = 0) -> None:
        """A program that only notes how it was called."""
        self.program(name, f'echo "{name} $*" >>"{self.log}"; exit {code}')

    def setup(self, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.bin / "sh"), ".ci/setup.sh"],
            cwd=self.home,
            env={"PATH": str(self.bin), "HOME": str(self.home), **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def machine(tmp_path: Path) -> FakeMachine:
    return FakeMachine(tmp_path)


def test_without_sudo_the_exact_command_for_a_person_is_printed(machine: FakeMachine) -> None:
    machine.recorded("apt-get")
    machine.recorded("sudo", code=1)
    done = machine.setup()
    assert done.returncode == 4
    assert "installing them needs root, and sudo does not work here" in done.stderr
    command = "apt-get update && apt-get install --yes --no-install-recommends "
    packages = "gcc libc6-dev pkg-config libcairo2-dev libpango1.0-dev"
    assert command + packages in done.stderr
    assert "apt-get" not in machine.log.read_text(encoding="utf-8")


def test_root_installs_just_what_is_missing(machine: FakeMachine) -> None:
    machine.program("id", "echo 0")
    machine.recorded("apt-get")
    machine.program("pkg-config", '[ "$2" = cairo ]')
    machine.program("gcc", "exit 0")
    done = machine.setup()
    calls = machine.log.read_text(encoding="utf-8").splitlines()
    assert calls == [
        "apt-get update -qq",
        "apt-get install --yes --no-install-recommends -qq libpango1.0-dev",
    ]
    # The stand-in installed nothing, and setup notices.
    assert done.returncode == 4
    assert "still missing after the installation: libpango1.0-dev" in done.stderr


def test_sudo_is_used_where_it_works(machine: FakeMachine) -> None:
    machine.recorded("apt-get")
    machine.program("sudo", f'[ "$1" = -n ] && exit; echo "sudo $*" >>"{machine.log}"; "$@"')
    machine.setup()
    first = machine.log.read_text(encoding="utf-8").splitlines()[0]
    assert first == "sudo env DEBIAN_FRONTEND=noninteractive apt-get update -qq"


def test_a_failed_installation_says_so(machine: FakeMachine) -> None:
    machine.program("id", "echo 0")
    machine.recorded("apt-get", code=100)
    done = machine.setup()
    assert done.returncode == 4
    assert "apt-get update reported an error" in done.stderr
    assert "apt-get could not install them" in done.stderr


def test_on_macos_the_homebrew_command_is_printed(machine: FakeMachine) -> None:
    machine.program("uname", "echo Darwin")
    done = machine.setup()
    assert done.returncode == 4
    assert "brew install cairo pango pkg-config" in done.stderr


def test_on_another_linux_its_package_names_are_printed(machine: FakeMachine) -> None:
    done = machine.setup()
    assert done.returncode == 4
    assert "dnf install" in done.stderr


def test_an_old_python_is_named_with_the_way_out(machine: FakeMachine) -> None:
    machine.program("python3", '[ "$1" = -V ] && echo "Python 3.9.2" && exit; exit 1')
    done = machine.setup()
    assert done.returncode == 4
    assert "Python 3.11 or newer, but 'python3' is Python 3.9.2" in done.stderr
    assert "make setup PYTHON=" in done.stderr


def test_a_newer_python_beside_an_old_one_is_found(machine: FakeMachine) -> None:
    machine.program("python3", "exit 1")
    machine.program("python3.12", f'exec "{sys.executable}" "$@"')
    done = machine.setup()
    assert "setup: using Python 3" in done.stderr


def test_a_python_that_is_not_there_is_named(machine: FakeMachine) -> None:
    (machine.bin / "python3").unlink()
    done = machine.setup(PYTHON="python9")
    assert done.returncode == 4
    assert "'python9' does not run" in done.stderr


def ready_but_for_chromium(machine: FakeMachine) -> None:
    """Everything is there for a first run, Python packages as stand-ins."""
    machine.program("pkg-config", "exit 0")
    machine.program("gcc", "exit 0")
    python = machine.home / ".venv" / "bin" / "python"
    make = f'mkdir -p "{python.parent}" && printf "#!/bin/sh\\nexit 0\\n" >"{python}"'
    body = f'if [ "$2" = venv ]; then {make} && chmod +x "{python}"; exit; fi'
    machine.program("python3", f'{body}\nexec "{sys.executable}" "$@"')
    for name in ("mkdir", "chmod"):
        (machine.bin / name).symlink_to(str(shutil.which(name)))


def test_tests_bring_a_browser_and_other_runs_do_not(machine: FakeMachine) -> None:
    ready_but_for_chromium(machine)
    machine.program("id", "echo 0")
    machine.recorded("apt-get")
    assert machine.setup().returncode == 0
    assert not machine.log.exists()
    assert machine.setup(SETUP_FOR="tests").returncode == 0
    calls = machine.log.read_text(encoding="utf-8").splitlines()
    assert calls[-1] == "apt-get install --yes --no-install-recommends -qq chromium"


def test_tests_can_do_without_a_browser(machine: FakeMachine) -> None:
    ready_but_for_chromium(machine)
    machine.recorded("apt-get", code=100)
    machine.program("id", "echo 0")
    done = machine.setup(SETUP_FOR="tests")
    assert done.returncode == 0
    assert "the tests of web pages will be skipped" in done.stderr


def test_ci_runs_make_test_and_nothing_else() -> None:
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    commands = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert commands == ["set -euo pipefail", 'cd "$(dirname "$0")/.."', "make test"]


def test_make_alone_lists_every_target() -> None:
    shown = subprocess.run(["make", "-s"], cwd=ROOT, capture_output=True, text=True, check=True)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (phony,) = [line for line in makefile.splitlines() if line.startswith(".PHONY:")]
    for target in set(phony.split()[1:]) - {"help"}:
        assert f"make {target} " in shown.stdout
