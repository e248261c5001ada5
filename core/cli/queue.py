"""`parley queue` and `parley worker`: runs that are asked for now and played later, by whichever worker comes first."""

from __future__ import annotations

import asyncio
import functools
from inspect import Parameter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parley.core.base.errors import RunError, UnknownName
from parley.core.base.sentences import Sentence
from parley.core.cli.common import (
    AllowOption,
    HomeOption,
    JsonOption,
    get_home_of,
    in_words,
    on_signals,
    print_json,
    say,
    show_progress,
    tell,
)
from parley.core.cli.options import Shared, command, kinds, shared, values
from parley.core.cli.run import voice_spec
from parley.core.cli.steered import SteeredOption, get_steering, keep_looking, make_steerable
from parley.core.engine.run_request import RequestSpec
from parley.core.home import Home
from parley.core.queue.claims import seems_gone
from parley.core.queue.files import anchor_paths
from parley.core.queue.jobs import STATES, Job
from parley.core.queue.queue import Queue

if TYPE_CHECKING:
    from parley.core.queue.worker import Tally

queue_app = typer.Typer(help="Runs that are played later, by `parley worker`.", no_args_is_help=True)
add_app = typer.Typer(help="Ask for a run.", no_args_is_help=True)
queue_app.add_typer(add_app, name="add")

BY = "terminal"
"""Who asks, where a job is enqueued here."""

JobArgument = Annotated[str, typer.Argument(help="A job's id, the beginning of one, or its key.", show_default=False)]

JobAllowOption = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-host",
        "--allow",
        help="Let these jobs, and no others, talk to this server, without your key: host or host:port. More than once.",
        show_default=False,
    ),
]

_KEY = "With the same key it is one job, however often it is added."
_BUDGET = "US dollars that its run may cost; 0: as set."
OWN: dict[str, tuple[Any, Any]] = {
    "key": (Annotated[str, typer.Option("--key", help=_KEY)], ""),
    "priority": (Annotated[int, typer.Option("--priority", help="Those with a higher one come first.")], 0),
    "budget": (Annotated[float, typer.Option("--budget", help=_BUDGET, min=0)], 0.0),
}
"""What every job can be given besides the options of its run."""


def own_options() -> list[Parameter]:
    """Return the options of a job itself."""
    return [
        Parameter(f"job_{name}", Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        for name, (annotation, default) in OWN.items()
    ]


def add_kinds(app: typer.Typer) -> None:
    """Add a command for every kind of run that there is."""
    for spec, text, asked_for in kinds(app):
        parameters = [*asked_for, *own_options(), *shared("voice", "model", "fast", "home", "as_json")]
        app.command(spec.name)(command(functools.partial(_add_job, spec), parameters, text))


def _add_job(spec: RequestSpec, wish: Shared, **given: Any) -> None:
    own = {name: given.pop(f"job_{name}") for name in OWN}  # prefixed: a kind of run may have an option `key` itself
    queue = Queue(get_home_of(wish.home))
    request = spec.asked(values(spec.options(), given))
    update: dict[str, Any] = {"simulated": wish.fast}
    if spoken := voice_spec(wish):
        update["voice"] = spoken
    request = anchor_paths(request.model_copy(update=update), Path.cwd())
    job = queue.enqueue(request, key=own["key"], priority=own["priority"], asked_by=BY, budget=own["budget"])
    if wish.as_json:
        print_json([make_row(job)])
    else:
        _tell_job(job)


add_kinds(add_app)


def _tell_job(job: Job) -> None:
    say(in_words(Sentence("Job {job}: {state}.", job=job.id, state=STATES[job.state])))


def make_row(job: Job) -> dict[str, Any]:
    """Return a job as `--json` has it."""
    return {
        "id": job.id,
        "key": job.key,
        "mode": job.kind,
        "state": job.state,
        "run": job.run,
        "tries": job.fence,  # it rises with every claim
        "reason": str(job.reason),
    }


def _format_job_line(home: Home, job: Job) -> str:
    told = in_words(job.reason) if job.reason else ""
    if job.state == "running":
        gone = Sentence("Its worker is gone; the next one goes on with it.")
        told = in_words(gone) if seems_gone(home, job) else job.worker  # in the log it runs until the next claim
    due = f"{job.due.astimezone():%Y-%m-%d %H:%M:%S}" if job.due is not None and job.state == "waiting" else ""
    parts = f"{job.id:<10} {in_words(STATES[job.state]):<14} {job.kind:<12} {job.key[:40]:<24}", job.run, due, told
    return "  ".join(part for part in parts if part).rstrip()


@queue_app.command("list")
def list_all(
    state: Annotated[str, typer.Option("--state", help=f"Only those that are {', '.join(STATES)}.")] = "",
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """All jobs, in the order in which they were asked for."""
    if state and state not in STATES:
        raise UnknownName("state of a job", state, STATES)
    queue = Queue(get_home_of(home))
    found = [job for job in queue.jobs() if not state or job.state == state]
    if as_json:
        print_json([make_row(job) for job in found])
    else:
        for job in found:
            say(_format_job_line(queue.home, job))
    _tell_faults(queue)  # on stderr, behind the rows: what cannot be read hides no other job


def _tell_faults(queue: Queue) -> None:
    for fault in queue.faults:
        tell(fault)


@queue_app.command()
def show(job: JobArgument, home: HomeOption = None, as_json: JsonOption = False) -> None:
    """Show what is known of one job, and what was asked for."""
    queue = Queue(get_home_of(home))
    found = queue.job(job)
    more = {
        "priority": found.priority,
        "asked_by": found.asked_by,
        "cast": found.cast,
        "budget": found.budget,
        "hosts": list(found.hosts),
        "allowed": list(found.allowed),
        "due": found.due.isoformat() if found.due else None,
        "worker": found.worker,
        "ended": found.ended,
        "turns": found.turns,
        "cost": found.cost,
        "enqueued": found.enqueued.isoformat() if found.enqueued else None,
        "changed": found.changed.isoformat() if found.changed else None,
        "request": found.asked,
    }
    if as_json:
        print_json(make_row(found) | more)
        return
    say(_format_job_line(queue.home, found))
    for name, value in more.items():
        if value:
            say(f"  {name}: {value}")


@queue_app.command()
def cancel(jobs: Annotated[list[str], JobArgument.__metadata__[0]], home: HomeOption = None) -> None:
    """Have jobs not be begun; one that is under way is left as its run stands."""
    queue = Queue(get_home_of(home))
    for job in jobs:
        _tell_job(queue.cancel(job, by=BY))


@queue_app.command()
def retry(
    jobs: Annotated[list[str], JobArgument.__metadata__[0]], allow: JobAllowOption = None, home: HomeOption = None
) -> None:
    """Have jobs tried again that failed, were parked or cancelled; what their runs have is kept."""
    queue = Queue(get_home_of(home))
    for job in jobs:
        _tell_job(queue.retry(job, by=BY, allowed=allow or ()))


def _build_tally_record(tally: Tally) -> dict[str, Any]:
    return {
        "finished": tally.finished,
        "failed": tally.failed,
        "parked": tally.parked,
        "turns": tally.turns,
        "cost": round(tally.cost, 6),
        "live": tally.live,
    }


@make_steerable
def run_worker(
    concurrency: Annotated[int, typer.Option("--concurrency", min=1, max=200, help="Runs at once.")] = 1,
    until_empty: Annotated[bool, typer.Option("--until-empty", help="End when nothing is left to do.")] = False,
    allow: AllowOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
    by_a_window: SteeredOption = False,
) -> None:
    """Play what is in the queue. Ctrl+C lets the replies under way end, a second one drops them."""
    # What a worker needs takes longer to load than a look at the queue.
    from parley.core.queue.worker import Worker

    async def main(update: Any) -> Tally:
        found = Worker(get_home_of(home), concurrency=concurrency, allowed=allow or (), told=tell)

        def show_state() -> None:
            tally = found.tally
            if (link := get_steering()) is not None:
                link.show(_build_tally_record(tally))
                return
            note = Sentence(
                "{finished:,} finished, {live:,} at once, turn {turns:,}",
                finished=tally.finished, live=tally.live, turns=tally.turns,
            )  # fmt: skip
            update(0, 0, in_words(note))

        def on_ctrl_c() -> None:
            if not found.stopped and found.tally.live and not by_a_window:
                tell(Sentence("Ending when the replies under way are whole; Ctrl+C again drops them."))
            found.stop(cancel=found.stopped)  # the second time, it is stopped already

        on_signals(on_ctrl_c, lambda: found.stop(cancel=True))
        async with keep_looking(show_state):
            return await found.run_jobs(until_empty)

    with show_progress("Worker") as update:
        tally = asyncio.run(main(update))
    if by_a_window:  # the window has the figures by its link already
        return
    if as_json:
        print_json({name: each for name, each in _build_tally_record(tally).items() if name != "live"})  # always 0 here
    else:
        done = Sentence(
            "{finished:,} {finished:job|jobs} finished, {turns:,} {turns:turn|turns}.",
            finished=tally.finished, turns=tally.turns,
        )  # fmt: skip
        say(in_words(done))
    if until_empty and (stand := [job for job in Queue(get_home_of(home)).jobs() if job.state in {"failed", "parked"}]):
        raise RunError(  # exit code 1 for scripts, though the worker itself did not fail
            "{count:,} {count:job stands|jobs stand}: {reason}",
            count=len(stand),
            reason=stand[0].reason,
            hint="See: parley queue list --state parked, and --state failed",
        )
