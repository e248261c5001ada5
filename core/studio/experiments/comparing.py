"""What the settings of an experiment change: means with their intervals, and two samples against each other."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypedDict

from parley.core.base.extras import require_extra
from parley.core.measures.registry import ANY, Range, get_range_of
from parley.core.studio.experiments.plan import Cell, Plan
from parley.core.studio.experiments.statistics import find_interval, p_of_permutations, seed_of
from parley.core.studio.experiments.table import SETTING, Table, Value, find_voices_in
from parley.core.studio.experiments.titles import format_value

Z = 1.959963984540054
"""The standard normal's 97.5 % quantile."""
MOST_LEVELS = 12
"""Levels of one setting of which every two are compared; of more only the first with each other one."""


class _Spoken(TypedDict):
    voices: tuple[str, ...]
    rehearsed: bool


@dataclass(frozen=True)
class Summary:
    """A figure in one cell: n, mean, standard deviation (n − 1), and the 95 % interval of the mean.

    The interval is a bootstrap's (`statistics.find_interval`), so that it stays in the figure's range. None where n is
    too small. `voices` are those of its runs; `rehearsed`: a script wrote lines of some.
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
    """A figure at two levels of a setting: all other settings taken together, or with `within` in the cells alone where
    the others are so ("cast shop").

    `difference` is mean(b) − mean(a), `low` and `high` its 95 % bootstrap interval. `d` is Cohen's, the difference over
    the pooled standard deviation √(((na − 1) sa² + (nb − 1) sb²) / (na + nb − 2)); `g` is Hedges',
    d · (1 − 3 / (4 (na + nb) − 9)), which small samples need (Hedges 1981). `t` and `p_welch` are Welch's test of
    unequal variances, `u` and `p_mann_whitney` the Mann-Whitney test, `p_permutation` the permutation test of the
    difference, all two-sided. `p_holm`, `p_mann_whitney_holm` and `p_permutation_holm` are these after Holm's
    correction over everything that was looked at. None where it is not defined: fewer than two runs at a level, or runs
    that do not differ at all. `voices` are those of all these runs; `rehearsed`: a script wrote lines of some.
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
    p_permutation: float | None = None
    p_mann_whitney_holm: float | None = None
    p_permutation_holm: float | None = None
    low: float | None = None
    high: float | None = None
    within: str = ""
    voices: tuple[str, ...] = ()
    rehearsed: bool = False


def summarise_cells(table: Table, plan: Plan) -> list[Summary]:
    """Sum up every figure in every cell, figure after figure."""
    by_cell = rows_by_cell(table, plan)
    spoken = {number: spoken_in(rows) for number, rows in by_cell.items()}
    found = []
    for figure in table.figures:
        bounds = get_range_of(figure)
        for number, rows in by_cell.items():
            seed = seed_of(plan.experiment.seed, figure, number)
            found.append(replace(sum_up(figure, number, numbers(rows, figure), bounds, seed), **spoken[number]))
    return found


def rows_by_cell(table: Table, plan: Plan) -> dict[int, list[Mapping[str, Value]]]:
    """Return the finished runs of every cell, by its number."""
    by_cell: dict[int, list[Mapping[str, Value]]] = {cell.number: [] for cell in plan.cells}
    for row in table.rows:
        number = row["cell"]
        assert isinstance(number, int)
        by_cell[number].append(row)
    return by_cell


def spoken_in(rows: Sequence[Mapping[str, Value]]) -> _Spoken:
    """Return who wrote the lines of these runs."""
    return {"voices": find_voices_in(rows), "rehearsed": any(row["rehearsed"] is True for row in rows)}


def sum_up(figure: str, cell: int, values: Sequence[float], bounds: Range = ANY, seed: int = 0) -> Summary:
    """Return the figure's values in one cell, in short."""
    n = len(values)
    if not n:
        return Summary(figure, cell, 0, None, None, None, None)
    mean = math.fsum(values) / n
    ends = find_interval(values, bounds, seed)
    if ends is None:
        return Summary(figure, cell, n, mean, None, None, None)
    return Summary(figure, cell, n, mean, math.sqrt(get_variance_of(values, mean)), *ends)


def compare_levels(table: Table, plan: Plan) -> list[Comparison]:
    """Compare every figure at every two levels of each setting that is varied, as yet uncorrected: first with all
    other settings taken together, then, where there are others, in the cells where these are alike."""
    pairs = [pair for setting in list_varied(table, plan) for pair in _iterate_cell_pairs(plan, setting)]
    by_cell = rows_by_cell(table, plan)
    rows = [[[row for cell in side for row in by_cell[cell.number]] for side in pair.cells] for pair in pairs]
    spoken = [spoken_in([*a, *b]) for a, b in rows]
    found: list[Comparison] = []
    for figure in table.figures:
        for pair, (of_a, of_b), told in zip(pairs, rows, spoken, strict=True):
            a, b = numbers(of_a, figure), numbers(of_b, figure)
            if a and b:  # a level may have no finished run yet
                seed = seed_of(plan.experiment.seed, figure, pair.setting, pair.a, pair.b, pair.within)
                one = compare_samples(figure, pair.setting, pair.a, pair.b, a, b, get_range_of(figure), seed)
                found.append(replace(one, within=pair.within, **told))
    return found


def list_varied(table: Table, plan: Plan) -> list[str]:
    """Return the settings that the table's runs differ in."""
    return [setting for setting in plan.experiment.grid if f"{SETTING}{setting}" in table.settings]


class _Pair(NamedTuple):
    setting: str
    a: str
    b: str
    within: str
    cells: tuple[list[Cell], list[Cell]]


def _iterate_cell_pairs(plan: Plan, setting: str) -> Iterable[_Pair]:
    """Yield every two levels of a setting with cells: all of them, then those alone where the other settings agree."""
    levels = plan.experiment.grid[setting]
    at: dict[str, dict[int, list[Cell]]] = {"": {}}
    for cell in plan.cells:
        level = levels.index(cell.levels[setting])
        others = ", ".join(f"{name} {format_value(value)}" for name, value in cell.levels.items() if name != setting)
        for within in dict.fromkeys(["", others]):  # where no other setting is varied, both are ""
            at.setdefault(within, {}).setdefault(level, []).append(cell)
    for within, by_level in at.items():
        for one, other in _iterate_level_pairs(len(levels)):
            cells = by_level.get(one, []), by_level.get(other, [])
            yield _Pair(setting, format_value(levels[one]), format_value(levels[other]), within, cells)


def _iterate_level_pairs(levels: int) -> Iterable[tuple[int, int]]:
    if levels <= MOST_LEVELS:
        return itertools.combinations(range(levels), 2)
    return ((0, other) for other in range(1, levels))


def compare_samples(
    figure: str, setting: str, a: str, b: str, values_a: Sequence[float], values_b: Sequence[float],
    bounds: Range = ANY, seed: int = 0,
) -> Comparison:  # fmt: skip
    """Compare two samples; differences of a figure within `bounds` are within their width."""
    n, m = len(values_a), len(values_b)
    mean_a, mean_b = math.fsum(values_a) / n, math.fsum(values_b) / m
    difference = mean_b - mean_a
    if n < 2 or m < 2:
        return Comparison(figure, setting, a, b, n, m, mean_a, mean_b, difference)
    with require_extra("statistics"):
        from scipy import stats

    width = bounds[1] - bounds[0]
    low, high = find_interval(values_a, (-width, width), seed, values_b) or (None, None)
    p_permutation = p_of_permutations(tuple(values_a), tuple(values_b), seed)
    var_a, var_b = get_variance_of(values_a, mean_a), get_variance_of(values_b, mean_b)
    pooled = math.sqrt(((n - 1) * var_a + (m - 1) * var_b) / (n + m - 2))
    ranks = stats.mannwhitneyu(values_b, values_a, alternative="two-sided")
    u, p_mann_whitney = float(ranks.statistic), _discard_non_finite(float(ranks.pvalue))
    if pooled <= 1e-12 * max(abs(mean_a), abs(mean_b), 1e-300):
        # Both samples are constants: there is no scale to measure their difference by.
        return Comparison(
            figure, setting, a, b, n, m, mean_a, mean_b, difference,
            u=u, p_mann_whitney=p_mann_whitney, p_permutation=p_permutation, low=low, high=high,
        )  # fmt: skip
    # Welch's t by our own variances: SciPy warns on the terminal where one sample is a constant.
    spread = var_a / n + var_b / m
    t, share = difference / math.sqrt(spread), var_a / n / spread
    # Of parts, for the squares of very small variances are 0.
    df = 1 / (share**2 / (n - 1) + (1 - share) ** 2 / (m - 1))
    d = difference / pooled
    return Comparison(
        figure, setting, a, b, n, m, mean_a, mean_b, difference,
        d=d, g=d * (1 - 3 / (4 * (n + m) - 9)), t=_discard_non_finite(t), df=_discard_non_finite(df),
        p_welch=_discard_non_finite(2 * float(stats.t.sf(abs(t), df))), u=u, p_mann_whitney=p_mann_whitney,
        p_permutation=p_permutation, low=low, high=high,
    )  # fmt: skip


def get_interval_of(effect: Comparison) -> tuple[float, float] | None:
    """Return the 95 % confidence interval of Hedges' g, g ± z · SE; None where there is no g.

    SE² = J² · ((na + nb) / (na · nb) + d² / (2 (na + nb))) with J = g / d, the usual approximation for large samples
    (Hedges and Olkin 1985); in small ones it is rather too narrow.
    """
    d, g, n, m = effect.d, effect.g, effect.n_a, effect.n_b
    if d is None or g is None:
        return None
    shrink = 1 - 3 / (4 * (n + m) - 9)
    half = Z * shrink * math.sqrt((n + m) / (n * m) + d * d / (2 * (n + m)))
    return g - half, g + half


def numbers(rows: Iterable[Mapping[str, Value]], figure: str) -> list[float]:
    """Return the figure's values in these runs, where they have one."""
    return [float(value) for row in rows if isinstance(value := row.get(figure), int | float)]


def get_variance_of(values: Sequence[float], mean: float) -> float:
    """Return the variance (n − 1); exactly 0 where all are equal: what rounding leaves is no spread to test by."""
    if min(values) == max(values):
        return 0.0
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


def _discard_non_finite(value: float) -> float | None:
    return value if math.isfinite(value) else None  # what is written as JSON has no NaN
