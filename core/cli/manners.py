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


@dataclass(frozen=True)
class Manners:
    """`verbose`: 0; 1, what happens; 2, every event. `quiet`: errors alone. `as_json`: errors for scripts."""

    verbose: int = 0
    quiet: bool = False
    as_json: bool = False


_now = Manners()


def manners() -> Manners:
    """Return the manners of this command."""
    return _now


def begin(arguments: Sequence[str]) -> None:
    """Take from a command line what is needed before it is understood: how errors and help are to be shown."""
    global _now  # noqa: PLW0603  # of the process, whose threads ask for it too
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments  # the rest is another program's
    _now = Manners(as_json="--json" in options)  # all anew: a process may run several commands, as tests do
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


def is_coloured(stream: TextIO) -> bool:
    """Return whether a stream is for eyes that want colours (no-color.org)."""
    # An empty NO_COLOR does not count.
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
