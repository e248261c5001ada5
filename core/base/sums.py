"""Sums of fractions that are the same on every Python."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add


def sum_all(values: Iterable[float]) -> float:
    """Return their sum, one added after the other.

    Python's own `sum` rounds less from 3.12 on: the same log would have other measures there, and the same seed could
    choose another speaker.
    """
    return reduce(add, values, 0.0)
