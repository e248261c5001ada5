"""Tests and intervals by resampling, seeded, and the correction of several tests. The computing is SciPy's."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from parley.core.base.extras import require_extra
from parley.core.measures.registry import Range

CONFIDENCE = 0.95
RESAMPLES = 9_999
"""Resamples of a bootstrap, and permutations of a test; where there are fewer permutations, all of them are taken."""

Values = tuple[float, ...]


def seed_of(*parts: object) -> int:
    """Return the seed of one test: it does not depend on which others are made."""
    return int.from_bytes(hashlib.blake2b(repr(parts).encode("utf-8", "replace"), digest_size=4).digest())


def find_interval(a: Sequence[float], bounds: Range, seed: int, b: Sequence[float] = ()) -> tuple[float, float] | None:
    """Return the 95 % bootstrap interval (BCa, Efron 1987) of the mean of `a`, or of mean(b) − mean(a), within
    `bounds`.

    Where BCa is not defined it is the percentile interval; of constants it is their one value. None for a sample of
    fewer than two.
    """
    return _compute_bootstrap_interval(tuple(a), tuple(b), bounds, seed)


@lru_cache(maxsize=8_192)
def _compute_bootstrap_interval(a: Values, b: Values, bounds: Range, seed: int) -> tuple[float, float] | None:
    if len(a) < 2 or len(b) == 1:
        return None
    with require_extra("statistics"):
        import numpy as np
        from scipy import stats

    def subtract_means(a: Any, b: Any, axis: int) -> Any:
        return np.mean(b, axis=axis) - np.mean(a, axis=axis)

    samples, statistic = ((a, b), subtract_means) if b else ((a,), np.mean)
    if all(min(sample) == max(sample) for sample in samples):
        value = float(b[0] - a[0]) if b else float(a[0])
        return value, value
    for method in ("BCa", "percentile"):
        with warnings.catch_warnings(), np.errstate(all="ignore"):  # SciPy warns where BCa is not defined
            warnings.simplefilter("ignore")
            found = stats.bootstrap(
                samples, statistic, n_resamples=RESAMPLES, confidence_level=CONFIDENCE, method=method, vectorized=True,
                rng=np.random.default_rng(seed), batch=_compute_batch_size(len(a) + len(b)),
            ).confidence_interval  # fmt: skip
        low, high = float(found.low), float(found.high)
        if low == low and high == high:  # neither is NaN
            break
    return max(bounds[0], low), min(bounds[1], high)


@lru_cache(maxsize=8_192)
def p_of_permutations(a: Values, b: Values, seed: int) -> float | None:
    """Return the two-sided p of the difference of two means when runs change places: over all permutations where these
    are few, else over `RESAMPLES` with the one that was seen (Phipson and Smyth 2010). None for fewer than two a side.
    """
    if len(a) < 2 or len(b) < 2:
        return None
    with require_extra("statistics"):
        import numpy as np
        from scipy import stats

    if min(*a, *b) == max(*a, *b):
        return 1.0
    scale = max(map(abs, (*a, *b)))

    def difference(a: Any, b: Any, axis: int) -> Any:
        # Differences that are equal but for rounding are equal.
        return np.round((np.mean(b, axis=axis) - np.mean(a, axis=axis)) / scale, 12)

    found = stats.permutation_test(
        (a, b), difference, n_resamples=RESAMPLES, vectorized=True, rng=np.random.default_rng(seed),
        batch=_compute_batch_size(len(a) + len(b)),
    )  # fmt: skip
    return float(found.pvalue)


def apply_holm(values: Sequence[float | None]) -> list[float | None]:
    """Apply Holm's correction: the k-th smallest of m values of p times m − k + 1, never below the one before it."""
    tested = sorted((p, at) for at, p in enumerate(values) if p is not None)
    found: list[float | None] = [None] * len(values)
    highest = 0.0
    for rank, (p, at) in enumerate(tested):
        found[at] = highest = max(highest, min(1.0, p * (len(tested) - rank)))
    return found


def _compute_batch_size(size: int) -> int:
    """Return how many resamples are taken at a time, so that they take some 32 MB at most."""
    return max(1, min(RESAMPLES, 4_000_000 // max(1, size)))
