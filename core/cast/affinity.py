"""Affinity: how well two members get on. Symmetric, in [0.10, 0.95]."""

from __future__ import annotations

LOWEST, HIGHEST, START = 0.10, 0.95, 0.50
DRIFT = 0.03
"""The most an affinity changes in one run, either way."""

Pair = tuple[str, str]


def pair(a: str, b: str) -> Pair:
    """The pair in its one order."""
    return (a, b) if a < b else (b, a)


def drifted(before: float, change: float) -> float:
    """`before` after a change that is bounded by `DRIFT`, within the range; four decimals."""
    change = max(-DRIFT, min(DRIFT, change))
    return round(max(LOWEST, min(HIGHEST, before + change)), 4)


def tension(affinity: float) -> float:
    """1 − affinity: in [0.05, 0.90]."""
    return 1.0 - affinity
