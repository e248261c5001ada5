"""What the exit codes of commands and the codes of errors mean, for the man page and docs/cli.md."""

from __future__ import annotations

from parley.core.cli.manners import Exit

EXITS: dict[Exit, str] = {
    Exit.DONE: "done",
    Exit.FAILED: "failed, and the last line of stderr says why; also a run that stands, and files with faults",
    Exit.USAGE: "wrong usage: an option, an argument or a name that cannot be",
    Exit.INTERRUPTED: "interrupted by Ctrl+C",
}
"""What each exit code means."""

ERRORS: dict[str, str] = {
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
