"""The command line itself: all commands that need no window, and what is said of a wrong use."""

from __future__ import annotations

import importlib.metadata
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from parley.core.base.errors import ParleyError, UsageError
from parley.core.base.registry import late
from parley.core.base.sentences import Sentence
from parley.core.cli.common import get_home_of, name_home, report_error
from parley.core.cli.logfile import log_to_home, logger, set_level
from parley.core.cli.manners import COMPLETING, Exit, set_manners
from parley.core.cli.opening import Window


class _InOrder(typer.core.TyperGroup):
    """The commands, listed as `PANELS` has them."""

    def list_commands(self, ctx: Any) -> list[str]:
        return sorted(super().list_commands(ctx), key=_rank)


app = typer.Typer(
    cls=_InOrder,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Watch, steer and study conversations between AI agents.",
    pretty_exceptions_enable=False,  # `main` tells faults in a sentence, and keeps the traceback in a file
    no_args_is_help=False,  # without a command the window opens
)
COMMANDS = {
    "run": "parley.core.cli.run:run_app",
    "import": "parley.core.cli.importing:import_run",
    "experiment": "parley.core.cli.experiment:experiment_app",
    "queue": "parley.core.cli.queue:queue_app",
    "worker": "parley.core.cli.queue:run_worker",
    "schedule": "parley.core.cli.schedule:schedule_app",
    "library": "parley.core.cli.library:library_app",
    "cards": "parley.core.cli.cards:cards_app",
    "models": "parley.core.cli.models:models_app",
    "servers": "parley.core.cli.servers:servers_app",
    "tools": "parley.core.cli.tools:tools_app",
    "plans": "parley.core.cli.plans:plans_app",
    "resume": "parley.core.cli.run:resume",
    "stories": "parley.core.cli.modes.story:list_stories",
    "runs": "parley.core.cli.read:runs",
    "show": "parley.core.cli.read:show_run",
    "state": "parley.core.cli.read:state",
    "measure": "parley.core.cli.read:measure",
    "search": "parley.core.cli.read:search",
    "export": "parley.core.cli.read:export",
    "reindex": "parley.core.cli.read:reindex",
    "formats": "parley.core.cli.read:formats",
    "casts": "parley.core.cli.read:list_casts",
    "logbook": "parley.core.cli.modes.office:logbook",
    "memories": "parley.core.cli.modes.office:memories",
    "doctor": "parley.core.cli.doctor:run_doctor",
    "new": "parley.core.cli.authoring:create_file",
    "check": "parley.core.cli.authoring:check_files",
    "cast": "parley.core.cli.casting:cast_app",
    "schema": "parley.core.cli.authoring:schema",
    "ask": "parley.core.cli.ask:ask",
    "judge": "parley.core.cli.judge:judge",
    "again": "parley.core.cli.again:draw_again",
    "watch": "parley.core.cli.run:watch_run",
    "mcp": "parley.core.cli.mcp:run_mcp",
    "fork": "parley.core.cli.fork:fork",
    "play": "parley.core.cli.modes.story:play",
    "cards talk": "parley.core.cli.modes.story:talk",
}
"""The commands and groups of them, by name, as "module:attribute"; "cards talk" is one of the group "cards".

A module is known by its rows alone, so that a room can be taken out with them."""


PANELS = {
    "Talks": ("run", "watch", "export", "fork", "play", "resume", "again", "ask"),
    "Looking at runs": (
        "runs", "show", "state", "measure", "judge", "search", "logbook", "memories", "library", "shot",
    ),
    "Many runs": ("experiment", "queue", "worker", "schedule"),
    "Voices": ("models", "servers", "tools"),
    "Casts and files": ("cast", "casts", "formats", "plans", "stories", "cards", "import", "new", "check", "schema"),
    "This machine": ("doctor", "reindex", "mcp"),
}  # fmt: skip
"""How the help groups the commands, each group in its order."""
_order = [name for names in PANELS.values() for name in names]
_loaded: dict[str, typer.Typer | None] = {}


def _rank(name: str) -> int:
    return _order.index(name) if name in _order else len(_order)


def load_commands(word: str = "") -> None:
    """Add what the rows name to `app`; where `word` is a command, that one with its group alone, which is quicker.

    A command whose group is gone is left out with it.
    """
    panels = {name: panel for panel, names in PANELS.items() for name in names}
    for name in sorted(COMMANDS, key=_rank):  # "cards talk" is in no panel and comes last: its group is there by then
        group, _, last = name.rpartition(" ")
        if name in _loaded or (word in COMMANDS and word not in (name, group)):
            continue  # a word that is no command loads them all: its error suggests similar ones
        if isinstance(added := late(COMMANDS[name])(), typer.Typer):
            app.add_typer(added, name=name, rich_help_panel=panels.get(name))
            _loaded[name] = added
        elif (into := _loaded.get(group) if group else app) is not None:
            into.command(last, rich_help_panel=panels.get(name))(added)
            _loaded[name] = None


_window: Window | None = None


@app.callback(invoke_without_command=True)
def start_window(
    context: typer.Context,
    home: Annotated[
        Path | None, typer.Option("--home", help="Keep all data in this folder.", show_default=False)
    ] = None,
    version: Annotated[bool, typer.Option("--version", help="Say which Parley this is.")] = False,
) -> None:
    """Open the window, or do one of the commands below. `parley FILE …` opens the window and shows these files."""
    name_home(home)  # also None: an earlier command of this process may have named one
    if version:
        print(f"parley {importlib.metadata.version('parley-studio')}")
        raise typer.Exit
    if context.invoked_subcommand is not None:
        return
    if _window is None:
        raise ParleyError("This Parley has no window.", hint="Use one of its commands: parley --help")
    raise typer.Exit(_window(get_home_of(home), ()))


def _say_more(times: int) -> int:
    if times:
        set_manners(verbose=times)
        set_level()  # the log was opened before options were read
    return times


def _say_less(quiet: bool) -> bool:
    if quiet:
        set_manners(quiet=True)
    return quiet


_everywhere = typer.Typer(add_completion=False)  # never run: its options are put on every command
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
    """Take what every command takes."""


def make_cli(word: str = "") -> Any:
    """Return the command line with all commands, or where `word` is one with that one and those that are loaded by
    now; each has the options that all of them take.
    """
    load_commands(word)
    shared = typer.main.get_command(_everywhere).params
    command = typer.main.get_command(app)
    waiting = [command]
    while waiting:
        each = waiting.pop()
        waiting += getattr(each, "commands", {}).values()
        each.params += [option for option in shared if option not in each.params]
    return command


def run_command(arguments: Sequence[str], open_window: Window | None) -> int:
    """Do what the command line asks for and return its exit code. Raises whatever a command raises."""
    global _window  # noqa: PLW0603  # the callback has no other way to be told
    _window = open_window
    with log_to_home(get_home_of):
        try:
            result = make_cli(_find_command(arguments))(args=list(arguments), prog_name="parley", standalone_mode=False)
        except typer.TyperException as wrong:
            report_error(_build_usage_error(wrong))
            return wrong.exit_code
        except typer.Abort:  # Ctrl+C at a question, or a "no" to it
            return Exit.INTERRUPTED
        except ParleyError as error:
            logger.info("%s: %s", error.code, error)
            raise
        return result if isinstance(result, int) else Exit.DONE


def _find_command(arguments: Sequence[str]) -> str:
    """Return the word of a command line that should be a command; "" where a shell asks how it could go on."""
    homes = {at + 1 for at, word in enumerate(arguments) if word == "--home"}
    words = (word for at, word in enumerate(arguments) if at not in homes and not word.startswith("-"))
    return "" if COMPLETING in os.environ else next(words, "")


def _build_usage_error(wrong: typer.TyperException) -> ParleyError:
    """Return a wrong use of the command line as one sentence, and where to look."""
    sentence = " ".join(wrong.format_message().split()).rstrip(".") or "Missing command"
    context = getattr(wrong, "ctx", None)
    command = context.command_path if context is not None else "parley"
    error = UsageError("{wrong}.", wrong=sentence, hint=Sentence("See: {command} --help", command=command))
    parameter = getattr(wrong, "param", None)
    # Of an option's names the longest: --output, not -o.
    error.field = getattr(wrong, "option_name", "") or (max(parameter.opts, key=len) if parameter else "")
    return error
