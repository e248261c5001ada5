"""Factorial analysis of variance: what each factor changes, and what two of them change together."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from parley.core.base.extras import require_extra
from parley.core.studio.experiments.statistics import RESAMPLES

TINY = 1e-12
"""Sums of squares below this part of the whole are rounding."""


@dataclass(frozen=True)
class Term:
    """A main effect (one factor) or an interaction (two) on a figure.

    `ss` is the sum of squares of type III with effects that sum to zero, `df` its degrees of freedom, `f` the ratio of
    its mean square to the residual one, which has `df_error`; `p` is that of F. `p_permutation` permutes the residuals
    of the model without the term (Freedman and Lane 1983). `eta` is partial η², `ss / (ss + residual)`. None where
    the figure does not vary beyond what the model says.
    """

    factors: tuple[str, ...]
    ss: float
    df: int
    df_error: int
    f: float | None = None
    p: float | None = None
    p_permutation: float | None = None
    eta: float | None = None


def run_anova(values: Sequence[float], levels: Sequence[Sequence[int]], names: Sequence[str], seed: int) -> list[Term]:
    """Return the main effects and the interactions of two of these factors; `levels` are each run's level of each
    factor.

    An interaction is left out where not every combination of the two has a run. Empty where there are too few runs for
    the model, or no factor that has two levels.
    """
    with require_extra("statistics"):
        import numpy as np

    y, at = np.asarray(values, dtype=float), np.asarray(levels, dtype=int)
    kept = [one for one in range(len(names)) if len(y) and len(set(at[:, one].tolist())) > 1]
    coded: dict[tuple[int, ...], Any] = {(one,): _build_effect_columns(at[:, one]) for one in kept}
    for one, other in itertools.combinations(kept, 2):
        seen = {tuple(each) for each in at[:, (one, other)].tolist()}
        if len(seen) == len(set(at[:, one].tolist())) * len(set(at[:, other].tolist())):
            a, b = coded[one,], coded[other,]
            coded[one, other] = (a[:, :, None] * b[:, None, :]).reshape(len(y), -1)  # all products of their columns
    whole = np.column_stack([np.ones(len(y)), *coded.values()]) if kept else np.ones((len(y), 1))
    columns = whole.shape[1]
    df_error = len(y) - columns
    if not kept or df_error < 1 or np.linalg.matrix_rank(whole) < columns:  # rank: confounded effects
        return []
    basis = np.linalg.qr(whole)[0]  # orthonormal: sums of squares without solving for coefficients
    left = float(_compute_residual_squares(basis, y[:, None])[0])
    total = float(np.sum((y - y.mean()) ** 2))
    found = []
    for factors, own in coded.items():
        others = [each for term, each in coded.items() if term != factors]
        reduced = np.linalg.qr(np.column_stack([np.ones(len(y)), *others]))[0]
        ss, df = max(0.0, float(_compute_residual_squares(reduced, y[:, None])[0]) - left), own.shape[1]
        named = tuple(names[one] for one in factors)
        if left <= TINY * total or total <= TINY:
            found.append(Term(named, ss, df, df_error))
            continue
        with require_extra("statistics"):
            from scipy import stats

        f = (ss / df) / (left / df_error)
        p = float(stats.f.sf(f, df, df_error))
        permuted = _compute_permutation_p(y, basis, reduced, ss / left, np.random.default_rng(seed))
        found.append(Term(named, ss, df, df_error, f, p, permuted, ss / (ss + left)))
    return found


def _build_effect_columns(at: Any) -> Any:
    """Return columns that sum to zero over the levels: the last level is −1 in each."""
    import numpy as np

    levels = np.unique(at)
    columns = (at[:, None] == levels[None, :-1]).astype(float)
    columns[at == levels[-1]] = -1.0
    return columns


def _compute_residual_squares(basis: Any, several: Any) -> Any:
    """Return the sum of squares that a model leaves of each column, by an orthonormal basis of it."""
    import numpy as np

    return np.sum(several**2, axis=0) - np.sum((basis.T @ several) ** 2, axis=0)


def _compute_permutation_p(y: Any, basis: Any, reduced: Any, ratio: float, rng: Any) -> float:
    """Return how often residuals of the model without the term, in another order, give as large an effect."""
    import numpy as np

    fitted = reduced @ (reduced.T @ y)
    residuals, as_large, done = y - fitted, 0, 0
    step = max(1, 4_000_000 // len(y))  # 32 MB of floats at a time
    while done < RESAMPLES:
        count = min(step, RESAMPLES - done)
        drawn = fitted[:, None] + rng.permuted(np.tile(residuals, (count, 1)), axis=1).T
        left = _compute_residual_squares(basis, drawn)
        ratios = (_compute_residual_squares(reduced, drawn) - left) / np.maximum(
            left, TINY * float(np.sum(residuals**2))
        )
        as_large += int(np.sum(ratios >= ratio * (1 - 1e-9)))  # what is equal but for rounding counts
        done += count
    return (as_large + 1) / (RESAMPLES + 1)  # with the order that was seen: p is never 0
