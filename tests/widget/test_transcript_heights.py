"""Heights of rows against a plain list, and words found in lines."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parley.desktop.widgets.windowed.area import RowHeights

STEP = st.one_of(
    st.tuples(st.just("reset"), st.integers(0, 900), st.integers(1, 90)),
    st.tuples(st.just("append"), st.integers(0, 600), st.just(0)),
    st.tuples(st.just("truncate"), st.integers(0, 900), st.just(0)),
    st.tuples(st.just("measured"), st.integers(0, 899), st.integers(1, 300)),
)


@given(st.lists(STEP, max_size=12), st.integers(0, 10**6))
def test_heights_are_as_those_of_a_list(steps: list[tuple[str, int, int]], somewhere: int) -> None:
    heights, plain = RowHeights(), list[int]()
    for what, number, height in steps:
        if what == "reset":
            heights.reset(number, height)
            plain = [height] * number
        elif what == "append":
            heights.append(number)
            plain += [heights.guess] * number
        elif what == "truncate" and number <= len(plain):
            heights.truncate(number)
            del plain[number:]
        elif what == "measured" and number < len(plain):
            heights.set_height(number, height)
            assert heights.is_measured(number)
            plain[number] = height
    assert (len(heights), heights.total()) == (len(plain), sum(plain))
    if plain:
        row = somewhere % len(plain)
        assert heights.get_top(row) == sum(plain[:row])
        y = somewhere % sum(plain)
        at, inside = heights.find_row_at(y)
        assert heights.get_top(at) + inside == y
        assert inside < plain[at]
