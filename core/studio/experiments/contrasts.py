"""Contrasts that a spec plans: weighted sums of the means of cells."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from parley.core.base.extras import require_extra
from parley.core.measures.registry import get_range_of
from parley.core.studio.experiments.comparing import get_variance_of, numbers, rows_by_cell, spoken_in
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.table import Table
from parley.core.studio.experiments.weights import weigh_cells


@dataclass(frozen=True)
class Contrast:
    """A contrast on a figure: `estimate` is Σ w·mean over the cells, `low` and `high` its 95 % interval by Welch's
    approximation, estimate ± t · √(Σ w² s² / n), within what the figure's range allows; `t`, `df` (Satterthwaite 1946)
    and `p` its two-sided test. None where a cell has fewer than two runs, or no run differs."""

    figure: str
    name: str
    n: int
    estimate: float
    low: float | None = None
    high: float | None = None
    t: float | None = None
    df: float | None = None
    p: float | None = None
    p_holm: float | None = None
    voices: tuple[str, ...] = ()
    rehearsed: bool = False


def compute_contrasts(table: Table, plan: Plan) -> list[Contrast]:
    """Compute every figure in every contrast that the spec plans, as yet not corrected."""
    by_cell, cells = rows_by_cell(table, plan), [cell.levels for cell in plan.cells]
    found = []
    for figure in table.figures:
        for name, planned in plan.experiment.contrasts.items():
            shares = {number: weight for number, weight in weigh_cells(cells, planned).items() if weight}
            values = [(weight, numbers(by_cell[number], figure)) for number, weight in shares.items()]
            if all(sample for _weight, sample in values):  # else it would be a contrast of other cells
                one = compute_contrast(figure, name, values)
                told = spoken_in([row for number in shares for row in by_cell[number]])
                found.append(replace(one, **told))
    return found


def compute_contrast(figure: str, name: str, cells: Sequence[tuple[float, Sequence[float]]]) -> Contrast:
    """Return the contrast of weighted samples."""
    n = sum(len(values) for _weight, values in cells)
    means = [math.fsum(values) / len(values) for _weight, values in cells]
    estimate = math.fsum(weight * mean for (weight, _values), mean in zip(cells, means, strict=True))
    if any(len(values) < 2 for _weight, values in cells):
        return Contrast(figure, name, n, estimate)
    parts = [
        weight**2 * get_variance_of(values, mean) / len(values)
        for (weight, values), mean in zip(cells, means, strict=True)
    ]
    spread = math.fsum(parts)
    if spread <= 0:
        return Contrast(figure, name, n, estimate)
    with require_extra("statistics"):
        from scipy import stats

    df = 1 / math.fsum(  # of shares of the variance: very small ones would square to 0
        (part / spread) ** 2 / (len(values) - 1) for part, (_weight, values) in zip(parts, cells, strict=True)
    )
    t = estimate / math.sqrt(spread)
    half = float(stats.t.ppf(0.975, df)) * math.sqrt(spread)
    low, high = get_range_of(figure)
    most = (high - low) * math.fsum(max(0.0, weight) for weight, _values in cells)  # as the weights sum to 0
    return Contrast(
        figure, name, n, estimate, max(-most, estimate - half), min(most, estimate + half), t, df,
        2 * float(stats.t.sf(abs(t), df)),
    )  # fmt: skip
