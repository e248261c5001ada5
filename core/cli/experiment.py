"""`parley experiment`: run, show, export, list."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parley.core.base.errors import RunError, UnknownName
from parley.core.base.sentences import LANGUAGES, Sentence
from parley.core.cli.common import (
    FROM_TERMINAL,
    AllowOption,
    HomeOption,
    JsonOption,
    SchedulerOption,
    get_home_of,
    in_words,
    on_signals,
    print_json,
    say,
    show_all,
    show_progress,
    tell,
    with_leave,
)
from parley.core.cli.steered import SteeredOption, get_steering, keep_looking, make_steerable, pack_sentence
from parley.core.home import Home, parse_path
from parley.core.studio.executing import find_executor_at
from parley.core.studio.experiments import logs
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.running import Progress, Running
from parley.core.studio.experiments.service import ExperimentService
from parley.core.studio.experiments.spec import MOST_AT_ONCE, Experiment, read_spec
from parley.core.studio.runs import not_among

if TYPE_CHECKING:
    from parley.core.studio.experiments.table import Table

experiment_app = typer.Typer(help="The same talk many times over a grid of settings.", no_args_is_help=True)

FOLDER = "folder"
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
@make_steerable
def run(
    spec: Annotated[Path, typer.Argument(help="The experiment's TOML file.", show_default=False)],
    parallel: Annotated[
        int | None, typer.Option("--parallel", min=1, max=MOST_AT_ONCE, help="Runs at once; else as the spec says.")
    ] = None,
    scheduler: SchedulerOption = "",
    allow: AllowOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
    by_a_window: SteeredOption = False,
) -> None:
    """Run what is not finished of an experiment; the same command goes on where it was stopped."""
    experiment, text = read_spec(spec)
    if parallel is not None:
        experiment = experiment.model_copy(update={"parallel": parallel})
    place = get_home_of(home)
    plan = Plan(experiment)
    allowed = list(allow or ())  # `with_leave` adds to it and calls `main` again, which makes a studio anew

    async def main(update: Any) -> Progress:
        studio = ExperimentService(place)
        studio.allow_hosts(allowed)
        # A window runs what the home keeps already.
        folder = logs.folder_of(place, experiment.id) if by_a_window else parse_path(spec).absolute().parent
        try:
            async with find_executor_at(scheduler, place, experiment.parallel) as executor:
                running = Running(studio, plan, folder, executor=executor)

                def show_state() -> None:
                    now, cluster = running.progress, executor.look()
                    if (link := get_steering()) is not None:
                        link.show(_figures(now))
                        return
                    told = in_words(cluster.told()) if cluster else ""
                    update(now.part, 1.0, " · ".join(filter(None, (_format_progress(now), told))))

                _pause_on_signals(running, by_a_window=by_a_window)
                async with keep_looking(show_state):
                    # Only what can be run is kept.
                    return await running.live(lambda: by_a_window or logs.keep(place, experiment, text, folder))
        finally:
            await studio.close()

    def run_cells() -> Progress:
        with show_progress(experiment.name) as update:
            return asyncio.run(main(update))

    if by_a_window:
        run_cells()  # without `with_leave`: the refusal goes to the window as a line, and it asks
        return
    found = with_leave(allowed.extend, run_cells)
    _print_report(experiment.id, plan, found, spec, as_json=as_json)


def _pause_on_signals(running: Running, *, by_a_window: bool) -> None:
    """Have Ctrl+C let the replies under way end, a second one drop them, and a polite kill drop them at once."""
    asked = 0

    def on_interrupt() -> None:
        nonlocal asked
        asked += 1
        running.pause(cancel=asked > 1, why="" if by_a_window else FROM_TERMINAL)
        if by_a_window:
            return
        if asked == 1:
            tell("Pausing when the replies under way are whole; Ctrl+C again drops them.")

    on_signals(on_interrupt, lambda: running.pause(cancel=True, why="" if by_a_window else FROM_TERMINAL))


def _figures(now: Progress) -> dict[str, Any]:
    """Return what a window is told; its sentences can be said in any language."""
    parked = {run: pack_sentence(why) for run, why in now.parked.items()}
    return asdict(now) | {"parked": parked, "halted": pack_sentence(now.halted)}


def _format_progress(now: Progress) -> str:
    """Return what is done and under way, for the line of progress."""
    return f"{now.done:,} of {now.total:,} runs, {now.running:,} at once, turn {now.turns:,} of {now.turns_due:,}"


def _print_report(experiment: str, plan: Plan, found: Progress, spec: Path, *, as_json: bool) -> None:
    if as_json:  # also where it stopped early: the error below goes to stderr
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
        hint = Sentence("Go on with: parley experiment run {spec}", spec=spec)
        template = "The experiment stands: {done:,} of {total:,} runs are finished.{why}"
        raise RunError(template, done=found.done, total=found.total, why=why, hint=hint)
    if not as_json:
        again = f", {found.before:,} of them before" if found.before else ""
        say(f"All {found.total:,} runs are finished{again}. See: parley experiment show {experiment}")


@experiment_app.command()
def show(name: NameArgument, metric: MetricOption = None, home: HomeOption = None, as_json: JsonOption = False) -> None:
    """Show what the settings change: each cell with its means, effects and interactions, every two levels and cells."""
    from parley.core.cli.experiment_telling import as_data, yield_lines
    from parley.core.studio.experiments.analysis import assess_data

    plan, table = _measure_experiment(get_home_of(home), name, metric)
    found = assess_data(table, plan)
    if as_json:
        print_json(as_data(plan, table, found))
        return
    for line in yield_lines(plan, table, found):
        say(line)


@experiment_app.command()
def export(
    name: NameArgument,
    out: Annotated[Path, typer.Option("-o", "--output", help="The file to write; a folder with --to folder.")],
    to: Annotated[str, typer.Option("--to", help="csv, parquet or folder; else what the file's name ends in.")] = "",
    metric: Annotated[
        list[str] | None,
        typer.Option("--metric", help="Only figures that begin with this; else all in tables, the spec's in others."),
    ] = None,
    lang: Annotated[str, typer.Option("--lang", help="The language of plots and methods: en or de.")] = "en",
    home: HomeOption = None,
) -> None:
    """Write the table, a row a finished run, or a folder with tables, plots, spec and methods."""
    from parley.core.studio.experiments.analysis import assess_data
    from parley.core.studio.experiments.publication import publish
    from parley.core.studio.experiments.writing import FORMATS, write

    to = to or out.suffix.lower().removeprefix(".")
    if to not in (*FORMATS, FOLDER):
        raise UnknownName("format of an experiment", to, (*FORMATS, FOLDER))
    if lang not in LANGUAGES:
        raise UnknownName("language", lang, LANGUAGES)
    plan, table = _measure_experiment(place := get_home_of(home), name, (metric or []) if to in FORMATS else metric)
    not_among(target := parse_path(out), place)
    if to in FORMATS:
        write(table, plan, to, target)
        written = [target]
    else:
        written = publish(plan, table, assess_data(table, plan), target, lang)
    for path in written:
        tell(f"Written: {path}")


@experiment_app.command("list")
def list_all(home: HomeOption = None, as_json: JsonOption = False) -> None:
    """List the experiments of this home, and how far each is."""
    place = get_home_of(home)
    found, faults = logs.kept(place)
    files = logs.get_logs_of(place)  # one look at the folder for all experiments

    def make_row(one: Experiment) -> dict[str, Any]:
        plan = Plan(one)
        done = sum(logs.is_finished(files.get(planned.run)) for planned in plan.runs)
        return {"id": one.id, "name": one.name, "cells": len(plan.cells), "runs": len(plan.runs), "done": done}

    def format_line(one: Experiment) -> str:
        return "{id:<24} {done:>6,} of {runs:>6,} runs  {cells:>4} cells  {name}".format(**make_row(one))

    show_all(found, faults, make_row, format_line, as_json=as_json)


def _measure_experiment(home: Home, name: str, metric: Sequence[str] | None) -> tuple[Plan, Table]:
    """Return the plan and its table; without a metric those of the spec, and of an empty list all."""
    # What measures takes half a second to import.
    from parley.core.studio.experiments.table import build_table

    plan = Plan(logs.find(home, name))
    metrics = plan.experiment.metrics if metric is None else tuple(metric)
    with show_progress("Measuring") as update:
        table = build_table(home, plan, metrics, update)
    for fault in table.faults:
        tell(fault)
    return plan, table
