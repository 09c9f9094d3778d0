"""`--scenes`: a folder's scenes in every command, and what is said when one of them is at fault."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from anim_lib.cli.watch import changes, look

if TYPE_CHECKING:
    from tests.cli.conftest import Desk

HEAD = "from anim_lib.stage.lesson_scene import LessonScene\n\n\n"
TALE = HEAD + (
    "class Tale(LessonScene):\n"
    '    """My own tale."""\n\n'
    "    needs = ('dense',)\n\n"
    "    def construct(self):\n"
    "        with self.beat('only', 'One beat.'):\n"
    "            self.close()\n"
)
CRASH = TALE.replace("self.close()", "self.tell(0)") + (
    "\n    def tell(self, n):\n        return 1 / n\n"
)
DRAFT = ("--resolution", "160x90", "--fps", "10", "--lesson", "my.toml")
OWN = ("--scenes", "mine")


@pytest.mark.parametrize("command", ["render", "list", "check", "sheet", "embed", "watch"])
def test_the_help_of_each_command_shows_how(desk: Desk, command: str) -> None:
    assert "such as --scenes my_scenes" in " ".join(desk.done(command, "--help").split())


def test_a_scene_of_ones_own_goes_through_every_command(fresh_desk: Desk) -> None:
    desk = fresh_desk
    desk.write("mine/my_tale.py", TALE)
    desk.write("more/Other Tale.py", TALE)
    both = (*OWN, "--scenes", "more")
    told = json.loads(desk.done("list", "--lesson", "my.toml", *both, "--json"))["scenes"]
    mine = [scene for scene in told if scene["name"] in ("my-tale", "other-tale")]
    assert [(s["needs"], s["description"], s["offered"]) for s in mine] == [
        (["dense"], "My own tale.", True)
    ] * 2
    assert all(1.9 < scene["duration"] < 2.5 for scene in mine)
    forms = json.loads(desk.done("check", "my.toml", *both, "--json"))["scenes"]
    assert forms["my-tale"] == forms["other-tale"] == "laid out by the scene itself; 1 beat, 2 s"
    code, printed, said = desk.run("render", "my-tale", "other-tale", *both, *DRAFT)
    assert (code, said.splitlines()[0]) == (0, "my: rendering")
    assert [line for line in printed.splitlines() if line.endswith(".mp4")] == [
        "renders/my/my-tale.mp4",
        "renders/my/other-tale.mp4",
        "renders/my/lecture.mp4",
    ]
    code, _, said = desk.run("render", "my-tale", *OWN, *DRAFT)
    assert (code, said) == (0, "my-tale: found as rendered before\n")
    desk.write("mine/my_tale.py", TALE.replace("One beat.", "Another."))
    code, _, said = desk.run("render", "my-tale", *OWN, *DRAFT)
    assert code == 0
    assert "my-tale: rendering" in said
    assert "lecture.mp4 still holds the older my-tale" in said
    assert "Another." in (desk.folder / "renders/my/my-tale.vtt").read_text(encoding="utf-8")
    printed = desk.done("sheet", "my-tale", "--lesson", "my.toml", "--tile", "160", *OWN)
    assert printed == "renders/my/my-tale-sheet.png\n"
    pasted = desk.done("embed", "my.toml", "my-tale", *OWN, *DRAFT[:4])
    assert "my/my-tale.mp4" in pasted
    assert (desk.folder / "renders/embed/my/my-tale.html").is_file()
    assert not list(desk.folder.rglob("__pycache__"))


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("t.py", "class A(LessonScene:\n", "mine/t.py, line 1: is not Python: "),
        ("t.py", f"{TALE}class B(Tale): ...\n", "mine/t.py, line 12: defines Tale and B; a scene"),
        ("t.py", "class A: ...\n", "mine: holds no scene: t.py holds no class whose base is Less"),
        ("relu.py", TALE, "mine/relu.py: a scene that ships is called relu, too; rename the file"),
        ("index.py", TALE, "mine/index.py: no clip may be called index; rename the file"),
        ("t.py", TALE.replace("'dense'", "'dens'"), "mine/t.py, line 4: Tale needs 'dens', which"),
        ("t.py", f"import nowhere\n{TALE}", "mine/t.py, line 1: imports nowhere, which is neither"),
        ("t.py", f"{TALE}\n1 / 0\n", "mine/t.py, line 13: ZeroDivisionError: division by zero"),
    ],
)
def test_a_scene_file_at_fault_is_one_message_with_its_place(
    desk: Desk, file: str, text: str, message: str
) -> None:
    desk.write(f"mine/{file}", text)
    code, printed, said = desk.run("render", "--lesson", "my.toml", "-q", "l", "-f", "vtt", *OWN)
    assert (code, printed) == (3, "")
    assert message in said
    assert (said.count(message), "Traceback" in said) == (1, False)
    assert not (desk.folder / "renders").exists()


@pytest.mark.parametrize("command", ["list", "check"])
def test_a_file_that_cannot_be_run_is_at_fault_before_it_is_drawn(desk: Desk, command: str) -> None:
    desk.write("mine/t.py", f"import nowhere\n{TALE}")
    lesson = ["my.toml"] if command == "check" else ["--lesson", "my.toml"]
    code, printed, said = desk.run(command, *lesson, *OWN)
    assert code == 3
    assert said.count("mine/t.py, line 1: imports nowhere") == 1
    assert ("Lessons that ship" in printed) == (command == "list")  # the others are listed


def test_a_scene_that_fails_is_told_with_its_line(desk: Desk) -> None:
    desk.write("mine/tale.py", CRASH)
    place = "mine/tale.py, line 14: ZeroDivisionError: division by zero"
    code, printed, said = desk.run("render", "tale", *DRAFT, *OWN)
    assert (code, printed) == (3, "")
    assert said.splitlines() == [f"Error: {place}", "Run again with --debug for the details."]
    code, printed, said = desk.run("check", "my.toml", *OWN)
    assert code == 3
    assert said.splitlines() == [place, "Run again with --debug for the details."]
    assert [line.partition(":")[0] for line in printed.splitlines()] == [
        "dense-layer",
        "relu",
        "title-card",
    ]
    code, printed, said = desk.run("list", "--lesson", "my.toml", *OWN)
    assert code == 3
    assert place in said
    assert "tale " in printed
    for words in (["check", "my.toml"], ["render", "tale", *DRAFT]):
        _, _, said = desk.run(*words, *OWN, "--debug")
        assert "in construct" in said
        assert "Traceback" in said


def test_all_files_at_fault_are_told_at_once_and_keep_no_scene_from_being_checked(
    desk: Desk,
) -> None:
    desk.write("mine/broken.py", "class A(LessonScene:\n")
    desk.write("mine/crash.py", CRASH)
    desk.write("mine/fine.py", TALE)
    desk.write("mine/lost.py", f"import nowhere\n{TALE}")
    desk.write("mine/needy.py", TALE.replace("'dense'", "'dens'"))
    faulty = ["broken.py, line 1: is", "needy.py, line 4: Tale needs 'dens'"]
    running = ["crash.py, line 14: ZeroDivisionError", "lost.py, line 1: imports nowhere"]
    code, printed, said = desk.run("check", "my.toml", *OWN)
    assert code == 3
    assert [said.count(f"mine/{words}") for words in (*faulty, *running)] == [1, 1, 1, 1]
    assert [line.partition(":")[0] for line in printed.splitlines()] == [
        "dense-layer",
        "relu",
        "fine",
        "title-card",
    ]
    code, printed, said = desk.run("check", "my.toml", *OWN, "--json")
    report = json.loads(printed)
    assert (code, report["ok"]) == (3, False)
    assert sorted(report["scenes"]) == ["dense-layer", "fine", "relu", "title-card"]
    assert [fault["file"] for fault in report["faults"]] == [
        f"mine/{name}.py" for name in ("broken", "needy", "crash", "lost")
    ]
    code, printed, said = desk.run("list", "--lesson", "my.toml", *OWN)
    assert (code, "fine " in printed) == (3, True)
    assert [said.count(f"mine/{words}") for words in (*faulty, *running)] == [1, 1, 1, 1]
    code, printed, said = desk.run("render", "--lesson", "my.toml", *DRAFT, *OWN)
    assert (code, printed) == (3, "")
    assert [said.count(f"mine/{words}") for words in faulty] == [1, 1]
    desk.write("bad.toml", "[dense]\nW = [[1]]\n")
    code, _, said = desk.run("check", "bad.toml", *OWN)
    assert (code, "has no x" in said) == (3, True)
    assert [said.count(f"mine/{words}") for words in faulty] == [1, 1]


@pytest.mark.parametrize(
    ("beat", "message"),
    [
        ("self.beat('a', 'word ' * 60): self.close()", "word…” is wider than the frame"),
        ("self.beat('a', None): self.close()", "the caption None is not one line of text"),
        ("self.beat('a', 'x\\ny'): self.close()", "the caption 'x\\ny' is not one line of text"),
        (
            "self.beat('a', 'Said.'): self.add(Words('hello', 0.4, Role.TEXT, self.theme)"
            ".place(6.5, 0.0))",
            "“hello” is cut off by the frame’s edge",
        ),
    ],
)
def test_what_would_be_cut_off_is_told_before_it_is_drawn(
    desk: Desk, beat: str, message: str
) -> None:
    imports = "from anim_lib.stage.ink import Words\nfrom anim_lib.stage.theme import Role\n"
    start = imports + TALE.partition("        with")[0]
    desk.write("mine/tale.py", f"{start}        with {beat}\n")
    code, printed, said = desk.run("check", "my.toml", *OWN)
    assert (code, message in said) == (3, True), said
    assert "mine/tale.py, line 12: RuntimeError: " in said
    assert "dense-layer: " in printed


def test_a_scene_without_a_beat_is_at_fault(desk: Desk) -> None:
    desk.write("mine/tale.py", f"{TALE.partition('        with')[0]}        pass\n")
    code, _, said = desk.run("check", "my.toml", *OWN)
    assert (code, said.splitlines()[0]) == (
        3,
        "mine/tale.py: tells no beats; with self.beat(name, caption) begins one",
    )


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("one", "one"), "two beats are called 'one'; links and stills go by the name"),
        (("one", " "), "a beat has no name; chapters and links go by it"),
    ],
)
def test_beats_have_names_of_their_own(desk: Desk, names: tuple[str, str], message: str) -> None:
    beats = "".join(
        f"        with self.beat({name!r}, 'Said.'):\n            pass\n" for name in names
    )
    start = CRASH.partition("def construct")[0]
    desk.write("mine/tale.py", f"{start}def construct(self) -> None:\n{beats}")
    code, _, said = desk.run("check", "my.toml", *OWN)
    assert (code, message in said) == (3, True), said


def test_a_name_that_is_not_known_leads_to_one_that_is(desk: Desk) -> None:
    desk.write("mine/my_tale.py", TALE)
    desk.write("mine/helper.py", "x = 1\n")
    for words, exit_code, hint in [
        (["my_tale"], 2, "Did you mean my-tale?"),
        (["nothing"], 2, "blend, my-tale."),
        (["mine/my_tale.py"], 2, "Try: my-tale --scenes mine"),
        (["helper"], 3, "mine/helper.py: holds no class whose base is LessonScene or a scene"),
    ]:
        code, _, said = desk.run("render", *words, *OWN)
        assert (code, hint in said) == (exit_code, True), said


@pytest.mark.parametrize(
    ("folder", "message"),
    [
        ("nowhere", "nowhere: no such folder."),
        ("", "an empty text: no such folder."),
        ("mine/my_tale.py", "mine/my_tale.py is a file. Name its folder: --scenes mine"),
    ],
)
def test_a_folder_that_is_none_is_wrong_usage(desk: Desk, folder: str, message: str) -> None:
    desk.write("mine/my_tale.py", TALE)
    code, _, said = desk.run("list", "--scenes", folder)
    assert (code, message in said) == (2, True), said


def test_an_empty_folder_is_told(desk: Desk) -> None:
    (desk.folder / "mine").mkdir()
    code, _, said = desk.run("list", *OWN)
    assert (code, said) == (3, "mine: holds no scene: no Python file is in it\n")


def test_the_watch_sees_scenes_change_come_and_go(desk: Desk) -> None:
    lesson, scene = desk.folder / "my.toml", desk.write("mine/my_tale.py", TALE)
    folders = [desk.folder / "mine"]
    first = look(lesson, folders)
    assert [file.name for file, *_ in first] == ["my.toml", "my_tale.py"]
    told = changes(lesson, folders, pause=0.01)
    next(told)
    scene.write_text(TALE + "# more\n", encoding="utf-8")
    next(told)
    desk.write("mine/other.py", TALE)
    next(told)
    scene.unlink()
    next(told)
    assert [file.name for file, *_ in look(lesson, folders)] == ["my.toml", "other.py"]


def test_a_refusal_names_the_option_whose_numbers_do_not_fit(desk: Desk) -> None:
    text = (
        "from anim_lib.stage.faults import layout_error\n"
        "class Tale(LessonScene):\n"
        "    def construct(self):\n"
        "        raise layout_error(self.lesson, 'dense.W', 'row 1', '9 rows', '8', 'Cut it.')\n"
    )
    desk.write("mine/tale.py", HEAD + text)
    code, _, said = desk.run("check", "my.toml", *OWN)
    message, quoted, carets = said.splitlines()
    assert (code, message) == (
        3,
        "tale: my.toml, line 3, dense.W, row 1: 9 rows; expected 8. Cut it.",
    )
    assert quoted == "    3 | W = [[0.5, -0.3], [-0.6, 0.4]]"
    assert carets == "      |      ^^^^^^^^^^^"
    _, _, said = desk.run("check", "my.toml", "-W", "1 2", "-b", "0", *OWN)
    assert said == "tale: -W, row 1: 9 rows; expected 8. Cut it.\n"
