"""The project keeps its own rules: layers, sizes, pins, light imports, a complete wheel."""

from __future__ import annotations

import ast
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from importlinter.cli import lint_imports
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
LIBRARY = sorted((ROOT / "anim_lib").rglob("*.py"))
SCENES = sorted((ROOT / "scenes").glob("[!_]*.py"))

TOP_LEVEL = {
    *("scenes", "anim_lib", "renders", "tests", "pyproject.toml", "README.md"),
    # Only what tools demand may stand beside those.
    *(".ci", ".gitignore", "Makefile", "LICENSE", "CHANGELOG.md", "requirements.txt"),
}
LIGHT = (
    "anim_lib",
    "anim_lib.cli",
    "anim_lib.lesson",
    "anim_lib.nn",
    "anim_lib.render.registry",
    "anim_lib.stage.checks",
    "anim_lib.stage.plan",
    "anim_lib.timeline",
)


def tracked_files() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, text=True, check=True
    )
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_each_layer_imports_only_what_it_may() -> None:
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == 0


@pytest.mark.parametrize("module", LIGHT)
def test_a_command_that_draws_nothing_does_not_load_manim(module: str) -> None:
    code = f"import sys, {module}; sys.exit('manim' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


@pytest.mark.parametrize("path", LIBRARY, ids=relative)
def test_a_file_is_short_enough_to_read_in_one_go(path: Path) -> None:
    assert lines_of(path) <= 300


@pytest.mark.parametrize("path", SCENES, ids=relative)
def test_a_scene_is_a_page_or_two(path: Path) -> None:
    assert 30 <= lines_of(path) <= 120


def class_definitions() -> dict[str, ast.ClassDef]:
    """Every class of the library and the scenes by its name."""
    trees = [ast.parse(path.read_bytes()) for path in (*LIBRARY, *SCENES)]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    return {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}


def is_inherited(method: str, owner: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> bool:
    """Whether a base has the method; of a base from another package it is taken as given."""
    for base in owner.bases:
        known = classes.get(ast.unparse(base).rpartition(".")[2])
        if known is None:
            return True
        own = {node.name for node in known.body if isinstance(node, ast.FunctionDef)}
        if method in own or is_inherited(method, known, classes):
            return True
    return False


def test_a_public_method_has_a_docstring_unless_its_base_has() -> None:
    classes = class_definitions()
    bare = [
        f"{owner.name}.{node.name}"
        for owner in classes.values()
        for node in owner.body
        if isinstance(node, ast.FunctionDef)
        and not owner.name.startswith("_")
        and not node.name.startswith("_")
        and ast.get_docstring(node) is None
        and not is_inherited(node.name, owner, classes)
    ]
    assert bare == []


def test_the_top_level_holds_nothing_else() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in tracked_files()} <= TOP_LEVEL


def test_no_file_names_a_path_of_somebodys_machine() -> None:
    private = re.compile(rf"/(?:home|root|Users)/\w|{re.escape(str(ROOT))}\b")
    found = [
        f"{relative(path)}:{number}: {line.strip()}"
        for path, number, line in text_lines(tracked_files())
        if private.search(line)
    ]
    assert found == []


def text_lines(paths: list[Path]) -> Iterator[tuple[Path, int, str]]:
    for path in paths:
        if path.suffix in {".png", ".npy", ".npz", ".safetensors", ".ttf", ".otf"}:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield path, number, line


# ------------------------------------------------------------------------------------------ pins


def pins() -> dict[str, Requirement]:
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    requirements = [Requirement(text) for line in lines if (text := line.partition("#")[0].strip())]
    return {canonicalize_name(requirement.name): requirement for requirement in requirements}


def test_a_pin_is_a_name_and_a_version_without_an_address() -> None:
    for requirement in pins().values():
        assert requirement.url is None
        assert re.fullmatch(r"==[0-9][0-9a-z.]*", str(requirement.specifier)), requirement


@pytest.mark.parametrize("python", ["3.11.2", "3.12.3", "3.13.5"])
def test_every_pin_installs_on_the_python_of_debian_12_ubuntu_24_and_debian_13(python: str) -> None:
    there = {"python_version": python.rpartition(".")[0], "python_full_version": python}
    for name, requirement in pins().items():
        marker = requirement.marker
        # Metadata is at hand of what is installed here; what is not wanted there does not matter.
        if marker is not None and not (marker.evaluate() and marker.evaluate(there)):
            continue
        wanted = str(importlib.metadata.metadata(name).json.get("requires_python", ""))
        assert SpecifierSet(wanted).contains(python), f"{name} wants Python {wanted}"


def declared() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    texts = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    return [Requirement(text) for text in texts]


def test_everything_dotreel_needs_is_pinned_and_fits_what_it_asks_for() -> None:
    pinned = pins()
    waiting, seen = declared(), set[str]()
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        assert name in pinned, f"{requirement} is not in requirements.txt"
        (version,) = [specifier.version for specifier in pinned[name].specifier]
        assert requirement.specifier.contains(version), f"{requirement} against {version}"
        assert importlib.metadata.version(name) == version
        for key in {f"{name}[{extra}]" for extra in requirement.extras} | {name}:
            if key not in seen:
                seen.add(key)
                waiting += needed_by(name, key[len(name) + 1 : -1])
    assert {"manim", "typst", "numpy", "scipy"} <= seen


def needed_by(name: str, extra: str) -> list[Requirement]:
    """What an installed distribution needs on this machine, for one of its extras or for none."""
    texts = importlib.metadata.requires(name) or []
    requirements = [Requirement(text) for text in texts]
    return [r for r in requirements if r.marker is None or r.marker.evaluate({"extra": extra})]


# ----------------------------------------------------------------------------------------- wheel


@pytest.fixture(scope="module")
def unpacked_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built wheel's files, as they would lie in site-packages."""
    # The build leaves files beside the sources, so it works on a copy.
    source = tmp_path_factory.mktemp("source")
    for name in ("anim_lib", "scenes"):
        no_caches = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, source / name, ignore=no_caches)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    dist = tmp_path_factory.mktemp("dist")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--wheel-dir", str(dist), str(source)], check=True)
    (wheel,) = dist.glob("dotreel-*.whl")
    site = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


def test_the_wheel_holds_every_module_scene_and_lesson(unpacked_wheel: Path) -> None:
    wanted = {
        relative(path)
        for path in tracked_files()
        if relative(path).startswith(("anim_lib/", "scenes/"))
    }
    packed = {
        path.relative_to(unpacked_wheel).as_posix()
        for path in unpacked_wheel.rglob("*")
        if path.is_file()
    }
    assert wanted - packed == set()
    assert "anim_lib/py.typed" in packed


def test_dotreel_from_a_wheel_lists_its_scenes_and_reads_its_lesson(
    unpacked_wheel: Path, tmp_path: Path
) -> None:
    # Warnings about the folder being ahead of the installed copy cannot arise: -P keeps the
    # working folder out, and the unpacked wheel comes first by PYTHONPATH.
    environment = {**os.environ, "PYTHONPATH": str(unpacked_wheel), "PYTHONUTF8": "1"}
    code = "import sys; from anim_lib.cli import main; sys.argv[0] = 'dotreel'; main()"

    def dotreel(*words: str) -> str:
        command = [sys.executable, "-P", "-c", code, *words]
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "dense-layer" in dotreel("list")
    assert "0.5" in dotreel("show")
