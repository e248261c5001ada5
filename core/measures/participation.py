"""Who talks how much: shares, and how evenly they are spread."""

from __future__ import annotations

import math
from collections.abc import Sequence

from parley.core.base.sums import sum_all


def compute_shares(amounts: Sequence[float]) -> list[float]:
    """Each amount's part of the whole, `x_i / Σx`.

    In [0, 1], and they sum to 1; all 0 where nothing was said.
    """
    whole = sum_all(amounts)
    return [amount / whole if whole else 0.0 for amount in amounts]


def gini(amounts: Sequence[float]) -> float:
    """How unevenly the amounts are spread: `Σ_i Σ_j |x_i − x_j| / (2·n²·mean)`.

    In [0, 1 − 1/n]: 0 where all are equal, the upper end where one has everything. Computed from the sorted amounts
    as `Σ_i (2i − n − 1)·x_i / (n·Σx)`, i from 1. Source: C. Gini, Variabilità e mutabilità, 1912.
    """
    whole, n = sum_all(amounts), len(amounts)
    if not whole:
        return 0.0
    return sum_all((2 * rank - n - 1) * amount for rank, amount in enumerate(sorted(amounts), 1)) / (n * whole)


def entropy(amounts: Sequence[float]) -> float:
    """How hard it is to guess whose turn a random turn was: `−Σ p_i·log2 p_i`, in bits.

    In [0, log2 n]. Source: C. E. Shannon, A Mathematical Theory of Communication, 1948.
    """
    return sum_all(-share * math.log2(share) for share in compute_shares(amounts) if share > 0) + 0.0  # never −0.0


def compute_evenness(amounts: Sequence[float]) -> float:
    """Compute the entropy as a part of the highest possible, `H / log2 n`.

    In [0, 1]; 1 where all are equal, and for fewer than two amounts 0. Source: E. C. Pielou, The Measurement of
    Diversity in Different Types of Biological Collections, 1966.
    """
    return entropy(amounts) / math.log2(len(amounts)) if len(amounts) > 1 else 0.0
