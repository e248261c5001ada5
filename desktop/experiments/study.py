"""Reading experiments from the home: their list, and all that one of them came to. For a thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import replace
from pathlib import Path

from parley.core.base.definition import read_text
from parley.core.base.errors import FileError, LogError
from parley.core.home import Home
from parley.core.log import log as log_file
from parley.core.log.fold import fold
from parley.core.studio.experiments import logs
from parley.core.studio.experiments.analysis import Analysis, assess_data
from parley.core.studio.experiments.methods import write_methods
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.spec import read_spec
from parley.core.studio.experiments.table import Measured, Table, build_table
from parley.desktop.experiments import results
from parley.desktop.experiments.figures import ExperimentFigure, Phase, ResultsFigure
from parley.desktop.widgets.language import current, said

SECONDS = 2.5
"""How long is measured before what there is so far is shown."""


class EnoughError(Exception):
    """Something is to be shown before all is measured."""


class Study:
    """One experiment that is looked at. What was measured is kept, so that new runs alone cost anything.

    Attributes: `plan`; `table` and `analysis`, None before it was measured. What was looked at once stays in what tests
    are corrected over.
    """

    def __init__(self, home: Home, id_: str) -> None:
        """Read the spec. Raises `FileError`, `DefinitionError`."""
        self._home = home
        self.id = id_
        self.text = read_text(logs.get_spec_path(home, id_))
        self.plan = Plan(read_spec(logs.get_spec_path(home, id_))[0])
        self.table: Table | None = None
        self._kept: MutableMapping[str, Measured] = {}  # filled by build_table()
        self.analysis: Analysis | None = None
        self._looked: dict[str, None] = {}  # used as a set that keeps the order
        self._why: dict[str, tuple[int, str]] = {}

    def build_results(
        self, chosen: str, parked: Mapping[str, str], live: bool, progress: Callable[[float], None]
    ) -> ResultsFigure:
        """Measure what is new for a while, and compare what there is; `part` says whether that is all.

        `live`: it is being run, so that runs that stand are no news.
        """
        plan = self.plan
        table, part = self._measure_table(progress)
        self.table = table
        figures = results.pick_figures(table, plan.experiment.metrics, chosen)
        # The correction is over all that somebody has looked at, the spec's figures included.
        self._looked |= dict.fromkeys([*results.pick_figures(table, plan.experiment.metrics), *figures])
        # This is slow, and imports SciPy.
        whole = assess_data(replace(table, figures=tuple(name for name in self._looked if name in table.figures)), plan)
        self.analysis, found = whole, whole.of(figures)
        plotted = chosen if chosen in table.figures else _choose_first_figure(figures, plan)
        return ResultsFigure(
            id=self.id,
            finished=len(table.rows),
            part=part,
            choices=table.figures,
            chosen=chosen if chosen in table.figures else "",
            cells=results.cells_table(plan, table, found.summaries),
            factors=results.factors_table(plan, table, found.effects),
            effects=results.effects_table(plan, table, found.comparisons, found.contrasts),
            runs=results.runs_table(plan, table, figures, self._find_logged_runs(live), parked),
            plot=results.build_plot_figure(plan, table, whole, plotted, current()),
            faults=table.faults,
            spec=self.text,
            written_by=results.written_by(table),
            methods=" ".join(map(said, write_methods(plan, table, whole, current()))),
        )

    def _measure_table(self, progress: Callable[[float], None]) -> tuple[Table, float]:
        """Return the table of what could be measured in time, and how much of all that is."""
        until, before, part = time.monotonic() + SECONDS, len(self._kept), 0.0

        def on_progress(done: int, total: int) -> None:
            nonlocal part
            part = done / max(1, total)
            progress(part)
            if time.monotonic() >= until and len(self._kept) > before:  # at least one run, or it would never end
                raise EnoughError  # build_table() keeps what it has measured by then

        try:
            return build_table(self._home, self.plan, (), on_progress, self._kept), 1.0
        except EnoughError:
            known = Plan(self.plan.experiment)  # a plan of its own: the study's must stay complete
            known.runs = tuple(planned for planned in self.plan.runs if planned.run in self._kept)
            return build_table(self._home, known, (), kept=self._kept), part

    def _find_logged_runs(self, live: bool) -> dict[str, str]:
        """Return every run with a log, and why it stands where it does."""
        files, runs = logs.get_logs_of(self._home), [planned.run for planned in self.plan.runs]
        return {
            run: "ended" if run in self._kept else "" if live else self._look_up_end_reason(files[run])
            for run in runs
            if run in files
        }

    def _look_up_end_reason(self, path: Path) -> str:
        try:
            size = path.stat().st_size
            if (kept := self._why.get(path.name)) is not None and kept[0] == size:  # logs only grow
                return kept[1]
            state = fold(log_file.read(path).events)
            why = "ended" if state.status == "ended" else said(state.detail)
        except (LogError, OSError, ValueError, KeyError, IndexError):  # a damaged log tells no reason
            return ""
        self._why[path.name] = size, why
        return why


def _choose_first_figure(figures: Sequence[str], plan: Plan) -> str:
    """Return the first that is worth a plot: how long talks are is often what was set."""
    worth = [name for name in figures if name not in ("turns", "words", *plan.cells[0].levels)]
    return (worth or list(figures) or [""])[0]


class Catalogue:
    """All experiments of the home; logs that have ended are not looked into again."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._ended: set[Path] = set()
        self._plans: dict[str, Plan] = {}

    def list_figures(self, running: str) -> tuple[ExperimentFigure, ...]:
        """Return the list, by name; `running` is the one that is run here."""
        experiments, faults = logs.kept(self._home)
        files = logs.get_logs_of(self._home)
        found = []
        for one in experiments:
            plan = self._plans.get(one.id)
            if plan is None or plan.experiment != one:  # planning thousands of runs takes a while
                plan = self._plans[one.id] = Plan(one)
            paths = [files[planned.run] for planned in plan.runs if planned.run in files]
            done = sum(self._has_ended(path) for path in paths)
            total = len(plan.runs)
            phase: Phase = "running" if one.id == running else "ended" if done == total else "paused"
            if phase == "paused" and not paths:
                phase = "new"
            found.append(ExperimentFigure(one.id, one.name, one.note, len(plan.cells), total, done, phase))
        for fault in faults:
            stem = fault.path.stem if isinstance(fault, FileError) else ""
            found.append(ExperimentFigure(stem, stem, phase="broken", problem=said(fault)))
        return tuple(sorted(found, key=lambda figure: figure.name.casefold()))

    def _has_ended(self, path: Path) -> bool:
        if path not in self._ended and logs.is_finished(path):  # a log that has ended does not change
            self._ended.add(path)
        return path in self._ended
