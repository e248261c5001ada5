"""Sums of fractions are the same on every Python."""

from __future__ import annotations

from parley.core.base.sums import added


def test_one_is_added_after_the_other() -> None:
    # The sum without a rounding between is 1, which `sum` says from Python 3.12 on.
    assert added([0.1] * 10) == 0.9999999999999999
    assert added(iter([3, 0.5])) == 3.5
    assert added([]) == 0
