"""Who talks how much."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.core.measures.participation import entropy, evenness, gini, shares

AMOUNTS = st.lists(st.integers(0, 10_000), min_size=1, max_size=30)


def test_shares_are_parts_of_the_whole() -> None:
    assert shares([1, 3]) == [0.25, 0.75]
    assert shares([0, 0]) == [0.0, 0.0]
    assert shares([]) == []


@pytest.mark.parametrize(
    ("amounts", "expected"),
    [([], 0.0), ([0, 0], 0.0), ([5], 0.0), ([3, 3, 3], 0.0), ([0, 0, 0, 8], 0.75), ([1, 3], 0.25)],
)
def test_gini(amounts: list[int], expected: float) -> None:
    assert gini(amounts) == pytest.approx(expected)


@given(AMOUNTS)
def test_gini_is_the_mean_difference_over_twice_the_mean(amounts: list[int]) -> None:
    n, whole = len(amounts), sum(amounts)
    expected = sum(abs(a - b) for a in amounts for b in amounts) / (2 * n * whole) if whole else 0.0
    assert gini(amounts) == pytest.approx(expected, abs=1e-12)
    assert -1e-12 <= gini(amounts) <= 1 - 1 / n + 1e-12


def test_entropy_of_known_distributions() -> None:
    assert entropy([1, 1, 1, 1]) == pytest.approx(2.0)
    assert entropy([7]) == 0.0
    assert math.copysign(1.0, entropy([7])) == 1.0, "not minus nought"
    assert evenness([2, 2, 2]) == pytest.approx(1.0)
    assert evenness([4]) == 0.0
