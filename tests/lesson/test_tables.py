"""`[lanes]` and `[attention]` of a lesson."""

import pytest

from anim_lib import Lesson, LessonError
from anim_lib.lesson.load import default_lesson
from tests.lesson.conftest import Complain, Load

SMALL = "[dense]\nW = [[1, 2], [3, 4]]\nx = [1, -1]\n"
STEP = '[attention]\ntokens = ["a", "b"]\nkeys = [[1, 2, 3], [4, 5, 6]]\n'


def test_the_shipped_lesson_has_all_five_traces() -> None:
    lesson = default_lesson()
    names = [{q.name.partition(".")[0] for q in trace.quantities()} for trace in lesson.traces()]
    assert names == [{"dense"}, {"relu"}, {"lanes"}, {"attention"}, {"blend"}]
    assert lesson.attention_trace is not None
    assert [q.text for q in lesson.attention_trace.weights] == ["0.41", "0.40", "0.19"]
    assert lesson.blend_trace is not None
    assert lesson.blend_trace.values_are_keys


def test_lanes_left_out_and_an_empty_table_differ(load: Load) -> None:
    assert load(SMALL).lanes_trace is None
    trace = load(f"{SMALL}[lanes]\n").lanes_trace
    assert trace is not None
    assert (trace.wide_rows.text, trace.wide_lanes.text) == ("4,096", "4,096")


def test_a_token_asks_with_its_own_key(load: Load) -> None:
    step = load(f'{STEP}query = "b"\n').attention
    assert step is not None
    assert (step.query.texts, step.query_token) == (("4", "5", "6"), 1)


def test_of_equal_tokens_the_first_asks(load: Load) -> None:
    """Whichever is meant, the numbers are the same; with other keys a choice would be a guess."""
    alike = STEP.replace('"b"', '"a"').replace("[4, 5, 6]", "[1, 2, 3]")
    step = load(f'{alike}query = "a"\n').attention
    assert step is not None
    assert (step.tokens, step.query_token) == (("a", "a"), 0)
    with pytest.raises(LessonError, match=r'the text "a", which is tokens 1 and 2 with other keys'):
        load(f'{STEP.replace("b", "a")}query = "a"\n')


def test_of_words_that_are_alike_one_is_named_by_its_place() -> None:
    tokens, keys = ["the", "cat", "the", "cat (9)"], [[1], [2], [3], [4]]
    for name, place in (("the (3)", 2), ("the (1)", 0), ("cat (2)", 1), ("cat (9)", 3)):
        step = Lesson.attention(tokens, name, keys).attention
        assert step is not None
        assert (step.query_token, step.query.texts) == (place, (str(place + 1),))
    with pytest.raises(LessonError, match=r'Write "the \(3\)" for the last of them'):
        Lesson.attention(tokens, "the", keys)
    for name in ("the (2)", "the (9)", "the (0)"):
        with pytest.raises(LessonError, match="expected one of"):
            Lesson.attention(tokens, name, keys)


def test_a_vector_asks_for_no_token(load: Load) -> None:
    step = load(f"{STEP}query = [[1], [0.50], [0]]\n").attention
    assert step is not None
    assert (step.query.texts, step.query_token) == (("1", "0.50", "0"), None)


def test_values_may_be_of_another_width(load: Load) -> None:
    lesson = load(f"{STEP}query = [0, 0, 0]\nvalues = [[1], [2]]\n")
    assert lesson.blend_trace is not None
    assert [q.text for q in lesson.blend_trace.output] == ["1.50"]
    assert not lesson.blend_trace.values_are_keys


@pytest.mark.parametrize(
    "token",
    ["", " ", "<s>", "AT&T", "#x", "$5", "_open", "*b", "~", r"C:\\x", "日本", "😀", "naïve"],
)
def test_a_token_is_kept_letter_for_letter(load: Load, token: str) -> None:
    step = load(f'{STEP.replace("b", token)}query = "{token}"\n').attention
    assert step is not None
    assert step.tokens == ("a", token.replace("\\\\", "\\"))


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        (
            f'{STEP}query = "c"\n',
            'my.toml, line 4, attention.query: the text "c"; expected one of "a", "b". '
            "Name one of the tokens, or write a list of numbers.",
        ),
        (
            f'{STEP.replace("b", "export")}query = "exprot"\n',
            'my.toml, line 4, attention.query: the text "exprot"; expected one of "a", "export". '
            'Did you mean "export"?',
        ),
        (
            f"{STEP}query = [1, 2]\n",
            "my.toml, line 4, attention.query: query has 2 numbers, "
            "but keys has 2 rows × 3 columns; expected 3 numbers in query, "
            "one for each column of keys. Mend attention.query, or attention.keys.",
        ),
        (
            f'{STEP}query = "a"\nvalues = [[1]]\n',
            "my.toml, line 5, attention.values: values has 1 row × 1 column, "
            "but there are 2 tokens; expected one row for each token. "
            "Mend attention.values, or attention.tokens.",
        ),
        (
            '[attention]\ntokens = ["a", 2]\nquery = [1]\nkeys = [[1], [2]]\n',
            "my.toml, line 2, attention.tokens, entry 2: 2; expected a list of words in quotes. "
            "Write tokens as a list of words in quotes.",
        ),
        (
            "[attention]\ntokens = []\nquery = [1]\nkeys = [[1], [2]]\n",
            "my.toml, line 2, attention.tokens: an empty list; expected a list of words in quotes. "
            "Write tokens as a list of words in quotes.",
        ),
        (
            STEP,
            "my.toml, line 1, attention.query: [attention] has no query; "
            "expected a token in quotes, or a list of numbers. "
            "Add query = … under [attention].",
        ),
        (
            '[attention]\ntokens = ["a"]\nquery = [1e200]\nkeys = [[1e200]]\n',
            "my.toml, line 1, attention: row 1: the sum is too large for a 64-bit float; "
            "expected finite sums. Scale the numbers down.",
        ),
        (
            f"{SMALL}[lanes]\nrows = 0\n",
            "my.toml, line 5, lanes.rows: 0; expected a whole number from 1 to "
            "1,000,000,000,000. Write rows as a whole number from 1 to 1,000,000,000,000.",
        ),
        (
            f'{STEP}query = "a"\n[lanes]\n',
            "my.toml, line 5, lanes: [lanes] without [dense]; expected the layer that the lanes "
            "work on. Add a [dense] table with W and x, or remove [lanes].",
        ),
    ],
)
def test_a_fault_is_told_in_one_message(complain: Complain, toml: str, message: str) -> None:
    assert complain(toml) == [message]
