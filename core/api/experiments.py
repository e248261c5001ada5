"""Experiments: many runs of a grid of settings, and their table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomlkit

from parley.core.api import driving, frames
from parley.core.api.frames import Kind
from parley.core.api.pictures import Plot, html_table
from parley.core.api.runs import home_at
from parley.core.base.definition import parse_toml
from parley.core.base.errors import RunError, UnknownName, UsageError
from parley.core.base.sentences import LANGUAGES
from parley.core.home import Home
from parley.core.studio.experiments import logs
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.spec import Experiment as Spec
from parley.core.studio.experiments.spec import read_spec
from parley.core.studio.experiments.titles import format_value

if TYPE_CHECKING:
    from parley.core.studio.experiments.analysis import Analysis
    from parley.core.studio.experiments.table import Table

MOST_CELLS = 30
"""Cells that a notebook shows of an experiment."""


class Experiment:
    """An experiment of a home: `run()` plays what is not finished of it, `table()` has a row a finished run."""

    def __init__(self, home: Home, spec: Spec, text: str, folder: Path, allow: Sequence[str] = ()) -> None:
        self._home, self._text, self._folder, self._allow = home, text, folder, allow
        self._plan = Plan(spec)
        self._measured: dict[tuple[str, ...], dict[str, Any]] = {}

    @property
    def id(self) -> str:
        """Its id, by which `parley experiment show` finds it."""
        return self._plan.experiment.id

    @property
    def total(self) -> int:
        """Its runs, finished or not."""
        return len(self._plan.runs)

    @property
    def done(self) -> int:
        """Its finished runs."""
        files = logs.get_logs_of(self._home)  # the folder is looked through once, not for each run
        return sum(logs.is_finished(files.get(planned.run)) for planned in self._plan.runs)

    def run(self, *, parallel: int | None = None) -> Experiment:
        """Play what is not finished, `parallel` runs at once, else as many as the spec says; return the experiment.

        Raises `RunError` where it stands before all are finished: what was played is kept, and the same call goes on.
        """
        driving.wait(self.played(parallel=parallel))
        return self

    async def played(self, *, parallel: int | None = None) -> Experiment:
        """Do as `run` does, in a coroutine."""
        from parley.core.studio.executing import find_executor_at
        from parley.core.studio.experiments.running import Running
        from parley.core.studio.experiments.service import ExperimentService

        plan = self._plan
        if parallel is not None:
            plan = Plan(plan.experiment.model_copy(update={"parallel": parallel}))
        studio = ExperimentService(self._home)
        studio.allow_hosts(self._allow)
        try:
            async with find_executor_at("", self._home, plan.experiment.parallel) as executor:
                running = Running(studio, plan, self._folder, executor=executor)
                found = await running.live(lambda: logs.keep(self._home, plan.experiment, self._text, self._folder))
        finally:
            await studio.close()
        if not found.whole:
            raise RunError(
                "The experiment stands: {done:,} of {total:,} runs are finished.{why}",
                done=found.done, total=found.total, why=f" {found.halted}" if found.halted else "",
            )  # fmt: skip
        return self

    def table(self, *metrics: str, frame: Kind = "auto") -> Any:
        """Return a row for each finished run: its settings and figures. `metrics` are names or beginnings of figures;
        without, those of the spec. Columns are called as in exported files. As a DataFrame where pandas or polars is
        there, else as a list.
        """
        from parley.core.studio.experiments.writing import list_columns

        table = self._tabulate(metrics)
        names = list_columns(table)
        return frames.frame([{name: row.get(own) for name, own in names.items()} for row in table.rows], names, frame)

    def effects(self, *metrics: str, frame: Kind = "auto") -> Any:
        """Return what the settings change: a row for each main effect or interaction of two on a figure, with its F and
        p (Holm's correction is over all that is looked at) and partial η². `metrics` as in `table`. Needs the extra
        `statistics`.
        """
        from parley.core.studio.experiments.publication import EFFECT_FIELDS, build_effect_record

        rows = [build_effect_record(one) for one in self._analyse(metrics)[1].effects]
        return frames.frame(rows, EFFECT_FIELDS, frame)

    def plots(self, *metrics: str, language: str = "en") -> dict[str, Plot]:
        """Return the plots of each figure by their names, such as "turns.cells" and "turns.effects"; a notebook shows
        one as the last value of a cell. `metrics` as in `table`. Raises `UsageError` where no run is finished.
        """
        from parley.core.studio.experiments.plots import list_plots

        table, found = self._analyse(metrics)
        if not table.rows:
            raise UsageError("No run is finished yet: there is nothing to draw.")
        if language not in LANGUAGES:
            raise UnknownName("language", language, LANGUAGES)
        return {
            f"{figure}.{name}": Plot(draw(self._plan, table, found, figure, language))
            for figure in found.figures
            for name, draw in list_plots(self._plan, table).items()
        }

    def _tabulate(self, metrics: tuple[str, ...]) -> Table:
        from parley.core.studio.experiments.table import build_table

        # What is finished stays as it is: it is measured once.
        kept = self._measured.get(metrics, {})
        table = build_table(self._home, self._plan, metrics or self._plan.experiment.metrics, kept=kept)
        self._measured[metrics] = kept
        return table

    def _analyse(self, metrics: tuple[str, ...]) -> tuple[Table, Analysis]:
        from parley.core.studio.experiments.analysis import assess_data

        table = self._tabulate(metrics)
        return table, assess_data(table, self._plan)

    def __repr__(self) -> str:
        return f"<parley.Experiment {self.id}: {self.done} of {self.total} runs>"

    def _repr_html_(self) -> str:
        files = logs.get_logs_of(self._home)
        done = Counter(each.cell.number for each in self._plan.runs if logs.is_finished(files.get(each.run)))
        settings, repetitions = list(self._plan.experiment.grid), self._plan.experiment.repetitions
        rows = [
            [*(format_value(cell.levels[name]) for name in settings), f"{done[cell.number]} of {repetitions}"]
            for cell in self._plan.cells[:MOST_CELLS]
        ]
        if len(self._plan.cells) > MOST_CELLS:
            rows.append([f"… and {len(self._plan.cells) - MOST_CELLS:,} more", *[""] * len(settings)])
        caption = f"{self._plan.experiment.name}: {sum(done.values())} of {self.total} runs"
        return html_table([*settings, "finished"], rows, caption)


def experiment(
    spec: str | Path | Mapping[str, Any], *, home: str | Path | None = None, allow: Sequence[str] = ()
) -> Experiment:
    """Return an experiment from its TOML file, or from what such a file has.

    `allow` names servers that are not yours and may be talked to. Raises `DefinitionError`.
    """
    place = home_at(home)
    if isinstance(spec, Mapping):
        try:
            text = tomlkit.dumps(dict(spec))  # by way of TOML: the home keeps that, and faults have their line
        except (TypeError, ValueError) as error:
            raise UsageError("experiment(): this cannot be the spec of an experiment: {why}.", why=str(error)) from None
        return Experiment(place, parse_toml(text, Path("experiment.toml"), Spec), text, Path.cwd(), allow)
    path = Path(spec)
    found, text = read_spec(path)
    return Experiment(place, found, text, path.absolute().parent, allow)
