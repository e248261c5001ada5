"""How a command behaves, whichever it is: how much it says, in which colours, and the codes that it leaves with."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TextIO

COMPLETING = "_PARLEY_COMPLETE"
"""What a shell sets that asks how a command line could go on."""


class Exit(IntEnum):
    """The exit codes of all commands (docs/cli.md)."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    INTERRUPTED = 130


EXITS: dict[Exit, str] = {
    Exit.DONE: "done",
    Exit.FAILED: "failed, and the last line of stderr says why; also a run that stands, and files with faults",
    Exit.USAGE: "wrong usage: an option, an argument or a name that cannot be",
    Exit.INTERRUPTED: "interrupted by Ctrl+C",
}
"""What each exit code means."""

CODES: dict[str, str] = {
    "failed": "what nothing below fits",
    "usage": "an option or argument that cannot be used",
    "unknown-name": "there is no such cast, format, run, voice …; `field` says of what kind",
    "file": "a file that is missing, unreadable, or not to be written",
    "definition": "a wrong value in a file that somebody wrote, with `file`, `line`, `column`",
    "disk-full": "a file that cannot be written because the disk is full",
    "log": "a run's log that cannot be read or written",
    "log-newer": "a log that a newer Parley wrote",
    "log-never-begun": "a log that was interrupted in its first line",
    "log-mode": "a log of a mode that is not installed",
    "log-locked": "a log that another process is writing",
    "log-lost": "a log that another program deleted, replaced or changed while it was written",
    "run-state": "what was asked does not fit how the run stands",
    "voice-*": "a voice that could not speak: auth, credit, rate-limited, overloaded, server, connection, timeout, "
    "dropped, bad-request, context-full, empty, refused, invalid, unavailable, unwritten",
    "host-not-allowed": "somebody else's server, which nobody has allowed; `field` is the first of them",
    "internal": "a mistake of ours; the report is in the file that is named",
}
"""What the codes of errors mean that `--json` tells."""


@dataclass(frozen=True)
class Manners:
    """`verbose`: 0; 1, what happens; 2, every event. `quiet`: errors alone. `as_json`: errors for scripts."""

    verbose: int = 0
    quiet: bool = False
    as_json: bool = False


_now = Manners()


def manners() -> Manners:
    """Return those of this command."""
    return _now


def begin(arguments: Sequence[str]) -> None:
    """Take from a command line what is needed before it is understood: how errors and help are to be shown."""
    global _now  # noqa: PLW0603  # of the process, whose threads ask for it too
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    _now = Manners(as_json="--json" in options)
    if "--no-color" in options:
        # Whoever draws in colours asks this variable: rich, and the help.
        os.environ["NO_COLOR"] = "1"


def set_manners(*, verbose: int | None = None, quiet: bool | None = None) -> None:
    """Say more, or less."""
    global _now  # noqa: PLW0603
    _now = replace(
        _now,
        verbose=_now.verbose if verbose is None else verbose,
        quiet=_now.quiet if quiet is None else quiet,
    )


def coloured(stream: TextIO) -> bool:
    """Return whether a stream is for eyes that want colours (no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
