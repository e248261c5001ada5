"""What an experiment came to, as figures: tables of cells, effects and runs, and a plot of one figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.studio.experiments.comparing import Comparison, Summary, interval_of
from core.studio.experiments.plan import Cell, Plan, shown
from core.studio.experiments.running import LEFT, PAUSED
from core.studio.experiments.table import SETTING, Table, Value, voices_in
from desktop.experiments.figures import ColumnFigure, PlotFigure, RowFigure, Shown, StripFigure, TableFigure
from desktop.experiments.words import figure_tip, figure_title, setting_title, translate


def wanted(table: Table, metrics: Sequence[str], chosen: str = "") -> tuple[str, ...]:
    """The figures that are compared: the chosen one, else those that the spec names, wholly or by their beginnings."""
    if chosen:
        return (chosen,) if chosen in table.figures else ()
    if not metrics:
        return table.figures
    found: dict[str, None] = {}
    for metric in metrics:
        named = [metric] if metric in table.figures else [name for name in table.figures if name.startswith(metric)]
        found |= dict.fromkeys(named)
    return tuple(found)


# Tables ---------------------------------------------------------------------------------------------------------------


def _figure_column() -> ColumnFigure:
    return ColumnFigure("figure", translate("Experiments", "Figure"))


def _voices_column() -> ColumnFigure:
    """Who wrote the lines that a row is about: the rehearsal is named like any other voice."""
    return ColumnFigure("voices", translate("Experiments", "Voices"), translate("Experiments", "Who wrote the lines"))


def _cell_column() -> ColumnFigure:
    return ColumnFigure("cell", translate("Experiments", "Cell"), kind="whole")


def _settings(plan: Plan) -> list[ColumnFigure]:
    numbers = {name: all(map(_is_number, values)) for name, values in plan.experiment.grid.items()}
    return [
        ColumnFigure(f"{SETTING}{name}", setting_title(name), name, "number" if numbers[name] else "text")
        for name in plan.cells[0].levels
    ]


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


def cells_table(plan: Plan, table: Table, summaries: Sequence[Summary]) -> TableFigure:
    """A row for each figure in each cell: n, mean, standard deviation, 95 % confidence interval."""
    student = translate("Experiments", "The 95 % confidence interval of the mean, by Student's t")
    columns = (
        _figure_column(),
        _cell_column(),
        *_settings(plan),
        ColumnFigure("n", "n", translate("Experiments", "Finished runs that have this figure"), "whole"),
        ColumnFigure("mean", translate("Experiments", "Mean"), "", "number"),
        ColumnFigure("sd", "SD", translate("Experiments", "Standard deviation of the runs, n − 1"), "number"),
        ColumnFigure("low", translate("Experiments", "95 % from"), student, "number"),
        ColumnFigure("high", translate("Experiments", "95 % to"), student, "number"),
        _voices_column(),
    )
    if not table.rows:
        return TableFigure(columns, note=_nothing_yet())
    levels = {cell.number: _levels(cell) for cell in plan.cells}
    rows = []
    for one in summaries:
        figures = one.n, one.mean, one.sd, one.low, one.high, ", ".join(one.voices)
        values = figure_title(one.figure), one.cell, *levels[one.cell], *figures
        rows.append(RowFigure((one.figure, one.cell), values))
    return TableFigure(columns, tuple(rows))


def effects_table(plan: Plan, table: Table, comparisons: Sequence[Comparison]) -> TableFigure:
    """A row for each figure and every two levels of a setting."""
    minus = translate("Experiments", "Mean of the second minus mean of the first")
    hedges = translate("Experiments", "Hedges' g: the difference in standard deviations, for small samples")
    holm = translate("Experiments", "Welch's p, corrected over all comparisons of this figure")
    mann_whitney = translate("Experiments", "The Mann-Whitney test, two-sided")
    columns = (
        _figure_column(),
        ColumnFigure("setting", translate("Experiments", "Setting")),
        ColumnFigure("a", translate("Experiments", "From")),
        ColumnFigure("b", translate("Experiments", "To")),
        ColumnFigure("difference", translate("Experiments", "Difference"), minus, "number"),
        ColumnFigure("g", "g", hedges, "number"),
        ColumnFigure("p_holm", translate("Experiments", "p (Holm)"), holm, "p"),
        ColumnFigure("p_welch", translate("Experiments", "p (Welch)"), translate("Experiments", "Welch's t-test"), "p"),
        ColumnFigure("p_mann_whitney", translate("Experiments", "p (ranks)"), mann_whitney, "p"),
        ColumnFigure("n_a", "n₁", "", "whole"),
        ColumnFigure("n_b", "n₂", "", "whole"),
        _voices_column(),
    )
    rows = []
    for one in comparisons:
        tests = one.difference, one.g, one.p_holm, one.p_welch, one.p_mann_whitney, one.n_a, one.n_b
        values = figure_title(one.figure), setting_title(one.setting), one.a, one.b, *tests, ", ".join(one.voices)
        rows.append(RowFigure((one.figure, one.setting, one.a, one.b), values))
    if rows:
        note = ""
    elif not plan.cells[0].levels:
        note = translate(
            "Experiments", "Nothing is varied in this experiment: edit it, and vary a setting to see what it changes."
        )
    else:
        none = translate("Experiments", "Effects show when two levels have runs.")
        note = none if table.rows else _nothing_yet()
    return TableFigure(columns, tuple(rows), note)


def _nothing_yet() -> str:
    return translate("Experiments", "Nothing is measured yet: the figures come with the runs that are finished.")


def runs_table(
    plan: Plan, table: Table, figures: Sequence[str], there: Mapping[str, str], parked: Mapping[str, str]
) -> TableFigure:
    """A row for each planned run. `there` has the state of every run with a log, `parked` why some stand."""
    columns = (
        ColumnFigure("run", translate("Experiments", "Run"), translate("Experiments", "The run's id in the library")),
        ColumnFigure("state", translate("Experiments", "State"), translate("Experiments", "How it ended, or why not")),
        _cell_column(),
        ColumnFigure("repetition", translate("Experiments", "Repetition"), "", "whole"),
        *_settings(plan),
        *(ColumnFigure(name, figure_title(name), figure_tip(name), "number") for name in figures),
        _voices_column(),
        ColumnFigure("seed", translate("Experiments", "Seed"), "", "seed"),
    )
    measured = {str(row["run"]): row for row in table.rows}
    rows = []
    for one in plan.runs:
        found: Mapping[str, Value] = measured.get(one.run, {})
        about = one.run, _state(one.run, found, there, parked), one.cell.number, one.repetition, *_levels(one.cell)
        values = *about, *(found.get(name) for name in figures), ", ".join(voices_in([found])), one.seed
        rows.append(RowFigure((one.run,), values, one.run if one.run in there else ""))
    return TableFigure(columns, tuple(rows))


def _state(run: str, found: Mapping[str, Value], there: Mapping[str, str], parked: Mapping[str, str]) -> str:
    finished = translate("Experiments", "finished")
    if found:
        return {
            "turns": finished,
            "convergence": translate("Experiments", "finished: they sound alike"),
            "director": translate("Experiments", "stopped by hand"),
        }.get(str(found["ending"]), str(found["ending"]))
    stands = translate("Experiments", "stands: {0}")
    if run in parked:
        return stands.format(parked[run])
    if run not in there:
        return translate("Experiments", "not begun")
    why = there[run]
    if why in (PAUSED, LEFT):
        return translate("Experiments", "paused")
    return finished if why == "ended" else stands.format(why) if why else translate("Experiments", "begun")


# The plot -------------------------------------------------------------------------------------------------------------


def plot_figure(
    plan: Plan, table: Table, summaries: Sequence[Summary], comparisons: Sequence[Comparison], name: str
) -> PlotFigure:
    """One figure: its runs by cell, and what each setting changes."""
    if not name or name not in table.figures:
        return PlotFigure(note=_nothing_yet())
    means = {one.cell: (one.mean, one.low, one.high) for one in summaries if one.figure == name}
    runs: dict[object, dict[str, float]] = {cell.number: {} for cell in plan.cells}
    for row in table.rows:
        if isinstance(value := row.get(name), int | float):
            runs[row["cell"]][str(row["run"])] = float(value)
    strips = tuple(
        StripFigure(_label(cell), tuple(runs[cell.number].values()), tuple(runs[cell.number]),
                    *means.get(cell.number, ()))
        for cell in plan.cells
    )  # fmt: skip
    compared = [one for one in comparisons if one.figure == name]
    effects = tuple((one, *ends) for one in compared if one.g is not None and (ends := interval_of(one)) is not None)
    note = "" if any(strip.values for strip in strips) else _nothing_yet()
    undefined = len(compared) - len(effects)
    return PlotFigure(name, figure_title(name), figure_tip(name), strips, effects, undefined, note)


def _label(cell: Cell) -> str:
    told = " · ".join(
        shown(value) if not isinstance(value, bool | int | float) else f"{setting_title(name)} {shown(value)}"
        for name, value in cell.levels.items()
    )
    return told or translate("Experiments", "All runs")
