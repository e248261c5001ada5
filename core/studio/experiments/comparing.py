"""What the settings of an experiment change: means with their confidence, effects with their tests."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

from core.studio.experiments.plan import Plan, shown
from core.studio.experiments.table import SETTING, Table, Value, voices_in

CONFIDENCE = 0.95
Z = 1.959963984540054
"""The standard normal's 97.5 % quantile."""
MOST_LEVELS = 12
"""Levels of one setting of which every two are compared; of more only the first with each other one."""


class _Spoken(TypedDict):
    voices: tuple[str, ...]
    rehearsed: bool


@dataclass(frozen=True)
class Summary:
    """A figure in one cell: n, mean, standard deviation (n − 1), and the 95 % confidence interval of the mean.

    The interval is Student's, mean ± t(0.975, n − 1) · sd / √n. None where n is too small. `voices` are those of its
    runs; `rehearsed`: a script wrote lines of some.
    """

    figure: str
    cell: int
    n: int
    mean: float | None
    sd: float | None
    low: float | None
    high: float | None
    voices: tuple[str, ...] = ()
    rehearsed: bool = False


@dataclass(frozen=True)
class Comparison:
    """A figure at two levels of a setting, all other settings taken together.

    `difference` is mean(b) − mean(a). `d` is Cohen's, the difference over the pooled standard deviation
    √(((na − 1) sa² + (nb − 1) sb²) / (na + nb − 2)); `g` is Hedges', d · (1 − 3 / (4 (na + nb) − 9)), which small
    samples need (Hedges 1981). `t` and `p_welch` are Welch's test of unequal variances, `u` and `p_mann_whitney` the
    Mann-Whitney test, two-sided. `p_holm` is Welch's p after Holm's correction over all comparisons of this figure.
    None where it is not defined: fewer than two runs at a level, or runs that do not differ at all. `voices` are those
    of all these runs; `rehearsed`: a script wrote lines of some.
    """

    figure: str
    setting: str
    a: str
    b: str
    n_a: int
    n_b: int
    mean_a: float
    mean_b: float
    difference: float
    d: float | None = None
    g: float | None = None
    t: float | None = None
    df: float | None = None
    p_welch: float | None = None
    p_holm: float | None = None
    u: float | None = None
    p_mann_whitney: float | None = None
    voices: tuple[str, ...] = ()
    rehearsed: bool = False


def summaries(table: Table, plan: Plan) -> list[Summary]:
    """Every figure in every cell, figure after figure."""
    by_cell: dict[int, list[Mapping[str, Value]]] = {cell.number: [] for cell in plan.cells}
    for row in table.rows:
        number = row["cell"]
        assert isinstance(number, int)
        by_cell[number].append(row)
    spoken = {number: _spoken(rows) for number, rows in by_cell.items()}
    return [
        replace(summary(figure, number, _numbers(rows, figure)), **spoken[number])
        for figure in table.figures
        for number, rows in by_cell.items()
    ]


def _spoken(rows: Sequence[Mapping[str, Value]]) -> _Spoken:
    return {"voices": voices_in(rows), "rehearsed": any(row["rehearsed"] is True for row in rows)}


def summary(figure: str, cell: int, values: Sequence[float]) -> Summary:
    """The figure's values in one cell, in short."""
    n = len(values)
    if not n:
        return Summary(figure, cell, 0, None, None, None, None)
    mean = math.fsum(values) / n
    if n < 2:
        return Summary(figure, cell, n, mean, None, None, None)
    from scipy import stats  # type: ignore[import-untyped]

    sd = math.sqrt(_variance(values, mean))
    half = float(stats.t.ppf((1 + CONFIDENCE) / 2, n - 1)) * sd / math.sqrt(n)
    return Summary(figure, cell, n, mean, sd, mean - half, mean + half)


def comparisons(table: Table, plan: Plan) -> list[Comparison]:
    """Every figure at every two levels of each setting that is varied."""
    by_setting: dict[str, list[list[Mapping[str, Value]]]] = {}
    spoken: dict[tuple[str, int, int], _Spoken] = {}
    for setting, levels in plan.experiment.grid.items():
        if f"{SETTING}{setting}" not in table.settings:
            continue
        at_level = {cell.number: levels.index(cell.levels[setting]) for cell in plan.cells}
        by_level: list[list[Mapping[str, Value]]] = [[] for _ in levels]
        for row in table.rows:
            number = row["cell"]
            assert isinstance(number, int)
            by_level[at_level[number]].append(row)
        by_setting[setting] = by_level
        for one, other in _pairs(len(levels)):
            spoken[setting, one, other] = _spoken([*by_level[one], *by_level[other]])
    found: list[Comparison] = []
    for figure in table.figures:
        of_figure: list[Comparison] = []
        for setting, by_level in by_setting.items():
            levels = plan.experiment.grid[setting]
            for one, other in _pairs(len(levels)):
                a, b = _numbers(by_level[one], figure), _numbers(by_level[other], figure)
                if a and b:
                    named = compared(figure, setting, shown(levels[one]), shown(levels[other]), a, b)
                    of_figure.append(replace(named, **spoken[setting, one, other]))
        found += _corrected(of_figure)
    return found


def _pairs(levels: int) -> Iterable[tuple[int, int]]:
    if levels <= MOST_LEVELS:
        return itertools.combinations(range(levels), 2)
    return ((0, other) for other in range(1, levels))


def compared(
    figure: str, setting: str, a: str, b: str, values_a: Sequence[float], values_b: Sequence[float]
) -> Comparison:
    """Two samples against each other."""
    n, m = len(values_a), len(values_b)
    mean_a, mean_b = math.fsum(values_a) / n, math.fsum(values_b) / m
    difference = mean_b - mean_a
    if n < 2 or m < 2:
        return Comparison(figure, setting, a, b, n, m, mean_a, mean_b, difference)
    from scipy import stats

    var_a, var_b = _variance(values_a, mean_a), _variance(values_b, mean_b)
    pooled = math.sqrt(((n - 1) * var_a + (m - 1) * var_b) / (n + m - 2))
    ranks = stats.mannwhitneyu(values_b, values_a, alternative="two-sided")
    u, p_mann_whitney = float(ranks.statistic), _defined(float(ranks.pvalue))
    if pooled <= 1e-12 * max(abs(mean_a), abs(mean_b), 1e-300):
        # Both samples are constants: there is no scale to measure their difference by.
        return Comparison(figure, setting, a, b, n, m, mean_a, mean_b, difference, u=u, p_mann_whitney=p_mann_whitney)
    # Welch's t by our own variances: SciPy warns on the terminal where one sample is a constant.
    spread = var_a / n + var_b / m
    t, share = difference / math.sqrt(spread), var_a / n / spread
    # Of parts, for the squares of very small variances are 0.
    df = 1 / (share**2 / (n - 1) + (1 - share) ** 2 / (m - 1))
    d = difference / pooled
    return Comparison(
        figure, setting, a, b, n, m, mean_a, mean_b, difference,
        d=d, g=d * (1 - 3 / (4 * (n + m) - 9)), t=_defined(t), df=_defined(df),
        p_welch=_defined(2 * float(stats.t.sf(abs(t), df))), u=u, p_mann_whitney=p_mann_whitney,
    )  # fmt: skip


def interval_of(effect: Comparison) -> tuple[float, float] | None:
    """The 95 % confidence interval of Hedges' g, g ± z · SE; None where there is no g.

    SE² = J² · ((na + nb) / (na · nb) + d² / (2 (na + nb))) with J = g / d, the usual approximation for large samples
    (Hedges and Olkin 1985); in small ones it is rather too narrow.
    """
    d, g, n, m = effect.d, effect.g, effect.n_a, effect.n_b
    if d is None or g is None:
        return None
    shrink = 1 - 3 / (4 * (n + m) - 9)
    half = Z * shrink * math.sqrt((n + m) / (n * m) + d * d / (2 * (n + m)))
    return g - half, g + half


def _corrected(several: Sequence[Comparison]) -> list[Comparison]:
    """With Holm's correction: the k-th smallest of m values of p times m − k + 1, never less than the one before it."""
    tested = sorted((one.p_welch, at) for at, one in enumerate(several) if one.p_welch is not None)
    adjusted: dict[int, float] = {}
    highest = 0.0
    for rank, (p, at) in enumerate(tested):
        highest = max(highest, min(1.0, p * (len(tested) - rank)))
        adjusted[at] = highest
    return [replace(one, p_holm=adjusted.get(at)) for at, one in enumerate(several)]


def _numbers(rows: Iterable[Mapping[str, Value]], figure: str) -> list[float]:
    return [float(value) for row in rows if isinstance(value := row.get(figure), int | float)]


def _variance(values: Sequence[float], mean: float) -> float:
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


def _defined(value: float) -> float | None:
    return value if math.isfinite(value) else None
