"""`parley experiment`: run, show, export, list."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from core.base.errors import RunError, UnknownName
from core.base.sentences import Sentence
from core.cli.common import (
    FROM_TERMINAL,
    AllowOption,
    HomeOption,
    JsonOption,
    home_of,
    on_signals,
    print_json,
    progress,
    say,
    show_all,
    tell,
    with_leave,
)
from core.home import Home, named
from core.studio.experiments import logs
from core.studio.experiments.plan import Plan, shown
from core.studio.experiments.running import Progress, Running
from core.studio.experiments.service import ExperimentService
from core.studio.experiments.spec import MOST_AT_ONCE, Experiment, read_spec
from core.studio.runs import not_among

if TYPE_CHECKING:
    from core.studio.experiments.table import Table

experiment_app = typer.Typer(help="The same talk many times over a grid of settings.", no_args_is_help=True)

MOST_PARKED = 12
"""Runs that stand which are told one by one."""

NameArgument = Annotated[
    str, typer.Argument(help="An experiment's name or id, the beginning of one, or its TOML file.", show_default=False)
]
MetricOption = Annotated[
    list[str] | None,
    typer.Option("--metric", help="What to compare, such as convergence.parley.balanced.score; else as the spec says."),
]


@experiment_app.command()
def run(
    spec: Annotated[Path, typer.Argument(help="The experiment's TOML file.", show_default=False)],
    parallel: Annotated[
        int | None, typer.Option("--parallel", min=1, max=MOST_AT_ONCE, help="Runs at once; else as the spec says.")
    ] = None,
    allow: AllowOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run what is not finished of an experiment; the same command goes on where it was stopped."""
    experiment, text = read_spec(spec)
    if parallel is not None:
        experiment = experiment.model_copy(update={"parallel": parallel})
    place = home_of(home)
    plan = Plan(experiment)
    allowed = list(allow or ())

    async def main(update: Any) -> Progress:
        studio = ExperimentService(place)
        studio.allow(allowed)
        folder = named(spec).absolute().parent
        running = Running(studio, plan, folder, lambda now: update(now.part, 1.0, _under_way(now)))
        _pause_on_signals(running)
        try:
            # Only what can be run is kept.
            return await running.live(lambda: logs.keep(place, experiment, text, folder))
        finally:
            await studio.close()

    def live() -> Progress:
        with progress(experiment.name) as update:
            return asyncio.run(main(update))

    found = with_leave(allowed.extend, live)
    _report(experiment.id, plan, found, spec, as_json=as_json)


def _pause_on_signals(running: Running) -> None:
    """Ctrl+C lets the replies under way end, a second one drops them; a polite kill drops them at once."""
    asked = 0

    def on_interrupt() -> None:
        nonlocal asked
        asked += 1
        running.pause(cancel=asked > 1, why=FROM_TERMINAL)
        out = _batched(running.progress)
        again = f": {out}. Ctrl+C again waits no longer; what the batch brings is used when you go on."
        if asked == 1:
            tell(f"Pausing when the replies under way are whole{again if out else '; Ctrl+C again drops them.'}")

    on_signals(on_interrupt, lambda: running.pause(cancel=True, why=FROM_TERMINAL))


def _under_way(now: Progress) -> str:
    """What is done and under way, for the line of progress."""
    told = f"{now.done:,} of {now.total:,} runs, {now.running:,} at once, turn {now.turns:,} of {now.turns_due:,}"
    return ", ".join(part for part in (told, _batched(now)) if part)


def _batched(now: Progress) -> str:
    """What waits in batches, as it is told; empty where nothing does."""
    if not now.batched or now.batched_since is None:
        return ""
    minutes = max(0, int((datetime.now(UTC) - now.batched_since).total_seconds() // 60))
    calls = "1 call waits" if now.batched == 1 else f"{now.batched:,} calls wait"
    where = "a batch" if now.batches == 1 else f"{now.batches:,} batches"
    trouble = f" ({now.trouble})" if now.trouble else ""
    return f"{calls} in {where}, sent {minutes} min ago{trouble}"


def _report(experiment: str, plan: Plan, found: Progress, spec: Path, *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "id": experiment,
                "name": plan.experiment.name,
                "cells": len(plan.cells),
                "runs": found.total,
                "done": found.done,
                "before": found.before,
                "parked": [{"run": one, "reason": reason} for one, reason in found.parked.items()],
                "status": "ended" if found.whole else "paused",
                "reason": found.halted,
            }
        )
    for one, reason in [*found.parked.items()][:MOST_PARKED]:
        tell(f"Run {one} stands: {reason}")
    if len(found.parked) > MOST_PARKED:
        tell(f"… and {len(found.parked) - MOST_PARKED} more.")
    if not found.whole:
        why = f" {found.halted}" if found.halted else ""
        if found.left:
            why += f" What {found.left:,} calls in batches bring is kept at the server for 29 days, and used then."
        hint = Sentence("Go on with: parley experiment run {spec}", spec=spec)
        template = "The experiment stands: {done:,} of {total:,} runs are finished.{why}"
        raise RunError(template, done=found.done, total=found.total, why=why, hint=hint)
    if not as_json:
        again = f", {found.before:,} of them before" if found.before else ""
        say(f"All {found.total:,} runs are finished{again}. See: parley experiment show {experiment}")


@experiment_app.command()
def show(name: NameArgument, metric: MetricOption = None, home: HomeOption = None, as_json: JsonOption = False) -> None:
    """What the settings change: every cell with its means, and every two levels of a setting against each other."""
    from core.studio.experiments.comparing import comparisons, summaries
    from core.studio.experiments.table import voices_in

    plan, table = _measured(home_of(home), name, metric)
    of_cells, compared = summaries(table, plan), comparisons(table, plan)
    if as_json:
        cells: dict[int, dict[str, Any]] = {}
        for cell in plan.cells:
            levels = {one: shown(value) if isinstance(value, tuple) else value for one, value in cell.levels.items()}
            cells[cell.number] = {"cell": cell.number, "settings": levels, "figures": {}}
        for one in of_cells:
            figures = {"n": one.n, "mean": one.mean, "sd": one.sd, "low": one.low, "high": one.high}
            cells[one.cell]["figures"][one.figure] = figures
        print_json(
            {
                "id": plan.experiment.id,
                "name": plan.experiment.name,
                "runs": len(plan.runs),
                "done": len(table.rows),
                "voices": list(voices_in(table.rows)),
                "rehearsed": table.rehearsed,
                "cells": list(cells.values()),
                "comparisons": [asdict(one) for one in compared],
                "table": list(table.rows),
            }
        )
        return
    say(f"{plan.experiment.name}: {len(table.rows):,} of {len(plan.runs):,} runs are finished.")
    if table.rows:
        say(f"Voices: {', '.join(voices_in(table.rows)) or '–'}.")
    if table.rehearsed:
        some = "" if table.rehearsed == len(table.rows) else f" in {table.rehearsed:,} of the runs"
        say(f"Rehearsed{some}: a script wrote these lines, no language model.")
    labels = {cell.number: cell.label for cell in plan.cells}
    wide = min(max(map(len, labels.values()), default=0), 60)
    for figure in table.figures:
        say(f"\n{figure}")
        for one in (each for each in of_cells if each.figure == figure):
            spread = f" ± {_number(one.sd)}  [{_number(one.low)}, {_number(one.high)}]" if one.sd is not None else ""
            say(f"  {labels[one.cell][:60]:<{wide}}  n {one.n:<4} {_number(one.mean)}{spread}")
        for each in (each for each in compared if each.figure == figure):
            effect = f"  g {_number(each.g)}  p {_number(each.p_holm)} (Welch, Holm)" if each.g is not None else ""
            ranks = f"  p {_number(each.p_mann_whitney)} (Mann-Whitney)" if each.p_mann_whitney is not None else ""
            change = f"{each.difference:+.4g}"
            say(f"    {each.setting}: {each.a[:24]} → {each.b[:24]}  {change}{effect}{ranks}")


@experiment_app.command()
def export(
    name: NameArgument,
    out: Annotated[Path, typer.Option("-o", "--output", help="The file to write.")],
    to: Annotated[str, typer.Option("--to", help="csv or parquet; else what the file's name ends in.")] = "",
    metric: Annotated[
        list[str] | None, typer.Option("--metric", help="Only figures that begin with this; else all.")
    ] = None,
    home: HomeOption = None,
) -> None:
    """Write the table, a row a finished run, for other programs."""
    from core.studio.experiments.writing import FORMATS, write

    to = to or out.suffix.lower().removeprefix(".")
    if to not in FORMATS:
        raise UnknownName("format of a table", to, FORMATS)
    _plan, table = _measured(place := home_of(home), name, metric or [])
    not_among(target := named(out), place)
    write(table, to, target)
    tell(f"Written: {out}")


@experiment_app.command("list")
def list_all(home: HomeOption = None, as_json: JsonOption = False) -> None:
    """The experiments of this home, and how far each is."""
    place = home_of(home)
    found, faults = logs.kept(place)
    files = logs.logs_of(place)

    def row(one: Experiment) -> dict[str, Any]:
        plan = Plan(one)
        done = sum(logs.finished(files.get(planned.run)) for planned in plan.runs)
        return {"id": one.id, "name": one.name, "cells": len(plan.cells), "runs": len(plan.runs), "done": done}

    def line(one: Experiment) -> str:
        return "{id:<24} {done:>6,} of {runs:>6,} runs  {cells:>4} cells  {name}".format(**row(one))

    show_all(found, faults, row, line, as_json=as_json)


def _measured(home: Home, name: str, metric: Sequence[str] | None) -> tuple[Plan, Table]:
    """The plan and its table; without a metric those of the spec, and of an empty list all."""
    # What measures takes half a second to import.
    from core.studio.experiments.table import tabulate

    plan = Plan(logs.find(home, name))
    metrics = plan.experiment.metrics if metric is None else tuple(metric)
    with progress("Measuring") as update:
        table = tabulate(home, plan, metrics, update)
    for fault in table.faults:
        tell(fault)
    return plan, table


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.4g}"
