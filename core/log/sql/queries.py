"""What is asked of the projection."""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, tzinfo
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, RowMapping, Table, func, select
from sqlalchemy import text as sql

from core.base.line import encodable
from core.cast.affinity import Pair, pair
from core.log.config import DIRECTOR_NAME, CarriedMemory, CarriedRecord
from core.log.sql.memories import carried_records, match_of, needle_of
from core.log.sql.tables import (
    BUCKET_SECONDS,
    MODELS,
    KeptDrift,
    KeptMemory,
    KeptRecord,
    KeptSettled,
    Position,
    Run,
    RunMember,
    Spending,
    table,
)
from core.log.state import DIRECTOR

MEMORIES_KEPT = 200
"""How many memories a member keeps; the oldest go."""

MARK_ON, MARK_OFF = "\x01", "\x02"
"""Around what matched in a snippet."""

SNIPPET_TOKENS = 24


_LISTED = ("id", "title", "topic", "format", "cast_name", "voice")
"""What the library's filter looks at."""


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run as the library shows it. Times are ISO 8601 in UTC, `cost` in US dollars; `status` may be "broken"."""

    id: str
    path: Path
    title: str
    mode: str
    format: str
    topic: str
    cast: str
    cast_name: str
    language: str
    voice: str
    status: str
    reason: str
    turns: int
    planned: int
    tokens: int
    cost: float
    own_cost: float
    started: str
    ended: str
    parent: str
    parent_turn: int
    simulated: bool
    note: str
    members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A turn that matched; `snippet` has \\x01 and \\x02 around what did."""

    run: str
    title: str
    turn: int
    member: str
    name: str
    snippet: str


@dataclass(frozen=True)
class Carried:
    """What earlier runs of a cast left behind: changes of affinity in all, and memories ready for `RunConfig`.

    `records` are those of the office, for `RunConfig.scenes`.
    """

    changes: dict[Pair, float] = field(default_factory=dict)
    memories: tuple[CarriedMemory, ...] = ()
    records: tuple[CarriedRecord, ...] = ()


def _keep(_: RunRow) -> bool:
    return False


def runs(
    connection: Connection,
    base: Path,
    *,
    text: str = "",
    mode: str = "",
    cast: str = "",
    status: str = "",
    parent: str = "",
    id_prefix: str = "",
    limit: int = 0,
) -> list[RunRow]:
    """The runs that fit every filter that is given (`cast` is a cast's id), the newest first; `text` is looked for in
    what is listed."""
    cast, parent, id_prefix = encodable(cast), encodable(parent), encodable(id_prefix)
    run, position = table(Run), table(Position)
    query = select(run, position.c.file).join(position, position.c.run == run.c.key)
    for column, wanted in ((run.c.mode, mode), (run.c.cast_id, cast), (run.c.status, status), (run.c.parent, parent)):
        if wanted:
            query = query.where(column == wanted)
    if id_prefix:
        query = query.where(run.c.id.startswith(id_prefix, autoescape=True))
    query = query.order_by(run.c.started.desc(), run.c.ended.desc(), run.c.id, position.c.file)
    found = [row for row in connection.execute(query).mappings() if _mentions(row, text)]
    found = found[:limit] if limit else found
    names = _names(connection, {int(row["key"]) for row in found})
    return [_run_row(dict(row), base, names.get(int(row["key"]), ())) for row in found]


def _mentions(row: RowMapping, text: str) -> bool:
    """Whether all words of `text` stand in what is listed of a run; SQLite itself folds only ASCII."""
    if not text.strip():
        return True
    listed = " ".join(str(row[key]) for key in _LISTED).casefold()
    return all(word in listed for word in text.casefold().split())


def _names(connection: Connection, keys: set[int]) -> dict[int, tuple[str, ...]]:
    member = table(RunMember)
    query = select(member.c.run, member.c.name).order_by(member.c.run, member.c.place)
    if len(keys) <= 500:
        query = query.where(member.c.run.in_(keys))
    names: dict[int, list[str]] = defaultdict(list)
    for key, name in connection.execute(query):
        names[key].append(name)
    return {key: tuple(each) for key, each in names.items()}


def _run_row(row: dict[str, Any], base: Path, members: tuple[str, ...]) -> RunRow:
    row.pop("key")
    return RunRow(path=base / row.pop("file"), cast=row.pop("cast_id"), members=members, **row)


_HIT = (
    "SELECT run.id, coalesce(nullif(run.title, ''), run.topic), turn.number, turn.member, "
    "coalesce(member.name, CASE turn.member WHEN :director THEN iif(run.language = 'de', :german, :english) "
    "ELSE turn.member END), {snippet} FROM {source} JOIN run ON run.key = turn.run "
    "LEFT JOIN member ON member.run = turn.run AND member.id = turn.member "
    "WHERE {where} AND (:run = '' OR run.id = :run) ORDER BY {order} LIMIT :limit"
)
_INDEXED = {
    "snippet": f"snippet(turn_text, 0, :on, :off, '…', {SNIPPET_TOKENS})",
    "source": "turn_text JOIN turn ON turn.id = turn_text.rowid",
    "where": "turn_text MATCH :words",
}
_SCANNED = {"snippet": "turn.text", "source": "turn", "where": "instr(lower(turn.text), lower(:words))"}


def search(connection: Connection, _base: Path, text: str, limit: int = 50, run: str = "") -> list[Hit]:
    """The turns of all runs (or of one) in which all words occur, the best first, within one run in order; any text is
    a valid query."""
    text, run = encodable(text), encodable(run)
    query, needle = match_of(text), needle_of(text)
    if not needle:
        return []
    order = "turn.id" if run else "turn_text.rank, run.started DESC, turn.id" if query else "run.started DESC, turn.id"
    statement = _HIT.format(order=order, **(_INDEXED if query else _SCANNED))
    values: dict[str, object] = {"words": query or needle, "limit": limit, "run": run, "director": DIRECTOR}
    values |= {"english": DIRECTOR_NAME["en"], "german": DIRECTOR_NAME["de"]}
    if query:
        values |= {"on": MARK_ON, "off": MARK_OFF}
    rows = connection.execute(sql(statement), values)
    if query:
        return [Hit(*row) for row in rows]
    return [
        Hit(found, title, turn, member, name, _marked(line, needle)) for found, title, turn, member, name, line in rows
    ]


def _marked(line: str, needle: str) -> str:
    """The line around its first occurrence of `needle`, which is marked."""
    start = line.lower().find(needle.lower())
    if start < 0:
        return line[:120]
    end = start + len(needle)
    left, right = max(0, start - 60), min(len(line), end + 60)
    head, tail = "…" if left else "", "…" if right < len(line) else ""
    return f"{head}{line[left:start]}{MARK_ON}{line[start:end]}{MARK_OFF}{line[end:right]}{tail}"


def spent_today(connection: Connection, _base: Path, day: date, zone: tzinfo | None = None) -> float:
    """US dollars that calls cost on that day, here or in `zone`; a fork's prefix counts once, with its parent."""
    begin, end = (
        datetime.combine(each, time(), zone).astimezone(zone).timestamp() for each in (day, day + timedelta(days=1))
    )
    spent = table(Spending)
    query = select(func.coalesce(func.sum(spent.c.cost), 0.0)).where(
        spent.c.bucket >= int(begin // BUCKET_SECONDS), spent.c.bucket < int(end // BUCKET_SECONDS)
    )
    return round(float(connection.execute(query).scalar_one()), 8)


def carried(
    connection: Connection,
    base: Path,
    cast_id: str,
    members: Iterable[str],
    *,
    exclude: Callable[[RunRow], bool] = _keep,
) -> Carried:
    """What earlier ended runs of the cast left behind, in the order in which they began."""
    who = set(members)
    rows = _ended(connection, base, cast_id, exclude)
    changes: dict[Pair, float] = defaultdict(float)
    memories: dict[str, deque[CarriedMemory]] = {}
    drifts = _by_run(connection, table(KeptDrift), cast_id)
    kept = _by_run(connection, table(KeptMemory), cast_id)
    for key, row in rows:
        for drift in drifts.get(key, ()):
            if drift["a"] in who and drift["b"] in who:
                # Summed, for rehearsals all begin at the same moment and have no order among them.
                changes[pair(drift["a"], drift["b"])] += drift["after"] - drift["before"]
        for memory in kept.get(key, ()):
            if memory["member"] in who:
                mine = memories.setdefault(memory["member"], deque(maxlen=MEMORIES_KEPT))
                told = {name: memory[name] for name in ("member", "kind", "text", "confidence")}
                mine.append(CarriedMemory(run=row.id, **told))
    return Carried(
        changes={two: round(change, 4) for two, change in sorted(changes.items())},
        memories=tuple(memory for member in sorted(memories) for memory in memories[member]),
        records=carried_records(
            _by_run(connection, table(KeptRecord), cast_id),
            _by_run(connection, table(KeptSettled), cast_id),
            [(key, row.id) for key, row in rows],
            who,
        ),
    )


def drift_history(
    connection: Connection, base: Path, cast_id: str, *, exclude: Callable[[RunRow], bool] = _keep
) -> dict[Pair, tuple[tuple[str, float], ...]]:
    """Each pair's affinity after each ended run that changed it, oldest first: (run's id, affinity)."""
    rows = _ended(connection, base, cast_id, exclude)
    drifts = _by_run(connection, table(KeptDrift), cast_id)
    history: dict[Pair, list[tuple[str, float]]] = defaultdict(list)
    for key, row in rows:
        for drift in drifts.get(key, ()):
            history[pair(drift["a"], drift["b"])].append((row.id, drift["after"]))
    return {each: tuple(values) for each, values in history.items()}


def _ended(
    connection: Connection, base: Path, cast_id: str, exclude: Callable[[RunRow], bool]
) -> list[tuple[int, RunRow]]:
    """The ended runs of the cast with their keys, in the order in which they began."""
    run, position = table(Run), table(Position)
    query = select(position.c.file, run.c.key).join(run, run.c.key == position.c.run).where(run.c.cast_id == cast_id)
    keys = {base / file: int(key) for file, key in connection.execute(query)}
    rows = [row for row in runs(connection, base, cast=cast_id, status="ended") if not exclude(row)]
    rows.sort(key=lambda row: (row.started, row.ended, row.id))
    return [(keys[row.path], row) for row in rows]


def _by_run(connection: Connection, source: Table, cast_id: str) -> dict[int, list[RowMapping]]:
    run = table(Run)
    query = (
        select(source)
        .join(run, run.c.key == source.c.run)
        .where(run.c.cast_id == cast_id)
        .order_by(*source.primary_key.columns)
    )
    found: dict[int, list[RowMapping]] = defaultdict(list)
    for row in connection.execute(query).mappings():
        found[int(row["run"])].append(row)
    return found


def dump(connection: Connection, _base: Path) -> list[str]:
    """Every row of every table as a line, in the order of the keys: two projections of the same logs dump alike."""
    return [
        f"{source.name}\t" + json.dumps(list(row), ensure_ascii=False)
        for source in map(table, MODELS)
        for row in connection.execute(select(source).order_by(*source.primary_key.columns))
    ]
