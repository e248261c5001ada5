"""What an experiment came to, as figures: tables of cells, effects and runs, and a plot of one figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parley.core.cast.providers import simulated
from parley.core.studio.experiments.analysis import Analysis, Effect
from parley.core.studio.experiments.comparing import Comparison, Summary, get_interval_of
from parley.core.studio.experiments.contrasts import Contrast
from parley.core.studio.experiments.plan import Cell, Plan
from parley.core.studio.experiments.plots import list_plots
from parley.core.studio.experiments.running import LEFT, PAUSED
from parley.core.studio.experiments.table import SETTING, Table, Value, find_voices_in
from parley.core.studio.experiments.titles import format_value
from parley.core.voices.provider import VOICES
from parley.desktop.experiments.figures import ColumnFigure, PlotFigure, RowFigure, Shown, TableFigure
from parley.desktop.experiments.words import get_figure_title, get_level_title, get_setting_title, translate
from parley.desktop.run.words import get_voice_word
from parley.desktop.widgets.language import get_name


def pick_figures(table: Table, metrics: Sequence[str], chosen: str = "") -> tuple[str, ...]:
    """Return the figures that are compared: the chosen one, else those that the spec names, wholly or by their
    beginnings.
    """
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


def _build_figure_column() -> ColumnFigure:
    return ColumnFigure("figure", translate("Experiments", "Figure"))


def _build_voices_column() -> ColumnFigure:
    """Return who wrote the lines that a row is about: the rehearsal is named like any other voice."""
    stand_ins = {name: get_voice_word(name) for name in VOICES if simulated(name)}
    tip = translate("Experiments", "Who wrote the lines")
    return ColumnFigure("voices", translate("Experiments", "Voices"), tip, words=stand_ins)


def _build_cell_column() -> ColumnFigure:
    return ColumnFigure("cell", translate("Experiments", "Cell"), kind="whole")


def _build_setting_columns(plan: Plan) -> list[ColumnFigure]:
    numbers = {name: all(map(_is_number, values)) for name, values in plan.experiment.grid.items()}
    return [
        ColumnFigure(
            f"{SETTING}{name}", get_setting_title(name), name, "number" if numbers[name] else "text",
            {format_value(value): get_level_title(name, value) for value in plan.experiment.grid[name]},
        )
        for name in plan.cells[0].levels
    ]  # fmt: skip


def written_by(table: Table) -> str:
    """Return who wrote the lines of all finished runs: a sentence beside every table and plot."""
    if not table.rows:
        return ""
    if table.rehearsed == len(table.rows):
        return translate("Experiments", "Rehearsed: a script wrote the lines, no language model.")
    voices = translate("Experiments", "Voices: {0}.").format(
        ", ".join(map(get_voice_word, find_voices_in(table.rows))) or "–"
    )
    if not table.rehearsed:
        return voices
    some = translate("Experiments", "{0} of {1} runs are rehearsed: a script wrote their lines, no language model.")
    return f"{voices} {some.format(table.rehearsed, len(table.rows))}"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)  # True is an int


def _format_cell_levels(cell: Cell) -> tuple[Shown, ...]:
    return tuple(value if _is_number(value) else format_value(value) for value in cell.levels.values())


def cells_table(plan: Plan, table: Table, summaries: Sequence[Summary]) -> TableFigure:
    """Return a row for each figure in each cell: n, mean, standard deviation, 95 % confidence interval."""
    ends = translate("Experiments", "The 95 % bootstrap interval of the mean, within what the figure can be")
    columns = (
        _build_figure_column(),
        _build_cell_column(),
        *_build_setting_columns(plan),
        ColumnFigure("n", "n", translate("Experiments", "Finished runs that have this figure"), "whole"),
        ColumnFigure("mean", translate("Experiments", "Mean"), "", "number"),
        ColumnFigure("sd", "SD", translate("Experiments", "Standard deviation of the runs, n − 1"), "number"),
        ColumnFigure("low", translate("Experiments", "95 % from"), ends, "number"),
        ColumnFigure("high", translate("Experiments", "95 % to"), ends, "number"),
        _build_voices_column(),
    )
    if not table.rows:
        return TableFigure(columns, note=_explain_nothing_measured())
    levels = {cell.number: _format_cell_levels(cell) for cell in plan.cells}
    rows = []
    for one in summaries:
        figures = one.n, one.mean, one.sd, one.low, one.high, ", ".join(one.voices)
        values = get_figure_title(one.figure), one.cell, *levels[one.cell], *figures
        rows.append(RowFigure((one.figure, one.cell), values))
    return TableFigure(columns, tuple(rows))


def factors_table(plan: Plan, table: Table, effects: Sequence[Effect]) -> TableFigure:
    """Return a row for each figure and each setting or two of them: the analysis of variance."""
    f = translate("Experiments", "The mean square of the effect over that of the rest, sums of squares of type III")
    eta = translate("Experiments", "Partial η²: the effect's part of what it and the rest leave")
    permuted = translate("Experiments", "Residuals of the model without the effect, permuted (Freedman and Lane)")
    columns = (
        _build_figure_column(),
        ColumnFigure("effect", translate("Experiments", "Effect")),
        ColumnFigure("f", "F", f, "number"),
        ColumnFigure("df", translate("Experiments", "df"), translate("Experiments", "Degrees of freedom"), "whole"),
        ColumnFigure("df_error", translate("Experiments", "df of the rest"), "", "whole"),
        ColumnFigure("eta", "η²", eta, "number"),
        ColumnFigure("p_holm", translate("Experiments", "p (Holm)"), _describe_holm_correction(), "p"),
        ColumnFigure("p", translate("Experiments", "p (F)"), "", "p"),
        ColumnFigure("p_permutation", translate("Experiments", "p (permutation)"), permuted, "p"),
        ColumnFigure("n", "n", "", "whole"),
        _build_voices_column(),
    )
    rows = []
    for one in effects:
        term, title = one.term, " × ".join(map(get_setting_title, one.term.factors))
        tests = term.f, term.df, term.df_error, term.eta, one.p_holm, term.p, term.p_permutation, one.n
        rows.append(
            RowFigure((one.figure, *term.factors), (get_figure_title(one.figure), title, *tests, ", ".join(one.voices)))
        )
    few = translate("Experiments", "Too few runs are finished to tell the effects of the settings from chance.")
    return TableFigure(columns, tuple(rows), "" if rows else _explain_nothing_varied(plan, table, few))


def _describe_holm_correction() -> str:
    return translate("Experiments", "Corrected over all tests that were looked at: the page of methods says over which")


def effects_table(
    plan: Plan, table: Table, comparisons: Sequence[Comparison], contrasts: Sequence[Contrast] = ()
) -> TableFigure:
    """Return a row for each figure and every two levels of a setting, in all cells and in those where the others are
    alike, and for each planned contrast.
    """
    minus = translate("Experiments", "Mean of the second minus mean of the first")
    between = translate("Experiments", "The 95 % bootstrap interval of the difference")
    hedges = translate("Experiments", "Hedges' g: the difference in standard deviations, for small samples")
    mann_whitney = translate("Experiments", "The Mann-Whitney test, two-sided")
    permuted = translate("Experiments", "The permutation test of the difference of means, two-sided")
    where = translate("Experiments", "The other settings where two cells are compared; empty: all cells")
    columns = (
        _build_figure_column(),
        ColumnFigure("setting", translate("Experiments", "Setting")),
        ColumnFigure("a", translate("Experiments", "From")),
        ColumnFigure("b", translate("Experiments", "To")),
        ColumnFigure("within", translate("Experiments", "Within"), where),
        ColumnFigure("difference", translate("Experiments", "Difference"), minus, "number"),
        ColumnFigure("low", translate("Experiments", "95 % from"), between, "number"),
        ColumnFigure("high", translate("Experiments", "95 % to"), between, "number"),
        ColumnFigure("g", "g", hedges, "number"),
        ColumnFigure("p_holm", translate("Experiments", "p (Holm)"), _describe_holm_correction(), "p"),
        ColumnFigure("p_welch", translate("Experiments", "p (Welch)"), translate("Experiments", "Welch's t-test"), "p"),
        ColumnFigure("p_mann_whitney", translate("Experiments", "p (ranks)"), mann_whitney, "p"),
        ColumnFigure("p_permutation", translate("Experiments", "p (permutation)"), permuted, "p"),
        ColumnFigure("n_a", "n₁", "", "whole"),
        ColumnFigure("n_b", "n₂", "", "whole"),
        _build_voices_column(),
    )
    rows = []
    # What was planned before anything was seen comes first.
    planned = translate("Experiments", "planned contrast")
    for each in contrasts:
        about: tuple[Shown, ...] = get_figure_title(each.figure), each.name, "", "", planned
        about += each.estimate, each.low, each.high, None, each.p_holm, each.p, None, None, each.n, None
        rows.append(RowFigure((each.figure, each.name, "", "", "contrast"), (*about, ", ".join(each.voices))))
    words = _name_comparison_cells(plan)
    for one in comparisons:
        ends = (get_level_title(one.setting, end) for end in (one.a, one.b))
        told = get_figure_title(one.figure), get_setting_title(one.setting), *ends, words.get(one.within, one.within)
        tests = one.p_holm, one.p_welch, one.p_mann_whitney, one.p_permutation
        values = *told, one.difference, one.low, one.high, one.g, *tests, one.n_a, one.n_b, ", ".join(one.voices)
        rows.append(RowFigure((one.figure, one.setting, one.a, one.b, one.within), values))
    none = translate("Experiments", "Effects show when two levels have runs.")
    return TableFigure(columns, tuple(rows), "" if rows else _explain_nothing_varied(plan, table, none))


def _name_comparison_cells(plan: Plan) -> dict[str, str]:
    """Return what the cells within which two levels are compared are called here, by the core's own words."""
    found: dict[str, str] = {}
    for cell in plan.cells:
        for setting in cell.levels:
            others = [(name, value) for name, value in cell.levels.items() if name != setting]
            key = ", ".join(f"{name} {format_value(value)}" for name, value in others)
            found[key] = ", ".join(
                f"{get_setting_title(name)}: {get_level_title(name, value)}" for name, value in others
            )
    return found


def _explain_nothing_varied(plan: Plan, table: Table, otherwise: str) -> str:
    if not plan.cells[0].levels:
        return translate(
            "Experiments", "Nothing is varied in this experiment: edit it, and vary a setting to see what it changes."
        )
    return otherwise if table.rows else _explain_nothing_measured()


def _explain_nothing_measured() -> str:
    return translate("Experiments", "Nothing is measured yet: the figures come with the runs that are finished.")


def runs_table(
    plan: Plan, table: Table, figures: Sequence[str], there: Mapping[str, str], parked: Mapping[str, str]
) -> TableFigure:
    """Return a row for each planned run. `there` has the state of every run with a log, `parked` why some stand."""
    columns = (
        ColumnFigure("run", translate("Experiments", "Run"), translate("Experiments", "The run's id in the library")),
        ColumnFigure("state", translate("Experiments", "State"), translate("Experiments", "How it ended, or why not")),
        _build_cell_column(),
        ColumnFigure("repetition", translate("Experiments", "Repetition"), "", "whole"),
        *_build_setting_columns(plan),
        *(ColumnFigure(name, get_figure_title(name), name, "number") for name in figures),
        _build_voices_column(),
        ColumnFigure("seed", translate("Experiments", "Seed"), "", "seed"),
    )
    measured = {str(row["run"]): row for row in table.rows}
    rows = []
    for one in plan.runs:
        found: Mapping[str, Value] = measured.get(one.run, {})
        about = (
            one.run,
            _describe_run_state(one.run, found, there, parked),
            one.cell.number,
            one.repetition,
            *_format_cell_levels(one.cell),
        )
        values = *about, *(found.get(name) for name in figures), ", ".join(find_voices_in([found])), one.seed
        rows.append(RowFigure((one.run,), values, one.run if one.run in there else ""))
    return TableFigure(columns, tuple(rows))


def _describe_run_state(
    run: str, found: Mapping[str, Value], there: Mapping[str, str], parked: Mapping[str, str]
) -> str:
    finished = translate("Experiments", "finished")
    if found:
        return {
            "turns": finished,
            "convergence": translate("Experiments", "finished: they sound alike"),
            "director": translate("Experiments", "stopped by hand"),
        }.get(str(found["ending"]), get_name("end", str(found["ending"])))
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


def build_plot_figure(plan: Plan, table: Table, found: Analysis, name: str, language: str) -> PlotFigure:
    """Return a figure's runs by cell, what each setting changes, and the means by every two settings."""
    if not name or not any(isinstance(row.get(name), int | float) for row in table.rows):
        return PlotFigure(note=_explain_nothing_measured())
    drawn = {kind: draw(plan, table, found, name, language) for kind, draw in list_plots(plan, table).items()}
    compared = [one for one in found.comparisons if one.figure == name and not one.within]
    defined = any(get_interval_of(one) is not None for one in compared)
    return PlotFigure(
        name,
        get_figure_title(name),
        name,
        cells=(drawn["cells"],),
        interactions=tuple(picture for kind, picture in drawn.items() if kind.startswith("interaction")),
        effects=(drawn["effects"],) if defined and "effects" in drawn else (),
        compared=len(compared),
    )
