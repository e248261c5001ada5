"""`parley …`: everything that needs no window."""

from __future__ import annotations

import errno
import importlib.metadata
import io
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from core.cli import doctor, duologue, experiment, fork, importing, logbook, memories, models, plans, read, run, story
from core.cli.common import home_in_use, home_of, name_home, tell
from core.errors import ParleyError
from core.home import Home

app = typer.Typer(
    help="Watch, steer and study conversations between AI agents.",
    add_completion=False,
    pretty_exceptions_enable=False,
    no_args_is_help=False,
)
run.run_app.command()(story.story)
run.run_app.command()(story.dialogue)
run.run_app.command()(duologue.duologue)
app.add_typer(run.run_app, name="run")
app.command("import")(importing.bring_in)
app.add_typer(experiment.experiment_app, name="experiment")
app.add_typer(models.models_app, name="models")
app.add_typer(plans.plans_app, name="plans")
for command in (
    run.resume, fork.fork, story.play, story.stories, read.runs, read.show, read.state, read.measure, read.search,
    read.export, read.reindex, read.formats, read.casts, logbook.logbook, memories.memories, doctor.doctor,
):  # fmt: skip
    app.command()(command)

INTERRUPTED = 130
"""The exit code of a command that was stopped by Ctrl+C."""

Window = Callable[[Home, Sequence[Path]], int]
"""Opens the window on a home, with files to show; returns the exit code."""

_window: Window | None = None


@app.callback(invoke_without_command=True)
def window(
    context: typer.Context,
    home: Annotated[
        Path | None, typer.Option("--home", help="Keep all data in this folder.", show_default=False)
    ] = None,
    version: Annotated[bool, typer.Option("--version", help="Say which Parley this is.")] = False,
) -> None:
    """Open the window, or do one of the commands below."""
    name_home(home)
    if version:
        print(f"parley {importlib.metadata.version('parley-studio')}")
        raise typer.Exit
    if context.invoked_subcommand is not None:
        return
    if _window is None:
        raise ParleyError("This Parley has no window.", hint="Use one of its commands: parley --help")
    raise typer.Exit(_window(home_of(home), ()))


def main(arguments: Sequence[str] | None = None, *, open_window: Window | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 failed with one sentence, 2 wrong usage."""
    global _window  # noqa: PLW0603  # the callback has no other way to be told
    _window = open_window
    for name, way in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        # A stream that was closed before we began is none at all.
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, way, encoding="utf-8"))  # noqa: PTH123, SIM115  # for good
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character is no reason to fall silent.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        result = app(args=list(arguments) if arguments is not None else None, prog_name="parley", standalone_mode=False)
        # Whoever reads a pipe may have gone: better known here than at the interpreter's end, where nobody catches it.
        sys.stdout.flush()
    except typer.TyperException as wrong:
        tell(_usage(wrong))
        return wrong.exit_code
    except ParleyError as error:
        tell(f"parley: {error}")
        return error.exit_code
    except (typer.Abort, KeyboardInterrupt):
        result = INTERRUPTED
    except (BrokenPipeError, SystemExit) as left:
        # The reader of our output went away (`| head`); Typer leaves by itself then.
        if isinstance(left, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as fault:
        if fault.filename is not None or fault.errno not in (errno.ENOSPC, errno.EIO, errno.EBADF):
            tell(f"parley: {_crash(fault)}")
            return 1
        # What is still in the buffer would be tried again at the interpreter's end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        tell(f"parley: the output cannot be written ({fault.strerror}).")
        return 1
    except Exception as fault:  # noqa: BLE001  # the last door: no traceback at a user
        tell(f"parley: {_crash(fault)}")
        return 1
    if result == INTERRUPTED:
        tell("Interrupted.")
    return result if isinstance(result, int) else 0


def _usage(wrong: typer.TyperException) -> str:
    """A wrong use of the command line as one sentence, and where to look."""
    sentence = " ".join(wrong.format_message().split()).rstrip(".")
    context = getattr(wrong, "ctx", None)
    command = context.command_path if context is not None else "parley"
    return f"parley: {sentence}. See: {command} --help"


def _crash(fault: Exception) -> str:
    """Keep the report in a file and say where it is."""
    from core.voices.keys import without_secrets

    report = without_secrets("".join(traceback.format_exception(fault)))
    try:
        folder = home_in_use().crashes
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{datetime.now(UTC):%Y%m%d-%H%M%S}.txt"
        path.write_text(report, "utf-8")
    except OSError:
        return f"something went wrong that should not have ({type(fault).__name__}), and the report cannot be kept."
    return (
        f"something went wrong that should not have ({type(fault).__name__}); the report is in {path}. Runs are safe."
    )
