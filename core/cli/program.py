"""The command line itself: all commands that need no window, and what is said of a wrong use."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from parley.core.base.errors import ParleyError
from parley.core.cli import (
    INTERRUPTED,
    Window,
    ask,
    desktop,
    doctor,
    experiment,
    fork,
    library,
    mcp,
    models,
    plans,
    queue,
    read,
    run,
    schedule,
    watch,
)
from parley.core.cli.common import home_of, name_home, tell
from parley.core.cli.modes import office, story

app = typer.Typer(
    help="Watch, steer and study conversations between AI agents.",
    add_completion=False,
    pretty_exceptions_enable=False,
    no_args_is_help=False,
)
run_app = typer.Typer(help="Put a conversation on.")
run.add_kinds(run_app)
app.add_typer(run_app, name="run")
app.command("import")(read.import_run)
app.add_typer(experiment.experiment_app, name="experiment")
app.add_typer(queue.queue_app, name="queue")
app.command("worker")(queue.worker)
app.add_typer(schedule.schedule_app, name="schedule")
app.add_typer(library.library_app, name="library")
app.add_typer(models.models_app, name="models")
app.add_typer(plans.plans_app, name="plans")
app.add_typer(desktop.desktop_app, name="desktop")
for command in (
    run.resume, story.stories, read.runs, read.show, read.state, read.measure, read.search,
    read.export, read.reindex, read.formats, read.casts, office.logbook, office.memories, doctor.doctor,
):  # fmt: skip
    app.command()(command)
app.command("ask")(ask.ask)
app.command("watch")(watch.watch)
app.command("mcp")(mcp.mcp)
app.command("fork")(fork.fork)
app.command("play")(story.play)

_window: Window | None = None


@app.callback(invoke_without_command=True)
def window(
    context: typer.Context,
    home: Annotated[
        Path | None, typer.Option("--home", help="Keep all data in this folder.", show_default=False)
    ] = None,
    version: Annotated[bool, typer.Option("--version", help="Say which Parley this is.")] = False,
) -> None:
    """Open the window, or do one of the commands below. `parley FILE …` opens the window and shows these files."""
    name_home(home)
    if version:
        print(f"parley {importlib.metadata.version('parley-studio')}")
        raise typer.Exit
    if context.invoked_subcommand is not None:
        return
    if _window is None:
        raise ParleyError("This Parley has no window.", hint="Use one of its commands: parley --help")
    raise typer.Exit(_window(home_of(home), ()))


def obey(arguments: Sequence[str], open_window: Window | None) -> int:
    """Do what the command line asks for and return its exit code. Raises whatever a command raises."""
    global _window  # noqa: PLW0603  # the callback has no other way to be told
    _window = open_window
    try:
        result = app(args=list(arguments), prog_name="parley", standalone_mode=False)
    except typer.TyperException as wrong:
        tell(_usage(wrong))
        return wrong.exit_code
    except typer.Abort:
        return INTERRUPTED
    return result if isinstance(result, int) else 0


def _usage(wrong: typer.TyperException) -> str:
    """A wrong use of the command line as one sentence, and where to look."""
    sentence = " ".join(wrong.format_message().split()).rstrip(".")
    context = getattr(wrong, "ctx", None)
    command = context.command_path if context is not None else "parley"
    return f"parley: {sentence}. See: {command} --help"
