"""Logs in which something is what no program of ours would write."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from parley.core.base.clock import REHEARSAL_EPOCH
from parley.core.importing.reading import read
from parley.core.log.codec import encode
from parley.core.log.events.run import RunStarted
from tests.standup_events import sample_events
from tests.story_configs import the_fifty_turns

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("standup-seed-7", "encounter-seed-3", "story-seed-1")

Row = dict[str, Any]
Where = tuple[str | int, ...]

NUMBERS: tuple[Any, ...] = (
    -1, 0, 11, 40_000, 4_000_000, 2**31 - 1, 2**31, 2**63 - 1, 2**63, 2**64, 10**30, 1e308, -1e308, 0.5, True, "x",
    None, [], {},
)  # fmt: skip
HALF = "half a letter"
"""Stands for the escape of a lone surrogate, which Python does not write."""
TEXTS: tuple[Any, ...] = (
    "", "ghost", "x" * 20_000, "\0", "../..", "日本 🦊", "2026-13-45", "99:99", "1-1-1", HALF, 5, None, [], "director",
    "player", "m99", "a\nb", "@nowhere", "-5", "9" * 30,
)  # fmt: skip
MOMENTS = ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "1969-01-01T00:00:00Z", "2026-01-05T09:00:00", "")


@cache
def _lines(name: str) -> tuple[bytes, ...]:
    if name == "sample":
        return tuple(encode(event) for event in sample_events(12, nasty=True))
    if name == "pidgin":
        return tuple(encode(event) for event in read(GOLDEN / "pidgin-events.jsonl")[0].events)
    lines = tuple((GOLDEN / f"{name}.jsonl").read_bytes().splitlines())
    if b'"run.started"' not in lines[0]:
        # The golden story is without its setting.
        lines = (encode(RunStarted(at=REHEARSAL_EPOCH, config=the_fifty_turns().as_json())), *lines)
    return lines


def rows(name: str) -> list[Row]:
    """The events of a golden log; "sample" is one with hostile texts, "pidgin" an imported duologue."""
    return [json.loads(line) for line in _lines(name)]


def written(log: Sequence[Row]) -> bytes:
    """The log as bytes."""
    lines = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in log)
    return "".join(lines).encode().replace(HALF.encode(), rb"\ud800")


def places(value: Any, here: Where = ()) -> Iterator[tuple[Where, Any]]:
    """Every value within, and where it is; of lists the first few."""
    yield here, value
    if isinstance(value, dict):
        for name, each in value.items():
            yield from places(each, (*here, name))
    elif isinstance(value, list):
        for place, each in enumerate(value[:3]):
            yield from places(each, (*here, place))


def kinds(log: Sequence[Row]) -> dict[tuple[str, ...], list[tuple[int, Where, Any]]]:
    """Every field of every kind of event: the rows that have it, where, and what it says."""
    found: dict[tuple[str, ...], list[tuple[int, Where, Any]]] = defaultdict(list)
    for number, row in enumerate(log):
        for where, value in places(row):
            if where and where != ("type",):
                kind = tuple("#" if isinstance(part, int) else part for part in where)
                found[(row["type"], *kind)].append((number, where, value))
    return found


def put(row: Any, where: Where, value: Any) -> None:
    """Have a row say something else."""
    for part in where[:-1]:
        row = row[part]
    row[where[-1]] = value


def mutant(chance: random.Random) -> tuple[str, bytes]:
    """A log with one field, or a line, that is otherwise; and what was done."""
    name = chance.choice((*NAMES, "sample", "pidgin"))
    log = rows(name)
    number = chance.randrange(1, len(log))
    match chance.randrange(12):
        case 0:
            what, log[number:] = f"{name}: without line {number}", log[number + 1 :]
        case 1:
            what, log[number:number] = f"{name}: line {number} twice", [log[number]]
        case 2:
            other = chance.randrange(1, len(log))
            what = f"{name}: lines {number} and {other} changed places"
            log[number], log[other] = log[other], log[number]
        case 3:
            what = f"{name}: before line {number} a turn is taken back, and one that is not there is marked"
            at = log[number]["at"]
            log[number:number] = [
                {"type": "turn.retried", "at": at, "turn": chance.randrange(6)},
                {"type": "turn.bookmarked", "at": at, "turn": chance.randrange(60)},
            ]
        case _:
            fields = kinds(log)
            kind = chance.choice(list(fields))
            number, where, value = chance.choice(fields[kind])
            numeric = isinstance(value, int | float) and not isinstance(value, bool)
            says = chance.choice(MOMENTS if kind[1:] == ("at",) else NUMBERS if numeric else TEXTS)
            put(log[number], where, says)
            what = f"{name}: {' '.join(kind)} of line {number + 1} is {str(says)[:40]!r}"
    return what, written(log)
