"""The sections of a lesson page, in its order; each is left out where the lesson lacks its table.

The numbers are the traces' own texts. Scripts may light them up: each is marked with its name.
"""

from __future__ import annotations

from collections.abc import Callable

from anim_lib.nn.attention import AttentionTrace
from anim_lib.nn.dense import DenseTrace
from anim_lib.web import mathml as m
from anim_lib.web.markup import Html, block, joined, lines, tag
from anim_lib.web.numpy_code import dense_code
from anim_lib.web.prose import Story, commas, count, num, p, section

Section = Callable[[Story], Html | None]
PLACED = ("dense-layer", "relu", "gpu-lanes", "attention", "blend")  # clips that a section shows


# ----------------------------------------------------------------------------------- the sections


def trick(story: Story) -> Html | None:
    """The layer in one sentence, row 1 written out, and the clip."""
    trace = story.lesson.dense_trace
    if trace is None:
        return None
    bends = trace.activation.name != "identity"
    return section(
        "trick",
        "The trick",
        p(
            f"A layer takes {count(trace.n_inputs, 'number')} in and gives "
            f"{count(trace.n_rows, 'number')} out. It keeps a row of weights for each output. "
            "It multiplies the row with the input, pair by pair, adds everything up, adds a bias"
            + (
                f", and passes the sum through one bend, here {trace.activation.label}."
                if bends
                else ", and that sum is the output."
            ),
        ),
        p("Row 1, written out:"),
        _row_one(trace),
        p("Go through the outputs one step at a time:"),
        story.clip("dense-layer"),
    )


def _row_one(trace: DenseTrace) -> Html:
    terms: list[Html | str] = []
    for w, x in zip(trace.W[0], trace.x, strict=True):
        terms += [tag("span", "(", num(w), ")(", num(x), ")", class_="term"), " + "]
    result = joined(f" {trace.sum_relation(0)} ", num(trace.pre_activation[0]))
    last = tag("span", num(trace.b[0]), result, class_="term")
    return tag("p", *terms, last, tag("br"), _bent(trace), class_="working")


def _bent(trace: DenseTrace) -> Html:
    """The activation of row 1: "ReLU(−0.80) = 0.00"."""
    z, y = trace.pre_activation[0], trace.output[0]
    relation = f") {trace.activation_relation(0)} "
    return tag("span", f"{trace.activation.label}(", num(z), relation, num(y), class_="term")


def maths(story: Story) -> Html | None:
    """The formulas, each with row 1's numbers put in."""
    dense, attention = story.lesson.dense_trace, story.lesson.attention_trace
    parts: list[Html | None] = []
    if dense is not None:
        parts += [*_layer_maths(dense), story.clip("relu")]
    if attention is not None:
        parts += _score_maths(attention, first=dense is None)
    return section("maths", "The maths", *parts) if parts else None


def _layer_maths(trace: DenseTrace) -> list[Html]:
    y, total = m.sub(m.name("z"), "i"), m.sum_over("j")
    product = (m.sub(m.name("W"), "i", "j"), m.sub(m.name("x"), "j"))
    parts = [
        p("Output ", tag("var", "i"), " starts as a weighted sum of all inputs:"),
        m.formula(y, m.sign("="), total, *product, m.sign("+"), m.sub(m.name("b"), "i")),
        p("With the numbers of row 1 this is ", num(trace.pre_activation[0]), "."),
    ]
    if trace.activation.name == "identity":
        return parts
    label = trace.activation.label
    return [
        *parts,
        p(f"Then comes the bend, {label}, applied to each sum by itself:"),
        m.formula(m.words(f"{label}(z) = {trace.activation.formula}")),
        p("For row 1: ", _bent(trace), "."),
        p(
            "The bend is what makes depth worth having. A matrix times a matrix is one matrix, so "
            "layers stacked without it could be multiplied out into a single layer."
        ),
    ]


def _score_maths(trace: AttentionTrace, *, first: bool) -> list[Html]:
    opening = (
        "Attention needs" if first else "Attention multiplies and adds in the same way. It needs"
    )
    q, k, d = m.name("q"), m.name("k"), m.root(m.name("d"))
    top = (q, m.sign("·"), k)
    numbers = m.over([m.number(trace.dot[0].text)], m.root(m.number(trace.d.text)))
    score = (m.sign(trace.score_relation(0)), m.number(trace.scores[0].text))
    return [
        p(
            f"{opening} a score for each word: the query times the word’s key, divided by a root "
            "so that longer vectors do not give larger scores."
        ),
        m.formula(m.words("score"), m.sign("="), m.over(top, d)),
        p(f"For “{trace.tokens[0]}”:"),
        m.formula(numbers, *score),
    ]


def code(story: Story) -> Html | None:
    """The layer in numpy."""
    trace = story.lesson.dense_trace
    if trace is None:
        return None
    source = tag("pre", tag("code", dense_code(trace)), tabindex="0")
    return section(
        "code",
        "The code",
        p("In numpy the whole layer is two lines; the rest is the numbers."),
        source,
        p(
            f"There {'is' if trace.n_rows == 1 else 'are'} {count(trace.n_rows, 'row')}, and "
            "nothing that one row computes is ever needed by another. They could all be done at "
            "the same moment."
        ),
    )


def gpus(story: Story) -> Html | None:
    """What independence is worth: ticks on one lane and on many."""
    trace = story.lesson.lanes_trace
    if trace is None:
        return None
    return section(
        "gpus",
        "Why GPUs matter",
        p(
            "A single core of a GPU is nothing special. What counts is that there are thousands "
            "of them, small, and made to multiply and add in step with one another. A layer is "
            "exactly that kind of work: each row is a job of its own."
        ),
        p(
            "Count one tick for each multiply-add and each bias. This layer takes ",
            num(trace.serial_steps),
            " ticks on one lane and ",
            num(trace.parallel_steps),
            " when its rows run on ",
            num(trace.lanes),
            " lanes. A layer of ",
            num(trace.wide_rows),
            " rows would take ",
            num(trace.wide_serial_steps),
            " ticks one after another; on ",
            num(trace.wide_lanes),
            " lanes it takes ",
            num(trace.wide_parallel_steps),
            ".",
        ),
        story.clip("gpu-lanes"),
        p(
            "Large models have billions of such rows in all. That they can run side by side is why "
            "matrix products are what the hardware was built to do fast."
        ),
    )


def attention(story: Story) -> Html | None:
    """One attention step: scores and weights as a table with bars, and both clips."""
    trace = story.lesson.attention_trace
    if trace is None:
        return None
    asker = None if trace.query_token is None else trace.tokens[trace.query_token]
    who = "A query vector asks" if asker is None else f"Here “{asker}” asks"
    query = joined(*commas(num(entry) for entry in trace.query))
    return section(
        "attention",
        "One attention step",
        p(
            f"{who} how much each of the {count(len(trace.tokens), 'word')} matters to it. Its "
            "query is (",
            query,
            "). Each word answers with a key, and the same multiply-and-add "
            "gives a score. Softmax turns the scores into weights that together make 1.",
        ),
        _weights_table(trace),
        _conclusion(story, "attention"),
        story.clip("attention"),
        p(
            "The weights then mix the words’ values into one new vector, which goes on to the next "
            "layer in place of the old one."
        ),
        story.clip("blend"),
        _conclusion(story, "blend"),
    )


def _weights_table(trace: AttentionTrace) -> Html:
    head = tag("tr", *(tag("th", text, scope="col") for text in ("word", "q·k", "score", "weight")))
    rows = []
    for i, token in enumerate(trace.tokens):
        share = f"--share: {max(0.0, trace.weights[i].value):.4f}"
        rows.append(
            tag(
                "tr",
                tag("th", tag("bdi", token), scope="row"),
                tag("td", num(trace.dot[i])),
                tag("td", num(trace.scores[i])),
                tag("td", num(trace.weights[i]), tag("span", class_="bar", style=share)),
            )
        )
    table = tag("table", tag("thead", head), block(tag("tbody", block(*rows))), class_="weights")
    return tag("div", table, class_="wide", tabindex="0", role="region", aria_label="Weights")


def _conclusion(story: Story, scene: str) -> Html | None:
    """What the clip itself says last, which is true for these very numbers."""
    clip = story.clips.get(scene)
    said = clip.timeline.beats[-1].caption if clip else ""
    return tag("p", said, class_="point") if said else None


def so_what(_: Story) -> Html | None:
    """What it adds up to."""
    return section(
        "so-what",
        "So what",
        p(
            "A layer of a transformer is made of little else: multiply by a matrix, bend, multiply "
            "by another matrix. It happens in every layer and for every word, and almost all of it "
            "side by side. If you have followed one row here, you have followed them all."
        ),
    )


def more(story: Story) -> Html | None:
    """Clips of scenes that no section knows."""
    rest = [name for name in story.clips if name not in PLACED]
    if not rest:
        return None
    return section("more", "More", *(story.clip(name) for name in rest))


SECTIONS: tuple[Section, ...] = (trick, maths, code, gpus, attention, so_what, more)


def sections(story: Story) -> Html:
    """All sections that the lesson has something for."""
    return lines(*(write(story) for write in SECTIONS))
