"""Affinities that are changed by talks for months: they go home, keep their order, and come to no bound."""

from __future__ import annotations

import pytest

from parley.core.cast.affinity import HIGHEST, LOWEST, apply_change, fade_change, fade_to_home


def test_what_repeats_itself_counts_less_and_what_turns_back_does_not() -> None:
    steps, stands = [], 0.4
    for _ in range(12):
        after = apply_change(stands, -0.02, 0.4)
        steps.append(stands - after)
        stands = after
    assert steps == sorted(steps, reverse=True)
    assert steps[-1] < steps[0] / 2
    assert apply_change(stands, 0.02, 0.4) == pytest.approx(stands + 0.02)
    # A log by hand may have what no talk brings about.
    assert (apply_change(0.0, 0.02), apply_change(1.0, -0.02)) == (LOWEST, HIGHEST)


def test_half_of_a_change_is_gone_after_a_fortnight() -> None:
    assert fade_change(0.2, 14) == pytest.approx(0.1)
    assert fade_change(0.2, 0) == fade_change(0.2, -3) == 0.2
    assert fade_to_home(0.7, 0.5, 28) == 0.55
