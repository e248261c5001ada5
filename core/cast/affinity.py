"""Affinity: how well two members get on. Symmetric, in [0.10, 0.95]. The constants' reasons: docs/affinities.md."""

from __future__ import annotations

LOWEST, HIGHEST, START = 0.10, 0.95, 0.50
DRIFT = 0.03
"""The most an affinity changes in one run, either way."""
HALF_LIFE = 14.0
"""Days after which half of what talks changed in an affinity is gone: it drifts home to the cast's own value."""
BALANCE = 2.0
"""The power of the odds by which changes are weighed: that of the probabilities with which tension draws challenges."""
REACH = 0.30
"""How far from home talks can bring a pair: the nearer it is to that, the less alike changes count."""

Pair = tuple[str, str]


def pair(a: str, b: str) -> Pair:
    """Return the pair in its one order."""
    return (a, b) if a < b else (b, a)


def fade_change(change: float, days: float) -> float:
    """Return what is left of a change after so many days: half of it every `HALF_LIFE`."""
    return float(change * 0.5 ** (max(0.0, days) / HALF_LIFE))  # a rehearsal may be dated before what came earlier


def fade_to_home(affinity: float, home: float, days: float = 1.0) -> float:
    """Return where an affinity is after so many days in which nobody talked; four decimals."""
    return round(home + fade_change(affinity - home, days), 4)


def weight(affinity: float, change: float, home: float | None = None) -> float:
    """Return what a change counts where a pair stands, in [0, 1].

    What was to be expected counts less: tension draws challenges with probability t² and support with affinity²
    (`pick_side`), so a challenge weighs (a / t)² and support (t / a)², at most 1; in the long run both move a pair as
    far, wherever it stands. And what repeats what was before counts less: of a change that leads on from home, only the
    part of `REACH` that is left.
    """
    stands = max(LOWEST, min(HIGHEST, affinity))  # at 1 the tension to divide by would be 0
    odds = stands / compute_tension(stands)
    expected = min(1.0, odds**BALANCE if change < 0 else odds**-BALANCE)
    away = (affinity - home) * (1 if change > 0 else -1) if home is not None else 0.0
    return float(expected * max(0.0, 1.0 - max(0.0, away) / REACH))


def apply_change(before: float, change: float, home: float | None = None) -> float:
    """Return `before` after a change that is bounded by `DRIFT` and weighed, within the range; four decimals."""
    change = max(-DRIFT, min(DRIFT, change))
    return round(max(LOWEST, min(HIGHEST, before + change * weight(before, change, home))), 4)


def compute_tension(affinity: float) -> float:
    """Return 1 − affinity, which is in [0.05, 0.90]."""
    return 1.0 - affinity
