"""A lesson's own fonts are data beside it: named, checked and part of what its clips depend on."""

import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from anim_lib.lesson.faults import LessonError
from anim_lib.lesson.load import load_lesson

TABLE = struct.pack(">4sIII", b"name", 0, 28, 4) + b"data"
FONT = struct.pack(">4sHHHH", b"\x00\x01\x00\x00", 1, 16, 0, 0) + TABLE
COLLECTION = struct.pack(">4sIII", b"ttcf", 0x10000, 1, 16) + struct.pack(
    ">4sHHHH4sIII4s", b"OTTO", 1, 16, 0, 0, b"name", 0, 44, 4, b"data"
)
LESSON = "[dense]\nW = [[1]]\nx = [1]\n[display]\nfonts = {}\n"

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a lesson with this value of `fonts`, and font files beside it."""

    def write_lesson(fonts: str, **files: bytes) -> Path:
        for name, content in files.items():
            path = tmp_path / "fonts" / name.replace("_", ".")
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
        lesson = tmp_path / "my.toml"
        lesson.write_text(LESSON.format(fonts))
        return lesson

    return write_lesson


def test_the_fonts_of_a_folder_are_known_by_their_digests(write: Write) -> None:
    lesson = load_lesson(write('"fonts"', b_otf=COLLECTION, a_ttf=FONT, readme_txt=b"x"))
    fonts = lesson.display.fonts
    assert fonts is not None
    assert [name for name, _ in fonts.digests] == ["a.ttf", "b.otf"]
    assert fonts.path.is_absolute()
    assert str(fonts.path) not in lesson.to_json()


def test_another_font_makes_another_lesson_another_place_does_not(
    write: Write, tmp_path: Path
) -> None:
    first = load_lesson(write('"fonts"', a_ttf=FONT)).digest
    (tmp_path / "fonts").rename(tmp_path / "letters")
    assert load_lesson(write('"letters"')).digest == first
    assert load_lesson(write('"fonts"', a_ttf=FONT + b"more")).digest != first
    (tmp_path / "my.toml").write_text("[dense]\nW = [[1]]\nx = [1]\n")
    assert load_lesson(tmp_path / "my.toml").digest != first


@pytest.mark.parametrize(
    ("fonts", "said"),
    [
        ('"nowhere"', "there is no folder nowhere; expected a folder of fonts"),
        ('"my.toml"', "my.toml is a file"),
        ('""', "expected a folder inside the lesson's own"),
        ('"/usr/share/fonts"', "expected a folder inside the lesson's own"),
        ('"../fonts"', "expected a folder inside the lesson's own"),
        ('"fonts/../.."', "expected a folder inside the lesson's own"),
        ("3", "3; expected a folder of fonts beside the lesson"),
        ('["fonts"]', "expected a folder of fonts beside the lesson"),
    ],
)
def test_what_names_no_folder_of_the_lesson_is_refused(write: Write, fonts: str, said: str) -> None:
    with pytest.raises(LessonError) as refused:
        load_lesson(write(fonts))
    (fault,) = refused.value.faults
    assert fault.key == "display.fonts"
    assert fault.line == 5
    assert said in str(fault)


@pytest.mark.parametrize(
    "content",
    [b"", b"text", b"wOF2" + FONT[4:], FONT[:-1], FONT[:20], COLLECTION[:-1], COLLECTION[:14]],
)
def test_a_file_that_is_no_whole_font_is_named(write: Write, content: bytes) -> None:
    with pytest.raises(LessonError, match=r"fonts/b\.ttf is no font that can be read"):
        load_lesson(write('"fonts"', a_ttf=FONT, b_ttf=content))


def test_a_folder_without_fonts_is_refused(write: Write) -> None:
    with pytest.raises(LessonError, match="fonts holds no fonts"):
        load_lesson(write('"fonts"', a_woff2=FONT))
