"""The command line itself: all commands that need no window, and what is said of a wrong use."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from parley.core.base.errors import ParleyError, UsageError
from parley.core.base.sentences import Sentence
from parley.core.cli import (
    Window,
    ask,
    authoring,
    cards,
    desktop,
    doctor,
    experiment,
    fork,
    importing,
    library,
    mcp,
    models,
    plans,
    queue,
    read,
    run,
    schedule,
    servers,
    watch,
)
from parley.core.cli.common import fail, home_of, name_home
from parley.core.cli.logfile import logged, logger, set_level
from parley.core.cli.manners import Exit, set_manners
from parley.core.cli.modes import office, story

app = typer.Typer(
    help="Watch, steer and study conversations between AI agents.",
    pretty_exceptions_enable=False,
    no_args_is_help=False,
)
run_app = typer.Typer(help="Put a conversation on.")
run.add_kinds(run_app)
app.add_typer(run_app, name="run")
app.command("import")(importing.import_run)
app.add_typer(experiment.experiment_app, name="experiment")
app.add_typer(queue.queue_app, name="queue")
app.command("worker")(queue.worker)
app.add_typer(schedule.schedule_app, name="schedule")
app.add_typer(library.library_app, name="library")
app.add_typer(cards.cards_app, name="cards")
app.add_typer(models.models_app, name="models")
app.add_typer(servers.servers_app, name="servers")
app.add_typer(plans.plans_app, name="plans")
app.add_typer(desktop.desktop_app, name="desktop")
for command in (
    run.resume, story.stories, read.runs, read.show, read.state, read.measure, read.search,
    read.export, read.reindex, read.formats, read.casts, office.logbook, office.memories, doctor.doctor,
    authoring.new, authoring.check, authoring.schema,
):  # fmt: skip
    app.command()(command)
app.command("ask")(ask.ask)
app.command("watch")(watch.watch)
app.command("mcp")(mcp.mcp)
app.command("fork")(fork.fork)
app.command("play")(story.play)
cards.cards_app.command("talk")(story.talk)

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


def _say_more(times: int) -> int:
    if times:
        set_manners(verbose=times)
        set_level()
    return times


def _say_less(quiet: bool) -> bool:
    if quiet:
        set_manners(quiet=True)
    return quiet


_everywhere = typer.Typer(add_completion=False)
PANEL = "Everywhere"


@_everywhere.command()
def _apply_shared_options(
    verbose: Annotated[
        int,
        typer.Option(
            "-v", "--verbose", count=True, callback=_say_more, is_eager=True, expose_value=False, show_default=False,
            help="Say on stderr what happens; twice: every event.", rich_help_panel=PANEL,
        ),
    ] = 0,
    quiet: Annotated[
        bool,
        typer.Option(
            "-q", "--quiet", callback=_say_less, is_eager=True, expose_value=False, show_default=False,
            help="Say nothing on stderr but what went wrong.", rich_help_panel=PANEL,
        ),
    ] = False,
    no_color: Annotated[
        bool,
        typer.Option(
            "--no-color", expose_value=False, show_default=False,
            help="No colours, as with NO_COLOR.", rich_help_panel=PANEL,
        ),
    ] = False,
) -> None:  # fmt: skip
    """What every command takes."""


def built() -> Any:
    """Return the command line as it is now, its commands and groups with the options that all of them take."""
    shared = typer.main.get_command(_everywhere).params
    command = typer.main.get_command(app)
    waiting = [command]
    while waiting:
        each = waiting.pop()
        waiting += getattr(each, "commands", {}).values()
        each.params += [option for option in shared if option not in each.params]
    return command


def obey(arguments: Sequence[str], open_window: Window | None) -> int:
    """Do what the command line asks for and return its exit code. Raises whatever a command raises."""
    global _window  # noqa: PLW0603  # the callback has no other way to be told
    _window = open_window
    with logged(home_of):
        try:
            result = built()(args=list(arguments), prog_name="parley", standalone_mode=False)
        except typer.TyperException as wrong:
            fail(_build_usage_error(wrong))
            return wrong.exit_code
        except typer.Abort:
            return Exit.INTERRUPTED
        except ParleyError as error:
            logger.info("%s: %s", error.code, error)
            raise
        return result if isinstance(result, int) else Exit.DONE


def _build_usage_error(wrong: typer.TyperException) -> ParleyError:
    """Return a wrong use of the command line as one sentence, and where to look."""
    sentence = " ".join(wrong.format_message().split()).rstrip(".")
    context = getattr(wrong, "ctx", None)
    command = context.command_path if context is not None else "parley"
    error = UsageError("{wrong}.", wrong=sentence, hint=Sentence("See: {command} --help", command=command))
    parameter = getattr(wrong, "param", None)
    error.field = getattr(wrong, "option_name", "") or (max(parameter.opts, key=len) if parameter else "")
    return error
