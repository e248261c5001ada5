"""`parley …`: everything that needs no window, and the way into it.

What the command line is made of is in `program`: it takes longer to load than the window needs for its first paint, and
whoever opens the window needs none of it.
"""

from __future__ import annotations

import atexit
import errno
import gc
import io
import itertools
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from parley.core.base.errors import FileError, ParleyError, UsageError
from parley.core.base.sentences import Sentence, os_reason
from parley.core.cli import manners
from parley.core.cli.manners import COMPLETING, Exit, set_manners
from parley.core.cli.opening import Window
from parley.core.home import Home

Commands = Callable[[], object]
"""Loads all commands, which takes its time."""
HOW = {"-v": 1, "--verbose": 1, "-vv": 2, "-q": 0, "--quiet": 0, "--no-color": 0}
"""Options that say how to speak, and what each adds to how much is told; they may stand before the files."""
QUIET = ("-q", "--quiet")

COLLECTED_AFTER = 50_000
"""New objects after which the collector looks for garbage."""


def split(given: Sequence[str], add_commands: Commands) -> tuple[str | None, list[Path]] | None:
    """Return the home and the files of a command line that asks for the window; None where it asks for something else.

    A file is told from a command by a dot or a separator of folders in its name, which no command has; another name is
    a file where there is one and no command is called so. Raises `FileError` where one of the files is missing,
    `UsageError` where options stand behind them.
    """
    home, rest = None, list(given)
    said = list(itertools.takewhile(HOW.__contains__, rest))
    if len(said) < len(rest):  # else there are only these: the parser applies them
        rest = rest[len(said) :]
        # Added up, as the parser counts them; also where the home alone follows.
        set_manners(verbose=sum(map(HOW.__getitem__, said)) or None, quiet=any(each in QUIET for each in said) or None)
    if len(rest) > 1 and rest[0] == "--home" and rest[1][:1] not in ("", "-"):  # else the parser says what is missing
        home, rest = rest[1], rest[2:]
    if not rest:
        return home, []
    if not _is_file(rest[0], add_commands):
        return None
    if any(each.startswith("-") for each in rest):
        raise UsageError("Options stand before the files.", hint="See: parley --help")
    files = [Path(each).absolute() for each in rest]
    for path in files:
        if not path.exists():
            raise FileError(path, "there is no such file.", hint="Commands are listed by: parley --help")
    return home, files


def _is_file(name: str, add_commands: Commands) -> bool:
    if name.startswith("-") or not name:
        return False
    if "." in name or any(separator in name for separator in (os.sep, os.altsep) if separator):
        return True
    if not os.path.lexists(name):  # a dangling link counts as a file, and is reported missing
        return False
    from typer.main import get_command  # slow to load: only a name without a dot gets here

    from parley.core.cli.program import app, load_commands

    add_commands()
    load_commands()
    return name not in getattr(get_command(app), "commands", {})


def main(
    arguments: Sequence[str] | None = None,
    *,
    open_window: Window | None = None,
    add_commands: Callable[[], object] | None = None,
) -> int:
    """Run one command and return its exit code (`manners.Exit`).

    Where it failed, stderr has one sentence, or with `--json` one line of JSON.

    `add_commands` is called before the first command is looked for, to add others to `program.app`.
    """
    _mend_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    manners.begin(given)
    home: Home | None = None
    try:
        # Typer answers a shell by itself, once it has all commands.
        asks = open_window is not None and COMPLETING not in os.environ
        window = split(given, add_commands or (lambda: None)) if asks else None
        if open_window is not None and window is not None:
            home = Home.find(window[0])
            result = open_window(home, window[1])
        elif given == ["--version"]:
            # Nobody waits for all commands to hear it.
            from importlib.metadata import version

            print(f"parley {version('parley-studio')}")
            result = Exit.DONE
        else:
            # What is imported on the way stays: by its usual threshold the collector walks through it again and again,
            # and once more at the very end, which takes a quarter of a command's time.
            gc.set_threshold(COLLECTED_AFTER, *gc.get_threshold()[1:])
            atexit.register(gc.freeze)
            if add_commands is not None:
                add_commands()
            from parley.core.cli.program import run_command

            result = run_command(given, open_window)
        # Whoever reads a pipe may have gone: better known here than at the interpreter's end, where nobody catches it.
        sys.stdout.flush()
    except ParleyError as error:
        _report_error(error)
        return error.exit_code
    except KeyboardInterrupt:
        result = Exit.INTERRUPTED
    except (BrokenPipeError, SystemExit) as left:
        if isinstance(left, SystemExit) and not left.code:
            # Typer leaves so where it has done what was asked for, such as to install completion.
            return Exit.DONE
        # The reader of our output went away (`| head`); Typer leaves by itself then.
        if isinstance(left, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.FAILED
    except OSError as fault:
        if (sentence := _explain_home_fault(fault, home)) is not None:
            _report_error(sentence)
            return Exit.FAILED
        # A write to stdout that failed names no file; any other `OSError` is a bug.
        if fault.filename is not None or fault.errno not in (errno.ENOSPC, errno.EIO, errno.EBADF):
            _report_error(_report_crash(fault, home))
            return Exit.FAILED
        # What is still in the buffer would be tried again at the interpreter's end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _report_error(ParleyError("the output cannot be written ({why}).", why=os_reason(fault)))
        return Exit.FAILED
    except Exception as fault:  # noqa: BLE001  # the last door: no traceback at a user
        _report_error(_report_crash(fault, home))
        return Exit.FAILED
    if result == Exit.INTERRUPTED:
        from parley.core.cli.common import tell

        tell("Interrupted.")
    return result


def _mend_streams() -> None:
    for name, way in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # A stream that was closed before we began is none at all
            setattr(sys, name, open(os.devnull, way, encoding="utf-8"))  # noqa: PTH123, SIM115  # for good
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character is no reason to fall silent.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _report_error(error: ParleyError) -> None:
    from parley.core.cli.common import report_error

    report_error(error)


def _explain_home_fault(fault: OSError, home: Home | None) -> FileError | None:
    """Return what the system refused about a file of the data folder, or a name, as a sentence; else None."""
    from parley.core.cli.common import get_home_of

    if not isinstance(fault.filename, str):  # bytes or a descriptor: no file that we opened by name
        return None
    if fault.errno == errno.ENAMETOOLONG:  # also outside the home: somebody typed such a name
        return FileError(Path(fault.filename), "the file cannot be read ({why}).", why=os_reason(fault))
    try:
        folder = (home or get_home_of()).path
    except FileError as error:
        return error
    if folder not in (path := Path(fault.filename), *path.parents):
        return None
    hint = "Mend it, or name another folder with --home or PARLEY_HOME."
    return FileError(path, "this part of the data folder cannot be used ({why}).", why=os_reason(fault), hint=hint)


class Mistake(ParleyError):
    """A mistake of ours, or of a package."""

    code = "internal"


def _report_crash(fault: Exception, home: Home | None) -> Mistake:
    """Keep the report in a file and say where it is. `home` is known where no command was looked for."""
    from parley.core.base.blame import find_blamed
    from parley.core.cli.common import get_home_of
    from parley.core.voices.keys import without_secrets

    by = find_blamed(fault)
    kind = type(fault).__name__
    what = (
        Sentence(
            "the package {package} failed ({why})",
            package=by.package,
            why=without_secrets(f"{kind}: {fault}; {by.place}"),
        )
        if by
        else Sentence("something went wrong that should not have ({kind})", kind=kind)
    )
    report = without_secrets("".join(traceback.format_exception(fault)))  # an exception's text may quote a key
    try:
        folder = (home or get_home_of()).crashes
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{datetime.now(UTC):%Y%m%d-%H%M%S}.txt"
        path.write_text(report, "utf-8")
    except OSError:  # the home is read-only or full, which may be why it crashed
        return Mistake("{what}, and the report cannot be kept.", what=what)
    return Mistake("{what}; the report is in {path}.", what=what, path=path, hint="Runs are safe.")
