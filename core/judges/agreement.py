"""How far graders agree: Cohen's kappa and Krippendorff's alpha, with a bootstrap interval over what was graded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from parley.core.base.extras import require_extra

if TYPE_CHECKING:
    import numpy as np

    Matrix = np.ndarray[Any, np.dtype[np.float64]]

Level = Literal["nominal", "ordinal", "interval"]
Weights = Literal["none", "linear", "quadratic"]
Table = Sequence[Sequence[int | None]]
"""What was graded, each with the places of its grades on the scale, from 0, by grader; None where one is missing."""
RESAMPLES = 999
CONFIDENCE = 0.95


class Agreement(NamedTuple):
    """Of `n` units that two or more graded. `same` is the share of pairs of grades that are equal; the others are None
    where they are not defined, as where all grades are the same. `interval` is that of alpha."""

    n: int
    same: float | None
    kappa: float | None
    alpha: float | None
    interval: tuple[float, float] | None


def agree(table: Table, count: int, level: Level, *, seed: int = 0, resamples: int = RESAMPLES) -> Agreement:
    """Return how far graders agree on a scale of `count` grades. Kappa is that of two graders, weighted by the squared
    distance where grades have an order. Raises `UsageError` where numpy is not installed."""
    with require_extra("statistics"):
        import numpy  # noqa: F401  # the others of this module take it for granted
    rows = [row for row in table if sum(grade is not None for grade in row) > 1]
    weights: Weights = "none" if level == "nominal" else "quadratic"
    counts = _count_grades(rows, count)
    if len(rows) < 2:
        # One line says nothing of what is left to chance.
        return Agreement(len(rows), _compute_share_of_equal(counts), None, None, None)
    kappa = compute_kappa(rows, count, weights) if len(rows[0]) == 2 else None
    alpha = compute_alpha(counts, level)
    bounds = _compute_interval(counts, level, seed, resamples) if alpha is not None else None
    return Agreement(len(rows), _compute_share_of_equal(counts), kappa, alpha, bounds)


def compute_alpha(counts: Matrix, level: Level) -> float | None:
    """Return Krippendorff's alpha (2011) of how often each unit got each grade, of any number of graders and with
    grades missing; None where it is not defined."""
    import numpy as np

    counts = counts[counts.sum(axis=1) > 1]  # a single grade has nothing to agree with
    totals = counts.sum(axis=0)
    distances = _measure_distances(totals, level)
    expected = totals @ distances @ totals / max(1.0, totals.sum() - 1)  # as if all grades were drawn from one urn
    if not expected:  # all grades are equal
        return None
    observed = np.sum(counts @ distances * counts, axis=1) / (counts.sum(axis=1) - 1)
    return float(1 - observed.sum() / expected)


def compute_kappa(table: Table, count: int, weights: Weights) -> float | None:
    """Return Cohen's kappa of two graders over what both graded; None where it is not defined."""
    import numpy as np

    seen = np.zeros((count, count))
    for one, other in table:
        if one is not None and other is not None:
            seen[one, other] += 1
    places = np.arange(count)
    apart = np.abs(places[:, None] - places[None, :]).astype(float)
    costs = {"none": (apart > 0).astype(float), "linear": apart, "quadratic": apart**2}[weights]
    expected = np.outer(seen.sum(axis=1), seen.sum(axis=0)) / max(1.0, seen.sum())
    by_chance = float((costs * expected).sum())
    return float(1 - (costs * seen).sum() / by_chance) if by_chance else None


def _count_grades(table: Table, count: int) -> Matrix:
    """Return how often each unit got each grade."""
    import numpy as np

    counts = np.zeros((len(table), count))
    for at, row in enumerate(table):
        for grade in row:
            if grade is not None:
                counts[at, grade] += 1
    return counts


def _measure_distances(totals: Matrix, level: Level) -> Matrix:
    """Return the squared distance of each two grades."""
    import numpy as np

    # On an ordinal scale, as many grades as lie between two, and half of those that are equal to either.
    places: Matrix = np.cumsum(totals) - totals / 2 if level == "ordinal" else np.arange(len(totals)).astype(float)
    distances: Matrix = np.square(places[:, None] - places[None, :])
    return np.where(distances > 0, 1.0, 0.0) if level == "nominal" else distances


def _compute_share_of_equal(counts: Matrix) -> float | None:
    pairs = float((counts.sum(axis=1) * (counts.sum(axis=1) - 1)).sum())
    return float((counts * (counts - 1)).sum()) / pairs if pairs else None


def _compute_interval(counts: Matrix, level: Level, seed: int, resamples: int) -> tuple[float, float] | None:
    """Return the percentile interval of alpha, what was graded being drawn anew."""
    import numpy as np

    units = len(counts)
    if units < 3:  # two units give three different samples: too few for an interval
        return None
    chances = np.random.default_rng(seed)  # the same report each time
    drawn = (compute_alpha(counts[chances.integers(units, size=units)], level) for _ in range(resamples))
    found = [value for value in drawn if value is not None]  # a sample may have equal grades only
    beside = (1 - CONFIDENCE) / 2
    return (float(np.quantile(found, beside)), float(np.quantile(found, 1 - beside))) if found else None
