"""`parley …`: everything that needs no window."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import click
import typer

from core.cli import doctor, models, read, run
from core.cli.common import home_of
from core.errors import ParleyError
from core.home import Home

app = typer.Typer(
    help="Watch, steer and study conversations between AI agents.",
    add_completion=False,
    pretty_exceptions_enable=False,
    no_args_is_help=False,
)
app.add_typer(run.run_app, name="run")
app.add_typer(models.models_app, name="models")
for command in (
    run.resume, run.fork, read.runs, read.show, read.state, read.measure, read.search, read.export, read.reindex,
    read.formats, read.casts, doctor.doctor,
):  # fmt: skip
    app.command()(command)

Window = Callable[[Home, Sequence[Path]], int]
"""Opens the window on a home, with files to show; returns the exit code."""

_window: Window | None = None


@app.callback(invoke_without_command=True)
def window(
    context: typer.Context,
    home: Annotated[
        Path | None, typer.Option("--home", help="Keep all data in this folder.", show_default=False)
    ] = None,
) -> None:
    """Open the window, or do one of the commands below."""
    if context.invoked_subcommand is not None:
        return
    if _window is None:
        raise ParleyError("This Parley has no window.", hint="Use one of its commands: parley --help")
    raise typer.Exit(_window(home_of(home), ()))


def main(arguments: Sequence[str] | None = None, *, open_window: Window | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 failed with one sentence, 2 wrong usage."""
    global _window  # noqa: PLW0603  # the callback has no other way to be told
    _window = open_window
    try:
        result = app(args=list(arguments) if arguments is not None else None, standalone_mode=False)
    except click.exceptions.Exit as left:
        return left.exit_code
    except click.UsageError as wrong:
        wrong.show()
        return 2
    except click.ClickException as failed:
        failed.show()
        return 1
    except (click.Abort, KeyboardInterrupt):
        print("Interrupted.", file=sys.stderr)
        return 130
    except ParleyError as error:
        print(f"parley: {error}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        # The reader of our output went away (`| head`); Python would complain once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as fault:  # noqa: BLE001  # the last door: no traceback at a user
        print(f"parley: {_crash(fault)}", file=sys.stderr)
        return 1
    return result if isinstance(result, int) else 0


def _crash(fault: Exception) -> str:
    """Keep the report in a file and say where it is."""
    from core.voices.keys import redact

    report = redact("".join(traceback.format_exception(fault)))
    try:
        folder = Home.find().crashes
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{datetime.now(UTC):%Y%m%d-%H%M%S}.txt"
        path.write_text(report, "utf-8")
    except OSError:
        return f"something went wrong that should not have ({type(fault).__name__}), and the report cannot be kept."
    return (
        f"something went wrong that should not have ({type(fault).__name__}); the report is in {path}. Runs are safe."
    )
