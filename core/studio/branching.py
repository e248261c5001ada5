"""How a fork differs from what it comes from: what was asked for, and what was done until its first own turn."""

from __future__ import annotations

import mmap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from parley.core.base.files import open_file
from parley.core.log.codec import decode
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunForked
from parley.core.log.events.turn import TurnEnded
from parley.core.studio.comparing import Act, act_of

_FORKED = b'"run.forked"'


@dataclass(frozen=True)
class Parting:
    """Where a fork leaves its parent: after `turn`, with the `overrides` of its configuration and the `acts` of the
    director; `speaker` is who takes its first own turn, "" as long as nobody has."""

    turn: int
    overrides: Mapping[str, Any] = field(default_factory=dict)
    acts: tuple[Act, ...] = ()
    speaker: str = ""


def find_parting(events: Iterable[Event]) -> Parting | None:
    """Return the parting of the last fork among these events; None where there is none."""
    forked: RunForked | None = None
    acts: list[Act] = []
    speaker, done = "", False
    for event in events:
        if isinstance(event, RunForked):
            forked, acts, speaker, done = event, [], "", False
        elif forked is not None and not done:
            if (act := act_of(event, forked.at_turn + 1)) is not None:
                acts.append(act)
            if isinstance(event, TurnEnded) and event.turn > forked.at_turn:
                speaker, done = event.member, True
    return Parting(forked.at_turn, forked.overrides, tuple(acts), speaker) if forked is not None else None


def get_parting_of(path: Path) -> Parting | None:
    """Return the parting of a log, read around its first own turn alone; None where it is no fork, or gone."""
    try:
        return find_parting(_iterate_events_since_fork(path))
    except (OSError, ValueError):
        return None


def _iterate_events_since_fork(path: Path) -> Iterator[Event]:
    """Yield the last fork and what follows it, up to its first own turn. Raises `OSError`, `ValueError` for an empty
    file.
    """
    with open_file(path) as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        at = data.rfind(b'{"type":' + _FORKED)  # within a text quotes are escaped: only an event looks so
        if at < 0:
            return
        data.seek(at)
        turn = 0
        while line := data.readline():
            try:
                event = decode(line)
            except msgspec.DecodeError:  # a damaged line costs only itself
                continue
            if isinstance(event, RunForked):
                turn = event.at_turn
            yield event
            if isinstance(event, TurnEnded) and event.turn > turn:
                return
