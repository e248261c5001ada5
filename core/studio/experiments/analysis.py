"""All that is said of an experiment's figures, corrected over all that was looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from parley.core.base.sentences import Sentence
from parley.core.studio.experiments.comparing import (
    Comparison,
    Summary,
    compare_levels,
    list_varied,
    numbers,
    rows_by_cell,
    spoken_in,
    summarise_cells,
)
from parley.core.studio.experiments.contrasts import Contrast, compute_contrasts
from parley.core.studio.experiments.factors import Term, run_anova
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.statistics import apply_holm, seed_of
from parley.core.studio.experiments.table import Table


@dataclass(frozen=True)
class Effect:
    """A main effect or an interaction on a figure, with what Holm's correction makes of its p's."""

    figure: str
    term: Term
    n: int
    p_holm: float | None = None
    p_permutation_holm: float | None = None
    voices: tuple[str, ...] = ()
    rehearsed: bool = False


@dataclass(frozen=True)
class Analysis:
    """What the settings change in the figures that were looked at.

    `comparisons` are of two levels of a setting, first over all cells, then within those where the others agree;
    `contrasts` those that the spec plans.
    """

    figures: tuple[str, ...]
    summaries: tuple[Summary, ...]
    effects: tuple[Effect, ...]
    comparisons: tuple[Comparison, ...]
    contrasts: tuple[Contrast, ...]

    @property
    def corrected(self) -> Sentence:
        """What the correction is over."""
        levels = [one for one in self.comparisons if one.p_welch is not None and not one.within]
        cells = [one for one in self.comparisons if one.p_welch is not None and one.within]
        effects = [one for one in self.effects if one.term.p is not None]
        planned = [one for one in self.contrasts if one.p is not None]
        return Sentence(
            "Holm's correction is over {tests:,} {tests:test|tests} of {figures:,} {figures:figure|figures}, which is "
            "all that was looked at: {effects:,} {effects:effect|effects} by F, {levels:,} "
            "{levels:comparison|comparisons} of levels and {cells:,} of cells by Welch's t, {planned:,} planned "
            "{planned:contrast|contrasts}; it is also over their Mann-Whitney tests and over their permutation tests, "
            "each by themselves.",
            tests=len(levels) + len(cells) + len(effects) + len(planned),
            figures=len(self.figures),
            effects=len(effects),
            levels=len(levels),
            cells=len(cells),
            planned=len(planned),
        )

    def of(self, figures: Sequence[str]) -> Analysis:
        """Return what is shown of it: some figures alone, their corrections as they are."""
        return Analysis(
            tuple(figures),
            tuple(one for one in self.summaries if one.figure in figures),
            tuple(one for one in self.effects if one.figure in figures),
            tuple(one for one in self.comparisons if one.figure in figures),
            tuple(one for one in self.contrasts if one.figure in figures),
        )


def assess_data(table: Table, plan: Plan) -> Analysis:
    """Return everything that is said of the table's figures."""
    return _correct_p_values(
        Analysis(
            table.figures,
            tuple(summarise_cells(table, plan)),
            tuple(effects(table, plan)),
            tuple(compare_levels(table, plan)),
            tuple(compute_contrasts(table, plan)),
        )
    )


def effects(table: Table, plan: Plan) -> list[Effect]:
    """Return the main effects of all settings that are varied and the interactions of every two, as yet not
    corrected.
    """
    settings = list_varied(table, plan)
    if not settings:
        return []
    grid = plan.experiment.grid
    at = {cell.number: [grid[name].index(cell.levels[name]) for name in settings] for cell in plan.cells}
    by_cell = rows_by_cell(table, plan)
    told = spoken_in(table.rows)
    found: list[Effect] = []
    for figure in table.figures:
        values: list[float] = []
        levels: list[Sequence[int]] = []
        for number, rows in by_cell.items():
            of_cell = numbers(rows, figure)
            values += of_cell
            levels += [at[number]] * len(of_cell)
        seed = seed_of(plan.experiment.seed, figure, "variance")
        found += [Effect(figure, term, len(values), **told) for term in run_anova(values, levels, settings, seed)]
    return found


def _correct_p_values(found: Analysis) -> Analysis:
    first, second = len(found.effects), len(found.effects) + len(found.comparisons)
    tests = apply_holm(  # one family: all that was looked at, whichever test it had
        [
            *(one.term.p for one in found.effects),
            *(one.p_welch for one in found.comparisons),
            *(one.p for one in found.contrasts),
        ]
    )
    permuted = apply_holm(  # contrasts have no permutation test
        [*(one.term.p_permutation for one in found.effects), *(one.p_permutation for one in found.comparisons)]
    )
    ranks = apply_holm([one.p_mann_whitney for one in found.comparisons])  # effects have no test by ranks
    return replace(
        found,
        effects=tuple(
            replace(one, p_holm=p, p_permutation_holm=q)
            for one, p, q in zip(found.effects, tests[:first], permuted[:first], strict=True)
        ),
        comparisons=tuple(
            replace(one, p_holm=p, p_permutation_holm=q, p_mann_whitney_holm=r)
            for one, p, q, r in zip(found.comparisons, tests[first:second], permuted[first:], ranks, strict=True)
        ),
        contrasts=tuple(replace(one, p_holm=p) for one, p in zip(found.contrasts, tests[second:], strict=True)),
    )
