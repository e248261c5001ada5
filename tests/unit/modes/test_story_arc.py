"""Where a story stands in its arc."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.core.modes.story import arc


@pytest.mark.parametrize(
    ("turn", "part"),
    [(0, "setup"), (9, "setup"), (10, "rising"), (22, "rising"), (23, "midpoint"), (29, "midpoint"), (30, "climax"),
     (42, "climax"), (43, "denouement"), (50, "denouement"), (99, "denouement"), (-1, "setup")],
)  # fmt: skip
def test_fifty_turns_have_five_parts(turn: int, part: str) -> None:
    assert arc.stage(turn, 50) == part


@given(st.integers(0, 10_000), st.integers(1, 10_000))
def test_urgency_grows_to_one_and_parts_follow_each_other(turn: int, length: int) -> None:
    order = [part for part, _since in arc.PARTS]
    assert 0 <= arc.urgency(turn, length) <= arc.urgency(turn + 1, length) <= 1
    assert order.index(arc.stage(turn, length)) <= order.index(arc.stage(turn + 1, length))
    assert arc.urgency(length, length) == 1
