"""`parley …`: everything that needs no window, and the way into it.

What the command line is made of is in `program`: it takes longer to load than the window needs for its first paint, and
whoever opens the window needs none of it.
"""

from __future__ import annotations

import errno
import io
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from parley.core.base.errors import FileError, ParleyError
from parley.core.base.sentences import Sentence, os_reason
from parley.core.cli.naming_files import split
from parley.core.home import Home

Window = Callable[[Home, Sequence[Path]], int]
"""Opens the window on a home, with files to show; returns the exit code."""

INTERRUPTED = 130
"""The exit code of a command that was stopped by Ctrl+C."""


def main(
    arguments: Sequence[str] | None = None,
    *,
    open_window: Window | None = None,
    add_commands: Callable[[], object] | None = None,
) -> int:
    """Run one command and return its exit code: 0 done, 1 failed with one sentence, 2 wrong usage.

    `add_commands` is called before the first command is looked for, to add others to `program.app`.
    """
    _mend_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    home: Home | None = None
    try:
        window = split(given, add_commands or (lambda: None)) if open_window is not None else None
        if open_window is not None and window is not None:
            home = Home.find(window[0])
            result = open_window(home, window[1])
        else:
            if add_commands is not None:
                add_commands()
            from parley.core.cli.program import obey

            result = obey(given, open_window)
        # Whoever reads a pipe may have gone: better known here than at the interpreter's end, where nobody catches it.
        sys.stdout.flush()
    except ParleyError as error:
        _tell(Sentence("parley: {error}", error=error.text))
        return error.exit_code
    except KeyboardInterrupt:
        result = INTERRUPTED
    except (BrokenPipeError, SystemExit) as left:
        # The reader of our output went away (`| head`); Typer leaves by itself then.
        if isinstance(left, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as fault:
        if (sentence := _of_home(fault, home)) is not None:
            _tell(f"parley: {sentence}")
            return 1
        if fault.filename is not None or fault.errno not in (errno.ENOSPC, errno.EIO, errno.EBADF):
            _tell(f"parley: {_crash(fault, home)}")
            return 1
        # What is still in the buffer would be tried again at the interpreter's end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _tell(f"parley: the output cannot be written ({fault.strerror}).")
        return 1
    except Exception as fault:  # noqa: BLE001  # the last door: no traceback at a user
        _tell(f"parley: {_crash(fault, home)}")
        return 1
    if result == INTERRUPTED:
        _tell("Interrupted.")
    return result


def _mend_streams() -> None:
    for name, way in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        # A stream that was closed before we began is none at all.
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, way, encoding="utf-8"))  # noqa: PTH123, SIM115  # for good
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character is no reason to fall silent.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _tell(sentence: str) -> None:
    from parley.core.cli.common import tell

    tell(sentence)


def _of_home(fault: OSError, home: Home | None) -> FileError | None:
    """What the system refused about a file of the data folder, as a sentence; None where it was another file."""
    from parley.core.cli.common import home_of

    if not isinstance(fault.filename, str):
        return None
    try:
        folder = (home or home_of()).path
    except FileError as error:
        return error
    if folder not in (path := Path(fault.filename), *path.parents):
        return None
    hint = "Mend it, or name another folder with --home or PARLEY_HOME."
    return FileError(path, "this part of the data folder cannot be used ({why}).", why=os_reason(fault), hint=hint)


def _crash(fault: Exception, home: Home | None) -> str:
    """Keep the report in a file and say where it is. `home` is known where no command was looked for."""
    from parley.core.base.blame import blamed
    from parley.core.cli.common import home_of
    from parley.core.voices.keys import without_secrets

    by = blamed(fault)
    what = (
        without_secrets(f"the package {by.package} failed ({type(fault).__name__}: {fault}; {by.place})")
        if by
        else f"something went wrong that should not have ({type(fault).__name__})"
    )
    report = without_secrets("".join(traceback.format_exception(fault)))
    try:
        folder = (home or home_of()).crashes
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{datetime.now(UTC):%Y%m%d-%H%M%S}.txt"
        path.write_text(report, "utf-8")
    except OSError:
        return f"{what}, and the report cannot be kept."
    return f"{what}; the report is in {path}. Runs are safe."
