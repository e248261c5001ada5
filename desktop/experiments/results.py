"""What an experiment came to, as figures: tables of cells, effects and runs, and a plot of one figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.studio.experiments.comparing import Comparison, Summary, comparisons, summaries
from core.studio.experiments.effects import interval_of
from core.studio.experiments.plan import Cell, Plan, shown
from core.studio.experiments.running import LEFT, PAUSED
from core.studio.experiments.table import SETTING, Table, Value, voices_in
from desktop.experiments.figures import (
    ChoiceFigure,
    ColumnFigure,
    EffectFigure,
    PlotFigure,
    RowFigure,
    Shown,
    StripFigure,
    TableFigure,
)
from desktop.experiments.words import figure_tip, figure_title, setting_title, translate


@dataclass(frozen=True)
class Compared:
    """A table's summaries and comparisons, of some of its figures."""

    table: Table
    summaries: tuple[Summary, ...]
    comparisons: tuple[Comparison, ...]


def wanted(table: Table, metrics: Sequence[str], chosen: str = "") -> tuple[str, ...]:
    """The figures that are compared: the chosen one, else those that the spec names, wholly or by their beginnings."""
    if chosen:
        return (chosen,) if chosen in table.figures else ()
    if not metrics:
        return table.figures
    whole = {metric for metric in metrics if metric in table.figures}
    found: dict[str, None] = {}
    for metric in metrics:
        found |= dict.fromkeys(
            name for name in table.figures if name == metric or (metric not in whole and name.startswith(metric))
        )
    return tuple(found)


def compare(table: Table, plan: Plan, figures: Sequence[str]) -> Compared:
    """Summaries and comparisons of some figures: takes a while, and SciPy."""
    part = replace(table, figures=tuple(figures))
    return Compared(table, tuple(summaries(part, plan)), tuple(comparisons(part, plan)))


def choices(table: Table) -> tuple[ChoiceFigure, ...]:
    """All figures that there are, to choose from."""
    return tuple(ChoiceFigure(name, figure_title(name), figure_tip(name)) for name in table.figures)


# Tables ---------------------------------------------------------------------------------------------------------------


def _figure_column() -> ColumnFigure:
    return ColumnFigure("figure", translate("Experiments", "Figure"))


def _settings(plan: Plan) -> tuple[ColumnFigure, ...]:
    return tuple(
        ColumnFigure(
            f"{SETTING}{name}",
            setting_title(name),
            name,
            "number" if all(map(_is_number, plan.experiment.grid[name])) else "text",
        )
        for name in plan.cells[0].levels
    )


def _voices() -> ColumnFigure:
    """Who wrote the lines that a row is about: the rehearsal is named like any other voice."""
    return ColumnFigure("voices", translate("Experiments", "Voices"), translate("Experiments", "Who wrote the lines"))


def written_by(table: Table) -> str:
    """Who wrote the lines of all finished runs: a sentence beside every table and plot."""
    if not table.rows:
        return ""
    if table.rehearsed == len(table.rows):
        return translate("Experiments", "Rehearsed: a script wrote the lines, no language model.")
    voices = translate("Experiments", "Voices: {0}.").format(", ".join(voices_in(table.rows)) or "–")
    if not table.rehearsed:
        return voices
    some = translate("Experiments", "{0} of {1} runs are rehearsed: a script wrote their lines, no language model.")
    return f"{voices} {some.format(table.rehearsed, len(table.rows))}"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _levels(cell: Cell) -> tuple[Shown, ...]:
    return tuple(value if _is_number(value) else shown(value) for value in cell.levels.values())


def cells_table(plan: Plan, compared: Compared) -> TableFigure:
    """A row for each figure in each cell: n, mean, standard deviation, 95 % confidence interval."""
    columns = (
        _figure_column(),
        ColumnFigure("cell", translate("Experiments", "Cell"), "", "whole"),
        *_settings(plan),
        ColumnFigure("n", "n", translate("Experiments", "Finished runs that have this figure"), "whole"),
        ColumnFigure("mean", translate("Experiments", "Mean"), "", "number"),
        ColumnFigure("sd", "SD", translate("Experiments", "Standard deviation of the runs, n − 1"), "number"),
        ColumnFigure("low", translate("Experiments", "95 % from"), _student(), "number"),
        ColumnFigure("high", translate("Experiments", "95 % to"), _student(), "number"),
        _voices(),
    )
    by_number = {cell.number: cell for cell in plan.cells}
    rows = tuple(
        RowFigure(
            (one.figure, one.cell),
            (
                figure_title(one.figure), one.cell, *_levels(by_number[one.cell]), one.n, one.mean, one.sd, one.low,
                one.high, ", ".join(one.voices),
            ),
        )
        for one in compared.summaries
    )  # fmt: skip
    note = "" if compared.table.rows else _nothing_yet()
    return TableFigure(columns, rows if compared.table.rows else (), note)


def _student() -> str:
    return translate("Experiments", "The 95 % confidence interval of the mean, by Student's t")


def effects_table(plan: Plan, compared: Compared) -> TableFigure:
    """A row for each figure and every two levels of a setting."""
    columns = (
        _figure_column(),
        ColumnFigure("setting", translate("Experiments", "Setting")),
        ColumnFigure("a", translate("Experiments", "From")),
        ColumnFigure("b", translate("Experiments", "To")),
        ColumnFigure(
            "difference", translate("Experiments", "Difference"),
            translate("Experiments", "Mean of the second minus mean of the first"), "number",
        ),
        ColumnFigure(
            "g", "g", translate("Experiments", "Hedges' g: the difference in standard deviations, for small samples"),
            "number",
        ),
        ColumnFigure(
            "p_holm", translate("Experiments", "p (Holm)"),
            translate("Experiments", "Welch's p, corrected over all comparisons of this figure"), "p",
        ),
        ColumnFigure("p_welch", translate("Experiments", "p (Welch)"), translate("Experiments", "Welch's t-test"), "p"),
        ColumnFigure(
            "p_mann_whitney", translate("Experiments", "p (ranks)"),
            translate("Experiments", "The Mann-Whitney test, two-sided"), "p",
        ),
        ColumnFigure("n_a", "n₁", "", "whole"),
        ColumnFigure("n_b", "n₂", "", "whole"),
        _voices(),
    )  # fmt: skip
    rows = tuple(
        RowFigure(
            (one.figure, one.setting, one.a, one.b),
            (
                figure_title(one.figure), setting_title(one.setting), one.a, one.b, one.difference, one.g, one.p_holm,
                one.p_welch, one.p_mann_whitney, one.n_a, one.n_b, ", ".join(one.voices),
            ),
        )
        for one in compared.comparisons
    )  # fmt: skip
    return TableFigure(columns, rows, "" if rows else effects_note(plan, compared.table))


def effects_note(plan: Plan, table: Table) -> str:
    """Why there is nothing to compare."""
    if not plan.cells[0].levels:
        return translate(
            "Experiments", "Nothing is varied in this experiment: edit it, and vary a setting to see what it changes."
        )
    return _nothing_yet() if not table.rows else translate("Experiments", "Effects show when two levels have runs.")


def _nothing_yet() -> str:
    return translate("Experiments", "Nothing is measured yet: the figures come with the runs that are finished.")


def runs_table(
    plan: Plan, table: Table, figures: Sequence[str], there: Mapping[str, str], parked: Mapping[str, str]
) -> TableFigure:
    """A row for each planned run. `there` has the state of every run with a log, `parked` why some stand."""
    columns = (
        ColumnFigure("run", translate("Experiments", "Run"), translate("Experiments", "The run's id in the library")),
        ColumnFigure("state", translate("Experiments", "State"), translate("Experiments", "How it ended, or why not")),
        ColumnFigure("cell", translate("Experiments", "Cell"), "", "whole"),
        ColumnFigure("repetition", translate("Experiments", "Repetition"), "", "whole"),
        *_settings(plan),
        *(ColumnFigure(name, figure_title(name), figure_tip(name), "number") for name in figures),
        _voices(),
        ColumnFigure("seed", translate("Experiments", "Seed"), "", "seed"),
    )
    measured = {str(row["run"]): row for row in table.rows}
    rows = []
    for planned in plan.runs:
        found: Mapping[str, Value] = measured.get(planned.run, {})
        rows.append(
            RowFigure(
                (planned.run,),
                (
                    planned.run,
                    _state(planned.run, found, there, parked),
                    planned.cell.number,
                    planned.repetition,
                    *_levels(planned.cell),
                    *(found.get(name) for name in figures),
                    ", ".join(voices_in([found])),
                    planned.seed,
                ),
                planned.run if planned.run in there else "",
            )
        )
    return TableFigure(columns, tuple(rows))


def _state(run: str, found: Mapping[str, Value], there: Mapping[str, str], parked: Mapping[str, str]) -> str:
    if found:
        return {
            "turns": translate("Experiments", "finished"),
            "convergence": translate("Experiments", "finished: they sound alike"),
            "director": translate("Experiments", "stopped by hand"),
        }.get(str(found["ending"]), str(found["ending"]))
    if run in parked:
        return translate("Experiments", "stands: {0}").format(parked[run])
    if run not in there:
        return translate("Experiments", "not begun")
    why = there[run]
    if why == "ended":
        return translate("Experiments", "finished")
    if why in (PAUSED, LEFT):
        return translate("Experiments", "paused")
    return translate("Experiments", "stands: {0}").format(why) if why else translate("Experiments", "begun")


# The plot -------------------------------------------------------------------------------------------------------------


def plot_figure(plan: Plan, compared: Compared, name: str) -> PlotFigure:
    """One figure: its runs by cell, and what each setting changes."""
    table = compared.table
    if not name or name not in table.figures:
        return PlotFigure(note=_nothing_yet())
    means = {one.cell: one for one in compared.summaries if one.figure == name}
    runs: dict[int, list[tuple[float, str]]] = {cell.number: [] for cell in plan.cells}
    for row in table.rows:
        value, number = row.get(name), row["cell"]
        if isinstance(value, int | float) and isinstance(number, int):
            runs[number].append((float(value), str(row["run"])))
    strips = []
    for cell in plan.cells:
        one, found = means.get(cell.number), runs[cell.number]
        strips.append(
            StripFigure(
                cell.number,
                _label(cell),
                tuple(value for value, _run in found),
                tuple(run for _value, run in found),
                one.mean if one else None,
                one.low if one else None,
                one.high if one else None,
            )
        )
    effects, undefined = _effects([one for one in compared.comparisons if one.figure == name])
    note = "" if any(strip.values for strip in strips) else _nothing_yet()
    return PlotFigure(name, figure_title(name), figure_tip(name), tuple(strips), effects, undefined, note)


def _label(cell: Cell) -> str:
    told = " · ".join(
        shown(value) if not isinstance(value, bool | int | float) else f"{setting_title(name)} {shown(value)}"
        for name, value in cell.levels.items()
    )
    return told or translate("Experiments", "All runs")


def _effects(several: Sequence[Comparison]) -> tuple[tuple[EffectFigure, ...], int]:
    found = []
    for one in several:
        between = interval_of(one)
        if one.g is not None and between is not None:
            found.append(
                EffectFigure(setting_title(one.setting), one.a, one.b, one.g, *between, one.p_holm, one.difference)
            )
    return tuple(found), len(several) - len(found)
