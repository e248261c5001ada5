"""Affinities that are changed by talks for months: they go home, keep their order, and come to no bound."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from parley.core.base.definition import read_toml
from parley.core.base.packaged import path_of
from parley.core.cast.affinity import DRIFT, HIGHEST, LOWEST, REACH, drifted, faded, homeward, tension, weight
from parley.core.cast.cast import Cast

Reported = Callable[[random.Random, float], float]
"""What a voice says that a talk changed between two who stand so."""


def as_directed(rng: random.Random, affinity: float) -> float:
    """Three lines that follow their stage direction: tension draws challenges, affinity support."""
    draws = [rng.random() for _ in range(3)]
    tense = tension(affinity) ** 2
    return 0.01 * sum((draw >= 1 - affinity**2) - (draw < tense) for draw in draws)


def kind(rng: random.Random, affinity: float) -> float:
    """As the office was once counted: 1,859 warmer shifts to 339 cooler."""
    return DRIFT if rng.random() < 1_859 / (1_859 + 339) else -DRIFT


def harsh(rng: random.Random, affinity: float) -> float:
    """As bad as it can be."""
    return -DRIFT


@pytest.mark.parametrize("cast", ["startup", "studio", "shop", "newsroom"])
@pytest.mark.parametrize("reported", [as_directed, kind, harsh])
@pytest.mark.slow
def test_sixty_days_leave_the_order_of_a_cast_and_nobody_at_a_bound(cast: str, reported: Reported) -> None:
    from scipy.stats import spearmanr

    home = read_toml(path_of("cast", "casts", cast), Cast).affinities()
    rng, stands = random.Random(5), dict(home)
    for _day in range(60):
        for two, own in home.items():
            for _run in range(5):
                stands[two] = drifted(stands[two], reported(rng, stands[two]), own)
            stands[two] = homeward(stands[two], own)
    at_a_bound = [two for two, value in stands.items() if value in (LOWEST, HIGHEST)]
    assert 20 * len(at_a_bound) <= len(stands)
    assert spearmanr(list(home.values()), list(stands.values())).statistic > 0.8
    assert max(abs(stands[two] - own) for two, own in home.items()) < REACH


@pytest.mark.parametrize("affinity", [0.1, 0.27, 0.5, 0.66, 0.95])
def test_repair_is_as_likely_as_a_quarrel(affinity: float) -> None:
    support, challenge = affinity**2, tension(affinity) ** 2
    assert support * weight(affinity, 0.01) == pytest.approx(challenge * weight(affinity, -0.01))
    assert max(weight(affinity, 0.01), weight(affinity, -0.01)) == pytest.approx(1.0)


def test_what_repeats_itself_counts_less_and_what_turns_back_does_not() -> None:
    steps, stands = [], 0.4
    for _ in range(12):
        after = drifted(stands, -0.02, 0.4)
        steps.append(stands - after)
        stands = after
    assert steps == sorted(steps, reverse=True)
    assert steps[-1] < steps[0] / 2
    assert drifted(stands, 0.02, 0.4) == pytest.approx(stands + 0.02)
    # A log by hand may have what no talk brings about.
    assert (drifted(0.0, 0.02), drifted(1.0, -0.02)) == (LOWEST, HIGHEST)


def test_half_of_a_change_is_gone_after_a_fortnight() -> None:
    assert faded(0.2, 14) == pytest.approx(0.1)
    assert faded(0.2, 0) == faded(0.2, -3) == 0.2
    assert homeward(0.7, 0.5, 28) == 0.55
