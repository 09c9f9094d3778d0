"""Random valid lessons, written as a lecturer's files are: any shape, any numbers, any words.

    python -m tests.sweep.lessons SEED NUMBER

prints one, to be drawn and looked at. The same seed and number give the same lesson everywhere.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable

import numpy as np

Dice = random.Random
Writer = Callable[[Dice], str]

ACTIVATIONS = ("relu", "relu", "leaky_relu", "sigmoid", "tanh", "gelu", "identity")
MOST, MOST_TOKENS = 64, 32
LOWEST, HIGHEST = -12, 11  # powers of ten: 24 magnitudes

# (width, height) in pixels. Each lesson is told in a wide, a square and a tall frame.
WIDE, SQUARE, TALL = ((640, 360), (480, 360)), ((360, 360), (360, 450)), ((360, 640),)


# ------------------------------------------------------------------------------------------ numbers


def hundredths(dice: Dice) -> str:
    return f"{dice.randint(-99, 99) / 100:.2f}"


def float32(dice: Dice) -> str:
    return str(np.float32(dice.gauss(0, 0.3)))


def of_size(dice: Dice, power: int) -> str:
    """A number of that power of ten, written out or with an exponent."""
    digits = dice.randint(10, 99) / 10 * dice.choice((-1, 1))
    if -6 <= power <= 8 and dice.random() < 0.5:
        return f"{digits * 10.0**power:.{max(0, 1 - power)}f}"
    return f"{digits:g}e{power}"


WRITERS: dict[str, Writer] = {
    "tenths": lambda dice: f"{dice.randint(-9, 9) / 10}",
    "hundredths": hundredths,
    "whole": lambda dice: str(dice.randint(-30, 30)),
    "tens": lambda dice: f"{dice.randint(-9999, 9999) / 100:.2f}",
    "float32": float32,
    "float64": lambda dice: repr(dice.gauss(0, 1)),
    "tiny": lambda dice: of_size(dice, dice.randint(LOWEST, -5)),
    "huge": lambda dice: of_size(dice, dice.randint(4, HIGHEST)),
    "any": lambda dice: of_size(dice, dice.randint(LOWEST, HIGHEST)),
    "mixed": lambda dice: dice.choice(("0.5", "-12.25", "100", "3", "-0.125", "0", "1e-3")),
    "zeros": lambda dice: dice.choice(("0", "0.0", "-0.0")),
    "sparse": lambda dice: hundredths(dice) if dice.random() < 0.2 else "0.0",
    "saturating": lambda dice: dice.choice(("100", "-100", "50", "-1000", "0", "2e3")),
}
# What lessons are mostly made of; every third takes any kind.
USUAL = ("tenths", "hundredths", "whole", "float32", "tens")


def writer(dice: Dice) -> Writer:
    """How all numbers of one array are written."""
    kind = dice.choice(USUAL if dice.random() < 0.6 else tuple(WRITERS))
    if dice.random() < 0.06:
        same = WRITERS[kind](dice)
        return lambda _: same
    if dice.random() < 0.15:
        power = dice.randint(LOWEST, HIGHEST)
        return lambda dice: of_size(dice, power)
    return WRITERS[kind]


def vector(write: Writer, count: int, dice: Dice) -> str:
    return f"[{', '.join(write(dice) for _ in range(count))}]"


def matrix(write: Writer, rows: int, columns: int, dice: Dice) -> str:
    lines = ",\n  ".join(vector(write, columns, dice) for _ in range(rows))
    return f"[\n  {lines},\n]"


# ------------------------------------------------------------------------------------------- shapes


def side(dice: Dice, most: int) -> int:
    """Small as often as large."""
    chance = dice.random()
    if chance < 0.5:
        return dice.randint(1, 8)
    return dice.randint(9, min(20, most)) if chance < 0.7 else dice.randint(9, most)


def count_of_lanes(dice: Dice) -> int:
    """One to 10¹², each power of ten as often, and powers of two."""
    if dice.random() < 0.3:
        return 1 << dice.randint(0, 39)
    return dice.randint(1, 10 ** dice.randint(1, 12))


def choice(dice: Dice, count: int) -> str | None:
    """What `[display] rows` or `cols` may say of so many; None to say nothing."""
    if dice.random() < 0.85:
        return None
    if dice.random() < 0.3:
        slices = ("0:1", ":1", "-1:", "0:2", "-2:", "1:3", f"::{count}")
        return json.dumps(dice.choice(slices if count > 2 else slices[:3]))
    places = dice.sample(range(count), min(count, dice.randint(1, 4)))
    return str([place - dice.choice((0, count)) for place in places])


# -------------------------------------------------------------------------------------------- words

PLAIN = ("the", "server", "moved", "to", "a", "new", "room", "and", "export", "fails", "again")
ODD = (
    *("AT&T", "<s>", "#tag", "$x$", "_open", "g(p)", "naïve", "Ġthe", "##ing", "don’t", "“q”", "—"),
    *("...", "*", "@", "\\", "a\\b", '"', "0.5", "−1", "42", "100%", "=", "WWWWWWWW", "мир"),
    *("שלום", "", " ", " to", "supercalifragilisticexpialidocious", "x" * 90, "Donaudampfschiff"),
    *("a whole clause stands here", "λόγος"),
)  # fmt: skip


def words(dice: Dice, count: int) -> list[str]:
    odd = dice.choice((0.0, 0.0, 0.1, 0.6))
    return [dice.choice(ODD if dice.random() < odd else PLAIN) for _ in range(count)]


# ------------------------------------------------------------------------------------------ lessons


def dense_tables(dice: Dice) -> tuple[str, tuple[int, int]]:
    """`[dense]`, perhaps with `[lanes]`, and the shape of W."""
    rows, inputs = side(dice, MOST), side(dice, MOST)
    own = writer(dice)
    other = own if dice.random() < 0.5 else writer(dice)
    lines = [
        "[dense]",
        f"W = {matrix(own, rows, inputs, dice)}",
        f"x = {vector(other, inputs, dice)}",
    ]
    if dice.random() < 0.8:
        lines.append(f"b = {vector(own if dice.random() < 0.5 else writer(dice), rows, dice)}")
    lines.append(f'activation = "{dice.choice(ACTIVATIONS)}"')
    if dice.random() < 0.6:
        lanes = [count_of_lanes(dice) for _ in range(2)]
        lines.append(f"\n[lanes]\nrows = {lanes[0]}\nlanes = {lanes[1]}")
    return "\n".join(lines), (rows, inputs)


def attention_table(dice: Dice) -> tuple[str, tuple[int, int]]:
    """`[attention]`, and the shape of its keys."""
    tokens = min(side(dice, MOST_TOKENS), MOST_TOKENS)
    dims = dice.choice((1, 2, 3, 4, 4, 8, 16, 64, side(dice, MOST)))
    own, sentence = writer(dice), words(dice, tokens)
    place = dice.randrange(tokens)
    alike = sentence.count(sentence[place]) > 1
    asks = f"{sentence[place]} ({place + 1})" if alike else sentence[place]
    named = dice.random() < 0.6
    query = json.dumps(asks, ensure_ascii=False) if named else vector(own, dims, dice)
    lines = [
        "[attention]",
        f"tokens = {json.dumps(sentence, ensure_ascii=False)}",
        f"query = {query}",
        f"keys = {matrix(own, tokens, dims, dice)}",
    ]
    if dice.random() < 0.5:
        width = dice.choice((1, 2, 3, 4, 8, side(dice, MOST)))
        lines.append(f"values = {matrix(writer(dice), tokens, width, dice)}")
    return "\n".join(lines), (tokens, dims)


def random_lesson(seed: int, number: int) -> str:
    """The lesson of that number, as TOML; every other one is a layer, the others attention."""
    dice = Dice(f"{seed}/{number}")
    tables, (rows, columns) = (attention_table if number % 2 else dense_tables)(dice)
    theme, decimals = dice.choice(("dark", "light")), dice.choice((2, 2, 2, 0, 1, 3, 4))
    lines = [tables, "", "[display]", f'theme = "{theme}"', f"decimals = {decimals}"]
    for key, count in (("rows", rows), ("cols", columns)):
        chosen = choice(dice, count)
        if chosen is not None:
            lines.append(f"{key} = {chosen}")
    return "\n".join([f'title = "Lesson {seed}/{number}"', "", *lines, ""])


def frames_of(seed: int, number: int) -> tuple[tuple[int, int], ...]:
    """The frames it is told in, (width, height) in pixels: a wide, a square and a tall one."""
    dice = Dice(f"frames {seed}/{number}")
    return tuple(sizes[dice.random() > 0.75 and len(sizes) > 1] for sizes in (WIDE, SQUARE, TALL))


if __name__ == "__main__":
    sys.stdout.write(random_lesson(int(sys.argv[1]), int(sys.argv[2])))
