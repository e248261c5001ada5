"""What logs cost that the projection does not count by day: of simulated calendars with real voices, whose logs have
other days than those that paid, turns that were drawn again and not kept, and what was asked beside the runs."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import lru_cache
from pathlib import Path
from typing import Annotated

import msgspec

from parley.core.base.errors import ParleyError
from parley.core.base.files import read_bytes
from parley.core.home import Home
from parley.core.log.events.base import Money
from parley.core.log.events.run import RunForked, RunStarted
from parley.core.log.events.turn import CallFailed, TurnFailed, VoiceReplied
from parley.core.log.log import read
from parley.core.studio.runs import read_heads


def spent_shifted(home: Home, day: date) -> float:
    """Return the US dollars of such runs that were written to on that day, by this machine's clock.

    Those of that very date are left out: the projection counts them.
    """
    found = 0.0
    try:
        entries = [each for each in os.scandir(home.runs) if each.name.endswith(".jsonl")]
    except OSError:
        return found
    for entry in entries:
        with suppress(OSError):  # One may be deleted meanwhile
            if not entry.name.startswith(day.isoformat()):
                status = entry.stat()
                if datetime.fromtimestamp(status.st_mtime, UTC).astimezone().date() == day and _is_shifted_run(
                    entry.path
                ):
                    found += _cost(entry.path, status.st_mtime_ns, status.st_size)
    return found


def spent_on_attempts(home: Home, day: date) -> float:
    """Return the US dollars of turns drawn again on that day, by this machine's clock, that are not among the runs."""
    found = 0.0
    for path in home.attempts.glob("*.jsonl") if home.attempts.is_dir() else []:
        with suppress(OSError):
            status = path.stat()
            if datetime.fromtimestamp(status.st_mtime, UTC).astimezone().date() == day:
                found += _cost(str(path), status.st_mtime_ns, status.st_size)
    return found


class _Paid(msgspec.Struct):
    """What a line of any log says of money."""

    at: Annotated[datetime, msgspec.Meta(tz=True)]
    cost: Money = 0.0


_paid = msgspec.json.Decoder(_Paid)


def spent_in(folder: Path, day: date) -> float:
    """Return the US dollars that the lines of a folder's logs cost on that day, by this machine's clock; a line that
    cannot be read costs nothing."""
    found = 0.0
    for path in folder.glob("*.jsonl") if folder.is_dir() else []:
        with suppress(OSError):
            status = path.stat()
            found += _compute_daily_costs(path, status.st_mtime_ns, status.st_size).get(day, 0.0)
    return round(found, 8)


@lru_cache(maxsize=4_096)
def _compute_daily_costs(path: Path, _changed: int, _size: int) -> dict[date, float]:
    """Return the cost of a log's lines by day; kept until it changes."""
    found: dict[date, float] = {}
    for line in read_bytes(path).split(b"\n"):  # "\r" may stand between values
        with suppress(msgspec.DecodeError):
            if (paid := _paid.decode(line)).cost:
                day = paid.at.astimezone().date()
                found[day] = found.get(day, 0.0) + paid.cost
    return found


@lru_cache(maxsize=4_096)
def _is_shifted_run(path: str) -> bool:
    head = next(read_heads(Path(path)), None)  # cached for good: a log's first line never changes
    return isinstance(head, RunStarted) and bool(head.config.get("begins")) and not head.config.get("simulated")


@lru_cache(maxsize=4_096)
def _cost(path: str, _changed: int, _size: int) -> float:
    """Return what a log's own calls cost, without those of the run that it was forked from."""
    cost = 0.0
    try:
        for event in read(Path(path)).events:
            if isinstance(event, RunForked):
                cost = 0.0
            elif isinstance(event, VoiceReplied | CallFailed | TurnFailed):
                cost += event.cost
    except ParleyError:
        pass  # reported to whoever opens the log
    return cost
