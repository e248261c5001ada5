"""Who speaks after whom."""

from __future__ import annotations

import pytest

from parley.core.measures.flow import answers, reciprocity, transition_entropy


def test_answers_count_who_spoke_right_after_whom() -> None:
    counts = answers([0, 1, 0, 2, 2], 3)
    assert counts[1][0] == 1, "1 spoke after 0"
    assert counts[0][1] == 1
    assert counts[2][0] == 1
    assert counts[2][2] == 1, "2 went on speaking"
    assert sum(map(sum, counts)) == 4


def test_the_director_breaks_the_chain() -> None:
    assert answers([0, -1, 1], 2) == [[0, 0], [0, 0]]


def test_a_strict_order_can_be_foretold() -> None:
    assert transition_entropy(answers([0, 1, 2] * 20, 3)) == 0.0


def test_a_fair_coin_cannot() -> None:
    assert transition_entropy([[1, 1], [1, 1]]) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [([[0, 0], [0, 0]], 0.0), ([[9, 0], [5, 9]], 0.0), ([[0, 3], [3, 0]], 1.0), ([[0, 1], [3, 0]], 0.5)],
)
def test_reciprocity(counts: list[list[int]], expected: float) -> None:
    assert reciprocity(counts) == pytest.approx(expected)
