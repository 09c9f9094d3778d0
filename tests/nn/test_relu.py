"""The layer's sums under the names of the relu clip."""

from anim_lib.lesson.load import default_lesson


def test_sums_and_outputs_are_those_of_the_layer() -> None:
    trace, layer = default_lesson().relu_trace, default_lesson().dense_trace
    assert trace is not None
    assert layer is not None
    assert [(q.name, q.text) for q in trace.quantities()] == [
        ("relu.z[0]", "−0.80"),
        ("relu.z[1]", "−0.20"),
        ("relu.z[2]", "2.70"),
        ("relu.z[3]", "−1.70"),
        ("relu.y[0]", "0.00"),
        ("relu.y[1]", "0.00"),
        ("relu.y[2]", "2.70"),
        ("relu.y[3]", "0.00"),
    ]
    assert [q.value for q in trace.z] == [q.value for q in layer.pre_activation]
    assert (trace.n_above, trace.n_below) == (1, 3)
    assert [trace.relation(i) for i in range(4)] == ["="] * 4
