"""Whose earlier runs a run remembers: those of its cast that do not stay apart, or those that somebody named."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC
from typing import TYPE_CHECKING

from parley.core.engine.composing import request_fingerprint
from parley.core.engine.run_request import CAST, NONE
from parley.core.log.config import RunConfig
from parley.core.log.events.run import RunStarted
from parley.core.studio import runs

if TYPE_CHECKING:
    from parley.core.log.sql import RunRow


def stays_apart(row: RunRow, *, rehearsed: bool) -> bool:
    """Return whether what a run left is only for those that ask for it: a run of an experiment, an import, and for
    whoever is not `rehearsed` a rehearsal.
    """
    return row.origin in ("experiment", "import") or (row.origin == "rehearsal" and not rehearsed)


def unknown_to(config: RunConfig) -> Callable[[RunRow], bool]:
    """Return whether a run of `config` remembers nothing of an earlier run of its cast that it does not name.

    A simulated run can be repeated, byte for byte: so one that begins at a moment of its own knows only what began
    before that, and one without such a moment nothing of runs with the very same configuration.
    """
    rehearsed = config.is_rehearsed()
    if config.remember and CAST not in config.remember:
        return lambda _row: True
    if config.begins is not None:
        begins = config.begins.astimezone(UTC).isoformat(timespec="microseconds")  # as the index writes it
        return lambda row: stays_apart(row, rehearsed=rehearsed) or row.started >= begins
    if not config.simulated:
        return lambda row: stays_apart(row, rehearsed=rehearsed)
    twin = request_fingerprint(config)

    def is_same(row: RunRow) -> bool:
        try:
            return row.simulated and any(
                request_fingerprint(RunConfig.model_validate(head.config)) == twin
                for head in runs.read_heads(row.path)
                if isinstance(head, RunStarted)
            )
        except ValueError:
            return False  # Written by hand: whatever it is, it is not this configuration

    return lambda row: stays_apart(row, rehearsed=rehearsed) or is_same(row)


def named_runs(config: RunConfig) -> list[str]:
    """Return the ids of the runs that are named to be remembered, whatever they are."""
    return [each for each in config.remember if each not in (CAST, NONE)]
