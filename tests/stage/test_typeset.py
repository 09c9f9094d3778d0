"""Words are drawn letter for letter, whatever they look like, or refused by naming a character."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from anim_lib.stage import typeset
from anim_lib.stage.fonts import Fonts, families_in, loaded
from anim_lib.stage.table_plan import WORD_ASCENT, WORD_DESCENT
from anim_lib.stage.typeset import MissingGlyphError, Points, formula, text_line

HOSTILE = [
    "<s>",
    "AT&T",
    "#x",
    "$5",
    "_open",
    "*b",
    "~",
    "C:\\x",
    '#read("/etc/hostname")',
    "#sys.inputs.text",
    "$x^2$",
    "// nothing",
    "/* nothing */",
    "a--b",  # TeX fonts would join these to a dash
    "''a``",
    "?`office",
    "...",
    "'quoted'",
    "@label",
    "= Title",
    "- item",
    "\\u{41}",
    "&lt;",
    "{{x}}",
]


def outline(text: str) -> Points:
    """All curves of a text, in em."""
    return np.concatenate([part.points for part in text_line(text).parts])


def letters(text: str) -> list[tuple[int, float]]:
    """Each letter set alone: how many points it has and how wide it is."""
    return [
        (len(outline(c)) if not c.isspace() else 0, text_line(c).width) for c in text if c != " "
    ]


@pytest.mark.parametrize("token", HOSTILE)
def test_what_looks_like_code_is_drawn_letter_for_letter(token: str) -> None:
    assert len(outline(token)) == sum(points for points, _ in letters(token))
    spaces = token.count(" ") * (text_line("a b").width - text_line("a").width * 2)
    together = text_line(token).width
    alone = sum(width for _, width in letters(token)) + spaces
    assert together == pytest.approx(alone, abs=0.12 * len(token))  # but for kerning


def test_a_file_is_not_read_by_a_word_that_asks_for_it(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("mm")
    asked = f'#read("{secret}")'
    assert len(outline(asked)) == sum(points for points, _ in letters(asked))


@pytest.mark.parametrize(
    ("text", "character", "code"),
    [
        ("aᜀ", "ᜀ", "U+1700"),
        ("so 𐌰", "𐌰", "U+10330"),
        ("x\u20d7", "\u20d7", "U+20D7"),
        ("a\u200db", "\u200d", "U+200D"),
        ("a\uffff", "\uffff", "U+FFFF"),
    ],
)
def test_a_missing_glyph_is_refused_by_its_name(text: str, character: str, code: str) -> None:
    with pytest.raises(MissingGlyphError) as refused:
        text_line(text)
    assert refused.value.character == character
    assert str(refused.value) == f"no glyph for {character!r} ({code})"


@pytest.mark.parametrize("mark", ["\u0301", "\u0323"])
def test_marks_that_are_piled_up_are_refused(mark: str) -> None:
    assert abs(outline(f"a{mark}{mark}")[:, 1]).max() < 1.3
    with pytest.raises(MissingGlyphError) as refused:
        text_line(f"ok a{12 * mark}")
    assert (refused.value.character, refused.value.piled) == (mark, True)


@pytest.mark.parametrize("text", ["naïve", "Größe", "Ελλάδα", "привет", "a ≈ b", "−0.60", "⋮", "→"])
def test_letters_of_other_languages_and_signs_are_drawn(text: str) -> None:
    assert len(outline(text)) == sum(points for points, _ in letters(text))


def test_no_sign_of_ours_is_drawn_as_the_box_of_a_missing_glyph() -> None:
    for sign in "0123456789.,−+=≈()/e·×√⋮…’“”␣":
        assert not typeset._lacks(sign, Fonts()), sign
    assert typeset._lacks("ᜀ", Fonts())
    assert typeset._lacks(typeset._UNDRAWABLE, Fonts())


def test_every_letter_has_an_outline_of_its_own() -> None:
    shapes = {outline(c).round(4).tobytes() for c in "abcdefghijklmnopqrstuvwxyz≈=−+/"}
    assert len(shapes) == 31


def test_the_origin_is_the_left_end_of_the_baseline() -> None:
    x = outline("x")
    assert x[:, 1].min() == pytest.approx(0, abs=0.002)  # x stands on the line
    assert x[:, 1].max() == pytest.approx(0.431, abs=0.01)  # the x-height of the font
    assert outline("p")[:, 1].min() < -0.15  # p hangs below it
    assert 0 <= x[:, 0].min() < 0.1
    assert x[:, 0].max() <= text_line("x").width


def test_a_formula_s_parts_are_told_apart_by_their_key() -> None:
    line = formula('ink(#"01", W) ink(#"02", x) + 1')
    assert [part.key for part in line.parts] == ["01", "02", ""]
    w, x, rest = (part.points[:, 0] for part in line.parts)
    assert w.max() < x.min() < x.max() < rest.min()


def test_a_fraction_has_its_bar_between_its_numbers() -> None:
    points = np.concatenate([part.points for part in formula("1/2").parts])
    on_axis = points[(points[:, 1] > 0.2) & (points[:, 1] < 0.3)]
    below, above = points[points[:, 1] < 0.15], points[points[:, 1] > 0.35]
    assert len(on_axis) == 16  # four straight edges
    for numbers in (below, above):
        assert on_axis[:, 0].min() <= numbers[:, 0].min()
        assert numbers[:, 0].max() <= on_axis[:, 0].max()


SETS_A_WORD = """
from anim_lib.stage.typeset import text_line
for text in ("Row 1: naive", "−0.60 ≈ x"):
    line = text_line(text)
    print(line.width, [float(part.points.sum()) for part in line.parts])
"""


def test_a_machine_without_any_font_draws_the_same_outlines(tmp_path: Path) -> None:
    config = tmp_path / "fonts.conf"
    config.write_text("<fontconfig></fontconfig>")
    environment = {"FONTCONFIG_FILE": str(config), "HOME": str(tmp_path), "PATH": ""}
    outlines = [
        subprocess.run(
            [sys.executable, "-c", SETS_A_WORD],
            env=env,
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for env in (None, environment)
    ]
    assert outlines[0] == outlines[1]
    assert outlines[0].count("\n") == 2


def test_the_systems_fonts_are_never_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[dict[str, object]] = []

    def fonts(**options: object) -> SimpleNamespace:
        asked.append(options)
        return SimpleNamespace(families=list)

    monkeypatch.setattr("typst.Fonts", fonts)
    loaded.__wrapped__(Fonts((tmp_path,), ("Any",)))
    families_in(tmp_path)
    assert len(asked) == 2
    for options in asked:
        assert options["include_system_fonts"] is False
        assert options["font_paths"] == [str(tmp_path)]


@pytest.mark.parametrize("words", ["sum", "ReLU", "q·k/√d", "3 more rows", "\\|/@jpqy{}[]"])
def test_english_words_reach_no_further_off_their_line_than_planners_reckon(words: str) -> None:
    heights = outline(words)[:, 1]
    assert -WORD_DESCENT <= heights.min() < 0.1
    assert 0.4 < heights.max() <= WORD_ASCENT
