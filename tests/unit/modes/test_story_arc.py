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
def test_a_story_presses_on_towards_its_end_and_parts_follow_each_other(turn: int, length: int) -> None:
    order = [part for part, _since in arc.PARTS]
    assert arc.is_urgent(turn, length) <= arc.is_urgent(turn + 1, length)
    assert order.index(arc.stage(turn, length)) <= order.index(arc.stage(turn + 1, length))
    assert arc.is_urgent(length, length)
    assert not arc.is_urgent(0, length)
